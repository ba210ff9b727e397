// Lines over the board: what the last orders did, and the line of sight.
import type { JSX } from 'preact';
import type { Event } from '../service/words';
import { beatsOf } from '../table/beats';
import type { Game } from '../table/game';

/** What is being shown; in the present, what came of the last order and what others did since. */
export function recent(game: Game): Event[] {
	const { clock } = game;
	if (clock.view) return clock.beat?.events ?? [];
	const beats = clock.past.length ? clock.past : beatsOf(game.fresh);
	return beats.flatMap((b) => b.events).slice(-40);
}

export function Trails({ game }: { game: Game }): JSX.Element {
	const { lattice } = game.hand;
	const lines = recent(game).flatMap((e) => {
		// an event that has both ends: what was done, not what came of it
		const a = e.where ? lattice.centre(e.where) : undefined,
			b = e.to ? lattice.centre(e.to) : undefined;
		return a && b && (a.x !== b.x || a.y !== b.y) ? [{ e, a, b, shot: e.whom !== null }] : [];
	});
	const s = lattice.size / 100;
	return (
		<g class="trails" aria-hidden="true">
			<defs>
				<marker
					id="head-shot"
					viewBox="0 0 10 10"
					refX="8"
					refY="5"
					markerWidth="5"
					markerHeight="5"
					orient="auto">
					<path d="M0 0 10 5 0 10z" class="head-shot" />
				</marker>
				<marker
					id="head-march"
					viewBox="0 0 10 10"
					refX="8"
					refY="5"
					markerWidth="4"
					markerHeight="4"
					orient="auto">
					<path d="M0 0 10 5 0 10z" class="head-march" />
				</marker>
			</defs>
			{lines.map(({ a, b, shot }, i) => (
				<line
					key={`${game.view.n} ${i}`}
					class={shot ? 'shot' : 'march'}
					x1={a.x}
					y1={a.y}
					x2={a.x + (b.x - a.x) * 0.82}
					y2={a.y + (b.y - a.y) * 0.82}
					stroke-width={(shot ? 4 : 3) * s}
					marker-end={`url(#head-${shot ? 'shot' : 'march'})`}
				/>
			))}
		</g>
	);
}

export function SightLine({ game }: { game: Game }): JSX.Element | null {
	const { sighting, lattice } = game.hand;
	if (!sighting?.from) return null;
	const a = lattice.centre(sighting.from);
	const b = sighting.to ? lattice.centre(sighting.to) : undefined;
	if (!a) return null;
	const state = !sighting.answer ? 'asked' : sighting.answer.clear ? 'clear' : 'blocked';
	const s = lattice.size / 100;
	const blocking =
		sighting.answer && !sighting.answer.clear
			? [...(sighting.answer.text?.match(/\b\d{4}\b/g) ?? [])]
			: [];
	return (
		<g class={`sight ${state}`}>
			<circle cx={a.x} cy={a.y} r={9 * s} />
			{b && (
				<>
					<line x1={a.x} y1={a.y} x2={b.x} y2={b.y} stroke-width={4.5 * s} />
					<circle cx={b.x} cy={b.y} r={9 * s} />
				</>
			)}
			{blocking.map((p) => (
				<polygon key={p} points={lattice.outline(p, 0.88)} />
			))}
		</g>
	);
}
