// A game that one has wholly here goes on by mail: the invitation holds its log.
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { theSide } from '../grammar';
import { go } from '../route';
import { useTable } from '../table/use';
import { byMail, invite } from './mail';

export function GoOn(): JSX.Element | null {
	const { game } = useTable();
	const [trouble, complain] = useState('');
	const { board } = game,
		sides = board.sides.map((s) => s.id) as [string, string];
	const whole = board.sides.every(
		(s) => board.you.includes(s.id) || board.seats[s.id]?.kind === 'computer',
	);
	if (!byMail() || !whole || game.over) return null;
	const card = {
		battle: board.battle.id,
		system: board.system.id,
		scenario: board.scenario.id,
		options: {},
		sides,
		way: 'quick' as const,
	};
	return (
		<section>
			<h3>By mail</h3>
			<p class="of">
				The game goes on as a new one, with dice that neither side chooses; this one stays as it is.
			</p>
			{board.sides.map(
				(s, i) =>
					board.you.includes(s.id) && (
						<button
							key={s.id}
							onClick={() =>
								void invite(card, i as 0 | 1, game.id).then(
									() => go('/mail'),
									(e: Error) => complain(e.message),
								)
							}>
							Go on by mail, leading {theSide(s)}
						</button>
					),
			)}
			{trouble && <p role="alert">{trouble}</p>}
		</section>
	);
}
