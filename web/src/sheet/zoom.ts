// Pan, zoom and pinch by d3-zoom. Map and counters are moved together as a finished picture while the hand moves (the browser only shifts
// it), and drawn sharp again when the hand rests and the scale has changed.
import { select } from 'd3-selection';
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';
import type { Point } from '../table/lattice';
import type { Frame } from './MapPicture';
import { boxOf, without, type Box } from './placing';

function around(points: Point[], margin: number): Frame {
	const xs = points.map((p) => p.x),
		ys = points.map((p) => p.y);
	const x = Math.min(...xs) - margin,
		y = Math.min(...ys) - margin;
	return { x, y, w: Math.max(...xs) + margin - x, h: Math.max(...ys) + margin - y };
}

export class Glass {
	transform: ZoomTransform = zoomIdentity;
	private readonly behaviour: ZoomBehavior<HTMLElement, unknown>;
	private frame: Frame = { x: 0, y: 0, w: 1000, h: 1000 };
	private readonly followers = new Set<() => void>();
	private resting = 0;
	private sharp = 0;

	constructor(
		private readonly sheet: HTMLElement,
		private readonly world: HTMLElement,
		moved: (scale: number) => void,
	) {
		this.behaviour = zoom<HTMLElement, unknown>()
			.filter(
				(e: PointerEvent & WheelEvent) =>
					!(e.target as Element).closest('[data-drags],button,.slip,.viewer,.mini-map') &&
					(!e.ctrlKey || e.type === 'wheel') &&
					!e.button,
			)
			.clickDistance(5)
			.on('zoom', (e: D3ZoomEvent<HTMLElement, unknown>) => {
				this.transform = e.transform;
				this.apply();
				moved(e.transform.k);
				for (const l of this.followers) l();
			});
		select(sheet).call(this.behaviour).on('dblclick.zoom', null);
	}

	frameTo(f: Frame): void {
		this.frame = f;
		const { clientWidth: w, clientHeight: h } = this.sheet;
		const least = Math.min(w / f.w, h / f.h);
		this.behaviour
			.extent([
				[0, 0],
				[w, h],
			])
			.scaleExtent([least * 0.8, Math.max(least * 14, 6)]);
		const mx = w * 0.45,
			my = h * 0.45;
		this.behaviour.translateExtent([
			[f.x - mx / least, f.y - my / least],
			[f.x + f.w + mx / least, f.y + f.h + my / least],
		]);
	}

	/** What of the sheet is clear of what lies over it: the question, the guide, the tray, the instruments. In pixels. */
	get room(): Box {
		const { clientWidth: w, clientHeight: h } = this.sheet;
		const corner = this.sheet.getBoundingClientRect();
		const over =
			this.sheet.parentElement?.querySelectorAll(
				'.question-bar,.playback,.replay,.advice,.dice-form,.guide,.tray ul,.instruments,.mini-map',
			) ?? [];
		const room = [...over].reduce((r, e) => without(r, boxOf(e, corner)), {
			left: 0,
			top: 0,
			right: w,
			bottom: h,
		} as Box);
		return room.right - room.left > w / 4 && room.bottom - room.top > h / 4
			? room
			: { left: 0, top: 0, right: w, bottom: h * 0.75 };
	}

	/** Shows these points of the map, as large as they go. If that is smaller than `atLeast`, it is what lies around `rather`. */
	show(points: Point[], margin: number, smooth = false, atLeast = 0, rather: Point[] = []): void {
		const { left, top, right, bottom } = this.room;
		const w = right - left,
			h = bottom - top;
		const { x, y, w: across, h: down } = points.length ? around(points, margin) : this.frame;
		const [low, high] = this.behaviour.scaleExtent();
		const fits = Math.min(high, w / across, h / down);
		const middle = fits < atLeast && rather.length ? around(rather, 0) : { x, y, w: across, h: down };
		const k = Math.max(low, atLeast, fits);
		this.to(
			zoomIdentity
				.translate(
					left + w / 2 - k * (middle.x + middle.w / 2),
					top + h / 2 - k * (middle.y + middle.h / 2),
				)
				.scale(k),
			smooth,
		);
	}

