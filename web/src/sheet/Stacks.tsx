// The counters on the board. A disc says how deep a stack is; the stack viewer (StackViewer.tsx) lays it out.
import type { JSX } from 'preact';
import type { Mark, Place, View, ViewPiece } from '../service/words';
import { memo } from './memo';
import type { Game } from '../table/game';
import type { Point } from '../table/lattice';
import { Counter, describe, FACE } from './Counter';
import { Glide } from './Glide';

export const COUNTER = 0.72; // of a hex

export interface Stack {
	key: Place;
	at: Point;
	pieces: ViewPiece[];
} // the lowest first

/** Where a piece lies: in its hex, or on the side between its two. */
function lies(game: Game, p: ViewPiece): Point | undefined {
	if (game.board.table) return p.x === undefined ? undefined : { x: p.x, y: p.y ?? 0 };
	const [a, b] = p.place.map((q) => game.hand.lattice.centre(q));
	return a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : a;
}

export function stacks(game: Game, view: View = game.view): Stack[] {
	const found = new Map<string, Stack>();
	for (const p of view.pieces) {
		const at = lies(game, p);
		if (!at) continue;
		const key = game.board.table ? p.id : p.place.join(' ');
		const s = found.get(key) ?? { key, at, pieces: [] };
		s.pieces.push(p);
		found.set(key, s);
	}
	// who can act lies on top while it is asked, or he could not be seen; a commander otherwise lies under his troops
	const first = (p: ViewPiece): number =>
		game.hand.picked === p.id
			? 2
			: game.hand.acts(p.id)
				? 1
				: p.symbol === 'leader' || p.symbol === 'chief'
					? -1
					: 0;
	for (const s of found.values()) s.pieces.sort((a, b) => first(a) - first(b) || b.order - a.order);
	return [...found.values()].sort((a, b) => a.at.y - b.at.y);
}

function state(game: Game, p: ViewPiece): string {
	const hand = game.hand;
	return [
		hand.picked === p.id ? 'picked' : '',
		hand.acts(p.id) ? 'acts' : '',
		p.symbol === 'hidden' ? 'hidden-piece' : '',
	].join(' ');
}

/** The hexes between where it was and where it stands, if it has just marched: those of a march that is shown, or of our own order. */
function walked(game: Game, piece: string, off: number): Point[] | undefined {
	const { beat } = game.clock;
	const way = beat ? (beat.who === piece ? beat.way.slice(1) : undefined) : game.routes.get(piece);
	return way?.slice(0, -1).flatMap((p) => {
		const c = game.hand.lattice.centre(p);
		return c ? [{ x: c.x + off, y: c.y - off }] : [];
	});
}

/** Drawn again only when what it shows has changed: `view`, `picked` and `mine` are there for that. */
export const StackLayer = memo(function StackLayer({
	game,
	dragging,
	near,
}: {
	game: Game;
	dragging: string | null;
	near: boolean;
	view: View;
	picked: string | null;
	mine: boolean;
}): JSX.Element {
	const lattice = game.hand.lattice;
	const size = game.board.table ? 0 : lattice.size * COUNTER;
	// One list of pieces with keys, so that a counter that moves glides instead of being made anew.
	const drawn = stacks(game).flatMap((s) =>
		s.pieces.map((p, i) => ({
			s,
			p,
			lift: Math.min(i, 4),
			deep: i === s.pieces.length - 1 ? s.pieces.length : 1,
		})),
	);
	return (
		<g class="stacks">
			{drawn.map(({ s, p, lift, deep }) => {
				const k = game.board.table ? (p.w ?? 40) / FACE : size / FACE;
				const off = lift * 0.07 * size;
				const spun = game.board.table && p.facing !== undefined ? `rotate(${p.facing}) ` : '';
				const x = s.at.x + off,
					y = s.at.y - off;
				const angle =
					!game.board.table && p.facing !== undefined ? lattice.angle(p.facing) : undefined;
				return (
					<Glide
						key={p.id}
						x={x}
						y={y}
						way={walked(game, p.id, off)}
						rest={`${spun}scale(${k}) translate(${-FACE / 2} ${-FACE / 2})`}
						classes={`piece ${dragging === p.id ? 'dragged' : ''}`}
						piece={p.id}
						drags={game.hand.acts(p.id)}>
						<Counter game={game} p={p} near={near} angle={angle} classes={state(game, p)} />
						{deep > 1 && (
							<g class="deep" data-deep={s.key} transform="translate(3 97)">
								<circle r={near ? 12 : 17} />
								<text y={near ? 5 : 8} font-size={near ? 15 : 24} text-anchor="middle">
									{deep}
								</text>
							</g>
						)}
					</Glide>
				);
			})}
		</g>
	);
});

export const Marks = memo(function Marks({ game, marks }: { game: Game; marks: Mark[] }): JSX.Element {
	const lattice = game.hand.lattice;
	const s = lattice.size / 100;
	return (
		<g class="marks">
			{marks.map((m, i) => {
				const c = lattice.centre(m.place);
				if (!c) return null;
				const sign = game.sign('mark', m.mark);
				const a = m.dir >= 0 ? lattice.angle(m.dir) : null;
				const x = c.x + (a === null ? 0 : Math.sin(a) * lattice.size * 0.44),
					y = c.y - (a === null ? 0 : Math.cos(a) * lattice.size * 0.44);
				return (
					<g
						key={i}
						class={`mark ${game.colourClass(m.side)}`}
						transform={`translate(${x} ${y}) scale(${s})`}>
						<title>{`${sign?.title ?? m.mark}${m.label ? ` ${m.label}` : ''}${m.side ? `, ${game.sideTitle(m.side)}` : ''}${sign?.rule ? ` (${sign.rule})` : ''}`}</title>
						{a === null ? (
							<g transform="translate(0 43) scale(.92)">
								<path
									class="seal"
									d="M0-15 4.2-5.2 14.6-4.6 6.6 2.2 9.2 12.4 0 6.8-9.2 12.4-6.6 2.2-14.6-4.6-4.2-5.2z"
									transform="scale(1.25)"
								/>
								<text y="4.6" text-anchor="middle">
									{m.label || (sign?.glyph ?? '').replace('*', '')}
								</text>
							</g>
						) : (
							<g>
								<circle class="seal" r="10" />
								<text y="4" text-anchor="middle">
									{m.label || sign?.glyph}
								</text>
							</g>
						)}
					</g>
				);
			})}
		</g>
	);
});

export const stackWords = (game: Game, place: Place): string => {
	const here = game.at(place);
	return here.length ? here.map((p) => describe(game, p)).join('. ') : 'empty';
};
