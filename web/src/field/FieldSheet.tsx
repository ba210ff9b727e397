// The board of a game without hexes: the ground seen from above, pieces as oriented blocks. A piece is dragged or carried as an outline that
// the rules are asked about; what they offer of themselves lies there to be clicked.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { useTable } from '../table/use';
import { rolesThatRoll } from '../service/roles';
import type { Order, PieceId, Place } from '../service/words';
import { MapPicture } from '../sheet/MapPicture';
import { beside } from '../sheet/placing';
import { Glass } from '../sheet/zoom';
import { describe } from '../sheet/Counter';
import { MiniMap } from '../sheet/MiniMap';
import { OrderSlip } from '../sheet/OrderSlip';
import { Instruments } from '../sheet/Instruments';
import { between, heading, inches, placeOf, points, spotOf, type Spot } from './geometry';
import { placesOf } from '../table/beats';
import { legs, PlanArrows } from '../panels/Adviser';
import { subject } from '../panels/QuestionBar';
import { fieldKey } from './keys';
import { GhostSlip } from './GhostSlip';
import { EdgeRule, FieldTrails, GhostLayer, Sighting } from './Measures';
import { Hold } from './hold';
import { Labels, Stand } from './Stand';

interface Drag {
	what: 'piece' | 'ghost' | 'turn';
	piece: PieceId;
	grip: Spot;
	x: number;
	y: number;
	moved: boolean;
} // grip: pointer from the centre

function Goal({
	place,
	orders,
	game,
	k,
}: {
	place: Place;
	orders: Order[];
	game: ReturnType<typeof useTable>['game'];
	k: number;
}): JSX.Element | null {
	const at = spotOf(place);
	if (!at) return null;
	const o = orders.find((x) => rolesThatRoll.has(x.role)) ?? orders[0]!;
	const target = o.target ? game.shown(o.target) : undefined;
	return (
		<g class={`goal ${o.role}`} data-goal={place} transform={`translate(${at.x} ${at.y})`}>
			<title>
				{orders
					.slice(0, 4)
					.map((x) => x.text)
					.join('; ')}
			</title>
			{target ? (
				<rect
					class="aim"
					transform={`rotate(${target.facing ?? 0})`}
					x={-(target.w ?? 8) / 2 - 3}
					y={-(target.h ?? 8) / 2 - 3}
					width={(target.w ?? 8) + 6}
					height={(target.h ?? 8) + 6}
					rx="3"
				/>
			) : (
				<circle class="spot" r={Math.max(2.6, 7 / k)} />
			)}
		</g>
	);
}

const SLIP = { w: 318, h: 230 };
const NAMES = 70; // beside the outermost pieces there is room for their names

/** Where its slip lies: beside what is held, clear of the question and the guide. */
function besideGhost([x, y]: [number, number], glass: Glass): [number, number] {
	const held = { left: x - 40, top: y - 40, right: x + 40, bottom: y + 40 },
		{ left, top } = beside(held, SLIP.w, SLIP.h, glass.room, []);
	return [left, top];
}

