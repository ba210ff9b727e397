// The rules by number, in our own words, with rulings and reconstructed charts marked.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { get } from '../service/courier';
import type { Statement } from '../service/words';
import { Charts } from './Charts';
import { bring } from './bring';

const books = new Map<string, Promise<Statement[]>>();
export function book(system: string): Promise<Statement[]> {
	let known = books.get(system);
	if (!known) {
		known = get<Statement[]>(`/api/rules/${system}`);
		known.catch(() => books.delete(system));
		books.set(system, known);
	}
	return known;
}

/** Statements speak of others by number: those become links. */
function Linked({
	text,
	known,
	open,
}: {
	text: string;
	known: Set<string>;
	open: (id: string) => void;
}): JSX.Element {
	const parts = text.split(/(\b[a-z_]*\.?\d+(?:\.\d+)*[a-z]?\b)/);
	return (
		<>
			{parts.map((p, i) =>
				i % 2 && known.has(p) && p.includes('.') ? (
					<button key={i} class="rule" onClick={() => open(p)}>
						{p}
					</button>
				) : (
					p.replaceAll('**', '')
				),
			)}
		</>
	);
}

/** The book: its statements, and its charts. */
export function RuleBook({
	system,
	at,
	open,
}: {
	system: string;
	at: string | null;
	open: (id: string) => void;
}): JSX.Element {
	const [charts, setCharts] = useState(false);
	const read = (id: string) => (setCharts(false), open(id));
	useEffect(() => setCharts(false), [at]);
	return (
		<>
			<div class="choice" role="group" aria-label="The book">
				<button aria-pressed={!charts} onClick={() => setCharts(false)}>
					Rules
				</button>
				<button aria-pressed={charts} onClick={() => setCharts(true)}>
					Charts
				</button>
			</div>
			{charts ? (
				<Charts system={system} open={read} />
			) : (
				<Statements system={system} at={at} open={read} />
			)}
		</>
	);
}

function Statements({
	system,
	at,
	open,
}: {
	system: string;
	at: string | null;
	open: (id: string) => void;
}): JSX.Element {
	const [rules, set] = useState<Statement[] | null>(null);
	const [find, setFind] = useState('');
	const list = useRef<HTMLDivElement>(null);
	useEffect(() => void book(system).then(set, () => set([])), [system]);
	useEffect(() => {
		setFind('');
		if (at)
			requestAnimationFrame(() =>
				bring(list.current?.querySelector(`[data-rule="${CSS.escape(at)}"]`)),
			);
	}, [at, rules]);
	if (!rules) return <p class="empty">Opening the book…</p>;
	if (!rules.length) return <p class="empty">There is no text of these rules yet.</p>;
	const known = new Set(rules.map((r) => r.id));
	const words = find.toLowerCase();
	const shown = rules.filter((r) => !words || r.id.includes(words) || r.text.toLowerCase().includes(words));
	return (
		<>
			<input
				type="search"
				placeholder="Find a rule"
				aria-label="Find a rule"
				value={find}
				onInput={(e) => setFind(e.currentTarget.value)}
			/>
			<div class="rule-book" ref={list}>
				{shown.map((r, i) => (
					<div key={r.id}>
						{r.section !== shown[i - 1]?.section && <h3>{r.section}</h3>}
						<p data-rule={r.id} class={r.id === at ? 'at' : ''}>
							<b>{r.id}</b>{' '}
							{r.tags.map((t) => (
								<i key={t} class={`tag ${t.split(' ')[0]}`}>
									{t}
								</i>
							))}{' '}
							<Linked text={r.text} known={known} open={open} />
						</p>
					</div>
				))}
			</div>
		</>
	);
}
