// Draws a scene on a canvas: the engraved map, the page's own counters, who fires at whom, and the words below.
import { render } from 'preact';
import type { ViewPiece } from '../service/words';
import type { Game } from '../table/game';
import type { Point } from '../table/lattice';
import { sendForMap, type Frame } from '../sheet/MapPicture';
import { Counter } from '../sheet/Counter';
import { COUNTER } from '../sheet/Stacks';
import { Stand } from '../field/Stand';
import type { Actor, Scene, Script } from './scenes';

const WIDE = 900,
	HIGH = 640,
	BAND = 84; // pixels: the picture at most, and the words below it
const NEAR = 44; // from so many pixels on a counter bears its name

const picture = (text: string): Promise<HTMLImageElement> =>
	new Promise((done, fail) => {
		const image = new Image(),
			address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
		image.onload = () => (URL.revokeObjectURL(address), done(image));
		image.onerror = () => (
			URL.revokeObjectURL(address), fail(new Error('A picture could not be drawn.'))
		);
		image.src = address;
	});

/** The page's own rules for counters, so that they look as they do on the board, in whatever colours the player has chosen. */
const styles = (): string =>
	[...document.styleSheets]
		.flatMap((s) => [...s.cssRules])
		.filter(
			(r) =>
				r instanceof CSSStyleRule &&
				/:root|\.(counter|stripe|badges|stand|side-|colour-|commander|small-print)/.test(
					r.selectorText,
				),
		)
		.map((r) => r.cssText)
		.join('\n');

/** The part of the map in which anybody ever stands, with a margin. */
function stage(script: Script, map: Frame, room: number): Frame {
	const all = script.scenes.flatMap((s) => s.actors),
		xs = all.map((a) => a.x),
		ys = all.map((a) => a.y);
	const least = (list: number[]) => list.reduce((a, b) => Math.min(a, b), Infinity),
		most = (list: number[]) => list.reduce((a, b) => Math.max(a, b), -Infinity);
	const x = Math.max(map.x, least(xs) - room),
		y = Math.max(map.y, least(ys) - room);
	return {
		x,
		y,
		w: Math.min(map.x + map.w, most(xs) + room) - x,
		h: Math.min(map.y + map.h, most(ys) + room) - y,
	};
}

export class Painter {
	readonly canvas = document.createElement('canvas');
	private readonly pen = this.canvas.getContext('2d', { willReadFrequently: true })!;
	private readonly faces = new Map<string, HTMLImageElement>();
	private ground!: HTMLCanvasElement;
	private part!: Frame;
	private scale = 1;
	private size = 1; // of a counter, in units of the map

	private constructor(
		private readonly game: Game,
		private readonly script: Script,
	) {}

	static async of(game: Game, script: Script): Promise<Painter> {
		const p = new Painter(game, script);
		await p.layOut(await sendForMap(game.board));
		return p;
	}

	private async layOut(map: string): Promise<void> {
		const drawn = new DOMParser().parseFromString(map, 'image/svg+xml').documentElement;
		const [x, y, w, h] = (drawn.getAttribute('viewBox') ?? '0 0 1000 1000')
			.split(/[\s,]+/)
			.map(Number) as [number, number, number, number];
		drawn.setAttribute('width', String(w)), drawn.setAttribute('height', String(h));
		const { table } = this.game.board,
			hex = this.game.hand.lattice.size;
		this.size = table ? 1 : hex * COUNTER;
		this.part = stage(this.script, { x, y, w, h }, table ? 60 : hex * 1.6);
		this.scale = Math.min(WIDE / this.part.w, HIGH / this.part.h);
		this.canvas.width = Math.round(this.part.w * this.scale);
		this.canvas.height = Math.round(this.part.h * this.scale) + BAND;
		const image = await picture(new XMLSerializer().serializeToString(drawn));
		this.ground = Object.assign(document.createElement('canvas'), {
			width: this.canvas.width,
			height: this.canvas.height - BAND,
		});
		const pen = this.ground.getContext('2d')!,
			k = image.naturalWidth / w;
		pen.drawImage(
			image,
			(this.part.x - x) * k,
			(this.part.y - y) * k,
			this.part.w * k,
			this.part.h * k,
			0,
			0,
			this.ground.width,
			this.ground.height,
		);
		await this.makeFaces();
	}

	/** Every counter as it will ever look, drawn once. */
	private async makeFaces(): Promise<void> {
		const style = styles(),
			root = document.documentElement.dataset;
		for (const [look, p] of this.script.looks) {
			const holder = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
			const wide = Math.ceil(this.reach(p) * 2 * this.scale),
				unit = this.game.board.table ? this.reach(p) : 66;
			for (const [name, value] of Object.entries({
				viewBox: `${-unit} ${-unit} ${2 * unit} ${2 * unit}`,
				width: wide,
				height: wide,
				'data-palette': root.palette ?? '',
			}))
				holder.setAttribute(name, String(value));
			render(this.face(p), holder);
			const sheet = document.createElementNS('http://www.w3.org/2000/svg', 'style');
			sheet.textContent = `${style} text { font-family: 'Times New Roman', 'Liberation Serif', serif; }`;
			holder.prepend(sheet);
			this.faces.set(look, await picture(new XMLSerializer().serializeToString(holder)));
		}
	}

