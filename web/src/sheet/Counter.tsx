// A counter: side's colour, the formation's stripe, arm, name, the system's numbers, badges as seals, facing. Everything on it is data of
// the view. Seen from afar it drops its name and small print, so that arm and figures stay legible.
import type { JSX } from 'preact';
import { memo } from './memo';
import type { Game } from '../table/game';
import type { Sign, ViewPiece } from '../service/words';
import { adjective } from '../grammar';
import { armName, glyph } from './glyphs';

export const FACE = 100; // a counter is drawn on a square of this many units, and scaled
export const NEAR = 60; // pixels across from which everything on it can be read

const FIGURES = 3; // in large type; what else there is stands small beside the arm

function shortName(name: string): string {
	const plain = name
		.replace(/\b(brigade|battery|artillery|cavalry|regiment|infantry|division)\b/gi, '')
		.replace(/\s{2,}/g, ' ')
		.replace(/^[\s,]+|[\s,]+$/g, '');
	return plain.length > 2 ? plain : name;
}

/** The whole counter in one sentence: its label for screen readers, and its tooltip. */
export function describe(game: Game, p: ViewPiece): string {
	const slots = game.board.signs.slot
		.map((s, i) =>
			p.slot[i] ? `${s.name.length > 2 ? s.name.replaceAll('_', ' ') : s.title} ${p.slot[i]}` : '',
		)
		.filter(Boolean);
	const badges = p.badges.map((b) => game.sign('badge', b)?.title ?? b);
	return [
		`${game.name(p.id)}, ${adjective(game.side(p.side))} ${armName(p.symbol)}`,
		...slots,
		...badges,
	].join('; ');
}

function Badges({ game, p, near }: { game: Game; p: ViewPiece; near: boolean }): JSX.Element {
	const [r, step, most] = near ? [11.5, 20, 5] : [15, 25, 4];
	return (
		<g class="badges" font-size={near ? 14.5 : 20}>
			{p.badges.slice(0, most).map((b, i) => {
				const sign: Sign | undefined = game.sign('badge', b);
				const letters = sign?.glyph ?? b[0]!;
				return (
					<g key={b} transform={`translate(97 ${5 + i * step})`}>
						<title>{sign ? `${sign.title}${sign.rule ? ` (${sign.rule})` : ''}` : b}</title>
						<circle r={r} />
						<text
							y={near ? 5.2 : 7}
							text-anchor="middle"
							{...(letters.length > 2
								? { textLength: r * 1.7, lengthAdjust: 'spacingAndGlyphs' }
								: {})}>
							{letters}
						</text>
					</g>
				);
			})}
		</g>
	);
}

interface Slot {
	text: string;
	sign: Sign | undefined;
}

/** The first numbers are the counter's figures; later ones, if they say anything, are its small print. Words belong in neither. */
function sorted(game: Game, p: ViewPiece): { figures: Slot[]; small: Slot[] } {
	const all = p.slot
		.map((text, i) => ({ text, sign: game.board.signs.slot[i] }))
		.filter((s) => s.text && (/\d/.test(s.text) || s.text.length < 3));
	const figures = all.filter((s) => /\d/.test(s.text)).slice(0, FIGURES);
	return { figures, small: all.filter((s) => !figures.includes(s) && s.text !== '0' && s.text !== '-') };
}

/** The figures in a row, as large as they go: each as wide as it is long, with a gap between two. */
function Figures({ figures, near, round }: { figures: Slot[]; near: boolean; round: boolean }): JSX.Element {
	const room = round ? 64 : 92,
		gap = 0.26;
	const long = figures.reduce((n, f) => n + f.text.length * 0.5, gap * (figures.length - 1));
	const size = Math.min(near ? (round ? 23 : 29) : round ? 30 : 42, room / long);
	let x = 50 - (long * size) / 2;
	return (
		<g class="figures" font-size={size}>
			{figures.map(({ text, sign }, i) => {
				const wide = text.length * 0.5 * size;
				const at = x + wide / 2;
				x += wide + gap * size;
				return (
					<text key={i} x={at} y={round ? 84 : 92} text-anchor="middle">
						<title>{`${sign?.title ?? ''}: ${text}`}</title>
						{text}
					</text>
				);
			})}
		</g>
	);
}

