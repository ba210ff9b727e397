// The board by keyboard: a cursor that walks over the hexes.
import type { Game } from '../table/game';
import type { Desk } from '../table/use';
import type { Glass } from './zoom';

const headings: Record<string, number> = { ArrowUp: 0, ArrowRight: 90, ArrowDown: 180, ArrowLeft: 270 };

/** The neighbour nearest to a heading. On rows where two are equally near, they take turns by the cursor's column. */
function walk(game: Game, degrees: number): void {
	const { hand } = game;
	const { lattice } = hand;
	const from = hand.cursor;
	if (!from) return;
	const here = lattice.centre(from)!;
	let best: string | null = null;
	let least = Infinity;
	for (const n of lattice.neighbours(from)) {
		const c = lattice.centre(n)!;
		const angle = (Math.atan2(c.x - here.x, here.y - c.y) * 180) / Math.PI;
		const off =
			Math.abs(((angle - degrees + 540) % 360) - 180) +
			(Math.round(here.y / lattice.size) % 2 ? (c.x < here.x ? 0.1 : 0) : c.x > here.x ? 0.1 : 0);
		if (off < least && off < 75) (least = off), (best = n);
	}
	if (best) hand.cursor = best;
}

function next(game: Game, back: boolean): void {
	const acting = game.hand.waiting().filter((p) => game.shown(p)?.place.some((q) => game.hex.has(q)));
	if (!acting.length) return;
	const i = acting.indexOf(game.hand.picked ?? '');
	const piece = acting[(i + (back ? -1 : 1) + acting.length) % acting.length]!;
	game.hand.pick(piece);
	game.hand.cursor = game.shown(piece)!.place[0]!;
}

/** Several that can act lie there, and nothing is in hand that could be led there: then one of them is chosen first. */
const choice = (game: Game, place: string): boolean =>
	game.mine &&
	!game.hand.goals().has(place) &&
	game.at(place).filter((p) => game.hand.acts(p.id)).length > 1;

/** `layOut` opens the stack viewer at a place, with the focus in it; false if there is no stack. */
export function boardKey(
	e: KeyboardEvent,
	game: Game,
	desk: Desk,
	glass: Glass | null,
	layOut: (place: string) => boolean,
): void {
	const { hand } = game;
	if (e.altKey || e.metaKey || e.ctrlKey) return;
	if (e.key in headings) walk(game, headings[e.key]!);
	else if (e.key === 'Enter' || e.key === ' ') {
		if (!hand.cursor) return;
		e.preventDefault();
		e.stopPropagation();
		const place = hand.cursor;
		if (choice(game, place) && layOut(place)) return;
		void hand.click(place).then(() => {
			if (!hand.cursor) hand.cursor = place;
		});
		return;
	} else if ((e.key === 's' || e.key === 'S') && hand.cursor) layOut(hand.cursor);
	else if (e.key === 'n' || e.key === 'N') next(game, e.shiftKey);
	else if (e.key === '+' || e.key === '=') return glass?.by(1.4);
	else if (e.key === '-') return glass?.by(1 / 1.4);
	else if (e.key === '0') return desk.fit();
	else return;
	e.preventDefault();
	e.stopPropagation();
	if (hand.cursor) desk.reveal(hand.cursor);
	game.tell();
}
