// Where things go that lie over the sheet: clear of each other, and of what they speak of. In pixels from the corner of the sheet.

export interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

const GAP = 2,
	EDGE = 6;

export const overlap = (a: Box, b: Box): number =>
	Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
	Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
const area = (b: Box): number => Math.max(0, b.right - b.left) * Math.max(0, b.bottom - b.top);

export const boxOf = (e: Element, corner: DOMRect): Box => {
	const r = e.getBoundingClientRect();
	return {
		left: r.left - corner.left,
		top: r.top - corner.top,
		right: r.right - corner.left,
		bottom: r.bottom - corner.top,
	};
};

/** What is left of a room when something stands in it: it is cut off on the side where least is lost. */
export function without(room: Box, thing: Box): Box {
	if (!overlap(room, thing)) return room;
	const cuts: Box[] = [
		{ ...room, bottom: thing.top },
		{ ...room, top: thing.bottom },
		{ ...room, right: thing.left },
		{ ...room, left: thing.right },
	];
	return cuts.reduce((a, b) => (area(b) > area(a) ? b : a));
}

/** Above, below, right or left of a thing: where it fits into the room and covers least of what had better be seen. */
export function beside(
	thing: Box,
	w: number,
	h: number,
	room: Box,
	spare: Box[],
): { left: number; top: number } {
	const within = (at: number, long: number, from: number, to: number) =>
		Math.max(from + EDGE, Math.min(at, to - long - EDGE));
	const x = within((thing.left + thing.right - w) / 2, w, room.left, room.right),
		y = within((thing.top + thing.bottom - h) / 2, h, room.top, room.bottom);
	const spots = [
		{ left: x, top: thing.top - h - GAP },
		{ left: x, top: thing.bottom + GAP },
		{ left: thing.right + GAP, top: y },
		{ left: thing.left - w - GAP, top: y },
	];
	const cost = (s: { left: number; top: number }): number => {
		const b = { ...s, right: s.left + w, bottom: s.top + h };
		return (
			(w * h - overlap(b, room)) * 50 +
			overlap(b, thing) * 50 +
			spare.reduce((sum, o) => sum + overlap(b, o), 0)
		);
	};
	const best = spots.reduce((a, b) => (cost(b) < cost(a) - 1 ? b : a));
	return {
		left: within(best.left, w, room.left, room.right),
		top: within(best.top, h, room.top, room.bottom),
	};
}
