// The stack viewer: the counters of one hex side by side, beside the stack and never over it. So what is under the pointer does not change
// when it opens. Each counter in it is a button: a click on it is a click on that counter, and it can be dragged from there.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Game } from '../table/game';
import type { PieceId, ViewPiece } from '../service/words';
import { CounterPicture, describe } from './Counter';
import { beside, type Box } from './placing';
import type { Stack } from './Stacks';

interface Props {
	game: Game;
	stack: Stack;
	pinned: boolean;
	focus: boolean;
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
		put(beside(s, box.current!.offsetWidth, box.current!.offsetHeight, room, spare));
	}, [stack.key, pieces.length]);
	useEffect(() => {
		if (focus)
			(box.current?.querySelector<HTMLElement>('.acts') ?? box.current?.querySelector('button'))?.focus(
				{ preventScroll: true },
			);
	}, [focus]);
	const keys = (e: KeyboardEvent) => {
		const all = [...box.current!.querySelectorAll('button')],
			i = all.indexOf(document.activeElement as HTMLButtonElement);
		const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
		if (by) all[(i + by + all.length) % all.length]?.focus();
		else if (e.key === 'Escape')
			close(), document.querySelector<SVGElement>('svg.counters')?.focus({ preventScroll: true });
		else return;
		e.preventDefault(), e.stopPropagation();
	};
	const name = game.placeName(stack.key.split(' ')[0]!);
	return (
		<div
			class={`viewer ${pinned ? 'pinned' : ''}`}
			data-viewer={stack.key}
			role="group"
			aria-label={`The stack at ${name}`}
			ref={box}
			onKeyDown={keys}
			style={at ? { left: `${at.left}px`, top: `${at.top}px` } : { opacity: 0 }}>
			{pieces.map((p) => (
				<Shown key={p.id} game={game} p={p} choose={choose} />
			))}
		</div>
	);
}

function Shown({
	game,
	p,
	choose,
}: {
	game: Game;
	p: ViewPiece;
	choose: (piece: PieceId) => void;
}): JSX.Element {
	const acts = game.hand.acts(p.id),
		picked = game.hand.picked === p.id;
	const aimed = !!game.hand.picked && game.hand.of(game.hand.picked).some((o) => o.target === p.id);
	const state = picked ? 'in your hand' : acts ? 'can act' : aimed ? 'can be aimed at' : '';
	// the picture lies over the button and not in it: its figures are no part of the button's name
	return (
		<div class="pictured">
			<button
				class={`${acts ? 'acts' : ''} ${picked ? 'picked' : ''} ${aimed ? 'aimed' : ''}`}
				data-piece={p.id}
				{...(acts ? { 'data-drags': '' } : {})}
				aria-pressed={picked}
				aria-label={`${describe(game, p)}${state ? `; ${state}` : ''}`}
				onClick={(e) => (e.stopPropagation(), choose(p.id))}>
				<small>{game.name(p.id)}</small>
			</button>
			<CounterPicture game={game} p={p} size={66} />
		</div>
	);
}
