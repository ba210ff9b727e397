// Which names there is room for: the more one wants to know it, the sooner it is put; whatever would cover another stays away.
import type { ViewPiece } from '../service/words';

export interface Label {
	piece: ViewPiece;
	text: string;
	x: number;
	y: number;
	size: number;
	anchor: 'start' | 'middle' | 'end';
}

const box = (l: Label) => {
	const w = l.text.length * l.size * 0.47,
		left = l.anchor === 'end' ? l.x - w : l.anchor === 'start' ? l.x : l.x - w / 2;
	return { left, right: left + w, top: l.y - l.size * 0.75, bottom: l.y + l.size * 0.2 };
};

type Rect = ReturnType<typeof box>;
const crosses = (a: Rect, b: Rect): boolean =>
	a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** What a piece covers, turned as it stands, a little less than its corners. */
function body(p: ViewPiece): Rect {
	const a = ((p.facing ?? 0) * Math.PI) / 180,
		w = p.w || 6,
		h = p.h || 6;
	const x = (Math.abs(w * Math.cos(a)) + Math.abs(h * Math.sin(a))) * 0.42,
		y = (Math.abs(w * Math.sin(a)) + Math.abs(h * Math.cos(a))) * 0.42;
	return { left: (p.x ?? 0) - x, right: (p.x ?? 0) + x, top: (p.y ?? 0) - y, bottom: (p.y ?? 0) + y };
}

/** The pieces whose names are shown; `rank` says who comes first. */
export function readable(labels: Label[], rank: (p: ViewPiece) => number): Set<string> {
	const bodies = labels.map(({ piece: p }) => ({ id: p.id, ...body(p) })); // a name lies on no other piece
	const kept: ReturnType<typeof box>[] = [],
		shown = new Set<string>();
	for (const l of [...labels].sort((a, b) => rank(b.piece) - rank(a.piece))) {
		const b = box(l);
		if (bodies.some((k) => k.id !== l.piece.id && crosses(k, b)) && rank(l.piece) < 1e5) continue;
		if (kept.some((k) => crosses(k, b))) continue;
		kept.push(b);
		shown.add(l.piece.id);
	}
	return shown;
}
