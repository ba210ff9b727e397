// An adviser: the orders the computer would give in our place, as arrows on the board, and why. For who plays alone or against the computer; between
// people nobody whispers. How well he counts his chances has not been measured, so none are shown.
import type { JSX } from 'preact';
import { sentence } from '../grammar';
import type { Advice as Plan, Place } from '../service/words';
import type { Game } from '../table/game';
import { useTable } from '../table/use';
import { RuleLink } from './RuleLink';

export function AdviceButton(): JSX.Element | null {
	const { game } = useTable();
	if (!game.advised || !game.mine || game.now.orders.length < 2) return null;
	return <button class="answer quiet" disabled={game.busy || game.asking} onClick={() => void game.askAdvice()}>{game.asking ? 'The adviser is thinking…' : 'What would you do?'}</button>;
}

/** What is told of the plan: a march is one line, not a line a hex. */
function lines(plan: Plan['plan']): Plan['plan'] {
	return plan.filter((o, i) => {
		const next = plan[i + 1];
		return !(next && next.piece === o.piece && next.place && (o.place || plan.length > 1) && !o.target && !next.target && next.words.split(' ')[0] === o.words.split(' ')[0]);
	});
}

export function Advice(): JSX.Element | null {
	const { game, desk } = useTable();
	const { advice } = game;
	if (!advice || advice.n !== game.now.n || !game.mine) return null;
	const places = advice.plan.flatMap((o) => o.place ?? (o.target && game.shown(o.target)?.place[0]) ?? []);
	const told = lines(advice.plan), why = advice.why;
	return (
		<section class="advice" aria-label="Advice" aria-live="polite">
			<ol>{told.slice(0, 5).map((o) => <li key={o.words}><b>{sentence(o.text)}</b> <RuleLink rule={o.rule} /></li>)}{told.length > 5 && <li>…</li>}</ol>
			{why && <p class="hint">{why}</p>}
			<div class="answers">
				<button class="answer primary" disabled={game.busy} onClick={() => void game.send(advice.plan.map((o) => o.words))}>{advice.plan.length > 1 ? 'Do all of it' : 'Do that'}</button>
				{advice.plan.length > 1 && <button class="answer" disabled={game.busy} onClick={() => void game.send([advice.plan[0]!.words])}>Only the first order</button>}
				{places.length > 0 && <button class="answer" onClick={() => desk.point(places)}>Where is that?</button>}
				<button class="answer quiet" onClick={() => game.forgetAdvice()}>I know better</button>
			</div>
		</section>
	);
}

/** The plan as arrows: where each piece goes, and whom it is aimed at. */
export function PlanArrows({ game }: { game: Game }): JSX.Element | null {
	const { advice } = game;
	if (!advice || advice.n !== game.now.n || !game.mine) return null;
	const { lattice } = game.hand, s = lattice.size / 100;
	const at = new Map<string, Place>();
	const legs = advice.plan.flatMap((o) => {
		const from = o.piece ? (at.get(o.piece) ?? game.shown(o.piece)?.place[0]) : undefined;
		const to = o.place ?? (o.target ? game.shown(o.target)?.place[0] : undefined);
		const a = from ? lattice.centre(from) : undefined, b = to ? lattice.centre(to) : undefined;
		if (o.piece && o.place && !o.target) at.set(o.piece, o.place);
		return a && b && from !== to ? [{ a, b, shot: !!o.target }] : [];
	});
	return (
		<g class="plan-arrows" aria-hidden="true">
			<defs><marker id="head-plan" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="3.4" markerHeight="3.4" orient="auto"><path d="M0 0 10 5 0 10z" /></marker></defs>
			{legs.map(({ a, b, shot }, i) => <line key={i} class={shot ? 'shot' : 'march'} x1={a.x} y1={a.y} x2={a.x + (b.x - a.x) * 0.86} y2={a.y + (b.y - a.y) * 0.86} stroke-width={7 * s} marker-end="url(#head-plan)" />)}
		</g>
	);
}
