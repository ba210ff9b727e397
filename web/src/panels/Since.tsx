// "Since your last order": what has changed on the board since then, in a few lines. It stays at its place in the dispatches.
import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { capital, count, listed, plain, theSide } from '../grammar';
import type { View, ViewPiece } from '../service/words';
import type { Game } from '../table/game';
import { useTable } from '../table/use';
import { byId } from '../table/views';

const on = (game: Game, p: ViewPiece | undefined): boolean =>
	!!p && p.place.some((q) => game.hex.has(q) || !!game.board.table);

/** Who moved, who came and went, and what the tracks count, side by side. */
export function changes(game: Game, then: View, now: View): string[] {
	const before = byId(then),
		after = byId(now);
	const lines: string[] = [];
	for (const side of game.board.sides) {
		const of = game.board.pieces
			.filter((p) => p.side === side.id)
			.map((p) => ({ name: p.name, was: before.get(p.id), is: after.get(p.id) }));
		const say = (what: string, who: typeof of) =>
			who.length && lines.push(`${capital(theSide(side))}: ${listed(who.map((p) => p.name))} ${what}.`);
		const both = of.filter((p) => on(game, p.was) && on(game, p.is));
		const moved = both.filter((p) => p.was!.place.join() !== p.is!.place.join());
		const hurt = both.filter(
			(p) =>
				!moved.includes(p) &&
				p.was!.slot.join() + p.was!.badges.join() !== p.is!.slot.join() + p.is!.badges.join(),
		);
		say('moved', moved);
		say('changed in strength or state', hurt.length <= 6 ? hurt : []);
		say(
			'came on',
			of.filter((p) => !on(game, p.was) && on(game, p.is)),
		);
		say(
			'left the field',
			of.filter((p) => on(game, p.was) && !on(game, p.is)),
		);
	}
	for (const t of now.tracks) {
		const old = then.tracks.find((o) => o.name === t.name && o.side === t.side);
		if (old && old.value !== t.value)
			lines.push(
				`${capital(plain(t.name))}${t.side ? ` of ${theSide(game.side(t.side))}` : ''}: ${old.text || old.value} → ${t.text || t.value}.`,
			);
	}
	return lines;
}

export function Since(): JSX.Element | null {
	const { game } = useTable();
	const { since } = game;
	const [then, set] = useState<View | null>(null);
	useEffect(() => void game.viewAt(since).then(set, () => undefined), [since]);
	const shown = game.view;
	const lines = then ? changes(game, then, shown) : [];
	const orders = game.log.filter(
		(e) => e.n >= since && !e.undone && !game.board.you.includes(e.side ?? ''),
	).length;
	return (
		<li class="entry since">
			<div>
				<h3>Since your last order</h3>
				{lines.length ? (
					<ul>
						{lines.map((l) => (
							<li key={l}>{l}</li>
						))}
					</ul>
				) : (
					<p class="of">{capital(count(orders, 'order'))}; the board has not changed.</p>
				)}
			</div>
		</li>
	);
}
