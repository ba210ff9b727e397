// Exact odds: what may come of it, how often, and every modifier with its rule.
import { useEffect, useReducer, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Odds, Outcome } from '../service/words';
import { RuleLink } from './RuleLink';
import { count } from '../grammar';

export const percent = (chance: number): string => {
	const p = chance * 100;
	return p > 0 && p < 0.1 ? '<0.1 %' : `${p < 10 ? p.toFixed(1) : p.toFixed(0)} %`;
};

let applying: ReadonlySet<string> = new Set();
const charts = new Set<() => void>();
function applies(o: Odds): void {
	applying = new Set([
		...o.modifiers.map((m) => m.rule ?? ''),
		...o.outcomes.flatMap((x) => x.effects.map((e) => e.rule ?? '')),
	]);
	charts.forEach((look) => look());
}

/** The rules that the odds last looked at rest on: the charts mark them. */
export function useApplying(): ReadonlySet<string> {
	const [, again] = useReducer<number, void>((n) => n + 1, 0);
	useEffect(() => {
		const look = () => again();
		charts.add(look);
		return () => void charts.delete(look);
	}, []);
	return applying;
}

const Row = ({ o }: { o: Outcome }): JSX.Element => (
	<tr>
		<td class="chance">
			<span class="bar" style={{ width: `${Math.max(1, o.chance * 100)}%` }} />
			<b>{percent(o.chance)}</b>
		</td>
		<td class="outcome">
			{o.text}
			{o.fraction && <small> {o.fraction}</small>}
		</td>
	</tr>
);

export function OddsTable({ ask }: { ask: () => Promise<Odds> }): JSX.Element {
	const [odds, set] = useState<Odds | null>(null);
	const [trouble, complain] = useState('');
	const [all, showAll] = useState(false);
	useEffect(() => {
		let gone = false;
		ask().then(
			(o) => !gone && (set(o), applies(o)),
			(e: Error) => !gone && complain(e.message),
		);
		return () => void (gone = true);
	}, []);
	if (trouble) return <p class="odds-none">{trouble}</p>;
	if (!odds) return <p class="odds-none">Working out the odds…</p>;
	const outcomes = [...odds.outcomes].sort((a, b) => b.chance - a.chance);
	const shown = all ? outcomes : outcomes.slice(0, 6);
	const several = new Set(odds.modifiers.map((m) => m.of)).size > 1; // then it is said whose they are
	const rarer = outcomes.length - shown.length + Math.max(0, odds.besides.length - 8);
	return (
		<div class="odds">
			{odds.modifiers.length > 0 && (
				<ul class="modifiers">
					{odds.modifiers.map((m, i) => (
						<li key={i}>
							<b>{m.much}</b> {m.text}
							{several && m.of && <i class="of"> · {m.of}</i>} <RuleLink rule={m.rule} />
						</li>
					))}
				</ul>
			)}
			<table>
				<caption>{odds.exact ? 'Exact odds' : 'Odds, by sampling'}</caption>
				<tbody>
					{shown.map((o, i) => (
						<Row key={i} o={o} />
					))}
				</tbody>
			</table>
			{odds.besides.length > 0 && (
				<table>
					<caption>Also possible, each independently</caption>
					<tbody>
						{(all ? odds.besides : odds.besides.slice(0, 8)).map((o, i) => (
							<Row key={i} o={o} />
						))}
					</tbody>
				</table>
			)}
			{!all && rarer > 0 && (
				<button class="link" onClick={() => showAll(true)}>
					{count(rarer, 'rarer outcome')}
				</button>
			)}
		</div>
	);
}