	/** From the middle of a piece to the rim of its picture, in units of the map. */
	private reach(p: ViewPiece): number {
		return this.game.board.table ? Math.hypot(p.w || 6, p.h || 6) / 2 + 4 : (this.size * 66) / 100;
	}

	private face(p: ViewPiece) {
		const { game } = this,
			angle = p.facing === undefined ? undefined : game.hand.lattice.angle(p.facing);
		if (game.board.table)
			return <Stand game={game} p={{ ...p, x: 0, y: 0 }} k={this.scale} dragged={false} />;
		return (
			<g transform="translate(-50 -50)">
				<Counter game={game} p={p} near={this.size * this.scale >= NEAR} angle={angle} />
			</g>
		);
	}

	private at(p: Point): Point {
		return { x: (p.x - this.part.x) * this.scale, y: (p.y - this.part.y) * this.scale };
	}

	/** A scene; `where` says where those are who are on their way. */
	draw(scene: Scene, where: ReadonlyMap<string, Point> = new Map()): Uint8ClampedArray {
		const { pen, canvas } = this;
		pen.drawImage(this.ground, 0, 0);
		for (const a of scene.actors) this.place(a, where.get(a.id) ?? a);
		if (!where.size) for (const [from, to] of scene.shots) this.shot(this.at(from), this.at(to));
		this.caption(scene);
		return pen.getImageData(0, 0, canvas.width, canvas.height).data;
	}

	private place(a: Actor, where: Point): void {
		const image = this.faces.get(a.look)!,
			{ x, y } = this.at(where),
			r = image.width / 2;
		this.pen.drawImage(image, x - r, y - r);
		if (a.deep < 2) return;
		const { pen } = this,
			d = Math.max(7, this.size * this.scale * 0.15);
		const cx = x - this.size * this.scale * 0.47,
			cy = y + this.size * this.scale * 0.47;
		(pen.fillStyle = '#2b2018'), pen.beginPath(), pen.arc(cx, cy, d, 0, 7), pen.fill();
		(pen.fillStyle = '#faf4e4'),
			(pen.font = `bold ${d * 1.4}px Georgia, serif`),
			(pen.textAlign = 'center'),
			(pen.textBaseline = 'middle');
		pen.fillText(String(a.deep), cx, cy + 1);
	}

	private shot(from: Point, to: Point): void {
		const { pen } = this,
			far = Math.hypot(to.x - from.x, to.y - from.y) || 1,
			ux = (to.x - from.x) / far,
			uy = (to.y - from.y) / far;
		(pen.strokeStyle = pen.fillStyle = '#b3261b'), (pen.lineWidth = 4);
		pen.setLineDash([3, 6]),
			pen.beginPath(),
			pen.moveTo(from.x, from.y),
			pen.lineTo(to.x - ux * 10, to.y - uy * 10),
			pen.stroke(),
			pen.setLineDash([]);
		pen.beginPath(),
			pen.moveTo(to.x, to.y),
			pen.lineTo(to.x - ux * 16 - uy * 8, to.y - uy * 16 + ux * 8),
			pen.lineTo(to.x - ux * 16 + uy * 8, to.y - uy * 16 - ux * 8),
			pen.fill();
	}

	/** When it is, and what is told, on as many lines as there is room for. */
	private caption({ words, when }: Scene): void {
		const { pen, canvas } = this,
			top = canvas.height - BAND;
		(pen.fillStyle = '#f3ead3'), pen.fillRect(0, top, canvas.width, BAND);
		(pen.fillStyle = '#2b2018'),
			(pen.textAlign = 'left'),
			(pen.textBaseline = 'alphabetic'),
			pen.fillRect(0, top, canvas.width, 1);
		(pen.font = 'italic 15px Georgia, serif'), pen.fillText(when, 12, top + 20, canvas.width - 24);
		pen.font = '16px Georgia, serif';
		const lines: string[] = [''];
		for (const word of words.split(/\s+/)) {
			const longer = `${lines[lines.length - 1]} ${word}`.trim();
			if (pen.measureText(longer).width <= canvas.width - 24) lines[lines.length - 1] = longer;
			else lines.push(word);
		}
		if (lines.length > 3) (lines.length = 3), (lines[2] = `${lines[2]} …`);
		lines.forEach((line, i) => pen.fillText(line, 12, top + 40 + 18 * i, canvas.width - 24));
	}
}
