// A shot from beginning to end: who at whom, how far, what is so; the number needed and the odds; the dice one after the other; the result.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Arm, Choice, Is, Weapon, type Card, type Effect, type Hit, type Shot } from './card';
import type { Keeper, Unit } from './book';
import { Keypad, shown } from './dice';
import { anyHit, effectWords, fraction, groupOdds, percent } from './odds';
import { Because, Choices, Odds, Picker, Rule, Stepper, Toggle, unitLine } from './parts';
import { armNames, chiefOf, isGun, ranges, suffer, unitFlags, weaponNames } from './rules';

export interface FireDraft {
	firer: string | null;
	weapon: Weapon;
	firing: number;
	target: string | null;
	arm: Arm;
	morale: number;
	range: number;
	fireIs: number;
	hitIs: number;
	deployed: boolean;
	chief: string | null;
	dice: number[];
	rolling: boolean;
	choice: Choice | null;
}
export const fireDraft: FireDraft = {
	firer: null,
	weapon: Weapon.Rifle,
	firing: 4,
	target: null,
	arm: Arm.Infantry,
	morale: 7,
	range: 30,
	fireIs: 0,
	hitIs: 0,
	deployed: true,
	chief: null,
	dice: [],
	rolling: false,
	choice: null,
};

const bit = (is: number, flag: number, on: boolean): number => (on ? is | flag : is & ~flag);

const fresh = { dice: [], rolling: false, choice: null };

/** What a unit brings along when it fires; how it stands to the target stays as it was. */
export const firedBy = (card: Card, u: Unit, draft: FireDraft): Partial<FireDraft> => ({
	firer: u.id,
	weapon: u.weapon,
	firing: Math.min(16, Math.max(1, u.stands)),
	range: Math.min(draft.range, card.ranges.limit[u.weapon]!),
	fireIs:
		(draft.fireIs & (Is.Covered | Is.Enfiladed | Is.Column)) |
		(unitFlags(u) & (Is.Disorganised | Is.UnderFire)),
	...fresh,
});

interface Volley {
	lines: { text: string; rule?: string }[];
	wanted: { die: 'hit' | 'result' | 'fate'; group: number } | null;
	effect: Effect | null;
	killed: boolean;
}

/** The dice so far, read in order: hit, result, perhaps the commander's fate, for each group (die.4, fcrt.25, fcrt.29). */
function volley(card: Card, shot: Shot, hit: Hit, dice: number[]): Volley {
	const v: Volley = { lines: [], wanted: null, effect: null, killed: false };
	let i = 0;
	for (const [group, { need }] of shot.groups.entries()) {
		if (i >= dice.length) return { ...v, wanted: { die: 'hit', group } };
		const coloured = dice[i++]!;
		v.lines.push({
			text: `${shown(coloured)}: ${coloured <= need ? 'a hit' : 'a miss'} (${need} or less)`,
			rule: 'die.2',
		});
		if (coloured > need) continue;
		if (i >= dice.length) return { ...v, wanted: { die: 'result', group } };
		const white = dice[i++]!,
			e = card.effect(hit, white);
		v.lines.push({ text: `${shown(white)}: ${effectWords(e)}` });
		v.effect = v.effect ? card.together(v.effect, e) : e;
		if (!(hit.is & Is.Led) || !card.endangers(false, white)) continue;
		if (i >= dice.length) return { ...v, wanted: { die: 'fate', group } };
		const fate = dice[i++]!;
		v.killed ||= card.kills(fate);
		v.lines.push({
			text: `${shown(fate)}: the commander ${card.kills(fate) ? 'is killed' : 'is unhurt'}`,
			rule: 'fcrt.29',
		});
	}
	return v;
}

interface Props {
	card: Card;
	keeper: Keeper;
	draft: FireDraft;
	set: (d: Partial<FireDraft>) => void;
}