	/** What of the map is seen, in its own units. */
	get window(): Frame {
		const { clientWidth: w, clientHeight: h } = this.sheet;
		const [x, y] = this.transform.invert([0, 0]),
			[right, foot] = this.transform.invert([w, h]);
		return { x, y, w: right - x, h: foot - y };
	}

	/** Calls back whenever the map was moved; what it gives back ends that. */
	follow(l: () => void): () => void {
		this.followers.add(l);
		return () => void this.followers.delete(l);
	}

	/** Looks there. */
	centre(p: Point): void {
		const { left, top, right, bottom } = this.room,
			{ k } = this.transform;
		this.to(
			zoomIdentity.translate((left + right) / 2 - k * p.x, (top + bottom) / 2 - k * p.y).scale(k),
			false,
		);
	}

	/** Is the point well inside what is seen? The question lies over the foot of the sheet. */
	shows(p: Point): boolean {
		const [x, y] = this.transform.apply([p.x, p.y]);
		const { left, top, right, bottom } = this.room,
			m = this.margin - 1;
		return x >= left + m && y >= top + m && x <= right - m && y <= bottom - m;
	}

	/** Brings points into view, if they are not: it moves no further than it must, and goes farther away only if they do not fit. */
	reveal(...points: Point[]): void {
		if (!points.length || points.every((p) => this.shows(p))) return;
		const { left, top, right, bottom } = this.room;
		const m = this.margin;
		const box = around(points, 0);
		const [low] = this.behaviour.scaleExtent();
		const k = Math.max(
			low,
			Math.min(
				this.transform.k,
				(right - left - 2 * m) / (box.w || 1),
				(bottom - top - 2 * m) / (box.h || 1),
			),
		);
		const at =
			k === this.transform.k
				? this.transform
				: zoomIdentity
						.translate(
							(left + right) / 2 - k * (box.x + box.w / 2),
							(top + bottom) / 2 - k * (box.y + box.h / 2),
						)
						.scale(k);
		const shift = (from: number, long: number, low_: number, high: number) =>
			from < low_ ? low_ - from : from + long > high ? high - from - long : 0;
		const [x, y] = at.apply([box.x, box.y]);
		this.to(
			zoomIdentity
				.translate(
					at.x + shift(x, box.w * k, left + m, right - m),
					at.y + shift(y, box.h * k, top + m, bottom - m),
				)
				.scale(k),
			true,
		);
	}

	/** Would all of them be seen at once, without going farther away than counters can be read? */
	fits(points: Point[], legible = this.transform.k * 0.6): boolean {
		const { left, top, right, bottom } = this.room,
			box = around(points, 0),
			m = 2 * this.margin;
		return Math.min((right - left - m) / (box.w || 1), (bottom - top - m) / (box.h || 1)) >= legible;
	}

	private get margin(): number {
		return Math.min(60, this.sheet.clientWidth / 8, this.sheet.clientHeight / 8);
	}

	by(factor: number): void {
		const { clientWidth: w, clientHeight: h } = this.sheet;
		const t = this.transform;
		const [low, high] = this.behaviour.scaleExtent();
		const k = Math.max(low, Math.min(high, t.k * factor));
		const [cx, cy] = t.invert([w / 2, h / 2]);
		this.to(zoomIdentity.translate(w / 2 - k * cx, h / 2 - k * cy).scale(k), true);
	}

	private to(t: ZoomTransform, smooth: boolean): void {
		const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
		this.sheet.classList.toggle('gliding', smooth && !still);
		select(this.sheet).call(this.behaviour.transform, t);
	}

	point(clientX: number, clientY: number): Point {
		const box = this.sheet.getBoundingClientRect();
		const [x, y] = this.transform.invert([clientX - box.left, clientY - box.top]);
		return { x, y };
	}

	private apply(): void {
		const { x, y, k } = this.transform;
		this.world.style.transform = `translate(${x + this.frame.x * k}px, ${y + this.frame.y * k}px) scale(${k})`;
		if (k === this.sharp) return;
		clearTimeout(this.resting);
		this.resting = window.setTimeout(() => this.sharpen(), 180);
	}

	/** The browser keeps a layer's sharpness until it is made anew. */
	private sharpen(): void {
		this.sharp = this.transform.k;
		this.world.classList.remove('layer');
		requestAnimationFrame(() => requestAnimationFrame(() => this.world.classList.add('layer')));
	}
}
