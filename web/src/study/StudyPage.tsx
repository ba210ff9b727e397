// "Is this scenario fair?": the computer plays it many times against itself, in this browser, and draws the report that the command draws. Beside it a
// tournament: which of the computer's levels is the better player there.
import { useEffect, useReducer, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { capital, theSide } from '../grammar';
import { get, introduce } from '../service/courier';
import type { BattleInfo, Catalogue, Level } from '../service/words';
import { Report } from './Report';
import { Study, studies, type Running, type Wanted } from './study';

let study: Study | null = null; // it goes on while one looks at something else
const watchers = new Set<() => void>();
const tell = () => watchers.forEach((w) => w());

function begin(wanted: Wanted): void {
	void study?.stop();
	const own = new Study(wanted, () => study === own && tell());
	study = own;
	tell();
	void own.play();
}

function useStudy(): Running | null {
	const [, again] = useReducer<number, void>((n) => n + 1, 0);
	useEffect(() => {
		const look = () => again();
		watchers.add(look);
		return () => void watchers.delete(look);
	}, []);
	return study?.now ?? null;
}

function save(name: string, type: string, text: string): void {
	const to = document.createElement('a');
	(to.href = URL.createObjectURL(new Blob([text], { type }))), (to.download = name);
	to.click();
	setTimeout(() => URL.revokeObjectURL(to.href), 10000);
}

const levelTitle = (l: Level): string => capital(l.title.replace(/^computer: /i, ''));

function Progress({ now }: { now: Running }): JSX.Element {
	const words = {
		playing: `${now.done} of ${now.all} games`,
		writing: 'The report is being drawn…',
		over: `${now.done || now.all} games`,
		stopped: `Stopped after ${now.done} games`,
		failed: 'It could not be done',
	}[now.state];
	return (
		<div class="study-progress">
			<progress
				max={now.all}
				value={now.state === 'over' ? now.all : now.done}
				aria-label="Games played"
			/>
			<p role="status">{words}</p>
			{now.state === 'playing' && <button onClick={() => void study?.stop()}>Stop</button>}
		</div>
	);
}

function Result({ now }: { now: Running }): JSX.Element | null {
	const name = `${now.wanted.battle}-${now.wanted.scenario}-${now.wanted.system}`;
	if (now.trouble)
		return (
			<p role="alert" class="lobby-trouble">
				{now.trouble}
			</p>
		);
	if (!now.words) return null;
	return (
		<section class="study-result" aria-labelledby="study-result">
			<h2 id="study-result">
				<span>What came of it</span>
			</h2>
			<pre class="study-words">{now.words}</pre>
			{now.report && (
				<p class="study-files">
					<button onClick={() => save(`${name}.html`, 'text/html', now.report!)}>
						Save the report
					</button>
					<button onClick={() => save(`${name}.jsonl`, 'application/jsonl', now.journal!)}>
						Save the journal
					</button>
				</p>
			)}
			<p class="of">
				The same games and the same figures, from the program: <code>{now.command}</code>
			</p>
			{now.report && <Report html={now.report} />}
		</section>
	);
}

function Form({
	battle,
	system,
	scenario,
	options,
	levels,
	busy,
}: {
	battle: BattleInfo;
	system: string;
	scenario: string;
	options: Record<string, number>;
	levels: Level[];
	busy: boolean;
}): JSX.Element {
	const captain = levels.find((l) => l.name === 'captain')?.name ?? levels[levels.length - 1]!.name;
	const [of, setOf] = useState<string[]>([captain, captain]);
	const [meeting, setMeeting] = useState<string[]>(
		levels.filter((l) => l.name !== 'marshal').map((l) => l.name),
	);
	const [games, setGames] = useState(100);
	const [pairs, setPairs] = useState(20);
	const common = { battle: battle.id, system, scenario, options, seed: 1 };
	const number = (n: number, set: (n: number) => void, most: number) => (
		<input
			type="number"
			min={2}
			max={most}
			value={n}
			onInput={(e) => set(Math.max(2, Math.min(most, Math.round(Number(e.currentTarget.value)) || 2)))}
		/>
	);
	return (
		<div class="study-forms">
			<fieldset>
				<legend>Is this scenario fair?</legend>
				<p class="prose">
					The computer plays it many times on both sides. You see who wins, when it is decided,
					where it is fought, and how sure that is.
				</p>
				{battle.sides.map((s, i) => (
					<label key={s.id}>
						{capital(theSide(s))}{' '}
						<select
							value={of[i]}
							onChange={(e) => setOf(of.map((l, k) => (k === i ? e.currentTarget.value : l)))}>
							{levels.map((l) => (
								<option key={l.name} value={l.name}>
									{levelTitle(l)}
								</option>
							))}
						</select>
					</label>
				))}
				<label>Games {number(games, setGames, 100000)}</label>
				<button
					class="primary"
					disabled={busy}
					onClick={() =>
						begin({ ...common, levels: of, sides: battle.sides.map((s) => s.id), games })
					}>
					Play them
				</button>
			</fieldset>
			<fieldset>
				<legend>Who is the better player?</legend>
				<p class="prose">
					A tournament: each level against each other, and every two games on the same dice with the
					sides swapped.
				</p>
				{levels.map((l) => (
					<label key={l.name} class="tick">
						<input
							type="checkbox"
							checked={meeting.includes(l.name)}
							onChange={(e) =>
								setMeeting(
									levels
										.map((x) => x.name)
										.filter((x) =>
											x === l.name ? e.currentTarget.checked : meeting.includes(x),
										),
								)
							}
						/>{' '}
						{levelTitle(l)}
					</label>
				))}
				<label>Games of each pair {number(pairs, setPairs, 10000)}</label>
				<button
					disabled={busy || meeting.length < 2}
					onClick={() => begin({ ...common, levels: meeting, sides: [], games: pairs })}>
					Hold it
				</button>
			</fieldset>
		</div>
	);
}

/** "name=1,other=0", as the address has it. */
const optionsOf = (text: string): Record<string, number> =>
	Object.fromEntries(
		text
			.split(',')
			.filter(Boolean)
			.map((o) => o.split('='))
			.map(([name, n]) => [name!, Number(n)]),
	);

export function StudyPage({
	battle,
	system,
	scenario,
	options,
}: {
	battle: string;
	system: string;
	scenario: string;
	options: string;
}): JSX.Element {
	const [catalogue, set] = useState<Catalogue | null>(null);
	const [trouble, complain] = useState('');
	const now = useStudy();
	useEffect(
		() =>
			void introduce()
				.then(() => get<Catalogue>('/api/catalogue'))
				.then(
					(c) =>
						studies()
							? set(c)
							: complain('This table has no program for your browser to study with.'),
					(e: Error) => complain(e.message),
				),
		[],
	);
	const b = catalogue?.battles.find((x) => x.id === battle),
		s = b?.scenarios.find((x) => x.id === scenario),
		book = catalogue?.systems.find((x) => x.id === system);
	const own =
		now &&
		now.wanted.battle === battle &&
		now.wanted.system === system &&
		now.wanted.scenario === scenario
			? now
			: null;
	const busy = now?.state === 'playing' || now?.state === 'writing';
	return (
		<div class="lobby study-page">
			<header class="masthead small">
				<p>
					<a href="#/">Fratelli</a>
				</p>
				<h1>{s?.title ?? 'A study'}</h1>
				{b && book && (
					<p class="under">
						{b.title}, under {book.title}
						{options && ', with options of your own'}
					</p>
				)}
			</header>
			<main>
				{trouble && (
					<p role="alert" class="lobby-trouble">
						{trouble}
					</p>
				)}
				{catalogue && !(b && s && book) && (
					<p role="alert" class="lobby-trouble">
						There is no such scenario here.
					</p>
				)}
				{b && s && book && (
					<Form
						battle={b}
						system={system}
						scenario={scenario}
						options={optionsOf(options)}
						levels={catalogue!.skills}
						busy={busy}
					/>
				)}
				{busy && !own && now && (
					<p>
						A study of{' '}
						<a href={`#/study/${now.wanted.battle}/${now.wanted.system}/${now.wanted.scenario}`}>
							another scenario
						</a>{' '}
						is running.
					</p>
				)}
				{own && <Progress now={own} />}
				{own && <Result now={own} />}
			</main>
		</div>
	);
}
