// Turn and phase, what has happened, and the evening as a whole: begin, save, load, print, take along.
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { fromRoster, phases, FIRE, type Keeper } from './book';
import { given } from './given';
import { Rule, Toggle } from './parts';
import { carryOutFire, nextPhase, owes } from './rules';

export function download(name: string, type: string, text: string): void {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(new Blob([text], { type }));
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

export function Turn({
	keeper,
	source,
	phase,
}: {
	keeper: Keeper;
	source: string;
	phase: JSX.Element;
}): JSX.Element {
	const { book, steps } = keeper;
	const [asked, ask] = useState<number | null>(null);
	const last = book.phase === phases.length - 1,
		owed = owes(book);
	return (
		<div class="screen turn">
			<h1>{book.title}</h1>
			<p class="now">
				Turn {book.turn} <small>{phases[book.phase]}</small>
			</p>
			<ol class="phases">
				{phases.map((p, i) => (
					<li
						key={p}
						class={i === book.phase ? 'now' : i < book.phase ? 'past' : ''}
						aria-current={i === book.phase ? 'step' : undefined}>
						{p}
					</li>
				))}
			</ol>
			{book.phase === FIRE && owed > 0 && (
				<button
					class="large"
					onClick={() =>
						keeper.step((pen) => ({ text: carryOutFire(pen).join('. '), rules: ['AMB-02'] }))
					}>
					Carry out all fire ({owed})
				</button>
			)}
			{phase}
			<button class="go" onClick={() => nextPhase(keeper)}>
				{last ? `Turn ${book.turn + 1}` : phases[book.phase + 1]} ›
			</button>
			<section class="log">
				<h2>What has happened</h2>
				<div class="row">
					<button disabled={!keeper.canUndo} onClick={() => keeper.undo()}>
						Undo
					</button>
					<button disabled={!keeper.canRedo} onClick={() => keeper.redo()}>
						Redo
					</button>
				</div>
				{steps.length === 0 && <p class="of">Nothing yet.</p>}
				<ol reversed>
					{steps
						.map((s, i) => ({ s, i }))
						.reverse()
						.slice(0, 400)
						.map(({ s, i }) => (
							<li key={`${i}-${s.at}`}>
								<small>
									Turn {s.turn}, {phases[s.phase]}
								</small>{' '}
								{s.text}{' '}
								{s.rules.map((r) => (
									<Rule key={r} id={r} />
								))}
								{asked === i ? (
									<button class="danger" onClick={() => (keeper.undo(i), ask(null))}>
										Yes, back to before this
									</button>
								) : (
									<button class="quiet" onClick={() => ask(i)}>
										Back to before this<span class="unseen">: {s.text}</span>
									</button>
								)}
							</li>
						))}
				</ol>
			</section>
			<Evening keeper={keeper} source={source} />
		</div>
	);
}

function Evening({ keeper, source }: { keeper: Keeper; source: string }): JSX.Element {
	const [half, setHalf] = useState(false);
	const [chosen, choose] = useState(0);
	const [said, say] = useState('');
	const file = useRef<HTMLInputElement>(null);
	const load = async (f: File | undefined) => {
		if (!f) return;
		const text = await f.text(),
			good = text.length < 8e6 && keeper.import(text);
		say(good ? 'Loaded.' : "That is no file of the moderator's. Nothing was changed.");
	};
	return (
		<section class="evening">
			<h2>Muster</h2>
			{given.rosters.length > 0 && (
				<>
					<label>
						Armies of{' '}
						<select value={chosen} onChange={(e) => choose(Number(e.currentTarget.value))}>
							{given.rosters.map((r, i) => (
								<option key={i} value={i}>
									{r.title}: {r.named}
								</option>
							))}
						</select>
					</label>
					<Toggle on={half} set={setHalf} note="twice the stands">
						Half scale
					</Toggle>
					<button
						class="large"
						onClick={() => keeper.begin(fromRoster(given.rosters[chosen]!, half))}>
						Muster these armies
					</button>
				</>
			)}
			<button
				onClick={() =>
					keeper.begin({
						title: 'Our battle',
						sides: ['First army', 'Second army'],
						colours: ['blue', 'white'],
						turn: 1,
						phase: 0,
						half,
						units: {},
						chiefs: {},
					})
				}>
				Begin with empty lists
			</button>
			<p class="of">A muster can be undone like everything else.</p>
			<h2>Keep it</h2>
			<p>Every step is kept in this browser at once. A file is good for moving to another phone.</p>
			<div class="row">
				<button
					onClick={() =>
						download(
							`moderator-${new Date().toISOString().slice(0, 10)}.json`,
							'application/json',
							keeper.export(),
						)
					}>
					Save to a file
				</button>
				<button onClick={() => file.current?.click()}>Load a file</button>
			</div>
			<input
				ref={file}
				type="file"
				accept=".json,application/json"
				class="unseen"
				tabIndex={-1}
				aria-label="A file of the moderator's"
				onChange={(e) => void load(e.currentTarget.files?.[0])}
			/>
			<p role="status">{said}</p>
			<button onClick={() => print()}>Print the roster</button>
			<button onClick={() => download('moderator.html', 'text/html', source)}>Save for offline</button>
			<p class="of">
				The saved page is one file with everything in it: open it from the phone, no network is
				needed. What it keeps is its own, so carry a battle over with a file.
			</p>
		</section>
	);
}
