// The battle as a moving picture: a whole short game, made in the browser with a press on the button in the replay; with progress, and given up.
import { readFileSync, copyFileSync } from 'node:fs';
import { ask, carried, comes, enter, make, ok, person, run, tap, until } from './lib.mjs';

/** What a browser makes of the file: how many frames it has, how large they are, and whether the last differs from the first. */
const decoded = (page, bytes) =>
	page.evaluate(async (text) => {
		const data = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
		const film = new ImageDecoder({ data, type: 'image/gif' });
		await film.tracks.ready;
		const { frameCount } = film.tracks.selectedTrack;
		const pixels = async (n) => {
			const { image } = await film.decode({ frameIndex: n }),
				canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight),
				pen = canvas.getContext('2d');
			pen.drawImage(image, 0, 0);
			return {
				w: canvas.width,
				h: canvas.height,
				delay: image.duration / 1000,
				data: pen.getImageData(0, 0, canvas.width, canvas.height).data,
			};
		};
		const first = await pixels(0),
			last = await pixels(frameCount - 1);
		return {
			frames: frameCount,
			w: first.w,
			h: first.h,
			same: first.data.every((c, i) => c === last.data[i]),
			colours: new Set(
				Array.from({ length: 4000 }, (_, i) => first.data.slice(i * 400, i * 400 + 3).join()),
			).size,
		};
	}, bytes.toString('base64'));

await run('a film', async (browser, table) => {
	const { page, wrongs } = await person(browser, table.base);
	const { id } = await make(page, 'crossroads', 'drill', 'afternoon', { west: 'me', east: 'me' });
	let v = await ask(page, `/api/games/${id}/view`);
	for (let i = 0; !v.over && i < 600; i++) {
		// to its end, by any orders
		await ask(page, `/api/games/${id}/orders`, {
			n: v.n,
			key: `film-${process.pid}-${i}`,
			orders: [v.orders[(i * 13) % v.orders.length].words],
		});
		v = await ask(page, `/api/games/${id}/view`);
	}
	ok(v.over, 'a short game is over', v.n);
	await enter(page, table.base, id);
	await page.waitForSelector('.question-bar.over');

	// given up on the way: no file comes. What is gathered comes slowly, so that there is a way
	let files = 0,
		slow = true;
	page.on('download', () => files++);
	await page.route(
		'**/view?at=*',
		async (r) => (slow && (await new Promise((done) => setTimeout(done, 400))), r.continue()),
	);
	await tap(page, '.replay .film');
	ok(await comes(page, '.filming progress'), 'while it is made one sees how far it is');
	await tap(page, '.replay .cancel');
	ok((await comes(page, '.replay .film')) && files === 0, 'and it can be given up');
	slow = false;

	const [file] = await Promise.all([
		page.waitForEvent('download', { timeout: 240000 }),
		tap(page, '.replay .film'),
	]);
	const path = await carried(file),
		bytes = readFileSync(path);
	if (process.env.SHOTS) copyFileSync(path, `${process.env.SHOTS}/film.gif`);
	ok(
		/\.gif$/.test(file.suggestedFilename()) && bytes.subarray(0, 6).toString() === 'GIF89a',
		'a moving picture is saved',
		`${file.suggestedFilename()} ${bytes.length} bytes`,
	);
	const film = await decoded(page, bytes);
	const beats = (await ask(page, `/api/games/${id}/log?from=0`)).filter(
		(e) => e.n >= 0 && !e.undone && e.events.length,
	).length;
	console.log(
		`# ${film.frames} frames of ${film.w} by ${film.h}, ${bytes.length} bytes, for ${beats} entries that tell something`,
	);
	ok(
		film.frames > 20 && film.frames >= beats / 4,
		'the browser can play it: it has the whole battle',
		JSON.stringify(film),
	);
	ok(
		!film.same && film.colours > 20 && film.w > 300,
		'with a map, and counters that move',
		JSON.stringify(film),
	);
	ok(
		await until(async () => files === 1 && !(await page.locator('.filming').count())),
		'one file, and the button is back',
	);
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));
});
