// The instruments at the edge of the sheet: magnifying, hex numbers, overlays, the line of sight.
import { useState } from 'preact/hooks';
import type { JSX, RefObject } from 'preact';
import { useTable } from '../table/use';
import { set, useSettings } from '../settings';
import type { Glass } from './zoom';

const icon = (d: string): JSX.Element => (
	<svg viewBox="0 0 24 24" aria-hidden="true">
		<path
			d={d}
			fill="none"
			stroke="currentColor"
			stroke-width="1.8"
			stroke-linecap="round"
			stroke-linejoin="round"
		/>
	</svg>
);

export function Instruments({ glass }: { glass: RefObject<Glass | null> }): JSX.Element {
	const { game, desk } = useTable();
	const s = useSettings();
	const [open, setOpen] = useState(false);
	const { hand } = game;
	const overlays = game.board.overlays;
	return (
		<div class="instruments" role="toolbar" aria-label="Instruments">
			<button title="Nearer (+)" aria-label="Nearer" onClick={() => glass.current?.by(1.5)}>
				{icon('M12 5v14M5 12h14')}
			</button>
			<button title="Farther (−)" aria-label="Farther" onClick={() => glass.current?.by(1 / 1.5)}>
				{icon('M5 12h14')}
			</button>
			<button title="Both armies (0)" aria-label="Show both armies" onClick={() => desk.fit()}>
				{icon('M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5')}
			</button>
			{game.board.map && (
				<button
					title="Hex numbers"
					aria-label="Hex numbers"
					aria-pressed={s.numbers}
					onClick={() => set({ numbers: !s.numbers })}>
					{icon('M12 3l8 4.5v9L12 21l-8-4.5v-9zM9.5 10.2l2-1.2v6.5')}
				</button>
			)}
			{game.board.sight !== false && (
				<button
					title="Line of sight"
					aria-label="Line of sight"
					aria-pressed={hand.sighting !== null}
					onClick={() => (
						(hand.sighting = hand.sighting
							? null
							: {
									from: (hand.picked && game.shown(hand.picked)?.place[0]) || null,
									to: null,
									answer: null,
								}),
						game.tell()
					)}>
					{icon(
						'M2 12c3-5 6.5-7 10-7s7 2 10 7c-3 5-6.5 7-10 7s-7-2-10-7zM12 9a3 3 0 100 6 3 3 0 000-6',
					)}
				</button>
			)}
			{overlays.length > 0 && (
				<div class="overlay-menu">
					<button
						title="Overlays"
						aria-label="Overlays"
						aria-expanded={open}
						aria-pressed={hand.overlay !== null}
						onClick={() => setOpen(!open)}>
						{icon('M12 3l9 5-9 5-9-5zM3 12.5l9 5 9-5M3 16.8l9 5 9-5')}
					</button>
					{open && (
						<ul role="group" aria-label="Overlays">
							{overlays.map((o) => (
								<li key={o.name}>
									<button
										aria-pressed={hand.overlay?.name === o.name}
										onClick={() => (
											void hand.showOverlay(
												hand.overlay?.name === o.name ? null : o.name,
											),
											setOpen(false)
										)}>
										{o.title}
										{o.needs_unit && <small> of the piece in hand</small>}
									</button>
								</li>
							))}
						</ul>
					)}
				</div>
			)}
		</div>
	);
}
