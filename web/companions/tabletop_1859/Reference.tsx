// The card to read: its statements in our words, with a search.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { given } from './given';

export function Reference(): JSX.Element {
	const [word, set] = useState('');
	const found = given.rules.filter(
		(s) => !word || `${s.id} ${s.text} ${s.heading}`.toLowerCase().includes(word.toLowerCase()),
	);
	const headings = [...new Set(found.map((s) => s.heading ?? ''))];
	return (
		<div class="screen reference">
			<label class="search">
				Look up{' '}
				<input
					type="search"
					value={word}
					onInput={(e) => set(e.currentTarget.value)}
					placeholder="enfilade, rally.1 …"
				/>
			</label>
			{headings.map((h) => (
				<details key={h} open={!!word}>
					<summary>{h}</summary>
					<dl>
						{found
							.filter((s) => (s.heading ?? '') === h)
							.map((s) => (
								<div key={s.id}>
									<dt>{s.id}</dt>
									<dd>{s.text}</dd>
								</div>
							))}
					</dl>
				</details>
			))}
			{!found.length && <p class="of">Nothing has that word.</p>}
		</div>
	);
}
