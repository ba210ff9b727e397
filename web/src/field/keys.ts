// The table by keyboard: N takes up the next piece, arrows carry it, brackets turn it, Enter puts it down or lays out its orders.
import type { Game } from '../table/game';
import type { Desk } from '../table/use';
import type { Glass } from '../sheet/zoom';
import { placeOf, spotOf } from './geometry';
import type { Hold } from './hold';

const ways: Record<string, [number, number]> = {
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
};
const turns: Record<string, number> = { '[': -15, ']': 15, '{': -1, '}': 1 };

function next(game: Game, back: boolean): void {
	const acting = game.hand.waiting().filter((p) => spotOf(game.shown(p)?.place[0]));
	if (!acting.length) return;
	const i = acting.indexOf(game.hand.picked ?? '');
	game.hand.pick(acting[(i + (back ? -1 : 1) + acting.length) % acting.length]!);
}

/** Everything the piece in hand may do, on a slip: for who cannot point at a target. */
function layOut(game: Game): void {
	const { hand } = game;
	const orders = hand.picked ? hand.of(hand.picked) : [];
	if (!orders.length) return;
	hand.slip = { place: game.shown(hand.picked!)?.place[0] ?? null, orders, select: null };
	game.tell();
}

/** True if the key meant something here. */
export function fieldKey(e: KeyboardEvent, game: Game, desk: Desk, glass: Glass | null, hold: Hold): boolean {
	if (e.altKey || e.metaKey || e.ctrlKey) return false;
	const { hand } = game,
		way = ways[e.key],
		turn = turns[e.key];
	if (way || turn) {
		if (!hand.picked || !hold.take(hand.picked)) return !!way;
		const step = e.shiftKey ? 1 : 10,
			g = hold.ghost!;
		hold.set(way ? { x: g.x + way[0] * step, y: g.y + way[1] * step } : { facing: g.facing + turn! });
		glass?.reveal(hold.ghost!);
	} else if (e.key === 'Enter' || e.key === ' ') {
		if (hold.ghost) void hold.commit();
		else layOut(game);
	} else if (e.key === 'Escape' && hold.ghost) hold.drop();
	else if (e.key === 'n' || e.key === 'N') {
		next(game, e.shiftKey);
		const at = spotOf(hand.picked ? game.shown(hand.picked)?.place[0] : null);
		if (at) desk.reveal(placeOf(at));
	} else if (e.key === '+' || e.key === '=') glass?.by(1.4);
	else if (e.key === '-') glass?.by(1 / 1.4);
	else if (e.key === '0') desk.fit();
	else return false;
	return true;
}
