// A charge: its die, both scores with their reasons, exact odds, the two D6, and what becomes of both.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Arm, Is, type Card, type Outcome, type Side } from './card';
import type { Book, Keeper, Unit } from './book';
import { Keypad, shown } from './dice';
import { marginNames, meleeOdds, outcomeWords } from './odds';
import { Because, Choices, Odds, Picker, Rule, Stepper, Toggle, unitLine } from './parts';
import { armNames, chiefOf, meleeFlags } from './rules';

interface Half {
	unit: string | null;
	arm: Arm;
	morale: number;
	ordered: number;
	disorganised: number;
	is: number;
	chief: string | null;
}
export interface ChargeDraft {
	half: [Half, Half];
	also: string[];
	is: number; // also: others who charge with the attacker
	chargeDie: number | null;
	dice: number[];
	rolling: boolean;
}
const half: Half = {
	unit: null,
	arm: Arm.Infantry,
	morale: 7,
	ordered: 4,
	disorganised: 0,
	is: 0,
	chief: null,
};
export const chargeDraft: ChargeDraft = {
	half: [half, half],
	also: [],
	is: 0,
	chargeDie: null,
	dice: [],
	rolling: false,
};

const stands = (h: Half): number => h.ordered + h.disorganised;

/** A unit as it fights, with those who fight beside it. */
function halfOf(book: Book, u: Unit, also: Unit[] = []): Half {
	const all = [u, ...also],
		many = (order: boolean) =>
			Math.min(
				16,
				all.filter((x) => (x.order === 'good') === order).reduce((n, x) => n + x.stands, 0),
			);
	return {
		unit: u.id,
		arm: u.arm,
		morale: Math.max(...all.map((x) => x.morale)),
		ordered: many(true),
		disorganised: many(false),
		is: meleeFlags(u),
		chief: chiefOf(book, u)?.id ?? null,
	};
}

/** charge.9: at most two against one; the disorganised stay out first. */
function twoOnOne(a: Half, b: Half): [Half, Half] {
	const cut = (h: Half, most: number): Half => {
		const over = Math.max(0, stands(h) - most),
			out = Math.min(over, h.disorganised);
		return { ...h, disorganised: h.disorganised - out, ordered: h.ordered - over + out };
	};
	return [cut(a, 2 * stands(b)), cut(b, 2 * stands(a))];
}

/** A declared charge, or a fight that goes on (charge.34), as the screen wants it. */
export function fightOf(book: Book, by: Unit[], target: Unit): ChargeDraft {
	const [lead, ...also] = by as [Unit, ...Unit[]];
	return {
		...chargeDraft,
		half: twoOnOne(halfOf(book, lead, also), halfOf(book, target)),
		also: also.map((u) => u.id),
		is: by.some((u) => u.tied) ? Is.InTown | Is.Continued : 0,
	};
}

const sideOf = (h: Half): Side => ({
	ordered: h.ordered,
	disorganised: h.disorganised,
	arm: h.arm,
	morale: h.morale,
	is: h.is,
	againstHorse: 0,
});
const bit = (is: number, flag: number, on: boolean): number => (on ? is | flag : is & ~flag);

/** D6 and D6, perhaps a second die for a commander (charge.27), again if equal (charge.33). */
function bout(
	card: Card,
	sides: [Side, Side],
	is: number,
	dice: number[],
): {
	lines: string[];
	wanted: { label: string } | null;
	outcome: Outcome | null;
	killed: [boolean, boolean];
} {
	const lines: string[] = [],
		killed: [boolean, boolean] = [false, false];
	const totals = [0, 1].map((s) => card.score(sides, is, s as 0 | 1).total);
	for (let i = 0; ; ) {
		if (i >= dice.length) return { lines, wanted: { label: "The attacker's D6" }, outcome: null, killed };
		const a = dice[i++]!;
		if (i >= dice.length)
			return {
				lines: [...lines, `attacker ${totals[0]} + ${a} = ${totals[0]! + a}`],
				wanted: { label: "The defender's D6" },
				outcome: null,
				killed,
			};
		const d = dice[i++]!;
		lines.push(
			`attacker ${totals[0]} + ${a} = ${totals[0]! + a}, defender ${totals[1]} + ${d} = ${totals[1]! + d}`,
		);
		for (const [rolled, against, who] of [
			[a, 1, 'defender'],
			[d, 0, 'attacker'],
		] as [number, 0 | 1, string][]) {
			if (!(sides[against].is & Is.Led) || !card.endangers(true, rolled)) continue;
			if (i >= dice.length)
				return {
					lines,
					wanted: { label: `A 6 against the ${who}'s commander: even kills him` },
					outcome: null,
					killed,
				};
			const fate = dice[i++]!;
			killed[against] ||= card.kills(fate);
			lines.push(`${fate}: the ${who}'s commander ${card.kills(fate) ? 'is killed' : 'is unhurt'}`);
		}
		const outcome = card.outcome(sides, is, a, d);
		if (!outcome.again) return { lines, wanted: null, outcome, killed };
		lines.push('equal: roll again');
	}
}

