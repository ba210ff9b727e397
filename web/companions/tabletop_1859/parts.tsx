// Small parts that several screens use.
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Modifier } from './card';
import type { Book, Unit } from './book';
import { given } from './given';
import { armNames, stateWords } from './rules';
import { fraction, percent, type Chance } from './odds';

export function Toggle({
	on,
	set,
	children,
	note,
	disabled,
}: {
	on: boolean;
	set: (on: boolean) => void;
	children: ComponentChildren;
	note?: string;
	disabled?: boolean;
}): JSX.Element {
	return (
		<button class="toggle" aria-pressed={on} disabled={disabled} onClick={() => set(!on)}>
			<span>{children}</span>
			{note && <small>{note}</small>}
		</button>
	);
}

export function Stepper({
	label,
	value,
	set,
	min,
	max,
}: {
	label: string;
	value: number;
	set: (n: number) => void;
	min: number;
	max: number;
}): JSX.Element {
	return (
		<div class="stepper" role="group" aria-label={label}>
			<span>{label}</span>
			<button aria-label={`${label}: less`} disabled={value <= min} onClick={() => set(value - 1)}>
				−
			</button>
			<output aria-live="polite">{value}</output>
			<button aria-label={`${label}: more`} disabled={value >= max} onClick={() => set(value + 1)}>
				+
			</button>
		</div>
	);
}

export function Choices<T extends string | number>({
	label,
	value,
	set,
	of,
}: {
	label: string;
	value: T;
	set: (v: T) => void;
	of: [T, string][];
}): JSX.Element {
	return (
		<fieldset class="choices">
			<legend>{label}</legend>
			{of.map(([v, text]) => (
				<button key={v} aria-pressed={v === value} onClick={() => set(v)}>
					{text}
				</button>
			))}
		</fieldset>
	);
}

/** A rule's number; pressing it says what it says. */
export function Rule({ id }: { id: string }): JSX.Element {
	const [open, set] = useState(false);
	const s = given.rules.find((r) => r.id === id);
	return (
		<>
			<button class="rule" aria-expanded={open} onClick={() => set(!open)}>
				{id}
			</button>
			{open && (
				<span class="ruletext" role="note">
					{s?.text ?? 'a ruling of ours'}
				</span>
			)}
		</>
	);
}

export function Because({ list, sign = 1 }: { list: Modifier[]; sign?: number }): JSX.Element | null {
	if (!list.length) return null;
	return (
		<ul class="because">
			{list.map((m) => (
				<li key={m.rule + m.text}>
					<b>
						{m.value ? (m.value * sign > 0 ? `+${m.value * sign}` : `−${-m.value * sign}`) : '·'}
					</b>{' '}
					{m.text} <Rule id={m.rule} />
				</li>
			))}
		</ul>
	);
}

export function Odds({ list, title }: { list: Chance[]; title: string }): JSX.Element {
	return (
		<table class="odds">
			<caption>{title}</caption>
			<tbody>
				{list.map((c) => (
					<tr key={c.text}>
						<th scope="row">{c.text}</th>
						<td class="bar">
							<i style={{ width: `${(100 * c.n) / c.of}%` }} />
						</td>
						<td>{fraction(c.n, c.of)}</td>
						<td>{percent(c.n, c.of)}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

export const unitLine = (u: Unit): string =>
	`${armNames[u.arm]} · ${u.stands}/${u.full} stands · MR ${u.morale}`;

/** Chooses a unit from the list, or none. */
export function Picker({
	book,
	title,
	side,
	pick,
	none,
	fits = () => true,
}: {
	book: Book;
	title: string;
	side: number | null;
	pick: (id: string | null) => void;
	none: string;
	fits?: (u: Unit) => boolean;
}): JSX.Element {
	const units = Object.values(book.units).filter(
		(u) => !u.gone && (side === null || u.side === side) && fits(u),
	);
	return (
		<div class="picker" role="dialog" aria-label={title}>
			<h2>{title}</h2>
			<div class="pick-list">
				<button class="unit typed" onClick={() => pick(null)}>
					<b>{none}</b>
					<small>without keeping count</small>
				</button>
				{[0, 1].map(
					(s) =>
						units.some((u) => u.side === s) && (
							<section key={s}>
								<h3 class={`colour-${book.colours[s as 0 | 1]}`}>
									<span class="flag" />
									{book.sides[s as 0 | 1]}
								</h3>
								{units
									.filter((u) => u.side === s)
									.map((u) => (
										<button class="unit" key={u.id} onClick={() => pick(u.id)}>
											<b>{u.name}</b>
											<small>
												{unitLine(u)}
												{stateWords(u) && <em> · {stateWords(u)}</em>}
											</small>
										</button>
									))}
							</section>
						),
				)}
			</div>
		</div>
	);
}
