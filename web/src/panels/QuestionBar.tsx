// What is asked, in plain words with its rule, and the answers that are buttons. Always at the foot of the sheet.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { useTable } from '../table/use';
import { capital, count, listed, theSide } from '../grammar';
import { get } from '../service/courier';
import { playAgain } from '../lobby/again';
import type { GameSummary, Order, PieceId } from '../service/words';
import { set, settings } from '../settings';
import type { Game } from '../table/game';
import { AdviceButton } from './Adviser';
import { Playback } from './Playback';
import { RuleLink } from './RuleLink';

const SHOWN = 7;

function Warning({
	idle,
	over,
	cancel,
}: {
	idle: PieceId[];
	over: () => void;
	cancel: () => void;
}): JSX.Element {
	const { game, desk } = useTable();
	const first = useRef<HTMLButtonElement>(null);
	useEffect(() => first.current?.focus(), []);
	return (
		<div class="warning" role="alertdialog" aria-label="Not everybody has acted">
			<p>
				<b>{listed(idle.map((p) => game.name(p)))}</b> can still act.{' '}
				<button
					class="link"
					onClick={() => desk.point(idle.map((p) => game.shown(p)?.place[0] ?? null))}>
					Show me
				</button>
			</p>
			<button class="primary" ref={first} onClick={over}>
				End it anyway
			</button>
			<button onClick={cancel}>Not yet</button>
			<label class="tick">
				<input type="checkbox" onChange={(e) => set({ forgotten: !e.currentTarget.checked })} /> Do
				not ask again
			</label>
		</div>
	);
}

const FEW = 3;

/** Who may have been forgotten if this ends the phase: others have acted in it, and a few who still could were never taken up. Nobody is if it is
 *  the stated default, or if the player does not want to be asked. */
function forgotten(game: Game, o: Order): PieceId[] {
	const { orders, usual } = game.now;
	if (
		o.role !== 'done' ||
		!settings().forgotten ||
		!game.touched.size ||
		(usual !== null && orders[usual] === o)
	)
		return [];
	const acts = (x: Order) =>
		x.piece &&
		!game.touched.has(x.piece) &&
		(x.role === 'pick' || x.role === 'move' || x.role === 'fire' || x.role === 'assault');
	const left = [...new Set(orders.filter(acts).map((x) => x.piece!))];
	return left.length <= FEW ? left : [];
}

/** Whom the question is about, if it is about one piece. */
export function subject(game: Game): PieceId | null {
	const { orders, pieces, as } = game.now;
	const named = new Set(orders.map((o) => o.piece).filter(Boolean));
	if (named.size === 1) return [...named][0]!;
	const acting = pieces.filter((p) => p.acts && p.side === as);
	if (named.size || acting.length > 1) return null;
	const told = pieces.filter((p) => p.side === as && game.now.headline.includes(game.name(p.id))); // "Mollard, HQ Command"
	return acting[0]?.id ?? (told.length === 1 ? told[0]!.id : null);
}

/** The question in words. If only facings are left it says so; if it is about one piece that it does not name, that is named. */
function asked(game: Game): string {
	const { question, orders } = game.now,
		about = subject(game),
		turns = new Set(game.hand.turns(about).map((t) => t.order));
	const text = question!.text;
	if (turns.size && orders.every((o) => turns.has(o) || o.role === 'stop' || o.role === 'done'))
		return `Which way does ${game.name(about)} face?`;
	const chooses = /^who\b/i.test(text) || orders.some((o) => o.role === 'pick'); // it asks whom to take, so nobody is named
	return about && !chooses && orders.length > 1 && !text.includes(game.name(about))
		? `${capital(game.name(about))}: ${text}`
		: text;
}

