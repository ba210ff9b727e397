// Another game like one that was played: the same battle, book, scenario and options, with the same sides or with the sides swapped.
import { get, post } from '../service/courier';
import type { Board, GameSummary, Side } from '../service/words';
import { sitDown } from './muster';

type Like = Pick<GameSummary, 'id' | 'battle' | 'system' | 'scenario' | 'seats' | 'you' | 'levels'>;

/** Who sits where then: me where I sat, or on the other side; the other one is a computer of the same level, or a friend who gets a link. */
function seating(g: Like, swapped: boolean): Record<Side, string> {
	const sides = Object.keys(g.seats);
	const who = (side: Side): string =>
		g.you.includes(side)
			? 'me'
			: g.seats[side] === 'computer'
				? `computer:${g.levels?.[side] ?? 'recruit'}`
				: 'friend';
	return Object.fromEntries(
		sides.map((side, i) => [side, who(swapped ? sides[sides.length - 1 - i]! : side)]),
	);
}

export async function playAgain(g: Like, swapped: boolean): Promise<void> {
	const board = await get<Board>(`/api/games/${g.id}`);
	const made = await sitDown({
		battle: g.battle,
		system: g.system,
		scenario: g.scenario,
		options: board.options,
		seats: seating(g, swapped),
		curtain: false,
	});
	const secret = Object.values(made.invites ?? {})[0];
	if (secret)
		await post(`/api/games/${g.id}/chat`, {
			text: `Another one? ${location.origin}/#/game/${made.id}/join/${secret}`,
		}).catch(() => undefined);
}
