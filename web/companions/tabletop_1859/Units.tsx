// The armies as they stand: every unit and commander, to look at, to correct, to rally and to replace.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Weapon, type Card } from './card';
import { newUnit, type Chief, type Keeper, type Unit } from './book';
import { Keypad, shown } from './dice';
import { fraction, percent } from './odds';
import { Choices, Rule, Stepper, Toggle, unitLine } from './parts';
import { armNames, isGun, stateWords, suffer, weaponNames } from './rules';

interface Props {
	card: Card;
	keeper: Keeper;
}

export function Units({
	card,
	keeper,
	open,
	look: set,
}: Props & { open: string | null; look: (id: string | null) => void }): JSX.Element {
	const { book } = keeper;
	const unit = open ? book.units[open] : undefined,
		chief = open ? book.chiefs[open] : undefined;
	if (unit) return <UnitSheet card={card} keeper={keeper} unit={unit} close={() => set(null)} />;
	if (chief) return <ChiefSheet card={card} keeper={keeper} chief={chief} close={() => set(null)} />;
	const add = (side: number, leader: boolean) => {
		const id = `own-${Date.now().toString(36)}`;
		keeper.step((pen) => {
			if (leader)
				pen.set(['chiefs', id], {
					id,
					name: 'New commander',
					side,
					rating: 6,
					fate: 'leads',
					replaced: false,
					of: '',
				});
			else pen.set(['units', id], newUnit(id, { side }));
			return { text: `${book.sides[side as 0 | 1]}: ${leader ? 'a new commander' : 'a new unit'}` };
		});
		set(id);
	};
	return (
		<div class="screen units">
			{([0, 1] as const).map((side) => {
				const units = Object.values(book.units).filter((u) => u.side === side),
					chiefs = Object.values(book.chiefs).filter((c) => c.side === side);
				const lost = units.reduce((n, u) => n + u.full - u.stands, 0);
				return (
					<section key={side}>
						<h2 class={`colour-${book.colours[side]}`}>
							<span class="flag" />
							{book.sides[side]}{' '}
							<small>
								{lost} stand{lost === 1 ? '' : 's'} lost
							</small>
						</h2>
						{units.map((u) => (
							<button
								class={`unit ${u.gone ? 'gone' : u.order}`}
								key={u.id}
								onClick={() => set(u.id)}>
								<b>{u.name}</b>
								<small>
									{unitLine(u)}
									{stateWords(u) && <em> · {stateWords(u)}</em>}
								</small>
							</button>
						))}
						{chiefs.map((c) => (
							<button class={`unit chief ${c.fate}`} key={c.id} onClick={() => set(c.id)}>
								<b>{c.name}</b>
								<small>
									commander · rating {c.rating}
									{c.fate !== 'leads' && (
										<em> · killed{c.replaced ? ', replaced next turn' : ''}</em>
									)}
								</small>
							</button>
						))}
						<div class="row">
							<button onClick={() => add(side, false)}>Add a unit</button>
							<button onClick={() => add(side, true)}>Add a commander</button>
						</div>
					</section>
				);
			})}
		</div>
	);
}

/** A name that is kept when one leaves it, not with every letter. */
function Name({
	value,
	keep,
	label,
}: {
	value: string;
	keep: (name: string) => void;
	label: string;
}): JSX.Element {
	return (
		<label class="name">
			{label}
			<input
				value={value}
				maxLength={60}
				onChange={(e) => e.currentTarget.value.trim() && keep(e.currentTarget.value.trim())}
			/>
		</label>
	);
}

