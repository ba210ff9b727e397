// Looks, notices, downloads, what-if, and the proof.
import { GoOn } from '../mail/GoOn';
import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { get, post, offers } from '../service/courier';
import type { Catalogue, Level } from '../service/words';
import { go } from '../route';
import { set, useSettings, type Settings } from '../settings';
import { useTable } from '../table/use';
import { allowNotices } from '../table/notices';
import { mapAddress } from '../sheet/MapPicture';
import { FilmButton, handOver } from './FilmButton';
import { PaceChoice } from './Playback';
import { printMap } from './print';
import { replayFile } from './replayFile';

function Choice<K extends keyof Settings>({
	name,
	title,
	choices,
}: {
	name: K;
	title: string;
	choices: [Settings[K] & string, string][];
}): JSX.Element {
	const s = useSettings();
	return (
		<label>
			{title}
			<select
				value={s[name] as string}
				onChange={(e) => set({ [name]: e.currentTarget.value } as Partial<Settings>)}>
				{choices.map(([v, t]) => (
					<option key={v} value={v}>
						{t}
					</option>
				))}
			</select>
		</label>
	);
}

function Tick({
	name,
	title,
	before,
}: {
	name: 'grid' | 'numbers' | 'sound' | 'notices' | 'curtain' | 'forgotten' | 'effects';
	title: string;
	before?: () => Promise<boolean>;
}): JSX.Element {
	const s = useSettings();
	return (
		<label class="tick">
			<input
				type="checkbox"
				checked={s[name]}
				onChange={async (e) => {
					const on = e.currentTarget.checked;
					if (on && before && !(await before())) return set({ [name]: false });
					set({ [name]: on });
				}}
			/>{' '}
			{title}
		</label>
	);
}

export function Looks(): JSX.Element {
	return (
		<section class="looks">
			<h3>Appearance</h3>
			<Choice
				name="palette"
				title="Colours"
				choices={[
					['period', 'As in the period'],
					['colourblind', 'For colour-blind eyes'],
					['contrast', 'Strong contrast'],
				]}
			/>
			<Choice
				name="light"
				title="Light"
				choices={[
					['system', 'As your device is set'],
					['day', 'Daylight'],
					['night', 'Dark'],
				]}
			/>
			<Choice
				name="lettering"
				title="Text size"
				choices={[
					['small', 'Small'],
					['normal', 'Ordinary'],
					['large', 'Large'],
				]}
			/>
			<Tick name="grid" title="Hexes" />
			<Tick name="numbers" title="Hex numbers" />
		</section>
	);
}

export function Calls(): JSX.Element {
	return (
		<section>
			<h3>When it is my move</h3>
			<Tick name="sound" title="Two drumbeats" />
			<Tick name="notices" title="A notification from the browser" before={allowNotices} />
		</section>
	);
}

/** An address that the service calls when it is our move, where its operator allows that. */
function Webhook(): JSX.Element | null {
	const { game } = useTable();
	const [url, setUrl] = useState('');
	useEffect(
		() =>
			void get<{ url: string }>(`${game.path}/webhook`).then(
				(w) => setUrl(w.url),
				() => undefined,
			),
		[],
	);
	const send = (e: Event) => {
		e.preventDefault();
		post(`${game.path}/webhook`, { url }).then(
			() =>
				game.note(
					'news',
					url
						? 'That address will be called when it is your move.'
						: 'No address will be called any more.',
					null,
				),
			(x) => game.complain(x),
		);
	};
	if (!offers('webhooks')) return null;
	return (
		<details>
			<summary>Call an address (webhook)</summary>
			<form class="webhook" onSubmit={send}>
				<input
					type="url"
					value={url}
					placeholder="https://…"
					aria-label="Address to call"
					onInput={(e) => setUrl(e.currentTarget.value)}
				/>
				<button>Set</button>
			</form>
		</details>
	);
}

