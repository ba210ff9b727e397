// A slip of paper at a hex: what can be ordered there, each with its exact odds before one commits.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { capital, listed } from '../grammar';
import type { Game } from '../table/game';
import { useTable } from '../table/use';
import { OddsTable } from '../panels/OddsTable';
import { beside, type Box } from './placing';
import { RuleLink } from '../panels/RuleLink';
import { rolesThatRoll } from '../service/roles';
import type { Place } from '../service/words';

/** On a table a place is whoever stands there. */
const titleOf = (game: Game, place: Place): string =>
	(game.board.table && listed(game.at(place).map((p) => game.name(p.id)))) || game.placeName(place);

/** `at`: where a place lies on the sheet; `room`: what of it is clear; `moved` changes when the map has been moved under it. */
export function OrderSlip({
	at,
	room,
	moved,
}: {
	at: (p: Place) => [number, number] | null;
	room: () => Box | null;
	moved?: number;
}): JSX.Element | null {
	const { game } = useTable();
	const { slip } = game.hand;
	const [chosen, choose] = useState(0);
	const paper = useRef<HTMLDivElement>(null);
	const [style, put] = useState<{ left?: string; top?: string; maxHeight?: string }>({});
	// beside the place it speaks of, clear of the question, the guide and the tray; its odds come later and make it taller
	useLayoutEffect(() => {
		const e = paper.current;
		if (!e || !slip) return;
		const lay = () => {
			const spot = slip.place ? at(slip.place) : null,
				free = room();
			if (!spot || !free) return;
			const most = free.bottom - free.top - 12,
				h = Math.min(e.scrollHeight + 4, most);
			const about = {
				left: spot[0] - 34,
				top: spot[1] - 34,
				right: spot[0] + 34,
				bottom: spot[1] + 34,
			};
			const { left, top } = beside(about, e.offsetWidth, h, free, []);
			put({ left: `${left}px`, top: `${top}px`, maxHeight: `${most}px` });
		};
		lay();
		const watch = new MutationObserver(lay);
		watch.observe(e, { childList: true, subtree: true });
		return () => watch.disconnect();
	}, [slip, moved]);
	useEffect(() => {
		choose(0);
		paper.current?.querySelector<HTMLButtonElement>('.order')?.focus({ preventScroll: true });
	}, [slip]);
	if (!slip) return null;
	const order = slip.orders[Math.min(chosen, slip.orders.length - 1)]!;
	return (
		<div
			class="slip"
			role="dialog"
			aria-label={`Orders at ${slip.place ? titleOf(game, slip.place) : 'once'}`}
			ref={paper}
			style={style}>
			<header>
				<h2>{slip.place ? titleOf(game, slip.place) : 'Orders'}</h2>
				<button
					class="close"
					aria-label="Close"
					onClick={() => ((game.hand.slip = null), game.tell())}>
					×
				</button>
			</header>
			<ul>
				{slip.orders.slice(0, 12).map((o, i) => (
					<li key={o.words}>
						<button
							data-words={o.words}
							class={`order ${o.role}`}
							disabled={game.busy}
							onFocus={() => choose(i)}
							onPointerEnter={() => choose(i)}
							onClick={() => void game.send([o.words])}>
							{capital(o.text)}
						</button>
						<RuleLink rule={o.rule} />
					</li>
				))}
				{slip.select && (
					<li>
						<button class="order other" onClick={() => game.hand.pick(slip.select)}>
							Take up {game.name(slip.select)} instead
						</button>
					</li>
				)}
			</ul>
			{rolesThatRoll.has(order.role) && (
				<OddsTable key={order.words} ask={() => game.answers.oddsOf(order)} />
			)}
		</div>
	);
}