function hint(game: ReturnType<typeof useTable>['game']): string {
	const { hand } = game;
	const idle = hand.waiting();
	if (hand.picked) {
		const orders = hand.of(hand.picked),
			name = capital(game.name(hand.picked));
		if (hand.reach.size || orders.some((o) => o.role === 'move'))
			return `${name} in hand: click the goal, or drag the counter there.`;
		return orders.some((o) => hand.placeOf(o))
			? `${name} in hand: click one of the marked places.`
			: `${name} in hand.`;
	}
	if (idle.length > 1)
		return `${capital(count(idle.length, 'piece'))} can act; they are ringed. Click one.`;
	if (hand.goals().size) return 'Click one of the marked hexes.';
	return '';
}

/** An answer as its button says it: whom the question names already is not named again. */
function said(game: Game, o: Order): string {
	const name = `${game.name(o.piece)}: `;
	return o.piece && o.piece === subject(game) && o.text.startsWith(name)
		? capital(o.text.slice(name.length))
		: capital(o.text);
}

/** How the piece in hand sets out, where there is a choice. */
function Manners(): JSX.Element | null {
	const { game } = useTable();
	const { hand } = game;
	const manners = hand.manners();
	if (!manners.length) return null;
	return (
		<div class="manners choice" role="group" aria-label="How it sets out">
			{manners.map(({ by, text }) => (
				<button
					key={by}
					aria-pressed={(manners.some((m) => m.by === hand.manner) ? hand.manner : null) === by}
					onClick={() => hand.setOut(by)}>
					{text}
				</button>
			))}
		</div>
	);
}

export function Answers(): JSX.Element {
	const { game, desk } = useTable();
	const [warned, warn] = useState<{ order: Order; idle: PieceId[] } | null>(null); // who may be forgotten if that order is given
	const { hand, now } = game;
	useEffect(() => warn(null), [now.n]);
	const buttons = hand.buttons();
	const usual = now.usual === null ? null : now.orders[now.usual];
	const choose = (order: Order) => {
		const idle = forgotten(game, order);
		if (idle.length) warn({ order, idle });
		else void game.send([order.words]);
	};
	if (warned)
		return (
			<Warning
				idle={warned.idle}
				over={() => void game.send([warned.order.words])}
				cancel={() => warn(null)}
			/>
		);
	return (
		<div class="answers">
			{buttons.slice(0, SHOWN).map((o) => (
				<button
					key={o.words}
					data-words={o.words}
					class={`answer ${o.role} ${o === usual ? 'usual' : ''}`}
					disabled={game.busy}
					title={o.rule ? `Rule ${o.rule}` : undefined}
					onClick={() => choose(o)}>
					{said(game, o)}
				</button>
			))}
			{buttons.length > SHOWN && (
				<button class="answer" onClick={() => desk.open('orders')}>
					{buttons.length - SHOWN} more…
				</button>
			)}
			{usual && !buttons.includes(usual) && (
				<button
					class="answer usual"
					disabled={game.busy}
					onClick={() => void game.send([usual.words])}>
					{usual.text}
				</button>
			)}
			<AdviceButton />
			{hand.picked && hand.waiting().length > 1 && (
				<button class="answer quiet" onClick={() => hand.pick(null)}>
					Put it down
				</button>
			)}
		</div>
	);
}

function Waiting(): JSX.Element {
	const { game } = useTable();
	const { now, board } = game;
	const who = now.waiting.map(
		(s) => `${theSide(game.side(s))}${board.seats[s]?.who ? ` (${board.seats[s]!.who})` : ''}`,
	);
	const open = now.waiting.some((s) => board.seats[s]?.kind === 'open');
	return (
		<>
			<p class="question">
				{game.spectator ? 'You are watching.' : ''}{' '}
				{who.length ? `${capital(who.join(' and '))} to move…` : 'One moment…'}
			</p>
			{open && (
				<p class="hint">
					That seat is still empty. <Invitation />
				</p>
			)}
		</>
	);
}

