// What the phase at hand asks for, so that nobody has to remember it: orders, who begins, charges declared, who has not fired, fights, rallying.
import type { JSX } from 'preact';
import { Arm, type Card } from './card';
import { chits, REFORM, type Chief, type Keeper, type Unit } from './book';
import { Keypad, shown } from './dice';
import { percent } from './odds';
import { Choices, Picker, Rule, Toggle, unitLine } from './parts';
import { charged, chiefOf, standing } from './rules';

export interface PhaseDraft {
	open: string | null;
	wanted: number | null;
	superior: boolean;
	dice: number[];
	declares: string | null;
} // declares: '' who, then an id: whom
export const phaseDraft: PhaseDraft = { open: null, wanted: null, superior: false, dice: [], declares: null };

interface Props {
	card: Card;
	keeper: Keeper;
	draft: PhaseDraft;
	set: (d: Partial<PhaseDraft>) => void;
	fire: (u: Unit) => void;
	fight: (by: Unit[], target: Unit) => void;
	look: (id: string) => void;
}

export function Phase(props: Props): JSX.Element {
	const Part = [Orders, Movement, Fire, Charges, Rally][props.keeper.book.phase] ?? Orders;
	return (
		<section class="todo">
			<Part {...props} />
		</section>
	);
}

const sides = [0, 1] as const;
const Flag = ({ keeper: { book }, side }: { keeper: Keeper; side: 0 | 1 }): JSX.Element => (
	<h3 class={`colour-${book.colours[side]}`}>
		<span class="flag" />
		{book.sides[side]}
	</h3>
);

/** comp.4: the first order of a commander is given, every other one rolled for. */
function Orders(props: Props): JSX.Element {
	const { keeper, draft, set } = props,
		{ book } = keeper;
	const leads = Object.values(book.chiefs).filter((c) => c.fate === 'leads');
	if (!leads.length)
		return <p class="of">No commanders are kept. With some in the lists, their orders are kept here.</p>;
	return (
		<>
			{sides.map(
				(side) =>
					leads.some((c) => c.side === side) && (
						<div class="list" key={side}>
							<Flag keeper={keeper} side={side} />
							{leads
								.filter((c) => c.side === side)
								.map((c) => (
									<div key={c.id}>
										<button
											class="unit"
											aria-expanded={draft.open === c.id}
											onClick={() =>
												set({ open: draft.open === c.id ? null : c.id, wanted: null })
											}>
											<b>{c.name}</b>
											<small>
												rating {c.rating} ·{' '}
												{c.chit == null ? 'no order yet' : chits[c.chit]}
											</small>
										</button>
										{draft.open === c.id && <NewOrder {...props} chief={c} />}
									</div>
								))}
						</div>
					),
			)}
		</>
	);
}

function NewOrder({ card, keeper, draft, set, chief: c }: Props & { chief: Chief }): JSX.Element {
	const need = card.command(c.rating, draft.superior),
		wanted = draft.wanted;
	const choose = (chit: number) => {
		if (c.chit == null)
			keeper.step(
				(pen) => (
					pen.chief(c.id, { chit }),
					{ text: `${c.name} begins with ${chits[chit]}`, rules: ['comp.4a'] }
				),
			);
		set(c.chit == null ? { open: null } : { wanted: chit === c.chit ? null : chit });
	};
	const roll = (d: number) => {
		keeper.step((pen) => {
			if (d <= need) pen.chief(c.id, { chit: wanted });
			return {
				text: `${c.name}: ${chits[wanted!]} on ${need} or less, rolled ${shown(d)}: ${d <= need ? 'it is obeyed' : `${chits[c.chit!]} stands`}`,
				rules: [d <= need ? 'comp.4b' : 'comp.4d'],
			};
		});
		set({ open: null, wanted: null });
	};
	return (
		<div class="new-order">
			<Choices
				label="Order"
				value={wanted ?? c.chit ?? -1}
				set={choose}
				of={chits.map((n, i) => [i, n])}
			/>
			{wanted !== null && (
				<>
					<Toggle on={draft.superior} set={(superior) => set({ superior })} note="+1 to his rating">
						Superior within 10"
					</Toggle>
					<Keypad
						sides={10}
						colour="white"
						label={`${chits[wanted]}: ${need} or less (${percent(need, 10)})`}
						roll={roll}
					/>
				</>
			)}
		</div>
	);
}

