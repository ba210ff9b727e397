// Pan, zoom and pinch by d3-zoom. Map and counters are moved together as a finished picture while the hand moves (the browser only shifts
// it), and drawn sharp again when the hand rests and the scale has changed.
import { select } from 'd3-selection';
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';
import type { Frame } from './MapPicture';

export class Glass {
	transform: ZoomTransform = zoomIdentity;
	private readonly behaviour: ZoomBehavior<HTMLElement, unknown>;
	private frame: Frame = { x: 0, y: 0, w: 1000, h: 1000 };
	private resting = 0;
	private sharp = 0;

	constructor(private readonly sheet: HTMLElement, private readonly world: HTMLElement, moved: () => void) {
		this.behaviour = zoom<HTMLElement, unknown>()
			.filter((e: PointerEvent & WheelEvent) => !(e.target as Element).closest('[data-drags],button,.slip') && (!e.ctrlKey || e.type === 'wheel') && !e.button)
			.clickDistance(5)
			.on('zoom', (e: D3ZoomEvent<HTMLElement, unknown>) => {
				this.transform = e.transform;
				this.apply();
				moved();
			});
		select(sheet).call(this.behaviour).on('dblclick.zoom', null);
	}

	frameTo(f: Frame): void {
		this.frame = f;
		const { clientWidth: w, clientHeight: h } = this.sheet;
		const least = Math.min(w / f.w, h / f.h);
		this.behaviour.extent([[0, 0], [w, h]]).scaleExtent([least * 0.8, Math.max(least * 14, 6)]);
		const mx = w * 0.45, my = h * 0.45;
		this.behaviour.translateExtent([[f.x - mx / least, f.y - my / least], [f.x + f.w + mx / least, f.y + f.h + my / least]]);
	}

	/** Shows these points of the map, as large as they go. */
	show(points: { x: number; y: number }[], margin: number, smooth = false, atLeast = 0): void {
		const { clientWidth: full, clientHeight: tall } = this.sheet;
		const inset = { left: Math.min(64, full / 8), bottom: Math.min(118, tall / 4) }; // instruments and question lie over the sheet
		const w = full - inset.left, h = tall - inset.bottom;
		const xs = points.length ? points.map((p) => p.x) : [this.frame.x, this.frame.x + this.frame.w];
		const ys = points.length ? points.map((p) => p.y) : [this.frame.y, this.frame.y + this.frame.h];
		const x0 = Math.min(...xs) - margin, x1 = Math.max(...xs) + margin, y0 = Math.min(...ys) - margin, y1 = Math.max(...ys) + margin;
		const [low, high] = this.behaviour.scaleExtent();
		const k = Math.max(low, atLeast, Math.min(high, Math.min(w / (x1 - x0), h / (y1 - y0))));
		const to = zoomIdentity.translate(inset.left + w / 2 - (k * (x0 + x1)) / 2, h / 2 - (k * (y0 + y1)) / 2).scale(k);
		this.to(to, smooth);
	}

	/** Brings a point into view, if it is not well inside it. */
	reveal(p: { x: number; y: number }): void {
		const [sx, sy] = this.transform.apply([p.x, p.y]);
		const { clientWidth: w, clientHeight: h } = this.sheet;
		const m = Math.min(90, w / 6, h / 6);
		if (sx > m && sy > m && sx < w - m && sy < h - m) return;
		const k = this.transform.k;
		this.to(zoomIdentity.translate(w / 2 - k * p.x, h / 2 - k * p.y).scale(k), true);
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

	point(clientX: number, clientY: number): { x: number; y: number } {
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
