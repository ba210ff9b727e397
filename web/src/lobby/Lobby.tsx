// The lobby: where one sits down. A new player is one click from a battle; everybody else finds every choice on one sheet.
import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { get, introduce } from '../service/courier';
import type { Catalogue, GameSummary, Me } from '../service/words';
import { NewBattle } from './NewBattle';
import { StartHere } from './StartHere';
import { MyGames } from './MyGames';
import { FirstBattles, guides } from '../guide/FirstBattles';
import { Companions } from './Companions';
import { Person } from './Person';
import { Calls, Looks } from '../panels/MoreLeaf';

const PAGE = 24; // battles that are asked for at once

export function Lobby(): JSX.Element {
	const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
	const [games, setGames] = useState<GameSummary[]>([]);
	const [asked, setAsked] = useState(false); // until then nobody knows whether my battles come first, and what is below them would move
	const [older, setOlder] = useState(true); // there may be more than these
	const [me, setMe] = useState<Me | null>(null);
	const [trouble, complain] = useState('');
	/** The newest; what was read of older ones stays below them. */
	const readGames = () =>
		get<GameSummary[]>(`/api/games?most=${PAGE}`)
			.then(
				(fresh) => {
					const last = fresh[fresh.length - 1];
					setGames((had) => {
						const from = last ? had.findIndex((g) => g.id === last.id) : -1;
						if (from < 0) setOlder(fresh.length === PAGE);
						return from < 0 ? fresh : [...fresh, ...had.slice(from + 1)];
					});
				},
				() => undefined,
			)
			.then(() => setAsked(true));
	const readOlder = () =>
		get<GameSummary[]>(`/api/games?most=${PAGE}&before=${games[games.length - 1]?.id ?? ''}`).then(
			(page) => (
				setOlder(page.length === PAGE),
				setGames((had) => [...had, ...page.filter((g) => !had.some((h) => h.id === g.id))])
			),
			(e: Error) => complain(e.message),
		);
	useEffect(() => {
		introduce().then(
			(m) => (setMe(m), void readGames()),
			(e: Error) => (setAsked(true), complain(e.message)),
		); // a stranger has no games to ask for
		Promise.all([get<Catalogue>('/api/catalogue'), guides()]).then(
			([all]) => setCatalogue(all),
			(e: Error) => complain(e.message),
		);
		const timer = setInterval(() => !document.hidden && void readGames(), 15000);
		return () => clearInterval(timer);
	}, []);
	const moves = games.filter((g) => g.yours && !g.over).length;
	useEffect(() => void (document.title = moves ? `(${moves}) Fratelli` : 'Fratelli'), [moves]);
	return (
		<div class="lobby">
			<header class="masthead">
				<p class="over" aria-hidden="true">
					❦
				</p>
				<h1>Fratelli</h1>
				<p class="under">
					Battles of the nineteenth century, each fought under any of our rule books, with every
					rule, every refusal and every chance explained.
				</p>
			</header>
			{trouble && (
				<p class="lobby-trouble" role="alert">
					{trouble} <button onClick={() => location.reload()}>Try again</button>
				</p>
			)}
			<main>
				{catalogue && asked ? (
					<>
						{games.length > 0 && (
							<MyGames
								games={games}
								catalogue={catalogue}
								changed={(gone) => (
									gone && setGames((had) => had.filter((g) => g.id !== gone)),
									void readGames()
								)}
								older={older ? () => void readOlder() : null}
							/>
						)}
						<StartHere catalogue={catalogue} played={games.length > 0} />
						<FirstBattles catalogue={catalogue} />
						<NewBattle catalogue={catalogue} />
						<Companions />
					</>
				) : (
					!trouble && <p class="empty">Fetching the maps…</p>
				)}
			</main>
			<footer>
				<Person me={me} changed={(m) => (setMe(m), void readGames())} />
				{me?.features.includes('offline') && (
					<p class="take-along">
						Fratelli also runs whole in your browser, without this or any server:{' '}
						<a href="/offline/">open it</a> and install it, or{' '}
						<a href="/fratelli-offline.tgz" download>
							take it as a folder
						</a>
						.
					</p>
				)}
				<div class="looks-row">
					<Looks />
					<Calls />
				</div>
				<p class="colophon">
					Set in EB Garamond and IM Fell English. Nothing on this page is fetched from anywhere but
					this table.
				</p>
			</footer>
		</div>
	);
}
