// Pictures for the docs, small enough to be kept: the browser itself makes them small.
const WIDEST = 720;

/** The same picture, at most `WIDEST` pixels wide, as WebP: a page of the browser draws it. */
export const shrink = (easel, png) =>
	easel.evaluate(
		async ([from, most]) => {
			const picture = await createImageBitmap(await (await fetch(from)).blob());
			const scale = Math.min(1, most / picture.width);
			const canvas = new OffscreenCanvas(
				Math.round(picture.width * scale),
				Math.round(picture.height * scale),
			);
			const pen = canvas.getContext('2d');
			pen.imageSmoothingQuality = 'high';
			pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
			const small = await canvas.convertToBlob({ type: 'image/webp', quality: 0.6 });
			return [...new Uint8Array(await small.arrayBuffer())];
		},
		[`data:image/png;base64,${png.toString('base64')}`, WIDEST],
	);