interface Props {
	card: Card;
	keeper: Keeper;
	draft: ChargeDraft;
	set: (d: Partial<ChargeDraft>) => void;
}

export function Charge({ card, keeper, draft, set }: Props): JSX.Element {
	const [picking, pick] = useState<0 | 1 | 'also' | null>(null);
	const { book } = keeper;
	const units = draft.half.map((h) => (h.unit ? book.units[h.unit] : undefined)) as [
		Unit | undefined,
		Unit | undefined,
	];
	const names: [string, string] = [units[0]?.name ?? 'The attacker', units[1]?.name ?? 'The defender'];
	const sides: [Side, Side] = [sideOf(draft.half[0]), sideOf(draft.half[1])];
	const setHalf = (which: 0 | 1, change: Partial<Half>) =>
		set({
			half: draft.half.map((h, i) => (i === which ? { ...h, ...change } : h)) as [Half, Half],
			dice: [],
		});
	const also = draft.also
		.map((id) => book.units[id])
		.filter((u): u is Unit => !!u && u.side === units[0]?.side && u.id !== units[0]?.id);
	const fresh = { dice: [], chargeDie: null, rolling: false };
	const take = (which: 0 | 1, id: string | null) => {
		const u = id ? book.units[id] : undefined;
		pick(null);
		if (!u) return setHalf(which, { unit: null });
		const own = halfOf(book, u),
			[a, d] = which ? [draft.half[0], own] : [own, draft.half[1]];
		set({ half: units[1 - which] ? twoOnOne(a, d) : [a, d], also: which ? draft.also : [], ...fresh });
	};
	const join = (id: string | null) => {
		const u = id ? book.units[id] : undefined;
		pick(null);
		if (!u || !units[0]) return;
		const all = [...also, u];
		set({
			half: twoOnOne({ ...halfOf(book, units[0], all), is: draft.half[0].is }, draft.half[1]),
			also: all.map((x) => x.id),
			...fresh,
		});
	};
	if (picking === 'also')
		return (
			<Picker
				book={book}
				title="Who charges with it?"
				side={units[0]?.side ?? null}
				fits={(u) =>
					u.arm === units[0]?.arm &&
					u.order === 'good' &&
					u.id !== units[0]?.id &&
					!draft.also.includes(u.id)
				}
				pick={join}
				none="Nobody"
			/>
		);
	if (picking !== null)
		return (
			<Picker
				book={book}
				title={picking ? 'Who is charged?' : 'Who charges?'}
				side={picking && units[0] ? 1 - units[0].side : null}
				fits={(u) => !!picking || u.arm !== Arm.Artillery}
				pick={(id) => take(picking, id)}
				none={picking ? 'Just a kind of defender' : 'Just a kind of attacker'}
			/>
		);
	if (draft.rolling)
		return (
			<Bout
				card={card}
				keeper={keeper}
				draft={draft}
				set={set}
				sides={sides}
				names={names}
				units={units}
				also={also}
			/>
		);

	const [attacker, defender] = draft.half;
	const scores = [card.score(sides, draft.is, 0), card.score(sides, draft.is, 1)] as const;
	const charged = draft.chargeDie;
	const french = !!units[0]?.french || !!(attacker.is & Is.FrenchFoot);
	const chargeRoll = (d: number) => {
		const flag = attacker.arm === Arm.Cavalry ? Is.Surprising : Is.Furious;
		const has = attacker.arm === Arm.Cavalry ? card.surprises(d) : card.furious(french, d);
		set({
			chargeDie: d,
			half: [
				{ ...attacker, is: bit(attacker.is & ~(Is.Surprising | Is.Furious), flag, has) },
				defender,
			],
			dice: [],
		});
	};
	return (
		<div class="screen charge">
			<div class="pair">
				{([0, 1] as const).map((s) => (
					<button key={s} class="who" onClick={() => pick(s)}>
						<small>{s ? 'Is charged' : 'Charges'}</small>
						<b>{names[s]}</b>
						<small>
							{units[s]
								? unitLine(units[s]!)
								: `${armNames[draft.half[s].arm]}, MR ${draft.half[s].morale}`}
						</small>
					</button>
				))}
			</div>
			{units[0] && (
				<div class="also">
					{also.map((u) => (
						<p key={u.id}>with {u.name}</p>
					))}
					<button onClick={() => pick('also')}>Another unit charges with it</button>
				</div>
			)}
			{stands(attacker) > 2 * stands(defender) && (
				<p class="refused">
					At most two stands against one. <Rule id="charge.9" />
				</p>
			)}
			{attacker.disorganised > 0 && !(draft.is & Is.Continued) && (
				<p class="refused">
					Disorganised units can neither charge nor support. <Rule id="charge.2" />
				</p>
			)}
			{([0, 1] as const).map((s) => {
				const h = draft.half[s];
				const T = (flag: number) => ({
					on: !!(h.is & flag),
					set: (on: boolean) => setHalf(s, { is: bit(h.is, flag, on) }),
				});
				const chiefs = Object.values(book.chiefs).filter(
					(c) => c.fate === 'leads' && (!units[s] || c.side === units[s]!.side),
				);
				return (
					<section class="side" key={s}>
						<h2>
							{names[s]} <b class="score">{scores[s].total}</b>
						</h2>
						{!units[s] && (
							<Choices
								label="Arm"
								value={h.arm}
								set={(arm) => setHalf(s, { arm })}
								of={armNames.map((n, i) => [i, n])}
							/>
						)}
						{!units[s] && (
							<Choices
								label="Morale rating"
								value={h.morale}
								set={(morale) => setHalf(s, { morale })}
								of={[6, 7, 8, 9].map((n) => [n, String(n)])}
							/>
						)}
						<Stepper
							label="Stands engaged, in order"
							value={h.ordered}
							set={(ordered) => setHalf(s, { ordered })}
							min={0}
							max={16}
						/>
						<Stepper
							label="Stands engaged, disorganised"
							value={h.disorganised}
							set={(disorganised) => setHalf(s, { disorganised })}
							min={0}
							max={16}
						/>
						<fieldset class="toggles">
							<legend>{s ? 'Of the defender' : 'Of the attacker'}</legend>
							{h.arm === Arm.Infantry && <Toggle {...T(Is.Led)}>Commander within 1"</Toggle>}
							<Toggle {...T(Is.Supported)}>Supported</Toggle>
							{s === 1 && h.arm !== Arm.Cavalry && attacker.arm === Arm.Infantry && (
								<Toggle {...T(Is.Formed)} note="against foot in the open">
									Formed, stationary
								</Toggle>
							)}
							{s === 1 && (
								<Toggle {...T(Is.Flanked)} note="the attacker +2">
									Taken in flank or rear
								</Toggle>
							)}
							{h.arm === Arm.Infantry && <Toggle {...T(Is.FrenchFoot)}>French infantry</Toggle>}
							{h.arm === Arm.Infantry && (
								<Toggle {...T(Is.ItalianFoot)}>Italian infantry</Toggle>
							)}
							{s === 1 && (
								<Toggle {...T(Is.Charging)} note="they charge each other">
									Charges as well
								</Toggle>
							)}
							{s === 1 && (
								<Toggle {...T(Is.Routed)} note="is eliminated">
									Routed
								</Toggle>
							)}
						</fieldset>
						{!!(h.is & Is.Led) && chiefs.length > 0 && (
							<label class="pick-chief">
								Which commander{' '}
								<select
									value={h.chief ?? ''}
									onChange={(e) => setHalf(s, { chief: e.currentTarget.value || null })}>
									<option value="">not kept</option>
									{chiefs.map((c) => (
										<option key={c.id} value={c.id}>
											{c.name}
										</option>
									))}
								</select>
							</label>
						)}
						<p class="points">
							{scores[s].points} point{scores[s].points === 1 ? '' : 's'} engaged
						</p>
						<Because list={scores[s].because} />
					</section>
				);
			})}
			<fieldset class="toggles">
				<legend>The fight</legend>
				<Toggle on={!!(draft.is & Is.InTown)} set={(on) => set({ is: bit(draft.is, Is.InTown, on) })}>
					In a town
				</Toggle>
				<Toggle
					on={!!(draft.is & Is.Continued)}
					set={(on) => set({ is: bit(draft.is, Is.Continued, on) })}
					note="after a tie there">
					Goes on from last turn
				</Toggle>
			</fieldset>
			<section class="charge-die">
				<Keypad
					sides={10}
					colour="white"
					label={attacker.arm === Arm.Cavalry ? 'Charge bonus and surprise' : 'Furia'}
					roll={chargeRoll}
				/>
				{charged !== null && (
					<p role="status">
						{shown(charged)}:{' '}
						{attacker.arm === Arm.Cavalry
							? `${card.chargeBonus(charged) / 10}" farther, ${card.surprises(charged) ? 'and surprise' : 'no surprise'}`
							: card.furious(french, charged)
								? 'furia!'
								: 'no furia'}{' '}
						<Rule id={attacker.arm === Arm.Cavalry ? 'charge.7' : 'charge.8'} />
					</p>
				)}
			</section>
			<section class="reckoning">
				<Odds
					title="What can come of it (equal throws rolled again)"
					list={meleeOdds(card, sides, draft.is, ['Attacker', 'Defender'])}
				/>
			</section>
			<div class="verdict" role="status">
				<p>
					<b class="need">{scores[0].total}</b>
					<span>
						against
						<br />
						<small>each + D6</small>
					</span>
					<b class="need">{scores[1].total}</b>
				</p>
				<button class="go" onClick={() => set({ rolling: true, dice: [] })}>
					Dice
				</button>
			</div>
		</div>
	);
}

function Bout({
	card,
	keeper,
	draft,
	set,
	sides,
	names,
	units,
	also,
}: Props & {
	sides: [Side, Side];
	names: [string, string];
	units: [Unit | undefined, Unit | undefined];
	also: Unit[];
}): JSX.Element {
	const v =
		sides[1].is & Is.Routed
			? {
					lines: [],
					wanted: null,
					outcome: card.outcome(sides, draft.is, 1, 1),
					killed: [false, false] as [boolean, boolean],
				}
			: bout(card, sides, draft.is, draft.dice);
	const o = v.outcome;
	const after = (u: Unit, s: 0 | 1, beaten: boolean) =>
		beaten && o?.routs ? 'routed' : o?.disorganised[s] && u.order !== 'routed' ? 'disorganised' : u.order;
	const finish = () => {
		keeper.step((pen) => {
			if (!o) return null;
			for (const s of [0, 1] as const) {
				const u = units[s],
					chief = draft.half[s].chief;
				if (v.killed[s] && chief) pen.chief(chief, { fate: 'killed' });
				if (!u) continue;
				const beaten = o.winner === 1 - s,
					lost = o.eliminated && s === 1 ? u.stands : beaten && o.gunsLost ? u.stands : o.losses[s];
				const left = Math.max(0, u.stands - lost);
				pen.unit(u.id, {
					stands: left,
					order: after(u, s, beaten),
					tied: !!o.waits,
					...(s === 0 ? { charges: o.waits ? (units[1]?.id ?? null) : null } : {}),
					...(left === 0 ? { gone: true } : {}),
				});
			}
			for (const u of also)
				pen.unit(u.id, {
					order: after(u, 0, o.winner === 1),
					tied: !!o.waits,
					charges: o.waits ? (units[1]?.id ?? null) : null,
				}); // the stands are lost by the first
			return {
				text: `${[names[0], ...also.map((u) => u.name)].join(' and ')} ${draft.is & Is.Continued ? 'goes on against' : also.length ? 'charge' : 'charges'} ${names[1]}${draft.dice.length ? `, rolled ${draft.dice.join(' ')}` : ''}: ${outcomeWords(o, names)}${o.goesOn ? '; it may charge once more' : ''}`,
				rules: [
					o.margin >= 0
						? ['charge.28', 'charge.29', 'charge.30', 'charge.31'][o.margin]!
						: o.waits
							? 'charge.34'
							: 'charge.14',
				],
			};
		});
		const now = (s: 0 | 1): Half => {
			// as they stand after it
			const h = draft.half[s],
				u = h.unit ? keeper.book.units[h.unit] : undefined;
			return u && !u.gone
				? halfOf(keeper.book, u)
				: { ...h, unit: null, is: h.is & ~(Is.Surprising | Is.Furious) };
		};
		set({ half: [now(0), now(1)], also: [], is: 0, dice: [], rolling: false, chargeDie: null });
	};
	return (
		<div class="screen rolling">
			<p class="matchup">
				{names[0]} <small>charges</small> {names[1]}
			</p>
			<ol class="told" aria-live="polite">
				{v.lines.map((l, i) => (
					<li key={i}>{l}</li>
				))}
			</ol>
			{v.wanted && (
				<Keypad
					sides={6}
					colour="six"
					label={v.wanted.label}
					roll={(f) => set({ dice: [...draft.dice, f] })}
				/>
			)}
			{o && (
				<section class="finish">
					<h2>{outcomeWords(o, names)}</h2>
					{o.margin >= 0 && (
						<p>
							Won {marginNames[o.margin]}.{' '}
							{o.goesOn
								? 'The attacker stays in order and may charge once more within reach.'
								: 'Both sides are disorganised.'}{' '}
							<Rule id={o.goesOn ? 'charge.31' : 'charge.25'} />
						</p>
					)}
					<button class="go" onClick={finish}>
						{units[0] || units[1] ? 'Write it down' : 'Done'}
					</button>
				</section>
			)}
			<div class="row">
				<button
					onClick={() =>
						draft.dice.length ? set({ dice: draft.dice.slice(0, -1) }) : set({ rolling: false })
					}>
					{draft.dice.length ? 'Take back this die' : 'Back'}
				</button>
			</div>
		</div>
	);
}
