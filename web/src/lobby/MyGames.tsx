// My games: whose move it is, what is finished.
import type { JSX } from 'preact';
import { capital, theSide } from '../grammar';
import { type Catalogue, type GameSummary } from '../service/words';

const ago = (seconds: number | null): string => {
	if (!seconds) return '';
	const m = Math.max(0, (Date.now() / 1000 - seconds) / 60);
	return m < 2 ? 'just now' : m < 90 ? `${Math.round(m)} minutes ago` : m < 2880 ? `${Math.round(m / 60)} hours ago` : `${Math.round(m / 1440)} days ago`;
};

function GameLine({ g, catalogue }: { g: GameSummary; catalogue: Catalogue }): JSX.Element {
	const battle = catalogue.battles.find((b) => b.id === g.battle);
	const system = catalogue.systems.find((s) => s.id === g.system);
	const of = (side: string | null) => battle?.sides.find((s) => s.id === side);
	const against = Object.entries(g.seats).filter(([side]) => !g.you.includes(side)).map(([, who]) => (who === 'open' ? 'an empty seat' : who === 'computer' ? 'the computer' : who));
	const state = g.over ? (g.result === 'draw' ? 'drawn' : `won by ${theSide(of(g.result))}`) : g.yours ? 'your move' : `${capital(theSide(of(g.turn)))} to move`;
	return (
		<li><a href={`#/game/${g.id}`} class={g.yours && !g.over ? 'yours' : ''}>
			<span class="card-title">{battle?.title ?? g.battle}</span>
			<span class="card-line">{g.title} · {system?.title ?? g.system}{against.length ? ` · against ${against.join(', ')}` : ''}</span>
			<span class="state">{state}</span>
			<span class="card-line">{[g.n !== null ? `${g.n} orders` : '', ago(g.updated)].filter(Boolean).join(', ')}</span>
		</a></li>
	);
}

export function MyGames({ games, catalogue }: { games: GameSummary[]; catalogue: Catalogue }): JSX.Element {
	const going = games.filter((g) => !g.over).sort((a, b) => Number(b.yours) - Number(a.yours) || (b.updated ?? 0) - (a.updated ?? 0));
	const done = games.filter((g) => g.over);
	return (
		<section class="my-games" aria-labelledby="mine-title">
			<h2 id="mine-title"><span>My battles</span></h2>
			{going.length > 0 && <ul>{going.map((g) => <GameLine key={g.id} g={g} catalogue={catalogue} />)}</ul>}
			{done.length > 0 && <details open={!going.length}><summary>{done.length} fought out</summary><ul>{done.map((g) => <GameLine key={g.id} g={g} catalogue={catalogue} />)}</ul></details>}
		</section>
	);
}
