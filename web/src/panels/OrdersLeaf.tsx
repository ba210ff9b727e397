// Every piece that can act and every order, as lists: the board for who does not see it, and standing orders.
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { capital } from '../grammar';
import { useTable } from '../table/use';
import type { Order, PieceId } from '../service/words';
import { CounterPicture } from '../sheet/Counter';
import { RuleLink } from './RuleLink';
import { Inspector } from './Inspector';

function OrderButton({ o }: { o: Order }): JSX.Element {
	const { game } = useTable();
	return (
		<li>
			<button class={`order ${o.role}`} disabled={game.busy} onClick={() => void game.send([o.words])}>
				{capital(o.text)}
			</button>{' '}
			<RuleLink rule={o.rule} />
		</li>
	);
}

function PieceOrders({ piece, orders }: { piece: PieceId; orders: Order[] }): JSX.Element {
	const { game } = useTable();
	const shown = game.shown(piece);
	const picked = game.hand.picked === piece;
	return (
		<li class={picked ? 'picked' : ''}>
			<button
				class="take"
				data-take={piece}
				aria-expanded={picked}
				onClick={() => (game.hand.pick(picked ? null : piece), undefined)}>
				{shown && <CounterPicture game={game} p={shown} size={34} />}
				<span>
					{game.name(piece)}
					<small>{shown ? game.placeName(shown.place[0] ?? null) : ''}</small>
				</span>
			</button>
			{picked && (
				<ul class="orders">
					{orders.slice(0, 60).map((o) => (
						<OrderButton key={o.words} o={o} />
					))}
				</ul>
			)}
		</li>
	);
}

function StandingOrders(): JSX.Element | null {
	const { game } = useTable();
	if (!game.board.standing.length || game.spectator) return null;
	return (
		<section class="standing">
			<h3>Standing orders</h3>
			{game.board.standing.map((s) => (
				<label key={s.name}>
					{s.title}
					<select
						value={game.now.standing[s.name]}
						disabled={game.busy}
						onChange={(e) =>
							void game.act('standing', { name: s.name, choice: e.currentTarget.value })
						}>
						{s.choices.map((c) => (
							<option key={c} value={c}>
								{c.replaceAll('_', ' ')}
							</option>
						))}
					</select>
				</label>
			))}
		</section>
	);
}

export function OrdersLeaf(): JSX.Element {
	const { game } = useTable();
	const [filter, setFilter] = useState('');
	const orders = game.mine ? game.now.orders : [];
	const general = orders.filter((o) => !o.piece);
	const pieces = game.hand
		.waiting()
		.filter((p) => game.name(p).toLowerCase().includes(filter.toLowerCase()));
	return (
		<div class="leaf orders-leaf">
			<Inspector />
			{game.mine && (
				<section aria-label="Orders">
					<h3>{game.now.question?.text ?? 'Orders'}</h3>
					{general.length > 0 && (
						<ul class="orders">
							{general.map((o) => (
								<OrderButton key={o.words} o={o} />
							))}
						</ul>
					)}
					{game.hand.waiting().length > 12 && (
						<input
							type="search"
							placeholder="Find a piece"
							aria-label="Find a piece"
							value={filter}
							onInput={(e) => setFilter(e.currentTarget.value)}
						/>
					)}
					<ul class="pieces">
						{pieces.map((p) => (
							<PieceOrders key={p} piece={p} orders={orders.filter((o) => o.piece === p)} />
						))}
					</ul>
				</section>
			)}
			<StandingOrders />
		</div>
	);
}