/** The replay as a file: what it takes is fetched beat by beat. */
function ReplayLink(): JSX.Element {
	const { game } = useTable();
	const [at, tell] = useState('');
	const make = async () => {
		tell('Gathering…');
		try {
			const file = await replayFile(game, (done, of) => tell(`Gathering ${done} of ${of}…`));
			handOver(file, `${game.board.battle.id}-${game.id}.html`);
		} catch (e) {
			game.complain(e);
		}
		tell('');
	};
	return (
		<>
			{at || (
				<button class="link replay-file" onClick={() => void make()}>
					The replay as one page that plays anywhere
				</button>
			)}
		</>
	);
}

export function MoreLeaf(): JSX.Element {
	const { game, desk } = useTable();
	const at = game.clock.view ? game.clock.at : game.now.n;
	const [against, face] = useState('');
	const [levels, setLevels] = useState<Level[]>([]);
	useEffect(
		() =>
			void get<Catalogue>('/api/catalogue').then(
				(c) => setLevels(c.skills),
				() => undefined,
			),
		[],
	);
	const fork = () =>
		post<{ id: string }>(`${game.path}/fork`, { at, ...(against ? { against } : {}) }).then(
			(f) => go(`/game/${f.id}`),
			(e) => game.complain(e),
		);
	const saved = game.alone || game.over;
	const along =
		!saved &&
		!game.spectator &&
		game.board.sides.every(
			(s) => game.board.you.includes(s.id) || game.board.seats[s.id]?.kind === 'computer',
		);
	return (
		<div class="leaf more-leaf">
			<Looks />
			<Calls />
			<section>
				<h3>How it is played</h3>
				<PaceChoice label="What others do is shown" />
				<Tick name="effects" title="Sounds of the battle: shots and marching feet" />
				<Tick name="forgotten" title="Ask before a phase ends in which a piece was forgotten" />
			</section>
			{!game.spectator && !game.alone && <Webhook />}
			{game.alone && (
				<section>
					<h3>At one screen</h3>
					<Tick name="curtain" title="A curtain between the players" />
				</section>
			)}
			<section>
				<h3>What if?</h3>
				<p class="of">A new game from {game.clock.view ? `order ${at}` : 'here'}, with fresh dice.</p>
				<label>
					Against
					<select class="against" value={against} onChange={(e) => face(e.currentTarget.value)}>
						<option value="">yourself</option>
						{levels.map((l) => (
							<option key={l.name} value={l.name}>
								{l.title.replace(/^computer: /i, 'the computer, ')}
							</option>
						))}
					</select>
				</label>
				<button onClick={() => void fork()}>Fork the battle</button>
			</section>
			<GoOn />
			<section>
				<h3>To keep</h3>
				<ul class="downloads">
					<li>
						<a
							href={mapAddress(game.board, '&title=1&grid=1&numbers=1')}
							download={`${game.board.battle.id}.svg`}>
							The map
						</a>
						, or{' '}
						<button class="link" onClick={printMap}>
							print it with the counters
						</button>
					</li>
					<li>
						{saved || along ? (
							<a
								class="along"
								href={`${game.path}/save`}
								download={`${game.board.battle.id}-${game.id}.save`}>
								{saved ? 'The saved game' : 'Take this game along'}
							</a>
						) : (
							'The saved game, when the battle is over'
						)}
						{along && (
							<span class="of">
								{' '}
								The file goes on at any table, with or without a server, and the computer with
								it. It holds the dice to come and what the enemy hides: who reads it spoils
								the battle.
							</span>
						)}
					</li>
					<li>
						<ReplayLink />
					</li>
					{game.now.n > 0 && (
						<li>
							<FilmButton classes="link">The battle as a moving picture (GIF)</FilmButton>
						</li>
					)}
					<li>
						<button class="link" onClick={() => desk.show('report')}>
							The battle report
						</button>
					</li>
					<li>
						<button class="link" onClick={() => desk.show('proof')}>
							Proof of the dice
						</button>
					</li>
					<li>
						<button class="link" onClick={() => desk.show('keys')}>
							Keyboard shortcuts
						</button>
					</li>
				</ul>
			</section>
		</div>
	);
}
