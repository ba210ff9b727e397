// The board: the engraved map, and over it hexes, marks and counters. Pointer and keyboard both end in hand.click().
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { useTable } from '../table/use';
import { useSettings } from '../settings';
import { rolesThatRoll } from '../service/roles';
import type { Place, PieceId } from '../service/words';
import { MapPicture, type Frame } from './MapPicture';
import { Glass } from './zoom';
import { Goals, Grid, Marked, OverlayLayer, Reach, Turns, WayPreview } from './HexLayer';
import { COUNTER, Marks, stacks, StackLayer, stackWords, type Stack } from './Stacks';
import { boxOf, type Box } from './placing';
import { StackViewer } from './StackViewer';
import { useViewing } from './viewing';
import { NEAR } from './Counter';
import { OrderSlip } from './OrderSlip';
import { MiniMap } from './MiniMap';
import { Instruments } from './Instruments';
import { SightLine, Trails } from './Trails';
import { placesOf } from '../table/beats';
import { subject } from '../panels/QuestionBar';
import { legs, PlanArrows } from '../panels/Adviser';
import { boardKey } from './keys';

interface Drag {
	piece: PieceId;
	whole: boolean;
	x: number;
	y: number;
	moved: boolean;
	over: Place | null;
}

export function Sheet(): JSX.Element {
	const { game, desk } = useTable();
	const s = useSettings();
	const sheet = useRef<HTMLDivElement>(null);
	const world = useRef<HTMLDivElement>(null);
	const glass = useRef<Glass | null>(null);
	const [frame, setFrame] = useState<Frame | null>(null);
	const [trouble, setTrouble] = useState('');
	const [hover, setHover] = useState<Place | null>(null);
	const viewing = useViewing();
	const [viewerFocus, focusViewer] = useState(false);
	const [drag, setDrag] = useState<Drag | null>(null);
	const [focused, setFocused] = useState(false);
	const [byKey, setByKey] = useState(false);
	const [near, setNear] = useState(false);
	const [shift, moved] = useState(0);
	const closeViewer = useRef(viewing.close);
	closeViewer.current = viewing.close;
	const hand = game.hand;
	const lattice = hand.lattice;

	const acting = () => {
		const about = subject(game);
		return stacks(game)
			.filter((k) => k.pieces.some((p) => hand.acts(p.id) || p.id === about))
			.map((k) => k.at);
	};
	// who is asked sees whom it is about: all who can act and all they could act against, if that fits; otherwise somebody
	useEffect(() => {
		const g = glass.current,
			points = acting();
		if (!g || !game.mine || !points.length) return;
		const all = [
			...points,
			...game.now.orders.flatMap((o) => lattice.centre(hand.placeOf(o) ?? '') ?? []),
		];
		if (g.fits(all)) g.reveal(...all);
		else if (!points.some((p) => g.shows(p))) g.reveal(points[0]!);
	}, [game.now.question?.name, game.now.headline, game.mine, frame]);
	// the adviser's plan is seen beside what he says
	useEffect(() => {
		const g = glass.current,
			{ advice } = game;
		if (!g || !advice) return;
		const points = legs(game, advice, (p) => lattice.centre(p)).flatMap(({ a, b }) => [a, b]);
		if (points.length) g.reveal(...(g.fits(points) ? points : points.slice(0, 2)));
	}, [game.advice]);
	// what it could be aimed at is seen when a piece is taken up
	useEffect(() => {
		const g = glass.current,
			from = hand.picked ? lattice.centre(game.shown(hand.picked)?.place[0] ?? '') : undefined;
		if (!g || !from || !game.mine) return;
		const aims = hand
			.of(hand.picked!)
			.filter((o) => o.target || rolesThatRoll.has(o.role))
			.flatMap((o) => lattice.centre(hand.placeOf(o) ?? '') ?? []);
		if (aims.length && g.fits([from, ...aims])) g.reveal(from, ...aims);
	}, [hand.picked, game.now.n]);

	useEffect(() => {
		if (!frame || !sheet.current || !world.current) return;
		const g = (glass.current ??= new Glass(sheet.current, world.current, (k) => {
			setNear(k * lattice.size * COUNTER >= NEAR);
			closeViewer.current(null);
			if (game.hand.slip) moved((n) => n + 1);
		}));
		g.frameTo(frame);
		const all = () => stacks(game).map((k) => k.at);
		const legible = 38 / (lattice.size * COUNTER); // counters are never smaller than a fingertip at first
		g.show(all(), lattice.size * 0.8, false, legible, acting());
		desk.reveal = (place) => {
			const c = lattice.centre(place);
			if (c) g.reveal(c);
		};
		game.watch = (beat) =>
			g.reveal(
				...placesOf(beat, (p) => game.shown(p)?.place[0]).flatMap((p) => lattice.centre(p) ?? []),
			);
		desk.fit = () => g.show(all(), lattice.size * 0.8, true);
		const watch = new ResizeObserver(() => g.frameTo(frame));
		watch.observe(sheet.current);
		return () => watch.disconnect();
	}, [frame]);

	const placeAt = (e: { clientX: number; clientY: number }): Place | null =>
		glass.current ? lattice.nearest(glass.current.point(e.clientX, e.clientY)) : null;
	const pieceAt = (e: Event): PieceId | null =>
		(e.target as Element).closest?.('[data-piece]')?.getAttribute('data-piece') ?? null;

	const stackOf = (piece: PieceId | null): Stack | undefined =>
		piece ? stacks(game).find((k) => k.pieces.some((p) => p.id === piece)) : undefined;
	const several = (piece: PieceId | null): string | null => {
		const stack = stackOf(piece);
		return stack && stack.pieces.length > 1 ? stack.key : null;
	};

	const onClick = (e: MouseEvent) => {
		const on = e.target as Element;
		if (on.closest('button,.slip,.instruments,.viewer,.mini-map')) return;
		const piece = pieceAt(e),
			deep = on.closest('[data-deep]')?.getAttribute('data-deep');
		const place = (piece && game.shown(piece)?.place[0]) || placeAt(e);
		if (deep) return focusViewer(false), viewing.pin(deep);
		const stack = several(piece);
		if (stack && (e as PointerEvent).pointerType === 'touch') focusViewer(false), viewing.pin(stack);
		else viewing.close(stack); // what it was for is done
		if (place) void hand.click(place, piece);
	};
	/** A counter of the viewer: as if it alone lay there. By key it is taken up, and the board has the focus again. */
	const onChosen = (piece: PieceId) => {
		const place = game.shown(piece)?.place[0];
		if (viewerFocus)
			viewing.close(),
				focusViewer(false),
				sheet.current?.querySelector<SVGElement>('svg.counters')?.focus({ preventScroll: true });
		else if (viewing.pinned) viewing.close();
		if (place) void hand.click(place, piece, true);
	};
	const layOut = (place: Place): boolean => {
		const stack = stacks(game).find(
			(k) => k.pieces.length > 1 && k.pieces.some((p) => p.place.includes(place)),
		);
		if (stack) focusViewer(true), viewing.pin(stack.key);
		return !!stack;
	};

	const onPointerMove = (e: PointerEvent) => {
		if (drag) {
			const far = drag.moved || Math.hypot(e.clientX - drag.x, e.clientY - drag.y) > 6;
			if (!far) return;
			if (!drag.moved)
				(e.currentTarget as Element).setPointerCapture(e.pointerId),
					hand.pick(drag.piece),
					drag.whole && hand.setOut('stack');
			setDrag({ ...drag, moved: true, over: placeAt(e) });
			setHover(placeAt(e));
			return;
		}
		if (e.pointerType === 'touch' || e.buttons) return;
		const place = placeAt(e);
		if (place !== hover) setHover(place);
		viewing.over(several(pieceAt(e)), (e.target as Element).closest('.viewer') !== null);
	};
	const onPointerDown = (e: PointerEvent) => {
		const piece = pieceAt(e);
		sheet.current?.classList.remove('gliding');
		if (byKey) setByKey(false);
		if (piece && e.button === 0 && hand.acts(piece))
			setDrag({
				piece,
				whole: e.shiftKey || (e.target as Element).closest('.deep') !== null,
				x: e.clientX,
				y: e.clientY,
				moved: false,
				over: null,
			});
	};
	const onPointerUp = (e: PointerEvent) => {
		if (!drag) return;
		setDrag(null);
		if (!drag.moved) return;
		const to = placeAt(e);
		const swallow = (c: Event) => (c.stopPropagation(), c.preventDefault());
		addEventListener('click', swallow, { capture: true, once: true });
		setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50);
		if (to) void hand.drag(drag.piece, to, drag.whole);
	};

	const onKeyDown = useCallback(
		(e: KeyboardEvent) => {
			if (e.key === 'Enter' && !byKey) return; // who uses the pointer means the stated default
			setByKey(true);
			boardKey(e, game, desk, glass.current, layOut);
		},
		[game, byKey],
	);

	/** Where the stack lies on the sheet, what room there is, and what had better stay uncovered. */
	const surroundings = (stack: Stack): { stack: Box; room: Box; spare: Box[] } => {
		const corner = sheet.current!.getBoundingClientRect();
		const box = (e: Element): Box => boxOf(e, corner);
		const own = new Set(stack.pieces.map((p) => p.id));
		const faces = [...sheet.current!.querySelectorAll('.stacks [data-piece]')];
		const mine = faces
			.filter((f) => own.has(f.getAttribute('data-piece')!))
			.map((f) => box(f.querySelector('.face')!));
		const all: Box = {
			left: Math.min(...mine.map((b) => b.left)),
			top: Math.min(...mine.map((b) => b.top)),
			right: Math.max(...mine.map((b) => b.right)),
			bottom: Math.max(...mine.map((b) => b.bottom)),
		};
		const others = [
			...faces.filter((f) => !own.has(f.getAttribute('data-piece')!)),
			...sheet.current!.querySelectorAll('.goal'),
		].map(box);
		return { stack: all, room: glass.current!.room, spare: others };
	};

	const drawn = stacks(game);
	const laidOut = drag?.moved
		? undefined
		: drawn.find((k) => k.key === viewing.open && k.pieces.length > 1);
	const cursor = focused && byKey ? hand.cursor : null;
	const goals = game.mine ? hand.goals() : new Map();
	return (
		<div
			class={`sheet ${hand.picked ? 'in-hand' : ''} ${hand.sighting ? 'sighting' : ''}`}
			ref={sheet}
			onClick={onClick}
			onPointerMove={onPointerMove}
			onPointerDown={onPointerDown}
			onPointerUp={onPointerUp}
			onPointerCancel={() => setDrag(null)}
			onPointerLeave={() => (setHover(null), viewing.over(null, false))}>
			<div
				class="world layer"
				ref={world}
				style={frame ? { width: `${frame.w}px`, height: `${frame.h}px` } : {}}>
				<MapPicture board={game.board} framed={setFrame} failed={setTrouble} />
				<svg
					class="counters"
					{...(frame
						? {
								viewBox: `${frame.x} ${frame.y} ${frame.w} ${frame.h}`,
								width: frame.w,
								height: frame.h,
							}
						: {})}
					tabIndex={0}
					role="application"
					aria-label="The board. Arrow keys move over the hexes, Enter acts there, N goes to the next piece that can act, Escape lays it down."
					aria-describedby="cursor-words"
					onKeyDown={onKeyDown}
					onFocus={(e) => (
						setFocused(true),
						setByKey(e.currentTarget.matches(':focus-visible')),
						(hand.cursor ??= drawn[0]?.pieces[0]?.place[0] ?? null),
						game.tell()
					)}
					onBlur={() => setFocused(false)}>
					<g visibility={frame ? 'visible' : 'hidden'}>
						{s.grid && <Grid lattice={lattice} game={game} numbers={s.numbers} />}
						{hand.overlay && (
							<OverlayLayer
								lattice={lattice}
								values={hand.overlay.values}
								shapes={hand.overlay.shapes}
							/>
						)}
						{game.mine && hand.reach.size > 0 && <Reach lattice={lattice} reach={hand.reach} />}
						<Goals lattice={lattice} goals={goals} />
						<Marks game={game} marks={game.view.marks} />
						<Marked lattice={lattice} places={desk.marked} />
						{game.mine && subject(game) && (
							<polygon
								class="subject"
								points={lattice.outline(game.shown(subject(game)!)?.place[0] ?? '', 1.02)}
							/>
						)}
						{hand.looked && (
							<polygon class="looked" points={lattice.outline(hand.looked, 0.97)} />
						)}
						<WayPreview game={game} to={hover ?? cursor} />
						<StackLayer
							game={game}
							near={near}
							dragging={drag?.moved ? drag.piece : null}
							view={game.view}
							picked={hand.picked}
							mine={game.mine}
						/>
						{game.mine && <Turns game={game} />}
						<Trails game={game} />
						<PlanArrows
							game={game}
							centre={(p) => lattice.centre(p)}
							width={0.07 * lattice.size}
						/>
						<SightLine game={game} />
						{cursor && <polygon class="cursor" points={lattice.outline(cursor, 0.98)} />}
					</g>
				</svg>
			</div>
			{trouble ? (
				<p class="map-trouble" role="alert">
					{trouble}
				</p>
			) : (
				!frame && <p class="map-coming">The map is being drawn…</p>
			)}
			<p id="cursor-words" class="unseen" aria-live="polite">
				{cursor
					? `${game.placeName(cursor)}: ${stackWords(game, cursor)}${goals.has(cursor) ? '. You can act here' : ''}`
					: ''}
			</p>
			{laidOut && (
				<StackViewer
					key={laidOut.key}
					game={game}
					stack={laidOut}
					pinned={viewing.pinned}
					focus={viewerFocus}
					around={() => surroundings(laidOut)}
					choose={onChosen}
					close={() => (viewing.close(), focusViewer(false))}
				/>
			)}
			<OrderSlip
				moved={shift}
				room={() => glass.current?.room ?? null}
				at={(p) => {
					const c = lattice.centre(p);
					const t = glass.current?.transform;
					return c && t ? t.apply([c.x, c.y]) : null;
				}}
			/>
			<Instruments glass={glass} />
			{frame && glass.current && (
				<MiniMap
					glass={glass}
					frame={frame}
					troops={drawn.map((k) => ({
						key: k.key,
						at: k.at,
						side: k.pieces[k.pieces.length - 1]!.side,
					}))}
				/>
			)}
		</div>
	);
}
