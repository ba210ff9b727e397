// What is measured on the table: the rule along its edges, the way of what is held, the line of sight.
import type { JSX } from 'preact';
import type { Game } from '../table/game';
import { ahead, between, heading, inches, spotOf } from './geometry';
import { recent } from '../sheet/Trails';
import type { Hold } from './hold';

/** An inch a tick, a number every six. */
export function EdgeRule({ w, h }: { w: number; h: number }): JSX.Element {
	const ticks = (n: number) => Array.from({ length: Math.floor(n / 10) + 1 }, (_, i) => i);
	const long = (i: number) => (i % 6 === 0 ? 7 : 3.5);
	return (
		<g class="edge-rule" aria-hidden="true">
			<path
				d={
					ticks(w)
						.map((i) => `M${i * 10} 0v${long(i)}M${i * 10} ${h}v${-long(i)}`)
						.join('') +
					ticks(h)
						.map((i) => `M0 ${i * 10}h${long(i)}M${w} ${i * 10}h${-long(i)}`)
						.join('')
				}
			/>
			{ticks(w)
				.filter((i) => i % 6 === 0 && i > 0 && i * 10 < w)
				.map((i) => (
					<text key={i} x={i * 10} y="13.5" text-anchor="middle">
						{i}
					</text>
				))}
			{ticks(h)
				.filter((i) => i % 6 === 0 && i > 0 && i * 10 < h)
				.map((i) => (
					<text key={i} x="9" y={i * 10 + 2.2}>
						{i}
					</text>
				))}
		</g>
	);
}

export function GhostLayer({ hold, k }: { hold: Hold; k: number }): JSX.Element | null {
	const g = hold.ghost;
	if (!g) return null;
	const size = Math.max(6, 13 / k),
		state = !hold.verdict ? 'asked' : hold.verdict.allowed ? 'good' : 'bad';
	const handle = ahead(g, g.h / 2 + Math.max(9, 26 / k));
	const far = hold.moved,
		half = { x: (g.x + g.from.x) / 2, y: (g.y + g.from.y) / 2 };
	return (
		<g class={`ghost ${state}`}>
			{far > 1 && (
				<>
					<line class="tape" x1={g.from.x} y1={g.from.y} x2={g.x} y2={g.y} />
					<text
						class="tape-text"
						x={half.x}
						y={half.y - size * 0.5}
						font-size={size}
						text-anchor="middle">
						{inches(far)}
					</text>
				</>
			)}
			<g transform={`translate(${g.x} ${g.y}) rotate(${g.facing})`} data-drags="" data-ghost="">
				<rect x={-g.w / 2} y={-g.h / 2} width={g.w} height={g.h} />
				<line class="front" x1={-g.w / 2} x2={g.w / 2} y1={-g.h / 2} y2={-g.h / 2} />
			</g>
			<line class="arm-line" x1={g.x} y1={g.y} x2={handle.x} y2={handle.y} />
			<circle
				class="turn-handle"
				data-drags=""
				data-turn=""
				cx={handle.x}
				cy={handle.y}
				r={Math.max(4, 12 / k)}
			/>
		</g>
	);
}

export function Sighting({ game, k }: { game: Game; k: number }): JSX.Element | null {
	const { sighting } = game.hand;
	const a = spotOf(sighting?.from),
		b = spotOf(sighting?.to);
	if (!sighting || !a) return null;
	const state = !sighting.answer ? 'asked' : sighting.answer.clear ? 'clear' : 'blocked',
		size = Math.max(6, 14 / k);
	return (
		<g class={`sight ${state}`}>
			<circle cx={a.x} cy={a.y} r={6 / k} stroke-width={3 / k} />
			{b && (
				<>
					<line x1={a.x} y1={a.y} x2={b.x} y2={b.y} stroke-width={3 / k} />
					<circle cx={b.x} cy={b.y} r={6 / k} stroke-width={3 / k} />
					<text
						x={(a.x + b.x) / 2}
						y={(a.y + b.y) / 2 - size * 0.5}
						font-size={size}
						text-anchor="middle">
						{inches(between(a, b))}, {heading(a, b)}°
					</text>
				</>
			)}
		</g>
	);
}

/** What the last orders did: shots and marches. */
export function FieldTrails({ game, k }: { game: Game; k: number }): JSX.Element {
	const at = (piece: string | null) => spotOf(piece ? game.shown(piece)?.place[0] : null);
	const lines = recent(game).flatMap((e) => {
		const a = spotOf(e.where) ?? (e.whom ? at(e.who) : null),
			b = spotOf(e.to) ?? at(e.whom);
		return a && b && between(a, b) > 3 ? [{ a, b, shot: e.whom !== null }] : [];
	});
	return (
		<g class="trails" aria-hidden="true">
			{lines.map(({ a, b, shot }, i) => (
				<line
					key={`${game.view.n} ${i}`}
					class={shot ? 'shot' : 'march'}
					x1={a.x}
					y1={a.y}
					x2={b.x}
					y2={b.y}
					stroke-width={(shot ? 2.5 : 2) / k}
				/>
			))}
		</g>
	);
}