export function FieldSheet(): JSX.Element {
	const { game, desk } = useTable();
	const { hand } = game;
	const { w, h } = game.board.table!;
	const sheet = useRef<HTMLDivElement>(null),
		world = useRef<HTMLDivElement>(null),
		glass = useRef<Glass | null>(null);
	const hold = useMemo(() => new Hold(game), [game]);
	const [ready, setReady] = useState(false);
	const [trouble, setTrouble] = useState('');
	const [drag, setDrag] = useState<Drag | null>(null);
	const [k, setK] = useState(2);
	const [shift, shifted] = useState(0);
	useEffect(() => hold.settle());

	useEffect(() => {
		if (!ready || !sheet.current || !world.current) return;
		const g = (glass.current ??= new Glass(sheet.current, world.current, (scale: number) => {
			setK(scale);
			if (hand.slip || hold.ghost) shifted((n) => n + 1);
		}));
		const frame = { x: 0, y: 0, w, h };
		g.frameTo(frame);
		const all = () => game.view.pieces.flatMap((p) => spotOf(p.place[0]) ?? []);
		const lay = () => (g.show(all(), NAMES, false, 0.9), setK(g.transform.k));
		lay();
		const later = requestAnimationFrame(lay); // the corner with the whole table, which covers something too, is there by then
		desk.reveal = (place) => {
			const at = spotOf(place);
			if (at) g.reveal(at);
		};
		game.watch = (beat) =>
			g.reveal(...placesOf(beat, (p) => game.shown(p)?.place[0]).flatMap((p) => spotOf(p) ?? []));
		desk.fit = () => g.show(all(), NAMES, true);
		const watch = new ResizeObserver(() => g.frameTo(frame));
		watch.observe(sheet.current);
		return () => (cancelAnimationFrame(later), watch.disconnect());
	}, [ready]);

	/** Brings all of these into sight if they fit, otherwise the first of them. */
	const bring = (of: (Spot | null | undefined)[]) => {
		const g = glass.current,
			all = of.filter((s): s is Spot => !!s);
		if (g && all.length) g.reveal(...(g.fits(all) ? all : all.slice(0, 1)));
	};
	const about = game.mine ? subject(game) : null;
	// who is asked sees whom it is about, and where the adviser would go
	useEffect(() => {
		if (game.mine)
			bring([about, ...hand.waiting()].map((p) => spotOf(p ? game.shown(p)?.place[0] : null)));
	}, [game.now.question?.name, game.now.headline, about, game.mine, ready]);
	useEffect(() => {
		if (game.advice)
			bring(legs(game, game.advice, (p) => spotOf(p) ?? undefined).flatMap(({ a, b }) => [a, b]));
	}, [game.advice]);

	const spot = (e: { clientX: number; clientY: number }): Spot =>
		glass.current?.point(e.clientX, e.clientY) ?? { x: 0, y: 0 };
	const screen = (s: Spot): [number, number] =>
		(glass.current?.transform.apply([s.x, s.y]) as [number, number] | undefined) ?? [0, 0];
	const inside = (s: Spot): boolean => s.x >= 0 && s.y >= 0 && s.x <= w && s.y <= h;
	const pieceAt = (e: Event): PieceId | null =>
		(e.target as Element).closest?.('[data-piece]')?.getAttribute('data-piece') ?? null;

	const offer = (place: Place, orders: Order[], always = false) => {
		const only = orders[0]!;
		hold.drop();
		if (!always && orders.length === 1 && !rolesThatRoll.has(only.role))
			return void game.send([only.words]);
		hand.slip = { place, orders, select: null };
		game.tell();
	};

	const onClick = (e: MouseEvent) => {
		const on = e.target as Element;
		if (on.closest('button,.slip,.instruments,.mini-map,[data-ghost],[data-turn]')) return;
		const piece = pieceAt(e),
			goal = on.closest('[data-goal]')?.getAttribute('data-goal') ?? null,
			at = spot(e);
		const place = goal ?? (piece && game.shown(piece)?.place[0]) ?? (inside(at) ? placeOf(at) : null);
		if (!place) return;
		hand.looked = piece ? place : hand.looked;
		if (hand.sighting) return void hand.sight(place);
		hand.slip = null;
		const aimed = hand.picked && piece ? hand.of(hand.picked).filter((o) => o.target === piece) : [];
		if (game.mine && !game.busy) {
			if (goal && hold.goals().get(goal)?.length) return offer(goal, hold.goals().get(goal)!);
			if (aimed.length) return offer(place, aimed);
			if (piece && piece === hand.picked && !hold.ghost && hold.goals().get(place)?.length)
				return offer(place, hold.goals().get(place)!, true);
			if (piece && hand.acts(piece))
				return hand.pick(hand.picked === piece && !hold.ghost ? null : piece);
			if (!piece && hand.picked && hold.take(hand.picked)) return hold.set(at);
			return void (hand.picked ? hand.whyNot(hand.picked, place, piece) : hand.nothing(piece));
		}
		game.tellWhoseMove();
	};

	const onPointerDown = (e: PointerEvent) => {
		const on = e.target as Element;
		sheet.current?.classList.remove('gliding');
		if (e.button !== 0 || on.closest('button,.slip')) return;
		const what = on.closest('[data-turn]') ? 'turn' : on.closest('[data-ghost]') ? 'ghost' : 'piece';
		const piece = what === 'piece' ? pieceAt(e) : (hold.ghost?.piece ?? null);
		if (!piece || (what === 'piece' && !hold.putOf(piece))) return;
		const at = spot(e),
			centre = what === 'piece' ? spotOf(game.shown(piece)?.place[0]) : hold.ghost;
		if (centre)
			setDrag({
				what,
				piece,
				grip: { x: at.x - centre.x, y: at.y - centre.y },
				x: e.clientX,
				y: e.clientY,
				moved: false,
			});
	};
	const onPointerMove = (e: PointerEvent) => {
		if (!drag) return;
		if (!drag.moved && Math.hypot(e.clientX - drag.x, e.clientY - drag.y) < 6) return;
		if (!drag.moved) {
			(e.currentTarget as Element).setPointerCapture(e.pointerId);
			if (drag.what === 'piece') hand.pick(drag.piece);
			setDrag({ ...drag, moved: true });
		}
		const at = spot(e);
		if (drag.what === 'piece' && !hold.take(drag.piece)) return;
		if (drag.what === 'turn') hold.set({ facing: heading(hold.ghost!, at) });
		else hold.set({ x: at.x - drag.grip.x, y: at.y - drag.grip.y });
	};
	const onPointerUp = () => {
		if (!drag) return;
		setDrag(null);
		if (!drag.moved) return;
		const swallow = (c: Event) => (c.stopPropagation(), c.preventDefault());
		addEventListener('click', swallow, { capture: true, once: true });
		setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50);
	};
	const onKeyDown = (e: KeyboardEvent) => {
		if (!fieldKey(e, game, desk, glass.current, hold)) return;
		e.preventDefault();
		e.stopPropagation();
	};

	const own = hand.picked ? game.shown(hand.picked)?.place[0] : undefined; // what it can do where it stands is offered by a click on it
	const goals = [...hold.goals()].filter(([place]) => !hold.ghost && place !== own);
	const pieces = game.view.pieces.filter((p) => p.place.length && spotOf(p.place[0]) && p.x !== undefined);
	const first = (id: PieceId): number => (hand.picked === id ? 2 : hand.acts(id) ? 1 : 0);
	const ghostAt = hold.ghost ? screen(hold.ghost) : null;
	const slipAt = ghostAt && glass.current && besideGhost(ghostAt, glass.current);
	const picked = hand.picked ? game.shown(hand.picked) : undefined;
	return (
		<div
			class={`sheet field ${hand.picked ? 'in-hand' : ''} ${hand.sighting ? 'sighting' : ''}`}
			ref={sheet}
			style={{ '--px': 1 / k }}
			onClick={onClick}
			onPointerDown={onPointerDown}
			onPointerMove={onPointerMove}
			onPointerUp={onPointerUp}
			onPointerCancel={() => setDrag(null)}>
			<div class="world layer" ref={world} style={{ width: `${w}px`, height: `${h}px` }}>
				<MapPicture board={game.board} framed={() => setReady(true)} failed={setTrouble} />
				<svg
					class="counters"
					viewBox={`0 0 ${w} ${h}`}
					width={w}
					height={h}
					{...{ tabindex: 0 }}
					role="application"
					aria-describedby="cursor-words"
					onKeyDown={onKeyDown}
					aria-label="The table. N takes up the next piece that can act; arrow keys carry it by an inch, with Shift by a tenth; brackets turn it; Enter puts it down there, or lays out its orders; Escape leaves it.">
					<g visibility={ready ? 'visible' : 'hidden'}>
						<EdgeRule w={w} h={h} />
						{hand.overlay && (
							<g class="overlay" aria-hidden="true">
								{hand.overlay.shapes.map((s, i) => (
									<polygon key={i} points={points(s)} fill-opacity=".2" />
								))}
							</g>
						)}
						<g class="field-reach" aria-hidden="true">
							{hold.reach.map((s, i) => (
								<polygon key={i} points={points(s)} />
							))}
						</g>
						<g class="field-arc" aria-hidden="true">
							{hold.arc.map((s, i) => (
								<polygon key={i} points={points(s)} />
							))}
						</g>
						<g class="marks">
							{game.view.marks.map((m, i) => {
								const at = spotOf(m.place),
									sign = game.sign('mark', m.mark);
								return (
									at && (
										<g
											key={i}
											class={`mark ${game.colourClass(m.side)}`}
											transform={`translate(${at.x} ${at.y}) scale(.62)`}>
											<title>{`${m.name ? `${m.name}. ` : ''}${sign?.title ?? m.mark} ${m.label}${m.side ? `, ${game.sideTitle(m.side)}` : ''}`}</title>
											<path
												class="seal"
												d="M0-15 4.2-5.2 14.6-4.6 6.6 2.2 9.2 12.4 0 6.8-9.2 12.4-6.6 2.2-14.6-4.6-4.2-5.2z"
											/>
											<text y="4.6" text-anchor="middle">
												{m.label || sign?.glyph}
											</text>
										</g>
									)
								);
							})}
						</g>
						<g class="stacks">
							{[...pieces]
								.sort((a, b) => first(a.id) - first(b.id))
								.map((p) => (
									<Stand
										key={p.id}
										game={game}
										p={p}
										k={k}
										dragged={hold.ghost?.piece === p.id}
									/>
								))}
						</g>
						<g class="stand-lines" aria-hidden="true">
							{hold.stands.map((s, i) => (
								<polygon key={i} points={points(s)} />
							))}
						</g>
						<Labels game={game} pieces={pieces} k={k} />
						<g class="goals">
							{goals.map(([place, orders]) => (
								<Goal key={place} place={place} orders={orders} game={game} k={k} />
							))}
						</g>
						<g class="marked" aria-hidden="true">
							{desk.marked.flatMap((p) => {
								const at = spotOf(p);
								return at ? [<circle key={p} cx={at.x} cy={at.y} r="12" />] : [];
							})}
						</g>
						<FieldTrails game={game} k={k} />
						<PlanArrows game={game} centre={(p) => spotOf(p) ?? undefined} width={5 / k} />
						<GhostLayer hold={hold} k={k} />
						<Sighting game={game} k={k} />
					</g>
				</svg>
			</div>
			{trouble ? (
				<p class="map-trouble" role="alert">
					{trouble}
				</p>
			) : (
				!ready && <p class="map-coming">The map is being drawn…</p>
			)}
			<p id="cursor-words" class="unseen" aria-live="polite">
				{hold.ghost
					? `${game.name(hold.ghost.piece)} at ${inches(hold.ghost.x)} across, ${inches(hold.ghost.y)} down, facing ${hold.ghost.facing}: ${inches(between(hold.ghost, hold.ghost.from))}. ${hold.current ? (hold.current.allowed ? 'Allowed' : hold.current.text) : ''}`
					: picked
						? describe(game, picked)
						: ''}
			</p>
			<OrderSlip
				moved={shift}
				room={() => glass.current?.room ?? null}
				at={(p) => {
					const at = spotOf(p);
					return at ? screen(at) : null;
				}}
			/>
			{slipAt && !drag?.moved && <GhostSlip hold={hold} at={slipAt} />}
			<Instruments glass={glass} />
			{ready && glass.current && (
				<MiniMap
					glass={glass}
					frame={{ x: 0, y: 0, w, h }}
					troops={pieces.map((p) => ({ key: p.id, at: spotOf(p.place[0])!, side: p.side }))}
				/>
			)}
		</div>
	);
}
