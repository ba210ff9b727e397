// A counter: side's colour, arm, name, the system's numbers, badges as seals, facing. Everything on it is data of the view.
import type { JSX } from 'preact';
import type { Game } from '../table/game';
import type { Sign, ViewPiece } from '../service/words';
import { armName, glyph } from './glyphs';

export const FACE = 100; // a counter is drawn on a square of this many units, and scaled

function shortName(name: string): string {
	const plain = name.replace(/\b(brigade|battery|artillery|cavalry|regiment|infantry|division)\b/gi, '').replace(/\s{2,}/g, ' ').replace(/^[\s,]+|[\s,]+$/g, '');
	return plain.length > 2 ? plain : name;
}

/** The whole counter in one sentence: its label for screen readers, and its tooltip. */
export function describe(game: Game, p: ViewPiece): string {
	const slots = game.board.signs.slot.map((s, i) => (p.slot[i] ? `${s.name.replaceAll('_', ' ')} ${p.slot[i]}` : '')).filter(Boolean);
	const badges = p.badges.map((b) => game.sign('badge', b)?.title ?? b);
	return [`${game.name(p.id)}, ${game.sideTitle(p.side)} ${armName(p.symbol)}`, ...slots, ...badges].join('; ');
}

function Badges({ game, p }: { game: Game; p: ViewPiece }): JSX.Element {
	return (
		<g class="badges">
			{p.badges.slice(0, 5).map((b, i) => {
				const sign: Sign | undefined = game.sign('badge', b);
				return (
					<g key={b} transform={`translate(97 ${5 + i * 20})`}>
						<title>{sign ? `${sign.title}${sign.rule ? ` (${sign.rule})` : ''}` : b}</title>
						<circle r="11.5" />
						<text y="5.2" text-anchor="middle">{sign?.glyph ?? b[0]}</text>
					</g>
				);
			})}
		</g>
	);
}

/** The numbers in a row at the foot; on a round counter nearer together, where there is room for them. */
function Slots({ game, p, round }: { game: Game; p: ViewPiece; round: boolean }): JSX.Element | null {
	const shown = p.slot.map((s, i) => ({ s, i })).filter(({ s }) => s);
	if (!shown.length) return null;
	const row = round ? { x: 20, y: 83, width: 60, most: 20 } : { x: 6, y: 91, width: 88, most: 29 };
	const wide = row.width / shown.length;
	const size = Math.min(row.most, shown.length > 4 ? 19 : shown.length > 2 ? 23 : 29);
	return (
		<g class="slots" font-size={size}>
			{shown.map(({ s, i }, k) => (
				<text key={i} x={row.x + wide * (k + 0.5)} y={row.y} text-anchor="middle" {...(s.length * size * 0.5 > wide ? { textLength: wide - 2, lengthAdjust: 'spacingAndGlyphs' } : {})}><title>{`${game.board.signs.slot[i]?.title ?? ''}: ${s}`}</title>{s}</text>
			))}
		</g>
	);
}

export interface CounterProps { game: Game; p: ViewPiece; angle?: number; classes?: string }

export function Counter({ game, p, angle, classes = '' }: CounterProps): JSX.Element {
	const name = shortName(game.name(p.id));
	const commander = p.symbol === 'leader' || p.symbol === 'chief';
	const long = name.length > (commander ? 9 : 11);
	return (
		<g class={`counter ${game.colourClass(p.side)} ${commander ? 'commander' : ''} ${classes}`}>
			<title>{describe(game, p)}</title>
			<rect class="shade" x="3" y="5" width="100" height="100" rx="9" />
			<rect class="face" width="100" height="100" rx="9" />
			<rect class="rim" x="4" y="4" width="92" height="92" rx="6" />
			<text class="name" x="50" y={commander ? 23 : 19} text-anchor="middle" {...(long ? { textLength: commander ? 66 : 86, lengthAdjust: 'spacingAndGlyphs' } : {})}>{name.length > 20 ? `${name.slice(0, 19)}…` : name}</text>
			<g class="arm" transform={p.slot.some(Boolean) ? commander ? 'translate(31 26) scale(1.6)' : 'translate(29 22) scale(1.75)' : 'translate(22 27) scale(2.35)'}>{glyph(p.symbol)}</g>
			<Slots game={game} p={p} round={commander} />
			{angle !== undefined && <path class="facing" d="M-17 0 0-15 17 0z" transform={`translate(50 50) rotate(${(angle * 180) / Math.PI}) translate(0 -53)`} />}
			<Badges game={game} p={p} />
		</g>
	);
}

/** A counter on its own, outside the board: in lists and panels. */
export function CounterPicture({ game, p, size = 44 }: { game: Game; p: ViewPiece; size?: number }): JSX.Element {
	return (
		<svg class="counter-picture" viewBox="-4 -10 112 118" width={size} height={size} aria-hidden="true">
			<Counter game={game} p={p} />
		</svg>
	);
}
