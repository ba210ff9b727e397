// What is a person's own at the table: another password, the browsers in which one is signed in, all that is kept of one.
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { get, post, remove } from '../service/courier';
import type { Me } from '../service/words';

interface Session {
	id: string;
	made: number;
	browser: string;
	here: boolean;
}

const day = (seconds: number) => new Date(seconds * 1000).toLocaleDateString();

/** The kind of browser, out of the long name that it gives itself. */
function browserName(agent: string): string {
	const kind = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1];
	const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)?.[1];
	return (
		[kind === 'Edg' ? 'Edge' : kind === 'OPR' ? 'Opera' : kind, system && `on ${system}`]
			.filter(Boolean)
			.join(' ') || 'a browser'
	);
}

function Sessions(): JSX.Element {
	const [list, setList] = useState<Session[] | null>(null);
	const [trouble, complain] = useState('');
	const read = () => get<Session[]>('/api/sessions').then(setList, (x: Error) => complain(x.message));
	const end = (path: string) => () => void remove(path).then(read, (x: Error) => complain(x.message));
	return (
		<details
			onToggle={(e) => {
				if ((e.currentTarget as HTMLDetailsElement).open) void read();
			}}>
			<summary>Where you are signed in</summary>
			{list && (
				<ul>
					{list.map((s) => (
						<li key={s.id}>
							{browserName(s.browser)}, since {day(s.made)}{' '}
							{s.here ? (
								'(here)'
							) : (
								<button class="link" onClick={end(`/api/sessions/${s.id}`)}>
									End it
								</button>
							)}
						</li>
					))}
				</ul>
			)}
			{list && list.length > 1 && <button onClick={end('/api/sessions')}>End all others</button>}
			{trouble && (
				<p role="alert" class="lobby-trouble">
					{trouble}
				</p>
			)}
		</details>
	);
}

function Password({ done }: { done: () => void }): JSX.Element {
	const [old, setOld] = useState('');
	const [password, setPassword] = useState('');
	const [said, say] = useState('');
	const send = (e: Event) => {
		e.preventDefault();
		post('/api/password', { old, password })
			.then(
				() => {
					say('Changed. Every other browser is signed out.');
					done();
				},
				(x: Error) => say(x.message),
			)
			.then(() => {
				setOld('');
				setPassword('');
			});
	};
	return (
		<details>
			<summary>Change the password</summary>
			<form onSubmit={send}>
				<label>
					Now{' '}
					<input
						type="password"
						value={old}
						required
						autocomplete="current-password"
						onInput={(e) => setOld(e.currentTarget.value)}
					/>
				</label>
				<label>
					From now on{' '}
					<input
						type="password"
						value={password}
						required
						minLength={10}
						autocomplete="new-password"
						onInput={(e) => setPassword(e.currentTarget.value)}
					/>
				</label>
				<button>Change it</button>
			</form>
			{said && <p role="status">{said}</p>}
		</details>
	);
}

/** For who has forgotten the password, and has a code from who runs the table. */
export function Reset({ done }: { done: () => void }): JSX.Element {
	const [name, setName] = useState('');
	const [code, setCode] = useState('');
	const [password, setPassword] = useState('');
	const [trouble, complain] = useState('');
	const send = (e: Event) => {
		e.preventDefault();
		post('/api/reset', { name, code: code.trim(), password }).then(done, (x: Error) =>
			complain(x.message),
		);
	};
	return (
		<details>
			<summary>Forgotten the password?</summary>
			<p>Who runs this table can give you a code.</p>
			<form onSubmit={send}>
				<label>
					Name{' '}
					<input
						value={name}
						required
						autocomplete="username"
						onInput={(e) => setName(e.currentTarget.value)}
					/>
				</label>
				<label>
					Code{' '}
					<input
						value={code}
						required
						autocomplete="one-time-code"
						onInput={(e) => setCode(e.currentTarget.value)}
					/>
				</label>
				<label>
					New password{' '}
					<input
						type="password"
						value={password}
						required
						minLength={10}
						autocomplete="new-password"
						onInput={(e) => setPassword(e.currentTarget.value)}
					/>
				</label>
				<button>Set it</button>
			</form>
			{trouble && (
				<p role="alert" class="lobby-trouble">
					{trouble}
				</p>
			)}
		</details>
	);
}

interface KeptPage {
	orders: unknown[];
	more?: { game: string; side: number; n: number };
}

/** All that is kept of one, page after page, as one file. */
async function takeAway(): Promise<void> {
	const { more, ...all } = await get<KeptPage>('/api/kept');
	for (let next = more; next; ) {
		const page = await get<KeptPage>(`/api/kept?game=${next.game}&side=${next.side}&n=${next.n}`);
		for (const order of page.orders) all.orders.push(order);
		next = page.more;
	}
	const link = document.createElement('a');
	link.href = URL.createObjectURL(new Blob([JSON.stringify(all)], { type: 'application/json' }));
	link.download = 'fratelli.json';
	link.click();
	URL.revokeObjectURL(link.href);
}

function Kept({ me, done }: { me: Me; done: () => void }): JSX.Element {
	const [password, setPassword] = useState('');
	const [trouble, complain] = useState('');
	const forget = (e: Event) => {
		e.preventDefault();
		remove('/api/kept', me.guest ? { sure: true } : { password }).then(done, (x: Error) =>
			complain(x.message),
		);
	};
	return (
		<details>
			<summary>What is kept of you</summary>
			<p>
				<button class="link" onClick={() => void takeAway().catch((x: Error) => complain(x.message))}>
					Take it with you
				</button>
				: your name, sessions, games, orders and words.
			</p>
			<form onSubmit={forget}>
				<p>
					Or have it forgotten. Games in which nobody else sits go with it; this cannot be taken
					back.
				</p>
				{!me.guest && (
					<label>
						Password{' '}
						<input
							type="password"
							value={password}
							required
							autocomplete="current-password"
							onInput={(e) => setPassword(e.currentTarget.value)}
						/>
					</label>
				)}
				<button>Forget me</button>
			</form>
			{trouble && (
				<p role="alert" class="lobby-trouble">
					{trouble}
				</p>
			)}
		</details>
	);
}

export function Account({ me, again }: { me: Me | null; again: () => void }): JSX.Element | null {
	if (!me) return null;
	return (
		<div class="account">
			{me.guest ? <Reset done={again} /> : <Password done={again} />}
			{!me.guest && <Sessions />}
			<Kept me={me} done={again} />
		</div>
	);
}
