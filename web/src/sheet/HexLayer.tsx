// What is drawn on the hexes themselves: the grid and its numbers, where one may go, overlays, the hexes a sentence speaks of.
import { memo } from './memo';
import type { JSX } from 'preact';
import type { Lattice } from '../table/lattice';
import type { Game } from '../table/game';
import type { Order, Place } from '../service/words';

export const Grid = memo(function Grid({
	lattice,
	game,
	numbers,
}: {
	lattice: Lattice;
	game: Game;
	numbers: boolean;
}): JSX.Element {
	const hexes = game.board.map?.hexes ?? [];
	const sides = hexes.map((h) => `M${lattice.outline(h.n).split(' ').slice(0, 4).join('L')}`).join(''); // three sides each: neighbours draw the others
	const last = hexes
		.filter((h) => lattice.neighbours(h.n).length < 6)
		.map((h) => `M${lattice.outline(h.n).replaceAll(' ', 'L')}z`)
		.join('');
	const off = hexes
		.filter((h) => h.cover.includes('off'))
		.map((h) => `M${lattice.outline(h.n).replaceAll(' ', 'L')}z`)
		.join('');
	return (
		<g class="grid" aria-hidden="true">
			{off && <path class="off" d={off} />}
			<path class="sides" d={sides + last} />
			{numbers &&
				hexes.map((h) => {
					const c = lattice.centre(h.n)!;
					return (
						<text
							key={h.n}
							x={c.x}
							y={c.y - lattice.size * (game.board.map?.flat ? 0.36 : 0.4)}
							font-size={lattice.size * 0.115}
							text-anchor="middle">
							{h.n}
						</text>
					);
				})}
		</g>
	);
});

const kind = (orders: Order[]): string => {
	const roles = new Set(orders.map((o) => o.role));
	return roles.has('assault')
		? 'assault'
		: roles.has('fire')
			? 'fire'
			: roles.has('move')
				? 'move'
				: 'choice';
};

/** All that can be reached: one tint with one rim. */
export const Reach = memo(function Reach({
	lattice,
	reach,
}: {
	lattice: Lattice;
	reach: ReadonlyMap<Place, number>;
}): JSX.Element {
	return (
		<g class="reached" aria-hidden="true">
			{[...reach.keys()].map((p) => (
				<polygon key={p} class="reach" points={lattice.outline(p)} />
			))}
			<path class="rim" d={lattice.rim(reach)} />
		</g>
	);
});

/** Which way to face: an arrow at each side that may be chosen. */
export function Turns({ game }: { game: Game }): JSX.Element | null {
	const { hand } = game;
	const turns = hand.turns();
	const from = hand.picked && game.shown(hand.picked)?.place[0];
	const c = from ? hand.lattice.centre(from) : undefined;
	if (!turns.length || !c) return null;
	const s = hand.lattice.size / 100;
	return (
		<g class="turns" aria-hidden="true">
			{turns.map(({ order, dir }) => (
				<g
					key={order.words}
					class="goal turn"
					data-goal={order.words}
					transform={`translate(${c.x} ${c.y}) rotate(${(hand.lattice.angle(dir) * 180) / Math.PI}) scale(${s}) translate(0 -58)`}
					onClick={(e) => (e.stopPropagation(), void game.send([order.words]))}>
					<title>{order.text}</title>
					<path d="M-15 7 0-9 15 7 0 1z" />
				</g>
			))}
		</g>
	);
}

export function Goals({ lattice, goals }: { lattice: Lattice; goals: Map<Place, Order[]> }): JSX.Element {
	return (
		<g class="goals" aria-hidden="true">
			{[...goals].map(([p, orders]) => {
				const c = lattice.centre(p);
				const k = kind(orders);
				if (!c) return null;
				return (
					<g key={p} class={`goal ${k}`} data-goal={p}>
						<polygon points={lattice.outline(p, 0.94)} />
						{(k === 'fire' || k === 'assault') && (
							<g transform={`translate(${c.x} ${c.y}) scale(${lattice.size / 100})`}>
								<circle r="43" />
								<path d="M0-49V-34M0 49V34M-49 0h15M49 0h-15" />
							</g>
						)}
					</g>
				);
			})}
		</g>
	);
}

export function OverlayLayer({
	lattice,
	values,
	shapes,
}: {
	lattice: Lattice;
	values: ReadonlyMap<Place, number>;
	shapes: [number, number][][];
}): JSX.Element {
	const most = Math.max(1, ...values.values());
	const least = Math.min(0, ...values.values());
	const label = [...new Set(values.values())].length > 1;
	return (
		<g class="overlay" aria-hidden="true">
			{[...values]
				.filter(([, v]) => v >= 0)
				.map(([p, v]) => {
					const c = lattice.centre(p);
					return (
						c && (
							<g key={p}>
								<polygon
									points={lattice.outline(p, 0.98)}
									fill-opacity={0.16 + 0.3 * (1 - (v - least) / (most - least || 1))}
								/>
								{label && (
									<text
										x={c.x}
										y={c.y + lattice.size * 0.46}
										font-size={lattice.size * 0.14}
										text-anchor="middle">
										{v}
									</text>
								)}
							</g>
						)
					);
				})}
			{shapes.map((s, i) => (
				<polygon key={i} points={s.map((p) => p.join(',')).join(' ')} fill-opacity=".2" />
			))}
		</g>
	);
}

export function Marked({ lattice, places }: { lattice: Lattice; places: Place[] }): JSX.Element {
	return (
		<g class="marked" aria-hidden="true">
			{places.map((p) => (
				<polygon key={p} points={lattice.outline(p, 0.9)} />
			))}
		</g>
	);
}

/** The way a piece would take to the hex under the pointer, and what it costs. */
export function WayPreview({ game, to }: { game: Game; to: Place | null }): JSX.Element | null {
	const hand = game.hand;
	if (!to || !hand.picked) return null;
	const from = game.shown(hand.picked)?.place[0];
	const direct = hand
		.goals()
		.get(to)
		?.some((o) => o.role === 'move');
	const way = direct && from ? [to] : hand.way(to);
	const start = from ? hand.lattice.centre(from) : undefined;
	if (!way || !start) return null;
	const points = [start, ...way.map((p) => hand.lattice.centre(p)!)];
	const end = points[points.length - 1]!;
	const cost = hand.reach.get(to);
	const s = hand.lattice.size / 100;
	return (
		<g class="way" aria-hidden="true">
			<polyline points={points.map((p) => `${p.x},${p.y}`).join(' ')} stroke-width={5 * s} />
			<g transform={`translate(${end.x} ${end.y}) scale(${s})`}>
				<circle r="15" />
				{cost !== undefined && (
					<text y="6" text-anchor="middle">
						{cost}
					</text>
				)}
			</g>
		</g>
	);
}