export function Fire({ card, keeper, draft, set }: Props): JSX.Element {
	const [picking, pick] = useState<'firer' | 'target' | null>(null);
	const { book } = keeper;
	const firer = draft.firer ? book.units[draft.firer] : undefined,
		named = draft.target ? book.units[draft.target] : undefined;
	const target = named && !named.gone && named.side !== firer?.side ? named : undefined;
	const gun = isGun(draft.weapon),
		guns = draft.arm === Arm.Artillery,
		horse = draft.arm === Arm.Cavalry;
	const fireIs = draft.fireIs | (horse || (guns && draft.deployed) ? Is.GunsOrCavalry : 0);
	const shot = card.fire(draft.weapon, draft.firing, draft.range, fireIs);
	const hit: Hit = { morale: draft.morale, arm: draft.arm, is: draft.hitIs };

	const takeFirer = (id: string | null) => {
		const u = id ? book.units[id] : undefined;
		pick(null);
		set(u ? firedBy(card, u, draft) : { firer: null, ...fresh });
	};
	const takeTarget = (id: string | null) => {
		const u = id ? book.units[id] : undefined;
		pick(null);
		if (!u) return set({ target: null, ...fresh });
		set({
			target: id,
			arm: u.arm,
			morale: u.morale,
			chief: chiefOf(book, u)?.id ?? null,
			hitIs: unitFlags(u) & (Is.Disorganised | Is.Routed),
			fireIs: draft.fireIs & ~(Is.Covered | Is.Enfiladed | Is.Column | Is.MovingCavalry),
			...fresh,
		});
	};

	if (picking)
		return (
			<Picker
				book={book}
				title={picking === 'firer' ? 'Who fires?' : 'At whom?'}
				side={picking === 'firer' ? null : firer ? 1 - firer.side : null}
				fits={(u) =>
					picking === 'target' || (u.arm !== Arm.Cavalry && u.order !== 'routed' && !u.charges)
				}
				pick={picking === 'firer' ? takeFirer : takeTarget}
				none={picking === 'firer' ? 'Just a weapon' : 'Just a kind of target'}
			/>
		);
	if (draft.rolling && !shot.refused)
		return (
			<Rolling
				card={card}
				keeper={keeper}
				draft={draft}
				set={set}
				shot={shot}
				hit={hit}
				firer={firer}
				target={target}
			/>
		);

	const F = (flag: number) => ({
		on: !!(draft.fireIs & flag),
		set: (on: boolean) => set({ fireIs: bit(draft.fireIs, flag, on) }),
	});
	const H = (flag: number) => ({
		on: !!(draft.hitIs & flag),
		set: (on: boolean) => set({ hitIs: bit(draft.hitIs, flag, on) }),
	});
	const chiefs = Object.values(book.chiefs).filter(
		(c) => c.fate === 'leads' && (!target || c.side === target.side),
	);
	const need = shot.groups[0]?.need ?? 0;
	const any = anyHit(shot.groups.map((g) => g.need));
	return (
		<div class="screen fire">
			<div class="pair">
				<button class="who" onClick={() => pick('firer')}>
					<small>Fires</small>
					<b>{firer?.name ?? weaponNames[draft.weapon]}</b>
					<small>{firer ? unitLine(firer) : 'tap to choose a unit'}</small>
				</button>
				<button class="who" onClick={() => pick('target')}>
					<small>At</small>
					<b>{target?.name ?? `${armNames[draft.arm]}, MR ${draft.morale}`}</b>
					<small>{target ? unitLine(target) : 'tap to choose a unit'}</small>
				</button>
			</div>
			{firer && !gun && (
				<Choices
					label="Fires as"
					value={draft.weapon}
					set={(weapon) =>
						set({ weapon, range: Math.min(draft.range, card.ranges.limit[weapon]!) })
					}
					of={weaponNames.map((n, i) => [i, n] as [Weapon, string]).filter(([i]) => !isGun(i))}
				/>
			)}
			{!firer && (
				<Choices
					label="Weapon"
					value={draft.weapon}
					set={(weapon) =>
						set({ weapon, range: Math.min(draft.range, card.ranges.limit[weapon]!) })
					}
					of={weaponNames.map((n, i) => [i, n])}
				/>
			)}
			{!target && (
				<Choices
					label="Target"
					value={draft.arm}
					set={(arm) => set({ arm })}
					of={armNames.map((n, i) => [i, n])}
				/>
			)}
			{!target && (
				<Choices
					label="Its morale rating"
					value={draft.morale}
					set={(morale) => set({ morale })}
					of={[6, 7, 8, 9].map((n) => [n, String(n)])}
				/>
			)}
			<Stepper
				label={gun ? 'Batteries firing' : 'Stands firing'}
				value={draft.firing}
				set={(firing) => set({ firing })}
				min={1}
				max={16}
			/>
			<Choices
				label="Range, to"
				value={draft.range}
				set={(range) => set({ range })}
				of={ranges(card, draft.weapon).map((r) => [r, `${r / 10}"`])}
			/>
			<fieldset class="toggles">
				<legend>The target</legend>
				<Toggle {...F(Is.Covered)} note="woods, buildings, works">
					Under cover
				</Toggle>
				<Toggle {...F(Is.Column)} disabled={!!(draft.fireIs & Is.Enfiladed)}>
					In column
				</Toggle>
				<Toggle {...F(Is.Enfiladed)} note={'15° of its long axis'}>
					Enfiladed
				</Toggle>
				<Toggle {...H(Is.Flanked)}>From flank or rear</Toggle>
				{gun && horse && <Toggle {...F(Is.MovingCavalry)}>Moving</Toggle>}
				{!gun && guns && (
					<Toggle on={draft.deployed} set={(deployed) => set({ deployed })}>
						Deployed
					</Toggle>
				)}
				<Toggle
					on={!!(draft.hitIs & (Is.Disorganised | Is.Routed))}
					set={(on) => set({ hitIs: bit(draft.hitIs & ~Is.Routed, Is.Disorganised, on) })}>
					Disorganised or routed
				</Toggle>
				{draft.arm === Arm.Infantry && (
					<Toggle {...H(Is.InWorks)} note="may choose">
						In a town or works
					</Toggle>
				)}
				<Toggle {...H(Is.Led)}>Commander within 1"</Toggle>
			</fieldset>
			{!!(draft.hitIs & Is.Led) && chiefs.length > 0 && (
				<label class="pick-chief">
					Which commander{' '}
					<select
						value={draft.chief ?? ''}
						onChange={(e) => set({ chief: e.currentTarget.value || null })}>
						<option value="">not kept</option>
						{chiefs.map((c) => (
							<option key={c.id} value={c.id}>
								{c.name}
							</option>
						))}
					</select>
				</label>
			)}
			<fieldset class="toggles">
				<legend>The firer</legend>
				<Toggle {...F(Is.Partial)} note="moved over half">
					Partial fire
				</Toggle>
				<Toggle {...F(Is.Disorganised)}>Disorganised</Toggle>
				{gun ? (
					<Toggle {...F(Is.UnderFire)}>Under fire</Toggle>
				) : (
					<Toggle {...F(Is.InWorks)}>In buildings or works</Toggle>
				)}
			</fieldset>
			{shot.refused ? null : (
				<section class="reckoning" aria-label="How it is reckoned">
					<Because list={shot.because} />
					<Because list={card.hitModifiers(hit)} />
					{shot.groups.map(
						(g, i) =>
							(i === 0 || g.need !== shot.groups[0]!.need) && (
								<Odds
									key={i}
									title={
										shot.groups.length > 1
											? `Each group of ${g.points}`
											: 'What one shot does'
									}
									list={groupOdds(card, g.need, hit)}
								/>
							),
					)}
					<MiniCard card={card} shot={shot} gun={gun} />
				</section>
			)}
			<div class="verdict" role="status">
				{shot.refused ? (
					<p class="refused">
						Out of range <Rule id={shot.refused} />
					</p>
				) : (
					<>
						<p>
							<b class="need">{need > 0 ? need : '—'}</b>{' '}
							<span>
								{need > 0
									? shot.groups.length > 1
										? `or less, then ${shot.groups
												.slice(1)
												.map((g) => g.need)
												.join(', ')}`
										: 'or less hits'
									: 'cannot hit'}
								<br />
								<small>
									{shot.groups.length > 1 && 'any hit '}
									{fraction(any.n, any.of)} · {percent(any.n, any.of)}
								</small>
							</span>
						</p>
						<button
							class="go"
							disabled={need === 0 && shot.groups.every((g) => !g.need)}
							onClick={() => set({ rolling: true, dice: [], choice: null })}>
							Dice
						</button>
					</>
				)}
			</div>
		</div>
	);
}

