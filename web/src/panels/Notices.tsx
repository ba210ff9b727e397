// What must be said at once: refusals with their rule, news, and the state of the connection.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import { boxOf, overlap, type Box } from '../sheet/placing';
import { useTable } from '../table/use';
import { count } from '../grammar';
import type { Event } from '../service/words';
import { beatsOf } from '../table/beats';
import { Cited } from './Cited';
import { Dice } from './Dice';
import { RuleLink } from './RuleLink';

/** What the notice may be about: it must be seen beside it. */
const subjects = '.stacks .picked .face, .stand.picked .body, .looked, .subject';

/** At the head of the sheet, or, where that would cover the piece in question, just above the foot. */
function place(box: HTMLElement): void {
	const sheet = box.parentElement!,
		corner = sheet.getBoundingClientRect();
	const foot = sheet.querySelector('.foot > *'),
		floor = foot ? boxOf(foot, corner).top : corner.height;
	const spare = [...sheet.querySelectorAll(subjects)].map((e) => boxOf(e, corner));
	box.style.top = '';
	const now = boxOf(box, corner),
		high = now.bottom - now.top;
	const covers = (top: number): number =>
		spare.reduce((sum, s) => sum + overlap({ ...now, top, bottom: top + high } as Box, s), 0);
	const low = Math.max(now.top, floor - high - 8);
	if (covers(now.top) > covers(low)) box.style.top = `${low}px`;
}

export function Notices(): JSX.Element {
	const { game } = useTable();
	const box = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		if (game.notices.length) place(box.current!);
	}, [game.notices, game.advice]);
	return (
		<div class="notices" aria-live="assertive" ref={box}>
			{game.live === 'lost' && game.board && (
				<div class="notice trouble line-down">
					<p>The line to the table is down. Trying to mend it…</p>
					<button onClick={() => game.wake()}>Try now</button>
				</div>
			)}
			{game.notices.map((n) => (
				<div key={n.id} class={`notice ${n.kind}`}>
					<p>
						<Cited text={n.text} /> <RuleLink rule={n.rule} />
					</p>
					<button class="close" aria-label="Dismiss" onClick={() => game.dismiss(n.id)}>
						×
					</button>
				</div>
			))}
			{game.clock.missed > 0 && (
				<div class="notice news missed">
					<p>
						Since you left,{' '}
						{game.clock.missed === 1 ? 'one order was' : `${game.clock.missed} orders were`}{' '}
						given.
					</p>
					<button class="primary" onClick={() => game.clock.playMissed()}>
						Show me
					</button>
					<button class="close" aria-label="Dismiss" onClick={() => game.clock.forgetMissed()}>
						×
					</button>
				</div>
			)}
		</div>
	);
}

/** What came of the last order, and what others did since: it lies there until the next order, so that it can be read. */
export function LastWords(): JSX.Element | null {
	const { game, desk } = useTable();
	const { clock } = game;
	if (game.watching) return null; // it is told at the foot of the sheet
	const beats = clock.view
		? clock.beat
			? [clock.beat]
			: []
		: clock.past.length
			? clock.past
			: beatsOf(game.fresh);
	const shown = beats.slice(-3);
	return (
		<div class="last-words" aria-live="polite">
			{beats.length > shown.length && (
				<button class="link" onClick={() => desk.open('log')}>
					Since your last order: {count(beats.length, 'event')}
				</button>
			)}
			{shown.map((b) => (
				<div key={b.to}>
					{told(b.events).map((e, i) => (
						<p key={i}>
							{e.text}
							{e.dice && e.dice.length > 0 && <Dice dice={e.dice} sides={e.sides ?? 6} />}
						</p>
					))}
				</div>
			))}
		</div>
	);
}

/** The newest sentences of a beat; modifiers are in the dispatches. */
const told = (events: Event[]): Event[] => events.filter((e) => e.kind !== 'modifier').slice(-5);
