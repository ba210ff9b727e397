// Choosing: a battle, a rule book, a scenario, options, and who sits where.
import { useMemo, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { BattleInfo, Catalogue, Pairing, SystemInfo } from '../service/words';
import {
	balanceSource,
	balanceWords,
	difficultyWords,
	gentlest,
	suggested,
	gradeRank,
	gradeWords,
	hours,
	hoursWords,
} from './pairing';
import { sitDown } from './muster';
import { GuideLink } from '../guide/FirstBattles';
import { go } from '../route';
import { invite, type Card } from '../mail/mail';
import { studies } from '../study/study';
import { Thumb } from './Thumb';
import { Seats, type Seating, seatsOf } from './Seats';

const MAIL_OPTION = 'mail'; // what a rule book calls the option, if it has one

function BattleCard({
	b,
	chosen,
	choose,
	picture,
}: {
	b: BattleInfo;
	chosen: boolean;
	choose: () => void;
	picture: string;
}): JSX.Element {
	return (
		<button class="battle-card" aria-pressed={chosen} onClick={choose}>
			<Thumb address={picture} alt={`Map of ${b.title}`} />
			<span class="card-title">{b.title}</span>
			<span class="card-line">{b.date}</span>
			<span class="card-line">{b.where}</span>
		</button>
	);
}

const Difficulty = ({ d }: { d: number }): JSX.Element => (
	<span class="difficulty" role="img" aria-label={`difficulty ${d} of 5`}>
		{[1, 2, 3, 4, 5].map((i) => (
			<i key={i} class={i <= d ? 'on' : ''} />
		))}
	</span>
);

function BookCard({
	s,
	grade,
	why,
	chosen,
	choose,
}: {
	s: SystemInfo;
	grade: string;
	why: string | null;
	chosen: boolean;
	choose: () => void;
}): JSX.Element {
	return (
		<button class="book-card" aria-pressed={chosen} onClick={choose}>
			<span class="card-title">{s.title}</span>
			<span class="card-line">{s.subtitle}</span>
			<span class="card-line">
				<Difficulty d={s.difficulty} /> {difficultyWords(s.difficulty)}
			</span>
			<span class={`grade grade-${gradeRank(grade)}`} title={why ?? ''}>
				{gradeWords(grade)}
			</span>
			<span class="card-text">{s.text}</span>
			{why && <span class="card-why">{why}</span>}
		</button>
	);
}

/** Book and scenario in one glance. */
function PairingCard({
	p,
	catalogue,
	battle,
	chosen,
	choose,
}: {
	p: Pairing;
	catalogue: Catalogue;
	battle: BattleInfo;
	chosen: boolean;
	choose: () => void;
}): JSX.Element | null {
	const system = catalogue.systems.find((s) => s.id === p.system),
		scenario = battle.scenarios.find((s) => s.id === p.scenario);
	if (!system || !scenario) return null;
	return (
		<button class="pairing-card" aria-pressed={chosen} onClick={choose}>
			<Thumb address={`/api/map/${battle.id}/${system.id}.svg?scenario=${scenario.id}`} alt="" />
			<span class="card-title">{scenario.title}</span>
			<span class="card-line">{system.title}</span>
			<span class="card-line">
				<Difficulty d={system.difficulty} /> {difficultyWords(system.difficulty)} ·{' '}
				{hoursWords(hours(p))} · {p.pieces} counters
			</span>
			<span class={`grade grade-${gradeRank(p.grade)}`}>{gradeWords(p.grade)}</span>
			{balanceWords(p, battle) && (
				<span class="card-line balance" title={balanceSource(p)}>
					{balanceWords(p, battle)}
				</span>
			)}
		</button>
	);
}

function Options({
	system,
	values,
	set,
}: {
	system: SystemInfo;
	values: Record<string, number>;
	set: (v: Record<string, number>) => void;
}): JSX.Element | null {
	if (!system.options.length) return null;
	const standard = system.options.every((o) => (values[o.name] ?? o.standard) === o.standard);
	return (
		<details class="options">
			<summary>Options: {standard ? 'Standard' : 'your own'}</summary>
			{!standard && (
				<button class="link" onClick={() => set({})}>
					Back to Standard
				</button>
			)}
			{system.options.map((o) => {
				const v = values[o.name] ?? o.standard;
				const change = (n: number) => set({ ...values, [o.name]: n });
				return o.max - o.min === 1 ? (
					<label key={o.name} class="tick">
						<input
							type="checkbox"
							checked={v === o.max}
							onChange={(e) => change(e.currentTarget.checked ? o.max : o.min)}
						/>{' '}
						{o.title}
						{o.rule && (
							<small>
								{' '}
								§{'\u2009'}
								{o.rule}
							</small>
						)}
					</label>
				) : (
					<label key={o.name}>
						{o.title}
						{o.rule && (
							<small>
								{' '}
								§{'\u2009'}
								{o.rule}
							</small>
						)}
						<input
							type="number"
							min={o.min}
							max={o.max}
							value={v}
							onInput={(e) => change(Number(e.currentTarget.value))}
						/>
					</label>
				);
			})}
		</details>
	);
}

export function NewBattle({ catalogue }: { catalogue: Catalogue }): JSX.Element {
	const battles = catalogue.battles.filter((b) => catalogue.pairings.some((p) => p.battle === b.id));
	const [battleId, setBattle] = useState(battles[0]?.id ?? '');
	const battle = battles.find((b) => b.id === battleId) ?? battles[0];
	const grades = useMemo(
		() =>
			catalogue.systems
				.flatMap((system) => {
					const of = catalogue.pairings
						.filter((p) => p.battle === battle?.id && p.system === system.id)
						.sort((a, b) => gradeRank(a.grade) - gradeRank(b.grade));
					return of[0] ? [{ system, grade: of[0].grade, why: of[0].why }] : [];
				})
				.sort(
					(a, b) =>
						gradeRank(a.grade) - gradeRank(b.grade) || a.system.difficulty - b.system.difficulty,
				),
		[battle],
	);
	const [systemId, setSystem] = useState('');
	const first = useMemo(() => gentlest(catalogue, (p) => p.battle === battle?.id)?.pairing, [battle]);
	const chosen =
		grades.find((g) => g.system.id === systemId) ??
		grades.find((g) => g.system.id === first?.system) ??
		grades[0];
	const [scenarioId, setScenario] = useState('');
	const [options, setOptions] = useState<Record<string, number>>({});
	const [seating, setSeating] = useState<Seating>({
		how: 'computer',
		way: 'quick',
		side: 0,
		level: '',
		curtain: true,
		ours: false,
	});
	const [busy, setBusy] = useState(false);
	const [trouble, complain] = useState('');
	if (!battle || !chosen) return <p class="empty">There are no battles in the data folder.</p>;
	const { system } = chosen;
	const pairing = (scenario: string): Pairing | undefined =>
		catalogue.pairings.find(
			(p) => p.battle === battle.id && p.system === system.id && p.scenario === scenario,
		);
	const offered = battle.scenarios.filter((s) => pairing(s.id));
	const usual = gentlest(catalogue, (p) => p.battle === battle.id && p.system === system.id)?.pairing
		.scenario;
	const scenario =
		offered.find((s) => s.id === scenarioId) ?? offered.find((s) => s.id === usual) ?? offered[0]!;
	const best = suggested(catalogue, battle.id);
	const ownMail = system.options.find((o) => o.name === MAIL_OPTION); // the book's own rules for play by mail
	const begin = () => {
		setBusy(true);
		if (seating.how === 'mail') {
			const card: Card = {
				battle: battle.id,
				system: system.id,
				scenario: scenario.id,
				options,
				sides: [battle.sides[0]!.id, battle.sides[1]!.id],
				way: seating.way,
			};
			return void invite(card, seating.side).then(
				() => go('/mail'),
				(e: Error) => (complain(e.message), setBusy(false)),
			);
		}
		sitDown({
			battle: battle.id,
			system: system.id,
			scenario: scenario.id,
			options,
			seats: seatsOf(seating, battle, catalogue.skills),
			dice: seating.ours ? 'ours' : 'sealed',
			curtain: seating.how === 'both' && seating.curtain,
		}).catch((e: Error) => (complain(e.message), setBusy(false)));
	};
	return (
		<section class="new-battle" aria-labelledby="new-title">
			<h2 id="new-title">
				<span>A new battle</span>
			</h2>
			<h3>The battle</h3>
			<div class="cards">
				{battles.map((b) => (
					<BattleCard
						key={b.id}
						b={b}
						chosen={b === battle}
						choose={() => (setBattle(b.id), setSystem(''), setScenario(''), setOptions({}))}
						picture={`/api/map/${b.id}/${catalogue.pairings.find((p) => p.battle === b.id)!.system}.svg`}
					/>
				))}
			</div>
			<details class="battle-text">
				<summary>What happened there</summary>
				{battle.text.split(/\n\s*\n/).map((t, i) => (
					<p key={i} class="prose">
						{t}
					</p>
				))}
			</details>
			<h3>What to fight there</h3>
			<div class="cards pairings">
				{best.map((p) => (
					<PairingCard
						key={`${p.system} ${p.scenario}`}
						p={p}
						catalogue={catalogue}
						battle={battle}
						chosen={p.system === system.id && p.scenario === scenario.id}
						choose={() => (setSystem(p.system), setScenario(p.scenario), setOptions({}))}
					/>
				))}
			</div>
			<details class="all-books">
				<summary>Every rule book and scenario</summary>
				<h3>The rule book</h3>
				<div class="cards books">
					{grades.map((g) => (
						<BookCard
							key={g.system.id}
							s={g.system}
							grade={g.grade}
							why={g.why}
							chosen={g === chosen}
							choose={() => (setSystem(g.system.id), setScenario(''), setOptions({}))}
						/>
					))}
				</div>
				<p class="of">
					<a href={`#/rules/${system.id}`}>Read the rules of {system.title}</a>
					<GuideLink system={system.id} />
				</p>
				<h3>The scenario</h3>
				<div class="scenarios" role="radiogroup" aria-label="Scenario">
					{offered.map((s) => {
						const p = pairing(s.id)!;
						return (
							<label key={s.id} class={s === scenario ? 'chosen' : ''}>
								<input
									type="radio"
									name="scenario"
									checked={s === scenario}
									onChange={() => setScenario(s.id)}
								/>
								<span class="card-title">{s.title}</span>{' '}
								<span class={`grade grade-${gradeRank(p.grade)}`} title={p.why ?? ''}>
									{gradeWords(p.grade)}
								</span>
								<span class="card-line">
									from {s.starts} · {p.pieces} counters · {hoursWords(hours(p))}
								</span>
								{balanceWords(p, battle) && (
									<span class="card-line balance" title={balanceSource(p)}>
										{balanceWords(p, battle)}
									</span>
								)}
								<span class="card-text">{s.text}</span>
							</label>
						);
					})}
				</div>
			</details>
			{studies() && (
				<p class="of fair">
					<a
						href={`#/study/${battle.id}/${system.id}/${scenario.id}/${Object.entries(options)
							.map(([name, n]) => `${name}=${n}`)
							.join(',')}`}>
						Is this scenario fair?
					</a>{' '}
					The computer plays it many times, here in your browser, and draws a report.
				</p>
			)}
			<Options system={system} values={options} set={setOptions} />
			<h3>Who commands</h3>
			<Seats battle={battle} levels={catalogue.skills} seating={seating} set={setSeating} />
			{seating.how === 'mail' && ownMail && (
				<label class="tick">
					<input
						type="checkbox"
						checked={(options[ownMail.name] ?? ownMail.standard) === ownMail.max}
						onChange={(e) =>
							setOptions({
								...options,
								[ownMail.name]: e.currentTarget.checked ? ownMail.max : ownMail.min,
							})
						}
					/>{' '}
					The book's own rules for it: {ownMail.title}
					{ownMail.rule && (
						<small>
							{' '}
							§{'\u2009'}
							{ownMail.rule}
						</small>
					)}
				</label>
			)}
			<p class="begin">
				<button class="primary large" disabled={busy} onClick={begin}>
					{seating.how === 'mail' ? 'Write the invitation' : 'Take command'}
				</button>
			</p>
			{trouble && (
				<p role="alert" class="lobby-trouble">
					{trouble}
				</p>
			)}
		</section>
	);
}
