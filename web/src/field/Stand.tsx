// A piece on the table: an oriented block in its side's colour, its front marked, arm and state on it, its name behind it where there is room.
import type { JSX } from 'preact';
import type { Game } from '../table/game';
import type { ViewPiece } from '../service/words';
import { describe } from '../sheet/Counter';
import { glyph } from '../sheet/glyphs';
import { ahead } from './geometry';
import { readable, type Label } from './labels';

const shortName = (name: string): string => {
	const plain = name
		.replace(/\b(brigade|battery|batteries|artillery|cavalry|regiment|infantry|division)\b/gi, '')
		.replace(/\s{2,}/g, ' ')
		.replace(/^[\s,]+|[\s,]+$/g, '');
	return plain.length > 2 ? plain : name;
};

/** Its name and first sign, behind it and clear of it. */
export function labelOf(game: Game, p: ViewPiece, k: number): Label {
	const facing = p.facing ?? 0,
		size = Math.min(11, Math.max(5.2, 10.5 / k));
	const sideways = Math.sin((facing * Math.PI) / 180);
	const behind = ahead(
		{ x: p.x ?? 0, y: p.y ?? 0, facing },
		-((p.h || 6) / 2 + size * (Math.abs(sideways) > 0.5 ? 0.35 : 0.75)),
	);
	const badges = p.badges.map((b) => game.sign('badge', b)?.glyph ?? b[0]).join(' ');
	const marks = `${p.slot[0] ?? ''}${badges ? ` ${badges}` : ''}`;
	return {
		piece: p,
		text: `${shortName(game.name(p.id))}${marks ? ` ${marks}` : ''}`,
		x: behind.x,
		y: behind.y + size * 0.34,
		size,
		anchor: sideways > 0.5 ? 'end' : sideways < -0.5 ? 'start' : 'middle',
	};
}

/** All names that have room, over every piece. */
export function Labels({ game, pieces, k }: { game: Game; pieces: ViewPiece[]; k: number }): JSX.Element {
	const labels = pieces.map((p) => labelOf(game, p, k));
	const shown = readable(
		labels,
		(p) => (game.hand.picked === p.id ? 1e6 : game.hand.acts(p.id) ? 1e5 : 0) + (p.w ?? 0) * (p.h ?? 0),
	);
	return (
		<g class="labels" aria-hidden="true">
			{labels
				.filter((l) => shown.has(l.piece.id))
				.map((l) => {
					const name = shortName(game.name(l.piece.id));
					return (
						<text
							key={l.piece.id}
							class="label"
							x={l.x}
							y={l.y}
							font-size={l.size}
							text-anchor={l.anchor}>
							{name}
							<tspan class="marks">{l.text.slice(name.length)}</tspan>
						</text>
					);
				})}
		</g>
	);
}

interface Props {
	game: Game;
	p: ViewPiece;
	k: number;
	dragged: boolean;
} // k: pixels to a tenth

export function Stand({ game, p, k, dragged }: Props): JSX.Element {
	const { hand } = game;
	const w = p.w || 6,
		h = p.h || 6,
		commander = p.symbol === 'leader' || p.symbol === 'chief';
	const pad = Math.max(0, 13 / k - h / 2),
		wide = Math.max(0, 13 / k - w / 2); // a fingertip can take it up
	const g = Math.min(h, w) * 0.92;
	return (
		<g
			class={`piece stand ${game.colourClass(p.side)} ${hand.picked === p.id ? 'picked' : ''} ${hand.acts(p.id) ? 'acts' : ''} ${dragged ? 'dragged' : ''} ${commander ? 'commander' : ''}`}
			data-piece={p.id}
			{...(hand.acts(p.id) ? { 'data-drags': '' } : {})}
			transform={`translate(${p.x} ${p.y})`}>
			<title>{describe(game, p)}</title>
			<g transform={`rotate(${p.facing ?? 0})`}>
				<rect
					class="touch"
					x={-w / 2 - wide}
					y={-h / 2 - pad}
					width={w + 2 * wide}
					height={h + 2 * pad}
				/>
				<rect class="body" x={-w / 2} y={-h / 2} width={w} height={h} rx={commander ? w / 2 : 0.8} />
				{!commander && (
					<>
						<line class="front" x1={-w / 2} x2={w / 2} y1={-h / 2} y2={-h / 2} />
						<path class="nose" d={`M-2 ${-h / 2}L0 ${-h / 2 - 2.6}L2 ${-h / 2}z`} />
					</>
				)}
			</g>
			<g class="arm" transform={`translate(${-g / 2} ${-g / 2}) scale(${g / 24})`}>
				{glyph(p.symbol)}
			</g>
		</g>
	);
}
