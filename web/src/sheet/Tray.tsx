// Who is off the board, box by box: on the march, in reserve, lost.
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { useTable } from '../table/use';
import { CounterPicture, describe } from './Counter';

export function Tray(): JSX.Element | null {
	const { game } = useTable();
	const [open, setOpen] = useState<string | null>(null);
	const boxes = game.board.boxes
		.map((b) => ({ name: b, pieces: game.view.pieces.filter((p) => p.place.includes(b)) }))
		.filter((b) => b.pieces.length);
	if (!boxes.length) return null;
	return (
		<div class="tray" role="group" aria-label="Off the board">
			{boxes.map((b) => (
				<div key={b.name} class={open === b.name ? 'open' : ''}>
					<button
						class="box-name"
						aria-expanded={open === b.name}
						onClick={() => setOpen(open === b.name ? null : b.name)}>
						{b.name.replaceAll('_', ' ')} <b>{b.pieces.length}</b>
					</button>
					{(open === b.name || b.pieces.some((p) => game.hand.acts(p.id))) && (
						<ul>
							{b.pieces.map((p) => (
								<li key={p.id} class="pictured">
									<button
										class={`${game.hand.acts(p.id) ? 'acts' : ''} ${game.hand.picked === p.id ? 'picked' : ''}`}
										title={describe(game, p)}
										aria-label={describe(game, p)}
										onClick={() => game.hand.pick(p.id)}
									/>
									<CounterPicture game={game} p={p} size={46} />
								</li>
							))}
						</ul>
					)}
				</div>
			))}
		</div>
	);
}