/** The card's own rows, with the cells that apply. */
function MiniCard({ card, shot, gun }: { card: Card; shot: Shot; gun: boolean }): JSX.Element {
	const rows = gun ? card.ranges.artillery : card.ranges.rifle;
	return (
		<table class="minicard">
			<caption>{gun ? 'Artillery' : 'Rifles'}: hits on this or less</caption>
			<thead>
				<tr>
					<th scope="col">to</th>
					{[1, 2, 3, 4].map((n) => (
						<th key={n} scope="col">
							{n}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map((to, band) => (
					<tr key={to}>
						<th scope="row">{to / 10}"</th>
						{[1, 2, 3, 4].map((n) => {
							const cell = card.fire(gun ? Weapon.Rifled : Weapon.Jaeger, n, to, 0).groups[0]!
								.need;
							return (
								<td
									key={n}
									class={
										band === shot.band && shot.groups.some((g) => g.points === n)
											? 'here'
											: ''
									}>
									{cell}
								</td>
							);
						})}
					</tr>
				))}
			</tbody>
		</table>
	);
}

function Rolling({
	card,
	keeper,
	draft,
	set,
	shot,
	hit,
	firer,
	target,
}: Props & { shot: Shot; hit: Hit; firer: Unit | undefined; target: Unit | undefined }): JSX.Element {
	const v = volley(card, shot, hit, draft.dice);
	const chosen =
		v.effect?.chooses && draft.choice !== null ? card.choose(v.effect, draft.choice) : v.effect;
	const asks = !v.wanted && !!v.effect?.chooses && draft.choice === null;
	const names = {
		firer: firer?.name ?? weaponNames[draft.weapon]!,
		target: target?.name ?? `${armNames[draft.arm]} MR ${draft.morale}`,
	};
	const roll = (face: number) => set({ dice: [...draft.dice, face] });
	const finish = () => {
		keeper.step((pen) => {
			const dice = draft.dice.map((d) => shown(d)).join(' ');
			if (v.killed && draft.chief) pen.chief(draft.chief, { fate: 'killed' });
			if (firer) pen.unit(firer.id, { fired: true });
			if (target && chosen)
				pen.unit(target.id, { owed: target.owed ? card.together(target.owed, chosen) : chosen });
			return {
				text: `${names.firer} at ${names.target}, to ${draft.range / 10}", needs ${shot.groups.map((g) => g.need).join('/')}, rolled ${dice}: ${chosen ? effectWords(chosen) : 'no hit'}${v.killed ? '; the commander is killed' : ''}`,
				rules: shot.because.map((m) => m.rule),
			};
		});
		set({
			...(firer || target ? { firer: null, target: null, fireIs: 0, hitIs: 0, chief: null } : {}),
			...fresh,
		}); // the next shot is another one
	};
	const now = () => {
		finish();
		keeper.step((pen) =>
			target && pen.book.units[target.id]?.owed
				? { text: suffer(pen, pen.book.units[target.id]!, pen.book.units[target.id]!.owed!) }
				: null,
		);
	};
	return (
		<div class="screen rolling">
			<p class="matchup">
				{names.firer} <small>at</small> {names.target}
			</p>
			<ol class="told" aria-live="polite">
				{v.lines.map((l, i) => (
					<li key={i}>
						{l.text} {l.rule && <Rule id={l.rule} />}
					</li>
				))}
			</ol>
			{v.wanted && (
				<Keypad
					sides={10}
					roll={roll}
					colour={v.wanted.die === 'hit' ? 'coloured' : 'white'}
					label={
						v.wanted.die === 'hit'
							? `${shot.groups.length > 1 ? `Group ${v.wanted.group + 1} of ${shot.groups.length}: ` : ''}coloured die, ${shot.groups[v.wanted.group]!.need} or less`
							: v.wanted.die === 'result'
								? 'A hit! White die: high is good for the target'
								: 'A commander is near: even kills him'
					}
				/>
			)}
			{asks && (
				<section class="town">
					<h2>
						In a town or works it may choose <Rule id="fcrt.30" />
					</h2>
					{(
						[
							[Choice.FallBack, 'Fall back'],
							[Choice.Disorganise, 'Stay, disorganised'],
							[Choice.Lose, 'Stay, lose a stand'],
						] as [Choice, string][]
					)
						.filter(([c]) => card.mayChoose(c, !!(hit.is & (Is.Disorganised | Is.Routed))))
						.map(([c, text]) => (
							<button key={c} class="large" onClick={() => set({ choice: c })}>
								{text}
							</button>
						))}
				</section>
			)}
			{!v.wanted && !asks && (
				<section class="finish">
					<h2>{chosen ? effectWords(chosen) : 'No hit'}</h2>
					{target && chosen && (
						<p>
							All fire is simultaneous: results wait until the fire phase ends, then the worst
							movement and every loss count. <Rule id="AMB-02" />
						</p>
					)}
					<button class="go" onClick={finish}>
						{target && chosen ? 'Write it down' : 'Done'}
					</button>
					{target && chosen && (
						<button class="large" onClick={now}>
							Carry it out at once
						</button>
					)}
				</section>
			)}
			<div class="row">
				<button
					onClick={() =>
						draft.dice.length
							? set({ dice: draft.dice.slice(0, -1), choice: null })
							: set({ rolling: false })
					}>
					{draft.dice.length ? 'Take back this die' : 'Back'}
				</button>
			</div>
		</div>
	);
}
