// The stack viewer: the counters of one hex side by side, beside the stack and never over it. So what is under the pointer does not change
// when it opens. Each counter in it is a button: a click on it is a click on that counter, and it can be dragged from there.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Game } from '../table/game';
import type { PieceId, ViewPiece } from '../service/words';
import { CounterPicture, describe } from './Counter';
import type { Stack } from './Stacks';

export interface Box { left: number; top: number; right: number; bottom: number }

const GAP = 2, EDGE = 6;

const overlap = (a: Box, b: Box): number => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** Above, below, right or left of the stack: where it fits into `room` and covers least of what one may want to click. */
function place(stack: Box, w: number, h: number, room: Box, spare: Box[]): { left: number; top: number } {
	const within = (at: number, long: number, from: number, to: number) => Math.max(from + EDGE, Math.min(at, to - long - EDGE));
	const x = within((stack.left + stack.right - w) / 2, w, room.left, room.right), y = within((stack.top + stack.bottom - h) / 2, h, room.top, room.bottom);
	const spots = [{ left: x, top: stack.top - h - GAP }, { left: x, top: stack.bottom + GAP }, { left: stack.right + GAP, top: y }, { left: stack.left - w - GAP, top: y }];
	const cost = (s: { left: number; top: number }): number => {
		const b = { ...s, right: s.left + w, bottom: s.top + h };
		const outside = w * h - overlap(b, room);
		return outside * 50 + overlap(b, stack) * 50 + spare.reduce((sum, o) => sum + overlap(b, o), 0);
	};
	const best = spots.reduce((a, b) => (cost(b) < cost(a) - 1 ? b : a));
	return { left: within(best.left, w, room.left, room.right), top: within(best.top, h, room.top, room.bottom) };
}

interface Props {
	game: Game; stack: Stack; pinned: boolean; focus: boolean;
	around: () => { stack: Box; room: Box; spare: Box[] }; // on the screen, from the corner of the sheet
	choose: (piece: PieceId) => void;
	close: () => void;
}

export function StackViewer({ game, stack, pinned, focus, around, choose, close }: Props): JSX.Element {
	const box = useRef<HTMLDivElement>(null);
	const [at, put] = useState<{ left: number; top: number } | null>(null);
	// as it lies, the top one first; the order stays while it is open, or a click would slide another under the pointer
	const [order] = useState(() => [...stack.pieces].sort((a, b) => a.order - b.order).map((p) => p.id));
	const pieces = order.flatMap((id) => stack.pieces.find((p) => p.id === id) ?? []);
	for (const p of stack.pieces) if (!order.includes(p.id)) pieces.push(p);
	useLayoutEffect(() => {
		const { stack: s, room, spare } = around();
		put(place(s, box.current!.offsetWidth, box.current!.offsetHeight, room, spare));
	}, [stack.key, pieces.length]);
	useEffect(() => {
		if (focus) (box.current?.querySelector<HTMLElement>('.acts') ?? box.current?.querySelector('button'))?.focus({ preventScroll: true });
	}, [focus]);
	const keys = (e: KeyboardEvent) => {
		const all = [...box.current!.querySelectorAll('button')], i = all.indexOf(document.activeElement as HTMLButtonElement);
		const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
		if (by) all[(i + by + all.length) % all.length]?.focus();
		else if (e.key === 'Escape') close(), document.querySelector<SVGElement>('svg.counters')?.focus({ preventScroll: true });
		else return;
		e.preventDefault(), e.stopPropagation();
	};
	const name = game.placeName(stack.key.split(' ')[0]!);
	return (
		<div class={`viewer ${pinned ? 'pinned' : ''}`} data-viewer={stack.key} role="group" aria-label={`The stack at ${name}`} ref={box} onKeyDown={keys} style={at ? { left: `${at.left}px`, top: `${at.top}px` } : { opacity: 0 }}>
			{pieces.map((p) => <Shown key={p.id} game={game} p={p} choose={choose} />)}
		</div>
	);
}

function Shown({ game, p, choose }: { game: Game; p: ViewPiece; choose: (piece: PieceId) => void }): JSX.Element {
	const acts = game.hand.acts(p.id), picked = game.hand.picked === p.id;
	const aimed = !!game.hand.picked && game.hand.of(game.hand.picked).some((o) => o.target === p.id);
	const state = picked ? 'in your hand' : acts ? 'can act' : aimed ? 'can be aimed at' : '';
	return (
		<button class={`${acts ? 'acts' : ''} ${picked ? 'picked' : ''} ${aimed ? 'aimed' : ''}`} data-piece={p.id} {...(acts ? { 'data-drags': '' } : {})} aria-pressed={picked}
			aria-label={`${describe(game, p)}${state ? `; ${state}` : ''}`} onClick={(e) => (e.stopPropagation(), choose(p.id))}>
			<CounterPicture game={game} p={p} size={66} />
			<small>{game.name(p.id)}</small>
		</button>
	);
}
