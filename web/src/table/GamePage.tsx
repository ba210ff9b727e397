// The table: the board, the question at its foot, and the leaves beside it.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { go } from '../route';
import type { Track } from '../service/words';
import { Game } from './game';
import { Desk, narrow, TableContext, useTable, type Leaf } from './use';
import { Sheet } from '../sheet/Sheet';
import { FieldSheet } from '../field/FieldSheet';
import { Tray } from '../sheet/Tray';
import { QuestionBar } from '../panels/QuestionBar';
import { OrdersLeaf } from '../panels/OrdersLeaf';
import { LogLeaf } from '../panels/LogLeaf';
import { ArmiesLeaf } from '../panels/ArmiesLeaf';
import { DayLeaf } from '../panels/DayLeaf';
import { RuleBook } from '../panels/RulesLeaf';
import { TalkLeaf } from '../panels/TalkLeaf';
import { MoreLeaf } from '../panels/MoreLeaf';
import { LastWords, Notices } from '../panels/Notices';
import { Curtain } from '../panels/Curtain';
import { ReplayBar } from '../panels/ReplayBar';
import { Advice } from '../panels/Adviser';
import { DiceForm } from '../panels/DiceForm';
import { Dialogs } from '../panels/Dialogs';
import { GuideCard } from '../guide/GuideCard';
import { MailBar } from '../mail/MailBar';
import { keep, read, settings } from '../settings';
import { tableKey } from './keys';
import { useKeptFocus } from './focus';

const leaves: [Leaf, string][] = [
	['orders', 'Orders'],
	['log', 'Dispatches'],
	['armies', 'Armies'],
	['day', 'Day'],
	['rules', 'Rules'],
	['talk', 'Talk'],
	['more', 'More'],
];