function SmallPrint({ small }: { small: Slot[] }): JSX.Element {
	return (
		<g class="small-print">
			{small.slice(0, 3).map(({ text, sign }, i) => (
				<text key={i} x="8" y={38 + 14 * i}>
					<title>{`${sign?.title ?? ''}: ${text}`}</title>
					{/\d/.test(text) && sign?.glyph !== '#' ? `${sign?.glyph ?? ''}${text}` : text}
				</text>
			))}
		</g>
	);
}

export interface CounterProps {
	game: Game;
	p: ViewPiece;
	near: boolean;
	angle?: number;
	classes?: string;
}

export const Counter = memo(function Counter({
	game,
	p,
	near,
	angle,
	classes = '',
}: CounterProps): JSX.Element {
	const name = shortName(game.name(p.id));
	const round = p.symbol === 'leader' || p.symbol === 'chief';
	const { figures, small } = sorted(game, p);
	const stripe = p.symbol === 'hidden' ? -1 : game.stripe(p.id);
	const longest = round ? 66 : 90;
	const arm = !figures.length
		? 'translate(20 26) scale(2.5)'
		: near
			? round
				? 'translate(31 25) scale(1.6)'
				: 'translate(29 24) scale(1.75)'
			: round
				? 'translate(30 12) scale(1.7)'
				: 'translate(24 10) scale(2.15)';
	return (
		<g class={`counter ${game.colourClass(p.side)} ${round ? 'commander' : ''} ${classes}`}>
			<title>{describe(game, p)}</title>
			<rect class="shade" x="3" y="5" width="100" height="100" rx="8" />
			<rect class="face" width="100" height="100" rx="8" />
			{stripe >= 0 && !round && (
				<path
					class={`stripe stripe-${stripe}`}
					d={
						near
							? 'M1.2 22V8.5A7.3 7.3 0 0 1 8.5 1.2h83a7.3 7.3 0 0 1 7.3 7.3V22z'
							: 'M1.2 11V8.5A7.3 7.3 0 0 1 8.5 1.2h83a7.3 7.3 0 0 1 7.3 7.3V11z'
					}
				/>
			)}
			{stripe >= 0 && round && <circle class={`stripe ring stripe-${stripe}`} cx="50" cy="50" r="45" />}
			{near && (
				<text
					class={`name ${stripe >= 0 && !round ? 'on-stripe' : ''}`}
					x="50"
					y={round ? 24 : 16.6}
					text-anchor="middle"
					{...(name.length * 7.2 > longest
						? { textLength: longest, lengthAdjust: 'spacingAndGlyphs' }
						: {})}>
					{name.length > 20 ? `${name.slice(0, 19)}…` : name}
				</text>
			)}
			<g class="arm" transform={arm}>
				{glyph(p.symbol)}
			</g>
			{figures.length > 0 && <Figures figures={figures} near={near} round={round} />}
			{near && !round && <SmallPrint small={small} />}
			{angle !== undefined && (
				<path
					class="facing"
					d="M-19 0 0-17 19 0z"
					transform={`translate(50 50) rotate(${(angle * 180) / Math.PI}) translate(0 -53)`}
				/>
			)}
			<Badges game={game} p={p} near={near} />
		</g>
	);
});

/** A counter on its own, outside the board: in lists and panels. */
export function CounterPicture({
	game,
	p,
	size = 44,
}: {
	game: Game;
	p: ViewPiece;
	size?: number;
}): JSX.Element {
	return (
		<svg class="counter-picture" viewBox="-4 -10 112 118" width={size} height={size} aria-hidden="true">
			<Counter game={game} p={p} near={size >= NEAR} />
		</svg>
	);
}