/** comp.5a, and the charges of the turn (comp.4e). */
function Movement({ keeper, draft, set }: Props): JSX.Element {
	const { book } = keeper,
		first = draft.dice[0];
	const roll = (d: number) => {
		if (first === undefined || first === d) return set({ dice: first === d ? [] : [d] });
		const begins = d < first ? 1 : 0;
		keeper.step(
			(pen) => (
				pen.set(['begins'], begins),
				{
					text: `${book.sides[begins]} begin the movement, ${shown(Math.min(first, d))} against ${shown(Math.max(first, d))}`,
					rules: ['comp.5a'],
				}
			),
		);
		set({ dice: [] });
	};
	const declare = (target: string | null) => {
		const who = book.units[draft.declares!];
		if (target && who)
			keeper.step(
				(pen) => (
					pen.unit(who.id, { charges: target }),
					{ text: `${who.name} will charge ${book.units[target]?.name}`, rules: ['comp.4e'] }
				),
			);
		set({ declares: null });
	};
	if (draft.declares === '')
		return (
			<Picker
				book={book}
				title="Who charges?"
				side={null}
				fits={(u) => u.arm !== Arm.Artillery && u.order === 'good' && !u.charges}
				pick={(id) => set({ declares: id })}
				none="Nobody"
			/>
		);
	if (draft.declares)
		return (
			<Picker
				book={book}
				title="Whom?"
				side={1 - (book.units[draft.declares]?.side ?? 0)}
				pick={declare}
				none="Nobody"
			/>
		);
	return (
		<>
			{book.begins == null ? (
				<Keypad
					sides={10}
					colour="white"
					label={
						first === undefined
							? `Who begins? ${book.sides[0]}`
							: `${book.sides[0]} have ${shown(first)}. ${book.sides[1]}`
					}
					roll={roll}
				/>
			) : (
				<p>
					{book.sides[book.begins as 0 | 1]} begin the movement. <Rule id="comp.5a" />
				</p>
			)}
			<Declared keeper={keeper} />
			<button class="large" onClick={() => set({ declares: '' })}>
				Declare a charge
			</button>
		</>
	);
}

function Declared({ keeper }: { keeper: Keeper }): JSX.Element | null {
	const list = charged(keeper.book).flatMap(({ target, by }) =>
		by.filter((u) => !u.tied).map((u) => ({ u, target })),
	);
	if (!list.length) return null;
	return (
		<ul class="list">
			{list.map(({ u, target }) => (
				<li key={u.id}>
					{u.name} charges {target.name}{' '}
					<button
						class="quiet"
						onClick={() =>
							keeper.step(
								(pen) => (
									pen.unit(u.id, { charges: null }), { text: `${u.name} does not charge` }
								),
							)
						}>
						Not so
					</button>
				</li>
			))}
		</ul>
	);
}

function Fire({ keeper, fire }: Props): JSX.Element {
	const left = standing(keeper.book).filter(
		(u) => u.arm !== Arm.Cavalry && !u.fired && !u.charges && u.order !== 'routed',
	);
	return (
		<details>
			<summary>Yet to fire ({left.length})</summary>
			{sides.map(
				(side) =>
					left.some((u) => u.side === side) && (
						<div class="list" key={side}>
							<Flag keeper={keeper} side={side} />
							{left
								.filter((u) => u.side === side)
								.map((u) => (
									<button class="unit" key={u.id} onClick={() => fire(u)}>
										<b>{u.name}</b>
										<small>{unitLine(u)}</small>
									</button>
								))}
						</div>
					),
			)}
		</details>
	);
}

function Charges({ keeper, fight }: Props): JSX.Element {
	const list = charged(keeper.book);
	if (!list.length) return <p class="of">No charge has been declared.</p>;
	return (
		<div class="list">
			{list.map(({ target, by }) => (
				<button class="unit" key={target.id} onClick={() => fight(by, target)}>
					<b>{by.map((u) => u.name).join(' and ')}</b>
					<small>
						{by.some((u) => u.tied) ? 'in the fight with' : 'against'} {target.name}
					</small>
				</button>
			))}
		</div>
	);
}

/** rally.1 to rally.5, comp.4f. */
function Rally({ card, keeper, look }: Props): JSX.Element {
	const { book } = keeper,
		units = standing(book).filter((u) => !u.rallied && !u.tied);
	const need = (u: Unit) => card.rally(u.morale, u.full - u.stands, book.half);
	const routed = units.filter((u) => u.order === 'routed' && card.core(u.arm, u.stands, u.full));
	const lacking = units.filter(
		(u) => u.order !== 'routed' && u.stands < u.full && card.core(u.arm, u.stands, u.full),
	);
	const shaken = units.filter(
		(u) => u.order === 'disorganised' && (chiefOf(book, u)?.chit ?? REFORM) === REFORM,
	);
	const lost = Object.values(book.chiefs).filter((c) => c.fate === 'missed' && !c.replaced);
	const reform = (u: Unit) =>
		keeper.step(
			(pen) => (pen.unit(u.id, { order: 'good' }), { text: `${u.name} reforms`, rules: ['comp.4f'] }),
		);
	if (!routed.length && !lacking.length && !shaken.length && !lost.length)
		return <p class="of">Nobody to rally.</p>;
	return (
		<div class="list">
			{routed.map((u) => (
				<button class="unit routed" key={u.id} onClick={() => look(u.id)}>
					<b>{u.name}</b>
					<small>rallies on {need(u)} or less, a commander within 1"</small>
				</button>
			))}
			{shaken.map((u) => (
				<button class="unit disorganised" key={u.id} onClick={() => reform(u)}>
					<b>{u.name}: reforms</b>
					<small>if it has the order to</small>
				</button>
			))}
			{lacking.map((u) => (
				<button class="unit" key={u.id} onClick={() => look(u.id)}>
					<b>{u.name}</b>
					<small>a stand comes back on {need(u)} or less, a commander within 1"</small>
				</button>
			))}
			{lost.map((c) => (
				<button class="unit" key={c.id} onClick={() => look(c.id)}>
					<b>{c.name}</b>
					<small>is replaced on {card.replace(c.rating)} or less</small>
				</button>
			))}
		</div>
	);
}