const plain = (name: string): string => name.replaceAll('_', ' ');
const clockText = (minutes: number): string =>
	minutes < 0
		? ''
		: `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const worth = (t: Track): string => (t.text && t.text.length <= 14 ? t.text : String(t.value));

/** The day's tracks in short: what concerns all, and what both sides have, side by side. The rest is on the leaf of the day. */
function Chips(): JSX.Element {
	const { game } = useTable();
	const { tracks } = game.view;
	const of = (side: string, name: string) => tracks.find((t) => t.side === side && t.name === name);
	const shared = [...new Set(tracks.filter((t) => t.side).map((t) => t.name))].filter((name) =>
		game.board.sides.every((s) => of(s.id, name)),
	);
	const title = (t: Track) =>
		`${t.side ? `${game.sideTitle(t.side)}: ` : ''}${plain(t.name)}: ${t.text || t.value}${t.rule ? ` (${t.rule})` : ''}`;
	return (
		<div class="chips">
			{tracks
				.filter((t) => !t.side)
				.slice(0, 3)
				.map((t) => (
					<span key={t.name} class="chip" title={title(t)}>
						<small>{plain(t.name)}</small> <b>{worth(t)}</b>
					</span>
				))}
			{shared.slice(0, 2).map((name) => (
				<span key={name} class="chip both">
					<small>{plain(name)}</small>
					{game.board.sides.map((s) => (
						<b key={s.id} class={game.colourClass(s.id)} title={title(of(s.id, name)!)}>
							{worth(of(s.id, name)!)}
						</b>
					))}
				</span>
			))}
		</div>
	);
}

function Head(): JSX.Element {
	const { game } = useTable();
	const { view, board } = game;
	return (
		<header class="head">
			<a class="home" href="#/" aria-label="Fratelli: to the lobby">
				<span class="home-mark" aria-hidden="true">
					❦
				</span>{' '}
				Fratelli
			</a>
			<div class="title">
				<h1>{board.battle.title}</h1>
				<span>{board.scenario.title}</span>
			</div>
			<div class="headline">
				{clockText(view.clock) && !view.headline.includes(clockText(view.clock)) && (
					<time>{clockText(view.clock)}</time>
				)}{' '}
				{view.headline}
			</div>
			<Chips />
			<span
				class={`line ${game.live}`}
				title={
					game.live === 'open' ? 'The line to the table is open' : 'The line to the table is down'
				}
				role="img"
				aria-label={game.live === 'open' ? 'Connected' : 'Not connected'}
			/>
		</header>
	);
}

/** Why an older game cannot go on; nothing if it can. */
function Stuck(): JSX.Element | null {
	const { game } = useTable();
	const { stuck } = game.board;
	if (!stuck) return null;
	return (
		<p class="stuck" role="status">
			<b>This game cannot go on.</b> {stuck.text.replace(/^This game cannot go on\.\s*/, '')}
		</p>
	);
}

function Side(): JSX.Element {
	const { game, desk } = useTable();
	return (
		<aside class={`side ${desk.leaf ? 'open' : ''}`}>
			<div class="tabs" role="tablist" aria-label="Beside the board">
				{leaves.map(([leaf, title]) => (
					<button
						key={leaf}
						role="tab"
						id={`tab-${leaf}`}
						aria-selected={desk.leaf === leaf}
						aria-controls="leaf"
						onClick={() => desk.open(desk.leaf === leaf && narrow() ? null : leaf)}>
						{title}
					</button>
				))}
			</div>
			<div
				id="leaf"
				role="tabpanel"
				aria-labelledby={desk.leaf ? `tab-${desk.leaf}` : undefined}
				tabIndex={desk.leaf ? 0 : -1}>
				{desk.leaf === 'orders' && <OrdersLeaf />}
				{desk.leaf === 'log' && <LogLeaf />}
				{desk.leaf === 'armies' && <ArmiesLeaf />}
				{desk.leaf === 'day' && <DayLeaf />}
				{desk.leaf === 'rules' && (
					<div class="leaf rules-leaf">
						<RuleBook
							system={game.board.system.id}
							at={desk.rule}
							open={(id) => desk.openRule(id)}
						/>
					</div>
				)}
				{desk.leaf === 'talk' && <TalkLeaf />}
				{desk.leaf === 'more' && <MoreLeaf />}
			</div>
		</aside>
	);
}

function LaidTable(): JSX.Element {
	const { game, desk } = useTable();
	useKeptFocus(game);
	useEffect(() => {
		const key = (e: KeyboardEvent) =>
			tableKey(
				e,
				game,
				desk,
				leaves.map(([l]) => l),
			);
		addEventListener('keydown', key);
		return () => removeEventListener('keydown', key);
	}, [game]);
	useEffect(() => {
		if (!settings().briefing || game.board.guide || game.spectator || read(`briefed.${game.id}`, false))
			return;
		keep(`briefed.${game.id}`, true);
		desk.show('briefing');
	}, [game]);
	const yours = game.now.mine && !game.alone;
	useEffect(() => {
		document.title = `${yours ? '▸ Your move: ' : ''}${game.board.battle.title} · Fratelli`;
		return () => void (document.title = 'Fratelli');
	}, [yours]);
	if (game.curtain) return <Curtain />;
	return (
		<div class="table" data-system={game.board.system.id}>
			<Head />
			<main>
				{game.board.table ? <FieldSheet /> : <Sheet />}
				<Tray />
				<Stuck />
				<LastWords />
				<Notices />
				<div class="foot">
					<GuideCard />
					<Advice />
					<DiceForm />
					<MailBar />
					<QuestionBar />
					<ReplayBar />
				</div>
			</main>
			<Side />
			<Dialogs />
		</div>
	);
}

export function GamePage({
	id,
	secret,
	moment,
}: {
	id: string;
	secret?: string;
	moment?: number;
}): JSX.Element {
	const table = useMemo(() => {
		const game = new Game(id);
		return { game, desk: new Desk(game) };
	}, [id]);
	const [ready, setReady] = useState(false);
	const [trouble, complain] = useState('');
	const [watch, setWatch] = useState(false); // the invitation was worth nothing, so one looks on
	useEffect(() => {
		setReady(false);
		complain('');
		table.game.open(watch ? undefined : secret).then(
			() => {
				setReady(true);
				if (secret) go(`/game/${id}`);
			},
			(e: Error) => complain(e.message),
		);
		return () => table.game.close();
	}, [table, watch]);
	useEffect(() => {
		if (ready && moment !== undefined) void table.game.clock.go(moment);
	}, [ready, moment]);
	if (trouble && secret)
		return (
			<main class="waiting-page">
				<p class="flourish" aria-hidden="true">
					❦
				</p>
				<h1>This seat is taken</h1>
				<p role="alert">{trouble}</p>
				<p>
					<a class="watch" href={`#/game/${id}`} onClick={() => setWatch(true)}>
						Watch the battle
					</a>{' '}
					· <a href="#/">To the lobby</a>
				</p>
			</main>
		);
	if (trouble)
		return (
			<main class="waiting-page">
				<p class="flourish" aria-hidden="true">
					❦
				</p>
				<h1>This table cannot be reached</h1>
				<p role="alert">{trouble}</p>
				<p>
					<a href="#/">To the lobby</a>
				</p>
			</main>
		);
	if (!ready)
		return (
			<main class="waiting-page">
				<p class="flourish" aria-hidden="true">
					❦
				</p>
				<p>Laying out the map…</p>
			</main>
		);
	return (
		<TableContext.Provider value={table}>
			<LaidTable />
		</TableContext.Provider>
	);
}
