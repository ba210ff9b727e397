// What others do, as it is played back: what happens now, what happened just before, and how fast it goes. Who wants nothing to move gets the
// same as a list to step through.
import { useEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import { capital, possessive, theSide } from '../grammar';
import { set, useSettings, type Pace } from '../settings';
import { beatsOf, type Beat } from '../table/beats';
import { still } from '../table/clock';
import { useTable } from '../table/use';
import { Telling } from './Telling';

const icon = (d: string): JSX.Element => (
	<svg viewBox="0 0 24 24" aria-hidden="true">
		<path d={d} fill="currentColor" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round" />
	</svg>
);
const paces: [Pace, string][] = [
	['slow', 'Slow'],
	['normal', 'Normal'],
	['fast', 'Fast'],
	['once', 'At once'],
];

export function PaceChoice({ label = 'Speed' }: { label?: string }): JSX.Element {
	const { pace } = useSettings();
	return (
		<label class="pace">
			{label}{' '}
			<select value={pace} onChange={(e) => set({ pace: e.currentTarget.value as Pace })}>
				{paces.map(([p, t]) => (
					<option key={p} value={p}>
						{t}
					</option>
				))}
			</select>
		</label>
	);
}

function March({ b }: { b: Beat }): JSX.Element {
	const { game, desk } = useTable();
	return (
		<span class="sentence">
			<button class="pointer" onClick={() => desk.point([b.way[b.way.length - 1]!, ...b.way])}>
				{game.name(b.who)} marches: {b.way.map((p) => game.placeName(p)).join(' → ')}
			</button>
		</span>
	);
}

export const BeatText = ({ b }: { b: Beat }): JSX.Element =>
	b.way.length > 2 ? <March b={b} /> : <Telling events={b.events.filter((e) => e.kind !== 'modifier')} />;

/** Back, pause or go on, step. */
export function PlayButtons(): JSX.Element {
	const { clock } = useTable().game;
	return (
		<span class="play-buttons">
			<button
				title="Back (←)"
				aria-label="One back"
				disabled={clock.following && clock.past.length < 2}
				onClick={() => clock.step(-1)}>
				{icon('M16 6v12l-9-6z')}
			</button>
			<button
				title={clock.playing ? 'Pause (space)' : 'Go on (space)'}
				aria-label={clock.playing ? 'Pause' : 'Go on'}
				onClick={() => (clock.playing ? clock.pause() : clock.resume())}>
				{icon(clock.playing ? 'M7 5h3v14H7zM14 5h3v14h-3z' : 'M7 5l12 7-12 7z')}
			</button>
			<button title="Next (→)" aria-label="Next" onClick={() => clock.step(1)}>
				{icon('M8 6l9 6-9 6z')}
			</button>
		</span>
	);
}

/** Everything that happened, the present beat marked: for reduced motion. */
function StepList(): JSX.Element {
	const { game } = useTable();
	const { clock } = game;
	const here = useRef<HTMLLIElement>(null);
	useEffect(() => here.current?.scrollIntoView({ block: 'nearest' }), [clock.beat]);
	const now = clock.beat;
	return (
		<ol class="beats" tabIndex={0} aria-label="What happened">
			{clock.past.map((b) => (
				<li
					key={b.to}
					ref={b === now ? here : undefined}
					class={b === now ? 'now' : ''}
					aria-current={b === now ? 'step' : undefined}>
					<BeatText b={b} />
				</li>
			))}
			{beatsOf(clock.coming).map((b) => (
				<li key={b.to} class="coming">
					<BeatText b={b} />
				</li>
			))}
		</ol>
	);
}

export function Playback(): JSX.Element {
	const { game } = useTable();
	const { clock, now } = game;
	const { pace } = useSettings();
	useEffect(() => {
		if (pace === 'once' && clock.following) clock.skip();
	}, [pace]);
	const { beat } = clock;
	const side =
		game.board.sides.find((s) => s.id === (beat?.side ?? null)) ??
		game.board.sides.find((s) => !game.board.you.includes(s.id));
	const own = !!side && game.board.you.includes(side.id);
	const before = clock.past.filter((b) => b !== beat).slice(-2);
	return (
		<section
			class={`playback ${clock.playing ? 'playing' : 'paused'}`}
			aria-label="What the other side does"
			tabIndex={-1}>
			<header>
				<h2>
					<span class={`flag ${game.colourClass(side?.id ?? null)}`} />
					{own && beat ? 'Your orders' : `${capital(possessive(side))} orders`}
				</h2>
				{clock.following && <PlayButtons />}
				<PaceChoice />
				{clock.following && (
					<button class="primary skip" onClick={() => clock.skip()}>
						{now.mine ? 'To my turn' : game.spectator || now.over ? 'To the present' : 'Skip'}
					</button>
				)}
			</header>
			{still() && clock.following ? (
				<StepList />
			) : (
				<ol class="beats" aria-live="polite">
					{before.map((b) => (
						<li key={b.to}>
							<BeatText b={b} />
						</li>
					))}
					{beat && (
						<li key={beat.to} class="now">
							<BeatText b={beat} />
						</li>
					)}
					{!clock.following && (
						<li class="coming">
							{capital(theSide(side))}{' '}
							{game.board.seats[now.waiting[0] ?? '']?.kind === 'computer'
								? 'are thinking…'
								: 'are to move…'}
						</li>
					)}
				</ol>
			)}
		</section>
	);
}
