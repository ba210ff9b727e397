// What must be said at once: refusals with their rule, news, and the state of the connection.
import type { JSX } from 'preact';
import { useTable } from '../table/use';
import { RuleLink } from './RuleLink';

export function Notices(): JSX.Element {
	const { game } = useTable();
	return (
		<div class="notices" aria-live="assertive">
			{game.live === 'lost' && game.board && <div class="notice trouble line-down"><p>The line to the table is down. Trying to mend it…</p><button onClick={() => game.wake()}>Try now</button></div>}
			{game.notices.map((n) => (
				<div key={n.id} class={`notice ${n.kind}`}>
					<p>{n.text} <RuleLink rule={n.rule} /></p>
					<button class="close" aria-label="Dismiss" onClick={() => game.dismiss(n.id)}>×</button>
				</div>
			))}
			{game.clock.missed > 0 && <div class="notice news missed">
				<p>Since you left, {game.clock.missed === 1 ? 'one order was' : `${game.clock.missed} orders were`} given.</p>
				<button class="primary" onClick={() => game.clock.playMissed()}>Show me</button>
				<button class="close" aria-label="Dismiss" onClick={() => game.clock.forgetMissed()}>×</button>
			</div>}
		</div>
	);
}

/** The last sentences, for screen readers and at the head of the sheet. */
export function LastWords(): JSX.Element {
	const { game } = useTable();
	const entries = game.clock.view ? [game.clock.entry] : game.fresh;
	const words = entries.flatMap((e) => (e && !e.undone ? e.events : [])).filter((e) => e.kind !== 'modifier' && e.kind !== 'roll').slice(-4);
	return <div class="last-words" aria-live="polite">{words.map((e, i) => <p key={`${game.view.n} ${i}`}>{e.text}</p>)}</div>;
}
