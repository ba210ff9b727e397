// My battles: whose move it is and since when, what is finished; and what one may do with a game besides playing on.
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { capital, count, theSide } from '../grammar';
import { post, remove } from '../service/courier';
import type { Catalogue, GameSummary } from '../service/words';
import { playAgain } from './again';
import { Thumb } from './Thumb';

const SHOWN = 6;

const ago = (seconds: number | null): string => {
	if (!seconds) return '';
	const m = Math.max(0, (Date.now() / 1000 - seconds) / 60);
	return m < 2
		? 'just now'
		: m < 90
			? `${Math.round(m)} minutes ago`
			: m < 2880
				? `${count(Math.round(m / 60), 'hour')} ago`
				: `${count(Math.round(m / 1440), 'day')} ago`;
};

/** What can be done with it; what cannot be taken back is asked about once. */
function Deeds({ g, changed }: { g: GameSummary; changed: (gone?: string) => void }): JSX.Element {
	const [sure, ask] = useState<'resign' | 'away' | null>(null);
	const [trouble, complain] = useState('');
	const act = (what: Promise<unknown>, gone?: string) =>
		void what.then(
			() => (ask(null), changed(gone)),
			(e: Error) => complain(e.message),
		);
	if (sure)
		return (
			<p
				class="deeds"
				role="alertdialog"
				aria-label={sure === 'resign' ? 'Give the battle up?' : 'Remove it?'}>
				<span>
					{sure === 'resign'
						? 'Give this battle up? The other side wins.'
						: 'Remove it from your battles? This cannot be taken back.'}
				</span>
				<button
					class="primary"
					onClick={() =>
						sure === 'resign'
							? act(post(`/api/games/${g.id}/resign`, {}))
							: act(remove(`/api/games/${g.id}`), g.id)
					}>
					{sure === 'resign' ? 'Resign' : 'Remove'}
				</button>
				<button onClick={() => ask(null)}>No</button>
				{trouble && <span role="alert">{trouble}</span>}
			</p>
		);
	return (
		<p class="deeds">
			{!g.over && (
				<button class="link" onClick={() => ask('resign')}>
					Resign
				</button>
			)}
			<button class="link" onClick={() => act(playAgain(g, false))}>
				{g.over ? 'Rematch' : 'Begin it anew'}
			</button>
			{g.you.length === 1 && (
				<button class="link" onClick={() => act(playAgain(g, true))}>
					Swap sides
				</button>
			)}
			<button class="link" onClick={() => ask('away')}>
				Remove
			</button>
			{trouble && <span role="alert">{trouble}</span>}
		</p>
	);
}

function GameCard({
	g,
	catalogue,
	changed,
}: {
	g: GameSummary;
	catalogue: Catalogue;
	changed: (gone?: string) => void;
}): JSX.Element {
	const battle = catalogue.battles.find((b) => b.id === g.battle);
	const system = catalogue.systems.find((s) => s.id === g.system);
	const of = (side: string | null | undefined) => battle?.sides.find((s) => s.id === side);
	const against = Object.entries(g.seats)
		.filter(([side]) => !g.you.includes(side))
		.map(([, who]) => (who === 'open' ? 'an empty seat' : who === 'computer' ? 'the computer' : who));
	const ended =
		g.result === 'draw'
			? 'drawn'
			: `${g.resigned ? `given up by ${theSide(of(g.resigned))}` : `won by ${theSide(of(g.result))}`}`;
	const state = g.over ? ended : g.yours ? 'your move' : `${theSide(of(g.turn))} to move`;
	return (
		<li class={g.yours && !g.over ? 'yours' : ''}>
			<a href={`#/game/${g.id}`}>
				<Thumb address={`/api/map/${g.battle}/${g.system}.svg?scenario=${g.scenario}`} alt="" />
				<span class="card-title">{battle?.title ?? g.battle}</span>
				<span class="card-line">
					{g.title} · {system?.title ?? g.system}
				</span>
				<span class="card-line">
					{g.you.length === 2 ? 'Both sides' : `You lead ${theSide(of(g.you[0]))}`}
					{against.length ? ` against ${against.join(', ')}` : ''}
				</span>
				<span class="state">{capital(state)}</span>
				<span class="card-line">
					{[g.n !== null ? count(g.n, 'order') : '', ago(g.updated)].filter(Boolean).join(', ')}
				</span>
			</a>
			<Deeds g={g} changed={changed} />
		</li>
	);
}

interface Listed {
	games: GameSummary[];
	catalogue: Catalogue;
	changed: (gone?: string) => void;
}

function Cards({ games, catalogue, changed }: Listed): JSX.Element {
	const [shown, more] = useState(SHOWN);
	return (
		<>
			<ul>
				{games.slice(0, shown).map((g) => (
					<GameCard key={g.id} g={g} catalogue={catalogue} changed={changed} />
				))}
			</ul>
			{games.length > shown && (
				<p class="more-games">
					<button onClick={() => more(shown + 12)}>
						{count(games.length - shown, 'more', 'more')}
					</button>
				</p>
			)}
		</>
	);
}

export function MyGames({
	games,
	catalogue,
	changed,
	older,
}: Listed & { older: (() => void) | null }): JSX.Element {
	const going = games
		.filter((g) => !g.over)
		.sort((a, b) => Number(b.yours) - Number(a.yours) || (b.updated ?? 0) - (a.updated ?? 0));
	const done = games.filter((g) => g.over);
	return (
		<section class="my-games" aria-labelledby="mine-title">
			<h2 id="mine-title">
				<span>My battles</span>
			</h2>
			{going.length > 0 && <Cards games={going} catalogue={catalogue} changed={changed} />}
			{done.length > 0 && (
				<details open={!going.length}>
					<summary>{capital(count(done.length, 'battle'))} fought out</summary>
					<Cards games={done} catalogue={catalogue} changed={changed} />
				</details>
			)}
			{older && (
				<p class="more-games">
					<button class="older" onClick={older}>
						Older battles
					</button>
				</p>
			)}
		</section>
	);
}