/** The link for the friend who shall take the empty seat. */
export function Invitation(): JSX.Element | null {
	const { game } = useTable();
	const [copied, copy] = useState(false);
	const invite =
		Object.entries(game.board.invites ?? {})[0] ??
		Object.entries(
			JSON.parse(sessionStorage.getItem(`invites.${game.id}`) ?? '{}') as Record<string, string>,
		)[0];
	if (!invite) return null;
	const link = `${location.origin}/#/game/${game.id}/join/${invite[1]}`;
	return (
		<span class="invitation">
			<input
				readOnly
				value={link}
				aria-label="Invitation link"
				onFocus={(e) => e.currentTarget.select()}
			/>
			<button onClick={() => void navigator.clipboard?.writeText(link).then(() => copy(true))}>
				{copied ? 'Copied' : 'Copy the link'}
			</button>
		</span>
	);
}

/** An address that opens the game as it stands here. */
function MomentLink(): JSX.Element {
	const { game } = useTable();
	const [copied, copy] = useState(-1);
	const link = `${location.origin}/#/game/${game.id}/${game.clock.at}`;
	return (
		<button
			class="answer moment"
			data-link={link}
			onClick={() =>
				void navigator.clipboard?.writeText(link).then(
					() => copy(game.clock.at),
					() => game.note('news', link, null),
				)
			}>
			{copied === game.clock.at ? 'Copied' : 'Copy a link to this moment'}
		</button>
	);
}

/** Another battle like this one, when it is over. */
function Again(): JSX.Element | null {
	const { game } = useTable();
	const [like, set] = useState<GameSummary | null>(null);
	useEffect(
		() =>
			void get<GameSummary[]>('/api/games').then(
				(all) => set(all.find((g) => g.id === game.id) ?? null),
				() => undefined,
			),
		[game],
	);
	if (!like || game.spectator) return null;
	const go = (swapped: boolean) => void playAgain(like, swapped).catch((e) => game.complain(e));
	return (
		<>
			<button class="answer again" onClick={() => go(false)}>
				Rematch
			</button>
			{!game.alone && (
				<button class="answer again" onClick={() => go(true)}>
					Swap sides
				</button>
			)}
		</>
	);
}

export function QuestionBar(): JSX.Element {
	const { game, desk } = useTable();
	const { now, clock } = game;
	const undo = game.lastUndoable;
	if (game.watching) return <Playback />;
	if (clock.view)
		return (
			<div class="question-bar replaying" role="status" tabIndex={-1}>
				<p class="question">
					Looking back: order {clock.at} of {now.n}.
				</p>
				<p class="hint">
					{clock.entry?.events
						.map((e) => e.text)
						.slice(-3)
						.join(' ')}
				</p>
				<div class="answers">
					<button class="answer primary" onClick={() => clock.present()}>
						Back to the present
					</button>
					<MomentLink />
				</div>
			</div>
		);
	if (game.over) {
		const gave = game.resigned,
			won = gave
				? `${capital(theSide(game.side(gave)))} have given the battle up`
				: now.winner && now.winner !== 'draw'
					? `Victory for ${theSide(game.side(now.winner))}`
					: 'A drawn battle';
		return (
			<div class="question-bar over" role="group" aria-label="The result" tabIndex={-1}>
				<p class="question">{won}.</p>
				<div class="answers">
					<button class="answer primary" onClick={() => desk.show('report')}>
						Battle report
					</button>
					<button class="answer" onClick={() => desk.show('proof')}>
						Proof of the dice
					</button>
					<Again />
				</div>
			</div>
		);
	}
	return (
		<div
			class={`question-bar ${now.mine ? 'mine' : ''} ${game.busy ? 'busy' : ''}`}
			role="group"
			aria-label="The question"
			tabIndex={-1}>
			<div class="asked" aria-live="polite">
				{now.mine && now.question ? (
					<p class="question">
						<span class={`flag ${game.colourClass(now.turn)}`} />
						{asked(game)} <RuleLink rule={now.question.rule} />
					</p>
				) : (
					<Waiting />
				)}
				{now.mine && <p class="hint">{hint(game)}</p>}
				{now.mine && <Manners />}
			</div>
			{now.mine && <Answers />}
			{undo >= 0 && (
				<button
					class="answer undo"
					disabled={game.busy}
					title="Take back the last order (U)"
					onClick={() => void game.undo()}>
					Undo
				</button>
			)}
		</div>
	);
}
