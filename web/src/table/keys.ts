// Keys that work anywhere on the table, unless one is writing something.
import type { Game } from './game';
import type { Desk, Leaf } from './use';

/** While something is played back: space, the arrows, Escape. */
function followKey(e: KeyboardEvent, clock: Game['clock'], on: HTMLElement): boolean {
	if (e.key === ' ' && !on.closest('button,a,summary')) clock.playing ? clock.pause() : clock.resume();
	else if (e.key === 'ArrowRight' || e.key === 'ArrowLeft') clock.step(e.key === 'ArrowRight' ? 1 : -1);
	else if (e.key === 'Escape') clock.skip();
	else return false;
	e.preventDefault();
	return true;
}

export function tableKey(e: KeyboardEvent, game: Game, desk: Desk, leaves: Leaf[]): void {
	const on = e.target as HTMLElement;
	if (e.altKey || e.ctrlKey || e.metaKey || on.closest('input,select,textarea,dialog[open]')) return;
	const { hand, clock } = game;
	if (clock.following && followKey(e, clock, on)) return;
	const leaf = leaves[Number(e.key) - 1];
	if (e.key === 'Escape') {
		if (hand.slip) (hand.slip = null), game.tell();
		else if (clock.view) clock.present();
		else hand.drop();
	} else if (e.key === 'Enter' && !on.closest('button,a,summary')) {
		const { orders, usual } = game.now;
		const stated = usual !== null ? orders[usual] : orders.length === 1 ? orders[0] : undefined;
		if (game.mine && stated) void game.send([stated.words]);
	} else if (e.key === 'u' || e.key === 'U') void game.undo();
	else if (e.key === '[') clock.step(-1);
	else if (e.key === ']') clock.step(1);
	else if (e.key === '?') desk.show('keys');
	else if (leaf) desk.open(leaf);
	else return;
	e.preventDefault();
}
