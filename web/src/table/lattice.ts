// Hexes as geometry: corners, neighbours, the nearest one to a point, and ways over them. Metres ÷ 10, like the drawn map.
import type { Hex, HexMap, Place } from '../service/words';

export interface Point {
	x: number;
	y: number;
}
export const UNIT = 10; // metres to a unit of the drawing

export class Lattice {
	readonly size: number; // units between opposite sides
	readonly corner: readonly Point[];
	private readonly at = new Map<Place, Point>();
	private readonly cells = new Map<string, Hex[]>();
	private readonly beside = new Map<Place, Place[]>();

	constructor(private readonly map: HexMap | undefined) {
		this.size = (map?.size ?? 1000) / UNIT;
		const radius = this.size / Math.sqrt(3);
		this.corner = Array.from({ length: 6 }, (_, i) => {
			const angle = ((map?.flat ? 0 : 30) + 60 * i) * (Math.PI / 180);
			return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
		});
		for (const h of map?.hexes ?? []) {
			this.at.set(h.n, { x: h.x / UNIT, y: h.y / UNIT });
			const key = this.cell(h.x / UNIT, h.y / UNIT);
			this.cells.set(key, [...(this.cells.get(key) ?? []), h]);
		}
	}

	private cell(x: number, y: number, dx = 0, dy = 0): string {
		return `${Math.floor(x / this.size) + dx} ${Math.floor(y / this.size) + dy}`;
	}

	centre(place: Place): Point | undefined {
		return this.at.get(place);
	}

	outline(place: Place, scale = 1): string {
		const c = this.at.get(place);
		return c
			? this.corner
					.map((k) => `${(c.x + k.x * scale).toFixed(2)},${(c.y + k.y * scale).toFixed(2)}`)
					.join(' ')
			: '';
	}

	nearest(p: Point): Place | null {
		let best: Place | null = null;
		let least = (this.size * 0.6) ** 2;
		for (let dx = -1; dx <= 1; dx++)
			for (let dy = -1; dy <= 1; dy++)
				for (const h of this.cells.get(this.cell(p.x, p.y, dx, dy)) ?? []) {
					const d = (h.x / UNIT - p.x) ** 2 + (h.y / UNIT - p.y) ** 2;
					if (d < least) (least = d), (best = h.n);
				}
		return best;
	}

	neighbours(place: Place): Place[] {
		let known = this.beside.get(place);
		if (known) return known;
		known = [];
		const c = this.at.get(place);
		for (let d = 0; c && d < 6; d++) {
			const n = this.step(place, d);
			if (n) known.push(n);
		}
		this.beside.set(place, known);
		return known;
	}

	/** The hex's neighbour in direction 0..5, clockwise: pointy-top from NE, flat-top from N. */
	step(place: Place, dir: number): Place | null {
		const c = this.at.get(place);
		if (!c) return null;
		const angle = this.angle(dir);
		const n = this.nearest({
			x: c.x + this.size * Math.sin(angle),
			y: c.y - this.size * Math.cos(angle),
		});
		return n === place ? null : n;
	}

	/** The area's rim: every side with no hex of the area beyond it. */
	rim(area: ReadonlyMap<Place, unknown>): string {
		let path = '';
		for (const place of area.keys()) {
			const c = this.at.get(place);
			for (let i = 0; c && i < 6; i++) {
				const beyond = this.step(place, (i + 2) % 6); // the side from corner i to the next looks there
				if (beyond && area.has(beyond)) continue;
				const a = this.corner[i]!,
					b = this.corner[(i + 1) % 6]!;
				path += `M${(c.x + a.x).toFixed(1)} ${(c.y + a.y).toFixed(1)}L${(c.x + b.x).toFixed(1)} ${(c.y + b.y).toFixed(1)}`;
			}
		}
		return path;
	}

	/** A direction as an angle clockwise from north. */
	angle(dir: number): number {
		return ((this.map?.flat ? 0 : 30) + 60 * dir) * (Math.PI / 180);
	}
}
