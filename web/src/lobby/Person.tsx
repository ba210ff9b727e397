// Who I am, and bringing a saved game to the table.
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { introduce, post, postText, remove } from '../service/courier';
import type { Me } from '../service/words';
import { Account } from '../account/Account';
import { go } from '../route';
import { Keeping } from './Keeping';

export function Person({ me, changed }: { me: Me | null; changed: (me: Me) => void }): JSX.Element {
	const [name, setName] = useState('');
	const [password, setPassword] = useState('');
	const [trouble, complain] = useState('');
	const again = () => introduce(true).then(changed);
	const send = (path: string) => (e: Event) => {
		e.preventDefault();
		post(path, { name, password })
			.then(again, (x: Error) => complain(x.message))
			.then(() => setPassword(''));
	};
	const bring = async (e: Event) => {
		const file = (e.currentTarget as HTMLInputElement).files?.[0];
		if (!file) return;
		try {
			const made = await postText<{ id: string }>('/api/import', await file.text());
			go(`/game/${made.id}`);
		} catch (x) {
			complain((x as Error).message);
		}
	};
	return (
		<section class="person">
			<div>
				<h3>A saved game</h3>
				<label class="file">
					Bring it to this table, from a file <input type="file" onChange={(e) => void bring(e)} />
				</label>
			</div>
			{me?.features.includes('mail') && (
				<div>
					<h3>By mail</h3>
					<p>
						<a href="#/mail">Games by mail</a>: open one that came, send what is ready.
					</p>
				</div>
			)}
			{me?.features.includes('keeping') && <Keeping />}
			{me?.features.includes('accounts') && (
				<div>
					<h3>You</h3>
					{me && !me.guest ? (
						<p>
							You are known here as <b>{me.name}</b>.{' '}
							<button class="link" onClick={() => void remove('/api/session').then(again)}>
								Sign out
							</button>
						</p>
					) : (
						<details>
							<summary>You play as a guest. Take a name, or sign in.</summary>
							<form onSubmit={send('/api/account')}>
								<label>
									Name{' '}
									<input
										value={name}
										required
										maxLength={40}
										autocomplete="username"
										onInput={(e) => setName(e.currentTarget.value)}
									/>
								</label>
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
								<button>Take this name</button>{' '}
								<button type="button" onClick={send('/api/session')}>
									Sign in
								</button>
							</form>
						</details>
					)}
					<Account me={me} again={() => void again()} />
				</div>
			)}
			{trouble && (
				<p role="alert" class="lobby-trouble">
					{trouble}
				</p>
			)}
		</section>
	);
}
