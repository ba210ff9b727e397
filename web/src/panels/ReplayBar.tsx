// Time: a slider over the whole game, by order and by turn.
import type { JSX } from 'preact';
import { useTable } from '../table/use';
import { FilmButton } from './FilmButton';
import { bookmarks } from './time';

const icon = (d: string): JSX.Element => (
	<svg viewBox="0 0 24 24" aria-hidden="true">
		<path d={d} fill="currentColor" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round" />
	</svg>
);

export function ReplayBar(): JSX.Element | null {
	const { game } = useTable();
	const { clock, now } = game;
	if (!now.n) return null;
	const at = clock.view ? clock.at : now.n;
	const marks = bookmarks(game);
	const before = [...marks].reverse().find((m) => m.n < at),
		after = marks.find((m) => m.n > at);
	return (
		<div class="replay" role="group" aria-label="Replay">
			<button
				title="A turn back"
				aria-label="A turn back"
				disabled={!before}
				onClick={() => before && void clock.go(before.n)}>
				{icon('M18 6v12l-8-6zM10 6v12l-8-6z')}
			</button>
			<button
				title="An order back"
				aria-label="An order back"
				disabled={at <= 0}
				onClick={() => clock.step(-1)}>
				{icon('M16 6v12l-9-6z')}
			</button>
			<button
				title={clock.playing ? 'Pause' : 'Play'}
				aria-label={clock.playing ? 'Pause' : 'Play'}
				disabled={!clock.view && !clock.playing}
				onClick={() => (clock.playing ? clock.stop() : clock.play())}>
				{icon(clock.playing ? 'M7 5h3v14H7zM14 5h3v14h-3z' : 'M7 5l12 7-12 7z')}
			</button>
			<button
				title="An order on"
				aria-label="An order on"
				disabled={at >= now.n}
				onClick={() => clock.step(1)}>
				{icon('M8 6l9 6-9 6z')}
			</button>
			<button
				title="A turn on"
				aria-label="A turn on"
				disabled={!clock.view}
				onClick={() => void clock.go(after?.n ?? now.n)}>
				{icon('M6 6l8 6-8 6zM14 6l8 6-8 6z')}
			</button>
			<input
				type="range"
				min={0}
				max={now.n}
				value={at}
				aria-label="Order"
				aria-valuetext={`order ${at} of ${now.n}`}
				list="turns"
				onInput={(e) => void clock.go(Number(e.currentTarget.value))}
			/>
			<datalist id="turns">
				{marks.map((m) => (
					<option key={m.n} value={m.n} label={m.label} />
				))}
			</datalist>
			<output>{at === now.n ? 'now' : at}</output>
			<FilmButton>{icon('M3 7h12v10H3zM16 11l5-3v8l-5-3z')}</FilmButton>
		</div>
	);
}
