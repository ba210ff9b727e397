// Dispatches: the log in sentences. Each points at its hexes, shows its dice and names its rule; a replay can begin at any of them.
import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { get } from '../service/courier';
import { useTable } from '../table/use';
import type { Entry, Plan } from '../service/words';
import { RuleLink } from './RuleLink';
import { Since } from './Since';
import { Sentence } from './Telling';
import { stepOf } from '../table/beats';

const SHOWN = 150;

/** One hex after the other by the same piece, and nothing else: told once, as a way. */
export function marches(entries: Entry[]): Entry[][] {
	const told: Entry[][] = [];
	for (const e of entries) {
		const last = told[told.length - 1],
			before = last && stepOf(last[last.length - 1]!),
			now = stepOf(e);
		if (before && now && before.who === now.who && before.to === now.where) last.push(e);
		else told.push([e]);
	}
	return told;
}

function March({ entries }: { entries: Entry[] }): JSX.Element {
	const { game, desk } = useTable();
	const events = entries.map((e) => stepOf(e)!);
	const way = [events[0]!.where!, ...events.map((e) => e.to!)];
	const last = entries[entries.length - 1]!;
	return (
		<li
			class={`entry ${game.clock.view && entries.some((e) => game.clock.at === e.n + 1) ? 'here' : ''}`}>
			<span class={`flag ${game.colourClass(last.side)}`} title={game.sideTitle(last.side)} />
			<div>
				<span class="sentence">
					<button class="pointer" onClick={() => desk.point([way[way.length - 1]!, ...way])}>
						{game.name(events[0]!.who)}: {way.map((p) => game.placeName(p)).join(' → ')}
					</button>{' '}
					<RuleLink rule={events[0]!.rule} />
				</span>
			</div>
			<EntryTools e={last} first={entries[0]!.n} />
		</li>
	);
}

function EntryTools({ e, first }: { e: Entry; first: number }): JSX.Element {
	const { game, desk } = useTable();
	const mayUndo = first >= game.now.undo && !e.undone && e.entry !== 'undo' && game.lastUndoable >= first;
	return (
		<span class="entry-tools">
			{mayUndo && (
				<button
					class="goto"
					title="Take everything back to before this"
					aria-label={`Take everything back to before order ${first + 1}`}
					onClick={() => void game.undo(first)}>
					↶
				</button>
			)}
			{e.n >= 0 && (
				<button
					class="goto"
					title="Look at the board after this"
					aria-label={`Look at the board after order ${e.n + 1}`}
					onClick={() => desk.lookBack(e.n + 1)}>
					{e.n + 1}
				</button>
			)}
		</span>
	);
}

function EntryItem({ e }: { e: Entry }): JSX.Element | null {
	const { game } = useTable();
	const fallback =
		e.entry === 'undo'
			? 'Took an order back.'
			: e.entry === 'standing'
				? `Standing order: ${e.order?.replace('standing ', '').replaceAll('_', ' ') ?? 'changed'}.`
				: e.entry === 'override'
					? `By agreement: ${e.order ?? ''}`
					: '';
	if (!e.events.length && !fallback) return null;
	return (
		<li
			class={`entry ${e.undone ? 'undone' : ''} ${game.clock.view && game.clock.at === e.n + 1 ? 'here' : ''}`}>
			<span class={`flag ${game.colourClass(e.side)}`} title={game.sideTitle(e.side)} />
			<div>
				{e.events.map((v, i) => (
					<Sentence key={i} e={v} />
				))}
				{!e.events.length && <span class="sentence">{fallback}</span>}
			</div>
			<EntryTools e={e} first={e.n} />
		</li>
	);
}

export function LogLeaf(): JSX.Element {
	const { game } = useTable();
	const [all, showAll] = useState(false);
	const list = useRef<HTMLOListElement>(null);
	const [plans, setPlans] = useState<Plan[]>([]);
	useEffect(
		() => void (game.now.over && get<Plan[]>(`${game.path}/plans`).then(setPlans, () => undefined)),
		[game.now.over],
	);
	const entries = game.log.filter((e) => !e.undone || e.entry !== 'order');
	const shown = all ? entries : entries.slice(-SHOWN);
	const told = marches(shown);
	const last = game.since;
	const after =
		game.alone || last < 0
			? undefined
			: told.find((m) => m[0]!.n >= last && m.some((e) => e.events.length));
	useEffect(() => {
		const leaf = list.current?.closest('#leaf');
		if (!game.clock.view && leaf) leaf.scrollTop = leaf.scrollHeight;
	}, [game.now.n]);
	return (
		<div class="leaf log-leaf">
			{entries.length > shown.length && (
				<button class="link" onClick={() => showAll(true)}>
					{entries.length - shown.length} earlier dispatches
				</button>
			)}
			<ol ref={list}>
				{told.map((m) => (
					<Fragment key={m[0]!.n}>
						{m === after && <Since />}
						{plans
							.filter((p) => m.some((e) => e.n === p.n))
							.map((p) => (
								<li key={`plan ${p.n}`} class="entry plan">
									<span class={`flag ${game.colourClass(p.side)}`} />
									<div>
										<span class="sentence">
											<i>What the computer had in mind:</i> {p.text}
										</span>
									</div>
								</li>
							))}
						{m.length > 1 ? <March entries={m} /> : <EntryItem e={m[0]!} />}
					</Fragment>
				))}
			</ol>
			{!entries.some((e) => e.events.length) && <p class="empty">Nothing has happened yet.</p>}
		</div>
	);
}
