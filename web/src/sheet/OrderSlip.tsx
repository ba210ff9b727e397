// A slip of paper at a hex: what can be ordered there, each with its exact odds before one commits.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { useTable } from '../table/use';
import { OddsTable } from '../panels/OddsTable';
import { RuleLink } from '../panels/RuleLink';
import { rolesThatRoll, type Place } from '../service/words';

export function OrderSlip({ at }: { at: (p: Place) => [number, number] | null }): JSX.Element | null {
	const { game } = useTable();
	const { slip } = game.hand;
	const [chosen, choose] = useState(0);
	const paper = useRef<HTMLDivElement>(null);
	const [, placed] = useState(0);
	useLayoutEffect(() => placed((n) => n + 1), [slip]); // where it goes is known once it is there
	useEffect(() => {
		choose(0);
		paper.current?.querySelector<HTMLButtonElement>('.order')?.focus({ preventScroll: true });
	}, [slip]);
	if (!slip) return null;
	const spot = slip.place ? at(slip.place) : null;
	const order = slip.orders[Math.min(chosen, slip.orders.length - 1)]!;
	const sheet = paper.current?.parentElement;
	const style: { left?: string; top?: string; bottom?: string; maxHeight?: string } = {};
	if (spot && sheet) {
		const w = sheet.clientWidth, h = sheet.clientHeight;
		style.left = `${Math.max(8, Math.min(spot[0] + 24, w - 348))}px`;
		if (spot[1] > h * 0.55) style.bottom = `${Math.max(8, h - spot[1] + 30)}px`;
		else (style.top = `${Math.max(8, spot[1] + 20)}px`), (style.maxHeight = `${Math.max(160, h - Math.max(8, spot[1] + 20) - 8)}px`);
	}
	return (
		<div class="slip" role="dialog" aria-label={`Orders at ${game.placeName(slip.place)}`} ref={paper} style={style}>
			<header>
				<h2>{slip.place ? game.placeName(slip.place) : 'Orders'}</h2>
				<button class="close" aria-label="Close" onClick={() => (game.hand.slip = null, game.tell())}>×</button>
			</header>
			<ul>
				{slip.orders.slice(0, 12).map((o, i) => (
					<li key={o.words}>
						<button class={`order ${o.role}`} disabled={game.busy} onFocus={() => choose(i)} onPointerEnter={() => choose(i)} onClick={() => void game.send([o.words])}>{o.text}</button>
						<RuleLink rule={o.rule} />
					</li>
				))}
				{slip.select && <li><button class="order other" onClick={() => game.hand.pick(slip.select)}>Take up {game.name(slip.select)} instead</button></li>}
			</ul>
			{rolesThatRoll.has(order.role) && <OddsTable key={order.words} ask={() => game.oddsOf(order)} />}
		</div>
	);
}
