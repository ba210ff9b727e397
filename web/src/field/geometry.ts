// Places on a table: tenths of an inch, written "412,233"; facings: compass degrees, 0 is the table's far edge.
import type { Place } from '../service/words';

export interface Spot {
	x: number;
	y: number;
}
export interface Block extends Spot {
	w: number;
	h: number;
	facing: number;
}

export function spotOf(place: Place | null | undefined): Spot | null {
	const m = /^(\d+),(\d+)$/.exec(place ?? '');
	return m ? { x: Number(m[1]), y: Number(m[2]) } : null;
}
export const placeOf = (s: Spot): Place => `${Math.round(s.x)},${Math.round(s.y)}`;
export const between = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, a.y - b.y);
export const inches = (tenths: number): string => `${(tenths / 10).toFixed(1).replace(/\.0$/, '')}″`;
export const degrees = (angle: number): number => ((Math.round(angle) % 360) + 360) % 360;
export const heading = (from: Spot, to: Spot): number =>
	degrees((Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI);
export const points = (shape: [number, number][]): string => shape.map((p) => p.join(',')).join(' ');
/** A point so many tenths ahead of a block's centre (behind it, if negative). */
export function ahead(b: Spot & { facing: number }, tenths: number): Spot {
	const a = (b.facing * Math.PI) / 180;
	return { x: b.x + Math.sin(a) * tenths, y: b.y - Math.cos(a) * tenths };
}
