// What must be said at once: refusals with their rule, news, and the state of the connection.
import type { JSX } from 'preact';
import { useTable } from '../table/use';
import { count } from '../grammar';
import type { Event } from '../service/words';
import { beatsOf } from '../table/beats';
import { Cited } from './Cited';
import { Dice } from './Dice';
import { RuleLink } from './RuleLink';

export function Notices(): JSX.Element {
	const { game } = useTable();
	return (
		<div class="notices" aria-live="assertive">
			{game.live === 'lost' && game.board && <div class="notice trouble line-down"><p>The line to the table is down. Trying to mend it…</p><button onClick={() => game.wake()}>Try now</button></div>}
			{game.notices.map((n) => (
				<div key={n.id} class={`notice ${n.kind}`}>
					<p><Cited text={n.text} /> <RuleLink rule={n.rule} /></p>
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

/** What came of the last order, and what others did since: it lies there until the next order, so that it can be read. */
export function LastWords(): JSX.Element | null {
	const { game, desk } = useTable();
	const { clock } = game;
	if (game.watching) return null; // it is told at the foot of the sheet
	const beats = clock.view ? (clock.beat ? [clock.beat] : []) : clock.past.length ? clock.past : beatsOf(game.fresh);
	const shown = beats.slice(-3);
	return (
		<div class="last-words" aria-live="polite">
			{beats.length > shown.length && <button class="link" onClick={() => desk.open('log')}>Since your last order: {count(beats.length, 'event')}</button>}
			{shown.map((b) => <div key={b.to}>{told(b.events).map((e, i) => <p key={i}>{e.text}{e.dice && e.dice.length > 0 && <Dice dice={e.dice} sides={e.sides ?? 6} />}</p>)}</div>)}
		</div>
	);
}

/** The newest sentences of a beat; modifiers are in the dispatches. */
const told = (events: Event[]): Event[] => events.filter((e) => e.kind !== 'modifier').slice(-5);