function UnitSheet({ card, keeper, unit: u, close }: Props & { unit: Unit; close: () => void }): JSX.Element {
	const [rallying, rally] = useState(false);
	const change = (values: Partial<Unit>, text: string) =>
		keeper.step((pen) => (pen.unit(u.id, values), { text: `${u.name}: ${text}` }));
	const lost = u.full - u.stands,
		need = card.rally(u.morale, lost, keeper.book.half),
		core = card.core(u.arm, u.stands, u.full);
	const roll = (d: number) => {
		rally(false);
		keeper.step((pen) => {
			if (d <= need) pen.unit(u.id, { rallied: true });
			return {
				text: `${u.name} rallies on ${need} or less, rolled ${shown(d)}: ${d <= need ? 'in good order next turn' : 'it does not'}`,
				rules: ['rally.1'],
			};
		});
	};
	return (
		<div class="screen sheet">
			<button class="back" onClick={close}>
				‹ All units
			</button>
			<Name label="Name" value={u.name} keep={(name) => change({ name }, `is called ${name}`)} />
			<p class="of">
				{unitLine(u)}
				{u.of && ` · ${u.of}`}
				{stateWords(u) && <em> · {stateWords(u)}</em>}
			</p>
			{u.owed && (
				<button
					class="large"
					onClick={() => keeper.step((pen) => ({ text: suffer(pen, u, u.owed!) }))}>
					Carry out what fire did
				</button>
			)}
			<Stepper
				label="Stands"
				value={u.stands}
				min={0}
				max={Math.max(u.full, 20)}
				set={(stands) =>
					change({ stands, full: Math.max(u.full, stands), gone: stands === 0 }, `${stands} stands`)
				}
			/>
			<Stepper
				label="At full strength"
				value={u.full}
				min={Math.max(1, u.stands)}
				max={40}
				set={(full) => change({ full }, `${full} stands at full strength`)}
			/>
			<Choices
				label="Order"
				value={u.order}
				set={(order) => change({ order, rallied: false }, order === 'good' ? 'in good order' : order)}
				of={[
					['good', 'Good'],
					['disorganised', 'Disorganised'],
					['routed', 'Routed'],
				]}
			/>
			<Toggle
				on={u.underFire}
				set={(underFire) => change({ underFire }, underFire ? 'under fire' : 'no longer under fire')}>
				Under fire
			</Toggle>
			{(u.order === 'routed' || lost > 0) && !u.gone && !core && (
				<p class="refused">
					More than half its stands are lost: it does not rally. <Rule id="AMB-15" />
				</p>
			)}
			{u.order === 'routed' &&
				!u.rallied &&
				!u.gone &&
				core &&
				(rallying ? (
					<Keypad sides={10} colour="white" label={`Rally: ${need} or less`} roll={roll} />
				) : (
					<button class="large" onClick={() => rally(true)}>
						Rally: {need} or less ({fraction(need, 10)}, {percent(need, 10)}){' '}
						<small>commander within 1"</small>
					</button>
				))}
			{lost > 0 && !u.gone && u.order !== 'routed' && core && (
				<Reconstitute
					need={need}
					roll={(d) =>
						keeper.step((pen) => {
							if (d <= need) pen.unit(u.id, { stands: u.stands + 1, rallied: true });
							return {
								text: `${u.name} reconstitutes a stand on ${need} or less, rolled ${shown(d)}: ${d <= need ? 'it is back, in good order next turn' : 'it does not'}`,
								rules: ['rally.3', 'rally.4'],
							};
						})
					}
				/>
			)}
			{!u.gone && (
				<button onClick={() => change({ stands: 0, gone: true, owed: null }, 'surrenders')}>
					Surrenders <small>surrounded, no gap of 2": charge.35</small>
				</button>
			)}
			<details>
				<summary>What it is</summary>
				<Choices
					label="Arm"
					value={u.arm}
					set={(arm) =>
						change({ arm, weapon: arm === 2 ? Weapon.Smoothbore : Weapon.Rifle }, armNames[arm]!)
					}
					of={armNames.map((n, i) => [i, n])}
				/>
				<Choices
					label="Weapon"
					value={u.weapon}
					set={(weapon) => change({ weapon }, weaponNames[weapon]!)}
					of={weaponNames
						.map((n, i) => [i, n] as [number, string])
						.filter(([i]) => isGun(i) === (u.arm === 2))}
				/>
				<Stepper
					label="Morale rating"
					value={u.morale}
					min={6}
					max={9}
					set={(morale) => change({ morale }, `MR ${morale}`)}
				/>
				<Choices
					label="Nation, in melee"
					value={u.french ? 1 : u.italian ? 2 : 0}
					set={(n) =>
						change(
							{ french: n === 1, italian: n === 2 },
							['no bonus in melee', 'French in melee', 'Italian in melee'][n]!,
						)
					}
					of={[
						[0, 'Other'],
						[1, 'French'],
						[2, 'Italian'],
					]}
				/>
				<Choices
					label="Side"
					value={u.side}
					set={(side) => change({ side }, keeper.book.sides[side as 0 | 1])}
					of={[
						[0, keeper.book.sides[0]],
						[1, keeper.book.sides[1]],
					]}
				/>
				<button
					class="danger"
					onClick={() => (
						keeper.step(
							(pen) => (
								pen.set(['units', u.id], undefined),
								{ text: `${u.name} is taken off the list` }
							),
						),
						close()
					)}>
					Take it off the list
				</button>
			</details>
		</div>
	);
}

function Reconstitute({ need, roll }: { need: number; roll: (d: number) => void }): JSX.Element {
	const [open, set] = useState(false);
	if (open)
		return (
			<Keypad
				sides={10}
				colour="white"
				label={`Reconstitute: ${need} or less`}
				roll={(d) => (set(false), roll(d))}
			/>
		);
	return (
		<button class="large" onClick={() => set(true)}>
			Reconstitute a stand: {need} or less <small>{fraction(need, 10)}; commander within 1"</small>
		</button>
	);
}

function ChiefSheet({
	card,
	keeper,
	chief: c,
	close,
}: Props & { chief: Chief; close: () => void }): JSX.Element {
	const change = (values: Partial<Chief>, text: string) =>
		keeper.step((pen) => (pen.chief(c.id, values), { text: `${c.name}: ${text}` }));
	const need = card.replace(c.rating);
	return (
		<div class="screen sheet">
			<button class="back" onClick={close}>
				‹ All units
			</button>
			<Name label="Name" value={c.name} keep={(name) => change({ name }, `is called ${name}`)} />
			<Stepper
				label="Command rating"
				value={c.rating}
				min={1}
				max={10}
				set={(rating) => change({ rating }, `rating ${rating}`)}
			/>
			<Toggle
				on={c.fate !== 'leads'}
				set={(killed) =>
					change(
						{ fate: killed ? 'killed' : 'leads', replaced: false },
						killed ? 'is killed' : 'leads again',
					)
				}>
				Killed
			</Toggle>
			{c.fate === 'killed' && (
				<p>
					He can be replaced from the next turn on. <Rule id="rally.5" />
				</p>
			)}
			{c.fate === 'missed' && !c.replaced && (
				<Keypad
					sides={10}
					colour="white"
					label={`Replaced on ${need} or less (${percent(need, 10)})`}
					roll={(d) =>
						keeper.step((pen) => {
							if (d <= need) pen.chief(c.id, { replaced: true });
							return {
								text: `A successor to ${c.name} on ${need} or less, rolled ${shown(d)}: ${d <= need ? 'he takes over next turn, with the same rating' : 'none yet'}`,
								rules: ['rally.5', 'rally.6'],
							};
						})
					}
				/>
			)}
			<button
				class="danger"
				onClick={() => (
					keeper.step(
						(pen) => (
							pen.set(['chiefs', c.id], undefined), { text: `${c.name} is taken off the list` }
						),
					),
					close()
				)}>
				Take him off the list
			</button>
		</div>
	);
}
