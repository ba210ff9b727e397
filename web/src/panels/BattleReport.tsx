// After the battle (or in the middle of it): how it went, as plots and tables. Luck and turning points come from the log's own events;
// losses and points from the service's report.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { get } from '../service/courier';
import { theSide } from '../grammar';
import type { Report } from '../service/words';
import { useTable } from '../table/use';
import { Plot, type Line } from './Plot';
import { luck, turningPoints } from './luck';

export function BattleReport(): JSX.Element {
	const { game, desk } = useTable();
	const [report, set] = useState<Report | null>(null);
	useEffect(() => void get<Report>(`${game.path}/report`).then(set, () => set(null)), [game.now.n]);
	const colours = useMemo(() => ['#34557d', '#9c3b2e'], []);
	const fortunes = useMemo(() => luck(game), [game.now.n]);
	const points = useMemo(() => turningPoints(report, game), [report]);
	const series = (of: 'lost' | 'score'): Line[] =>
		game.board.sides.map((s, i) => ({
			label: s.title,
			values: report!.points.map((p) => p[of][s.id] ?? 0),
			colour: colours[i]!,
			dash: i ? [7, 4] : undefined,
		}));
	const x = useMemo(() => report?.points.map((p) => p.n) ?? [], [report]);
	const lost = useMemo(() => (report ? series('lost') : []), [report]);
	const score = useMemo(() => (report ? series('score') : []), [report]);
	const luckLines = useMemo(
		() =>
			fortunes.sides.map((f, i) => ({
				label: game.sideTitle(f.side),
				values: f.values,
				colour: colours[i]!,
				dash: i ? [7, 4] : undefined,
			})),
		[fortunes],
	);
	const worst = [...(report?.pieces ?? [])]
		.filter((p) => p.lost > 0)
		.sort((a, b) => b.lost - a.lost)
		.slice(0, 10);
	const won = game.now.over
		? game.now.winner && game.now.winner !== 'draw'
			? `Won by ${theSide(game.side(game.now.winner))}.`
			: 'The battle was drawn.'
		: 'The battle is not over.';
	return (
		<div class="report">
			<p class="lead">
				{game.board.battle.title}, {game.board.battle.date}. {game.board.scenario.title}, by the rules
				of {game.board.system.title}. {won} {game.now.n} orders were given.
			</p>
			{x.length > 1 && <Plot title="Losses" x={x} lines={lost} steps xlabel="order" />}
			{x.length > 1 && <Plot title="Points" x={x} lines={score} steps xlabel="order" />}
			{fortunes.x.length > 1 && (
				<>
					<Plot
						title="Luck of the dice: pips above or below the average so far"
						x={fortunes.x}
						lines={luckLines}
						xlabel="throw"
					/>
					<table class="luck">
						<thead>
							<tr>
								<th>Side</th>
								<th>Dice</th>
								<th>Average face, as a share of the expected</th>
							</tr>
						</thead>
						<tbody>
							{fortunes.sides.map((f) => (
								<tr key={f.side}>
									<td>{game.sideTitle(f.side)}</td>
									<td>{f.dice}</td>
									<td>{f.dice ? `${((100 * f.sum) / f.expected).toFixed(0)} %` : '–'}</td>
								</tr>
							))}
						</tbody>
					</table>
				</>
			)}
			{points.length > 0 && (
				<section>
					<h3>Turning points</h3>
					<ol>
						{points.map((p) => (
							<li key={p.n}>
								<button class="link" onClick={() => desk.lookBack(p.n)}>
									Order {p.n}
								</button>
								: {p.text}
							</li>
						))}
					</ol>
				</section>
			)}
			{worst.length > 0 && (
				<section>
					<h3>Who suffered most</h3>
					<table>
						<tbody>
							{worst.map((p) => (
								<tr key={p.id}>
									<td>{game.name(p.id)}</td>
									<td>{p.lost}</td>
								</tr>
							))}
						</tbody>
					</table>
				</section>
			)}
			<button onClick={() => window.print()}>Print</button>
		</div>
	);
}
