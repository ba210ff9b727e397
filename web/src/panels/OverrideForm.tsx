// A change that the rules do not know: alone one just makes it; between friends both must agree. The reason stays in the log. What can be changed is
// named in the book's own words where it has a sign for it.
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { capital, plain } from '../grammar';
import type { Field } from '../service/words';
import type { Game } from '../table/game';
import { useTable } from '../table/use';

type Choice = [string, string];
const scopes: [Field['scope'], string][] = [
	['piece', 'A piece'],
	['place', 'A place'],
	['side', 'A side'],
	['game', 'The battle'],
];
const usual: Record<string, string> = {
	at: 'Where it stands',
	also_at: 'Its second place',
	owner: 'Who holds it',
};

/** "Not in command", not "nic". */
export function fieldTitle(game: Game, name: string): string {
	const { slot, badge, mark } = game.board.signs;
	const sign = [...badge, ...slot, ...mark].find((s) => s.name === name);
	return usual[name] ?? (sign ? capital(sign.title.split(':')[0]!) : capital(plain(name)));
}

function choices(game: Game, what: string): Choice[] {
	const { pieces, sides, map, boxes } = game.board;
	if (what === 'piece' || what === 'unit') return pieces.map((p) => [p.id, p.name]);
	if (what === 'side') return sides.map((s) => [s.id, s.title]);
	if (what === 'place')
		return [...(map?.hexes.map((h) => h.n) ?? []), ...boxes].map((p) => [p, capital(game.placeName(p))]);
	return what === 'bool'
		? [
				['false', 'no'],
				['true', 'yes'],
			]
		: [];
}

function Select({
	label,
	of,
	now,
	set,
}: {
	label: string;
	of: Choice[];
	now: string;
	set: (v: string) => void;
}): JSX.Element {
	return (
		<label>
			{label}
			<select value={now || of[0]?.[0]} onChange={(e) => set(e.currentTarget.value)}>
				{of.map(([v, t]) => (
					<option key={v} value={v}>
						{t}
					</option>
				))}
			</select>
		</label>
	);
}

export function OverrideForm({ done }: { done: () => void }): JSX.Element {
	const { game } = useTable();
	const { fields } = game.board;
	const offered = scopes.filter(([s]) => fields.some((f) => f.scope === s));
	const [scope, setScope] = useState<Field['scope']>(offered[0]?.[0] ?? 'game');
	const [name, setName] = useState('');
	const [element, setElement] = useState('');
	const [value, setValue] = useState('');
	const [reason, setReason] = useState('');
	const of = fields.filter((f) => f.scope === scope);
	const field = of.find((f) => f.name === name) ?? of[0];
	if (!field) return <p>This rule book has nothing that can be changed.</p>;
	const elements = scope === 'game' ? [] : choices(game, scope);
	const values: Choice[] =
		field.value === 'choice'
			? (field.choices ?? []).map((c) => [c, plain(c)])
			: choices(game, field.value);
	const { min, max } = field;
	const send = async (e: Event) => {
		e.preventDefault();
		const ok = await game.act('override', {
			field: field.name,
			element: scope === 'game' ? 0 : element || elements[0]![0],
			value: value || (values[0]?.[0] ?? '0'),
			reason,
		});
		if (!ok) return;
		void game.talk.readProposals();
		done();
	};
	return (
		<form class="override" onSubmit={(e) => void send(e)}>
			<p class="of">
				{game.alone
					? 'For what the rules do not foresee, or a slip of the hand.'
					: 'The other side must agree. Until then nothing changes.'}
			</p>
			<Select
				label="What is it about?"
				of={offered}
				now={scope}
				set={(v) => (setScope(v as Field['scope']), setName(''), setElement(''), setValue(''))}
			/>
			{elements.length > 0 && (
				<Select
					label={
						scope === 'piece'
							? 'Which piece?'
							: scope === 'place'
								? 'Which place?'
								: 'Which side?'
					}
					of={elements}
					now={element}
					set={setElement}
				/>
			)}
			<Select
				label="What changes?"
				of={of.map((f) => [f.name, fieldTitle(game, f.name)])}
				now={field.name}
				set={(v) => (setName(v), setValue(''))}
			/>
			{values.length > 0 ? (
				<Select label="It becomes" of={values} now={value} set={setValue} />
			) : (
				<label key="number">
					It becomes{min !== undefined && max !== undefined ? ` (${min} to ${max})` : ''}
					<input
						type="number"
						min={min}
						max={max}
						value={value}
						required
						onInput={(e) => setValue(e.currentTarget.value)}
					/>
				</label>
			)}
			<label key="why">
				Why?
				<input
					value={reason}
					required
					maxLength={200}
					placeholder="The reason, for the log"
					onInput={(e) => setReason(e.currentTarget.value)}
				/>
			</label>
			<button class="primary">{game.alone ? 'Change it' : 'Propose it'}</button>
		</form>
	);
}
