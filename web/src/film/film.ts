// The battle as a moving picture, made in the browser: an animated GIF, which plays anywhere and needs no player. Frames after the first hold only
// what has changed.
import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { Game } from '../table/game';
import type { Point } from '../table/lattice';
import { Painter } from './paint';
import { writeScript, type Scene } from './scenes';

const COLOURS = 255; // and one for what stays as it was
const STEP = 80; // milliseconds between two frames of a march
const LONG = 600; // scenes from which on nobody is seen on his way: the file would be too large
const BREATH = 40; // so many milliseconds are drawn before the page gets its turn

export interface Progress {
	what: 'Gathering' | 'Drawing';
	done: number;
	of: number;
}

/** The places between two ends of a line of points, evenly. */
function along(way: Point[], share: number): Point {
	const at = share * (way.length - 1),
		i = Math.min(way.length - 2, Math.floor(at)),
		part = at - i;
	const a = way[i]!,
		b = way[i + 1]!;
	return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
}

/** Where those who have moved are, frame by frame, before the scene stands. */
function* between(before: Scene, now: Scene): Generator<Map<string, Point>> {
	const was = new Map(before.actors.map((a) => [a.id, a]));
	const moved = now.actors.filter(
		(a) => was.has(a.id) && Math.hypot(was.get(a.id)!.x - a.x, was.get(a.id)!.y - a.y) > 1,
	);
	if (!moved.length) return;
	const frames = Math.min(14, 3 * Math.max(1, now.way.length - 1) + 2);
	for (let f = 1; f < frames; f++)
		yield new Map(
			moved.map((a) => [
				a.id,
				along(
					a.id === now.who && now.way.length > 1
						? [was.get(a.id)!, ...now.way.slice(1, -1), a]
						: [was.get(a.id)!, a],
					f / frames,
				),
			]),
		);
}

const breath = (): Promise<void> => new Promise((done) => setTimeout(done));

/** Makes it; `stop` gives it up at any time. */
export async function makeFilm(game: Game, told: (p: Progress) => void, stop: AbortSignal): Promise<Blob> {
	const script = await writeScript(game, (done, of) => told({ what: 'Gathering', done, of }), stop);
	const { scenes } = script,
		painter = await Painter.of(game, script);
	const { width, height } = painter.canvas,
		gif = GIFEncoder();
	const palette = quantize(painter.draw(scenes[scenes.length - 1]!), COLOURS);
	let before: Uint8Array | null = null,
		rested = performance.now();
	const write = (pixels: Uint8ClampedArray, delay: number): void => {
		const now = applyPalette(pixels, palette);
		if (!before)
			gif.writeFrame(now, width, height, { palette: [...palette, [0, 0, 0]], delay, dispose: 1 });
		else
			gif.writeFrame(
				now.map((c, i) => (c === before![i] ? palette.length : c)),
				width,
				height,
				{ delay, dispose: 1, transparent: true, transparentIndex: palette.length },
			);
		before = now;
	};
	for (const [i, scene] of scenes.entries()) {
		for (const where of i && scenes.length < LONG ? between(scenes[i - 1]!, scene) : []) {
			write(painter.draw(scene, where), STEP);
			if (performance.now() - rested > BREATH)
				stop.throwIfAborted(), await breath(), (rested = performance.now());
		}
		write(painter.draw(scene), scene.hold);
		told({ what: 'Drawing', done: i + 1, of: scenes.length });
		stop.throwIfAborted();
		if (performance.now() - rested > BREATH) await breath(), (rested = performance.now());
	}
	gif.finish();
	return new Blob([gif.bytes()], { type: 'image/gif' });
}
