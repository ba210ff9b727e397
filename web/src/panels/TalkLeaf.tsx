// Talk between the players, and changes both agree to.
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { post } from '../service/courier';
import { keep, read } from '../settings';
import type { ChatLine, Proposal } from '../service/words';
import type { Game } from '../table/game';
import { useTable } from '../table/use';
import { fieldTitle } from './OverrideForm';
import { Invitation } from './QuestionBar';

/** The oldest first. */
const inOrder = (chat: ChatLine[]): ChatLine[] => [...chat].sort((a, b) => a.id - b.id);

/** The hour if it was today, the day otherwise. */
function clockTime(seconds: number): string {
	const at = new Date(seconds * 1000);
	const today = at.toDateString() === new Date().toDateString();
	return at.toLocaleString(
		'en-GB',
		today
			? { hour: '2-digit', minute: '2-digit' }
			: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
	);
}

/** A proposal in words: the service names pieces, places and sides by their number. */
function proposed(game: Game, p: Proposal): string {
	const { fields, pieces, sides, map } = game.board;
	const field = fields.find((f) => f.name === p.field);
	const named = (kind: string | undefined, i: number): string =>
		kind === 'piece' || kind === 'unit'
			? (pieces[i]?.name ?? 'nobody')
			: kind === 'side'
				? (sides[i]?.title ?? 'neither side')
				: kind === 'place'
					? game.placeName(map?.hexes[i]?.n ?? null) || 'off the board'
					: kind === 'bool'
						? i
							? 'yes'
							: 'no'
						: kind === 'choice'
							? (field?.choices?.[i] ?? String(i)).replaceAll('_', ' ')
							: String(i);
	const of = field?.scope === 'game' ? '' : ` of ${named(field?.scope, Number(p.element))}`;
	return `${fieldTitle(game, p.field)}${of} becomes ${named(field?.value, Number(p.value))}`;
}

function Resign(): JSX.Element {
	const { game } = useTable();
	const [sure, ask] = useState(false);
	const resign = () =>
		post(`${game.path}/resign`, {}).then(
			() => game.readSeats(true),
			(e) => game.complain(e),
		);
	return sure ? (
		<p class="resign" role="alertdialog" aria-label="Give the battle up?">
			Give this battle up? The other side wins.{' '}
			<button class="primary" onClick={() => void resign()}>
				Resign
			</button>{' '}
			<button onClick={() => ask(false)}>No</button>
		</p>
	) : (
		<button class="resign" onClick={() => ask(true)}>
			Resign…
		</button>
	);
}

export function TalkLeaf(): JSX.Element {
	const { game, desk } = useTable();
	const [text, setText] = useState('');
	const [notes, setNotes] = useState(() => read(`notes.${game.id}`, ''));
	const say = (e: Event) => {
		e.preventDefault();
		if (!text.trim()) return;
		post(`${game.path}/chat`, { text: text.trim() }).then(
			() => (setText(''), game.talk.read()),
			(x) => game.complain(x),
		);
	};
	return (
		<div class="leaf talk-leaf">
			<section>
				<h3>At the table</h3>
				<ul class="seats">
					{game.board.sides.map((s) => {
						const seat = game.board.seats[s.id];
						return (
							<li key={s.id}>
								<span class={`flag ${game.colourClass(s.id)}`} /> {s.title}:{' '}
								{game.board.you.includes(s.id) ? 'you' : (seat?.who ?? 'empty seat')}
								{game.here[s.id] ? (
									<span class="here-dot" title="at the table now">
										{' '}
										●
									</span>
								) : (
									''
								)}
							</li>
						);
					})}
				</ul>
				{game.spectators > 0 && <p class="of">{game.spectators} watching</p>}
				<Invitation />
				<p class="of">Anybody with this page's address may watch.</p>
			</section>
			<section class="chat">
				<h3>Talk</h3>
				<ol>
					{inOrder(game.talk.chat).map((c) => (
						<li key={c.id}>
							<time dateTime={new Date(c.at * 1000).toISOString()}>{clockTime(c.at)}</time>{' '}
							<b>{c.side ? game.sideTitle(c.side) : 'A spectator'}</b> {c.text}
						</li>
					))}
				</ol>
				{!game.spectator && (
					<form onSubmit={say}>
						<input
							value={text}
							maxLength={500}
							aria-label="Say something"
							placeholder="Say something"
							onInput={(e) => setText(e.currentTarget.value)}
						/>
						<button>Send</button>
					</form>
				)}
			</section>
			{game.talk.proposals.length > 0 && (
				<section>
					<h3>Proposed changes</h3>
					<ul>
						{game.talk.proposals.map((p) => (
							<li key={p.proposal}>
								{game.sideTitle(p.side)}: {proposed(game, p)}. “{p.reason}”{' '}
								{!game.board.you.includes(p.side) && (
									<button
										onClick={() =>
											void game
												.act('override/accept', { proposal: p.proposal })
												.then(() => game.talk.readProposals())
										}>
										Agree
									</button>
								)}
							</li>
						))}
					</ul>
				</section>
			)}
			<section>
				<h3>Notes</h3>
				<textarea
					rows={4}
					aria-label="Notes, for your eyes only"
					placeholder="For your eyes only; kept in this browser"
					value={notes}
					onInput={(e) => (
						setNotes(e.currentTarget.value), keep(`notes.${game.id}`, e.currentTarget.value)
					)}
				/>
			</section>
			{!game.spectator && !game.over && <Resign />}
			{!game.spectator && (
				<button onClick={() => desk.show('override')}>
					{game.alone ? 'Change something…' : 'Propose a change…'}
				</button>
			)}
		</div>
	);
}
