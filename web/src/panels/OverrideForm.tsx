// A change that the rules do not know: alone one just makes it; between friends both must agree. The reason stays in the log.
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { useTable } from '../table/use';

export function OverrideForm({ done }: { done: () => void }): JSX.Element {
	const { game } = useTable();
	const { fields, pieces, sides, map } = game.board;
	const [name, setName] = useState(fields[0]?.name ?? '');
	const [element, setElement] = useState('');
	const [value, setValue] = useState('');
	const [reason, setReason] = useState('');
	const field = fields.find((f) => f.name === name);
	if (!field) return <p>This rule book has nothing that can be changed.</p>;
	const places = map?.hexes.map((h) => h.n) ?? [];
	const list = (what: string): [string, string][] =>
		what === 'piece' || what === 'unit' ? pieces.map((p) => [p.id, p.name]) : what === 'side' ? sides.map((s) => [s.id, s.title]) : what === 'place' ? [...places, ...game.board.boxes].map((p) => [p, game.placeName(p)]) : what === 'bool' ? [['false', 'no'], ['true', 'yes']] : [];
	const elements = field.scope === 'game' ? [] : list(field.scope);
	const values = field.value === 'choice' ? (field.choices ?? []).map((c) => [c, c] as [string, string]) : list(field.value);
	const send = async (e: Event) => {
		e.preventDefault();
		const ok = await game.act('override', { field: name, element: field.scope === 'game' ? 0 : element || elements[0]![0], value: value || (values[0]?.[0] ?? '0'), reason });
		if (ok) {
			void game.readProposals();
			done();
		}
	};
	const select = (label: string, of: [string, string][], now: string, set: (v: string) => void) => (
		<label>{label}<select value={now || of[0]?.[0]} onChange={(e) => set(e.currentTarget.value)}>{of.map(([v, t]) => <option key={v} value={v}>{t}</option>)}</select></label>
	);
	return (
		<form class="override" onSubmit={(e) => void send(e)}>
			{select('What', fields.map((f) => [f.name, `${f.name.replaceAll('_', ' ')} (${f.scope})`]), name, (v) => (setName(v), setElement(''), setValue('')))}
			{elements.length > 0 && select('Of', elements, element, setElement)}
			{values.length > 0 ? select('Becomes', values, value, setValue) : <label>Becomes<input type="number" min={field.min} max={field.max} value={value} required onInput={(e) => setValue(e.currentTarget.value)} /></label>}
			<label>Why<input value={reason} required maxLength={200} placeholder="The reason, for the log" onInput={(e) => setReason(e.currentTarget.value)} /></label>
			<button class="primary">{game.alone ? 'Change it' : 'Propose it'}</button>
		</form>
	);
}
