// Which names there is room for: the more one wants to know it, the sooner it is put; whatever would cover another stays away.
import type { ViewPiece } from '../service/words';

export interface Label { piece: ViewPiece; text: string; x: number; y: number; size: number; anchor: 'start' | 'middle' | 'end' }

const box = (l: Label) => {
	const w = l.text.length * l.size * 0.47, left = l.anchor === 'end' ? l.x - w : l.anchor === 'start' ? l.x : l.x - w / 2;
	return { left, right: left + w, top: l.y - l.size * 0.75, bottom: l.y + l.size * 0.2 };
};

/** The pieces whose names are shown; `rank` says who comes first. */
export function readable(labels: Label[], rank: (p: ViewPiece) => number): Set<string> {
	const kept: ReturnType<typeof box>[] = [], shown = new Set<string>();
	for (const l of [...labels].sort((a, b) => rank(b.piece) - rank(a.piece))) {
		const b = box(l);
		if (kept.some((k) => k.left < b.right && b.left < k.right && k.top < b.bottom && b.top < k.bottom)) continue;
		kept.push(b);
		shown.add(l.piece.id);
	}
	return shown;
}
