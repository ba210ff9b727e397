// The charts of a rule book, as its data file has them: every number with its rule, and marked where it is our reconstruction.
import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { get } from '../service/courier';
import { useApplying } from './OddsTable';
import { bring } from './bring';

type Chart = string | Chart[] | { [key: string]: Chart };
type Row = { [key: string]: Chart };

const title = (key: string): string => key.replaceAll('_', ' ');
const isRow = (c: Chart | undefined): c is Row => typeof c === 'object' && !Array.isArray(c);
const cell = (c: Chart | undefined): string =>
	c === undefined
		? ''
		: typeof c === 'string'
			? title(c)
			: Array.isArray(c)
				? c.map(cell).join(', ')
				: Object.entries(c)
						.map(([k, v]) => `${title(k)} ${cell(v)}`)
						.join('; ');

/** A row of numbers each with a rule of its own: the one that applies is marked. */
function one(r: Row, column: string, applying: ReadonlySet<string>): JSX.Element[] | null {
	const { rule } = r,
		list = r[column];
	if (!Array.isArray(list) || !Array.isArray(rule) || list.length !== rule.length) return null;
	return list.map((n, i) => (
		<span key={i} class={`cell ${applying.has(String(rule[i])) ? 'here' : ''}`}>
			{cell(n)}
		</span>
	));
}

const here = (r: Row, applying: ReadonlySet<string>): boolean =>
	[r.rule].flat().some((rule) => typeof rule === 'string' && applying.has(rule));

function ChartTable({
	name,
	chart,
	applying,
	open,
}: {
	name: string;
	chart: Chart;
	applying: ReadonlySet<string>;
	open: (rule: string) => void;
}): JSX.Element {
	const rows: [string, Row][] =
		Array.isArray(chart) && chart.every(isRow)
			? chart.map((r) => ['', r])
			: !isRow(chart)
				? [['', { value: chart }]]
				: Object.values(chart).every(isRow)
					? (Object.entries(chart) as [string, Row][])
					: [['', chart]];
	const columns = [...new Set(rows.flatMap(([, r]) => Object.keys(r)))].filter(
		(k) => k !== 'source' && k !== 'rule',
	);
	const plain = columns.length < 2;
	return (
		<table class="chart">
			<caption>{title(name)}</caption>
			{!plain && (
				<thead>
					<tr>
						<th scope="col">
							<span class="unseen">of</span>
						</th>
						{columns.map((c) => (
							<th key={c} scope="col">
								{title(c)}
							</th>
						))}
						<th scope="col">
							<span class="unseen">rule</span>
						</th>
					</tr>
				</thead>
			)}
			<tbody>
				{rows.map(([key, r], i) => (
					<tr
						key={key + i}
						class={here(r, applying) ? 'here' : ''}
						{...(here(r, applying) ? { 'aria-label': `${title(key)}: applies now` } : {})}>
						<th scope="row">{title(key)}</th>
						{columns.map((c) => (
							<td key={c}>{one(r, c, applying) ?? cell(r[c])}</td>
						))}
						<td class="chart-rule">
							{r.source === 'reconstruction' && (
								<i class="tag" title="Ours: the book's text lacks it">
									reconstruction
								</i>
							)}{' '}
							{typeof r.rule === 'string' && (
								<button class="rule" onClick={() => open(r.rule as string)}>
									§{'\u2009'}
									{r.rule}
								</button>
							)}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

export function Charts({ system, open }: { system: string; open: (rule: string) => void }): JSX.Element {
	const [charts, set] = useState<{ [name: string]: Chart } | null>(null);
	useEffect(
		() => void get<{ [name: string]: Chart }>(`/api/charts/${system}`).then(set, () => set({})),
		[system],
	);
	const applying = useApplying();
	useEffect(() => bring(document.querySelector('.chart .here')), [charts, applying]);
	if (!charts) return <p class="empty">Opening the charts…</p>;
	if (!Object.keys(charts).length) return <p class="empty">These rules have no charts.</p>;
	const single = Object.entries(charts).filter(
		([, c]) =>
			isRow(c) &&
			!Object.values(c).some(isRow) &&
			Object.keys(c).every((k) => ['value', 'source', 'rule'].includes(k)),
	);
	const general: Chart = Object.fromEntries(single);
	const others = Object.entries(charts).filter((e) => !single.some(([name]) => name === e[0]));
	return (
		<div class="charts">
			{[...(single.length ? [['in general', general] as [string, Chart]] : []), ...others].map(
				([name, chart]) => (
					<ChartTable key={name} name={name} chart={chart} applying={applying} open={open} />
				),
			)}
		</div>
	);
}
