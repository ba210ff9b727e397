// Bookmarks: where turns begin, read from the log's own events; and the player's.
import type { Game } from '../table/game';
import { keep, read } from '../settings';

export interface Bookmark {
	n: number;
	label: string;
	own?: boolean;
}

export function bookmarks(game: Game): Bookmark[] {
	const word = game.board.system.turn_name.toLowerCase();
	const turns = game.log.flatMap((e) => {
		const begins = e.undone ? undefined : e.events.find((v) => v.kind === 'turn' || v.kind === word);
		return begins ? [{ n: e.n + 1, label: begins.text }] : [];
	});
	return [...turns, ...own(game)].sort((a, b) => a.n - b.n);
}

export const own = (game: Game): Bookmark[] =>
	read<Bookmark[]>(`bookmarks.${game.id}`, []).map((b) => ({ ...b, own: true }));

export function bookmark(game: Game, n: number, label: string): void {
	keep(`bookmarks.${game.id}`, [...own(game).filter((b) => b.n !== n), { n, label }]);
	game.tell();
}

export function unbookmark(game: Game, n: number): void {
	keep(
		`bookmarks.${game.id}`,
		own(game).filter((b) => b.n !== n),
	);
	game.tell();
}
