// What happened, as sentences with their dice: in the dispatches, while it is played back, and until one has read it.
import type { JSX } from 'preact';
import type { Event } from '../service/words';
import { useTable } from '../table/use';
import { Dice } from './Dice';
import { RuleLink } from './RuleLink';

/** One sentence; a click shows where it happened. */
export function Sentence({ e }: { e: Event }): JSX.Element {
	const { game, desk } = useTable();
	const places = [
		e.where,
		e.to,
		e.who ? (game.shown(e.who)?.place[0] ?? null) : null,
		e.whom ? (game.shown(e.whom)?.place[0] ?? null) : null,
	];
	const pointed = places.some((p) => p && game.hex.has(p));
	return (
		<span class={`sentence kind-${e.kind}`}>
			{pointed ? (
				<button
					class="pointer"
					onPointerEnter={() => desk.mark(places)}
					onPointerLeave={() => desk.mark([])}
					onClick={() => desk.point(places)}>
					{e.text}
				</button>
			) : (
				e.text
			)}
			{e.dice && e.dice.length > 0 && <Dice dice={e.dice} sides={e.sides ?? 6} />}{' '}
			<RuleLink rule={e.rule} />
		</span>
	);
}

export const Telling = ({ events }: { events: Event[] }): JSX.Element => (
	<>
		{events.map((e, i) => (
			<Sentence key={i} e={e} />
		))}
	</>
);
