// The briefing: who one is, where one stands, what wins and by how much, when it ends, and what has happened already. It opens a battle, and
// stays one click away on the leaf of the day.
import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { adjective, capital, count, listed, plain, theSide } from '../grammar';
import type { Statement, Track, Mark } from '../service/words';
import type { Game } from '../table/game';
import { useTable } from '../table/use';
import { counts } from '../table/beats';
import { book } from './RulesLeaf';
import { RuleLink } from './RuleLink';

/** The statements of the book on winning: those that speak of victory, and those that the tracks of the score cite. */
export function useVictory(game: Game): Statement[] | null {
	const [rules, set] = useState<Statement[] | null>(null);
	useEffect(() => void book(game.board.system.id).then(set, () => set([])), [game]);
	if (!rules) return null;
	const cited = new Set(
		game.now.tracks
			.filter((t) => t.side)
			.map((t) => t.rule)
			.filter(Boolean),
	);
	const speaks = (r: Statement) =>
		/victor|objective/i.test(r.section) || /\b(victory|VP|objectives?|has won)\b/.test(r.text);
	const of = rules.filter((r) => !/^rulings/i.test(r.section) && !r.tags.includes('information'));
	const found = of.filter(speaks);
	return found.length ? found : of.filter((r) => cited.has(r.id));
}

/** Places that count: marks on the board that belong to the score, kind by kind, with who holds them. */
function Prizes(): JSX.Element | null {
	const { game, desk } = useTable();
	const marks = game.view.marks.filter((m) => m.name || game.hex.get(m.place)?.name || m.label);
	const kinds = [...new Set(marks.map((m) => m.mark))];
	const prize = (m: Mark, i: number): JSX.Element => (
		<li key={i}>
			<button class="link" onClick={() => desk.point([m.place])}>
				{m.name ?? game.hex.get(m.place)?.name ?? game.placeName(m.place)}
			</button>
			{m.label ? ` (${m.label})` : ''}
			{m.side ? `, held by ${theSide(game.side(m.side))}` : ''}
		</li>
	);
	return (
		<>
			{kinds.map((kind) => {
				const sign = game.sign('mark', kind);
				return (
					<div key={kind} class="prizes">
						<p>
							{sign?.title ?? plain(kind)}: <RuleLink rule={sign?.rule} />
						</p>
						<ul>{marks.filter((m) => m.mark === kind).map(prize)}</ul>
					</div>
				);
			})}
		</>
	);
}

export function Score({ tracks }: { tracks: Track[] }): JSX.Element {
	const { game } = useTable();
	return (
		<ul class="score">
			{tracks.map((t, i) => (
				<li key={i}>
					<span class={`flag ${game.colourClass(t.side)}`} />
					{t.side ? `${game.side(t.side)?.title}, ` : ''}
					{plain(t.name)}: <b>{t.text || t.value}</b> <RuleLink rule={t.rule} />
				</li>
			))}
		</ul>
	);
}

/** Where one's own troops stand: the named places, and how many are still to come. */
function standing(game: Game, side: string): string {
	const own = game.now.pieces.filter((p) => p.side === side);
	const on = own.filter((p) => p.place.some((q) => game.hex.has(q) || !!game.board.table));
	const named = [...new Set(on.flatMap((p) => game.hex.get(p.place[0] ?? '')?.name ?? []))];
	const off = own.length - on.length,
		all = on.every((p) => game.hex.get(p.place[0] ?? '')?.name);
	return `${capital(count(on.length, 'counter'))} on the board${named.length ? `, ${all ? '' : 'some of them '}at ${listed(named, 4)}` : ''}${off > 0 ? `; ${count(off, 'more', 'more')} in reserve or still to come` : ''}.`;
}

const earlier = (game: Game): number =>
	game.log.filter((e) => counts(e) && e.side !== null && !game.board.you.includes(e.side)).length;

export function BriefingText(): JSX.Element {
	const { game, desk } = useTable();
	const { board, now } = game;
	const victory = useVictory(game);
	if (!victory) return <div class="briefing" aria-busy="true" />; // all of it comes at once: its button does not move under the hand
	const you = board.you.length === 1 ? game.side(board.you[0]) : undefined,
		enemy = board.sides.find((s) => s.id !== you?.id);
	const decides = (t: Track): boolean => !t.side && victory.some((r) => r.id === t.rule); // how far it is to a victory
	const scores = now.tracks.filter(
		(t) =>
			decides(t) ||
			(t.side &&
				board.sides.every((s) => now.tracks.some((o) => o.side === s.id && o.name === t.name))),
	);
	return (
		<div class="briefing">
			<p class="lead">
				{you ? (
					<>
						You lead <b>{theSide(you)}</b> against {theSide(enemy)}
						{board.seats[enemy?.id ?? '']?.kind === 'computer' ? ', whom the computer leads' : ''}
						.
					</>
				) : game.spectator ? (
					'You are watching.'
				) : (
					'You lead both sides.'
				)}{' '}
				{board.battle.title}, {board.battle.date}: {board.scenario.title}, by the rules of{' '}
				{board.system.title}.
			</p>
			<p class="prose">{board.scenario.text}</p>
			{you && (
				<section>
					<h3>Where you stand</h3>
					<p>{standing(game, you.id)}</p>
				</section>
			)}
			<section>
				<h3>What wins</h3>
				{victory.length > 0 ? (
					<ul class="victory">
						{victory.slice(0, 9).map((r) => (
							<li key={r.id}>
								{r.text.replaceAll('**', '').replace(/\s*\[ruling [^\]]*\]/g, '')}{' '}
								<RuleLink rule={r.id} />
							</li>
						))}
					</ul>
				) : (
					<p>See the last part of the rules.</p>
				)}
				<Prizes />
			</section>
			<section>
				<h3>How it stands</h3>
				{scores.length > 0 && <Score tracks={scores} />}
				<p>
					It begins at {board.scenario.starts} and ends at {board.scenario.ends}. Now:{' '}
					{now.headline}.
				</p>
				{you && earlier(game) > 0 && (
					<p>
						{capital(adjective(enemy))} troops have acted already: {count(earlier(game), 'event')}{' '}
						{earlier(game) === 1 ? 'is' : 'are'} in the dispatches.{' '}
						<button class="link watch" onClick={() => (desk.show(null), game.clock.playFrom(0))}>
							Watch what they did
						</button>
					</p>
				)}
			</section>
		</div>
	);
}
