// A mail that is ready: copied, shared, or saved as a file.
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { linkOf } from './mail';

function save(mail: string, n: number): void {
	const to = document.createElement('a');
	(to.href = URL.createObjectURL(new Blob([`${linkOf(mail)}\n`], { type: 'text/plain' }))),
		(to.download = `fratelli-${n}.mail.txt`);
	to.click();
	setTimeout(() => URL.revokeObjectURL(to.href), 10000);
}

export function Sending({ mail, n }: { mail: string; n: number }): JSX.Element {
	const [done, tell] = useState('');
	const link = linkOf(mail);
	const copy = () =>
		navigator.clipboard.writeText(link).then(
			() => tell('Copied. Send it by any messenger.'),
			() => tell('The browser does not allow it: mark the link and copy it.'),
		);
	return (
		<div class="sending">
			<label>
				Mail {n}{' '}
				<input class="mail-link" readOnly value={link} onFocus={(e) => e.currentTarget.select()} />
			</label>
			<p>
				<button class="primary" onClick={() => void copy()}>
					Copy the link
				</button>
				<button onClick={() => save(mail, n)}>Save it as a file</button>
				{'share' in navigator && (
					<button
						onClick={() =>
							void navigator.share({ title: 'Fratelli', url: link }).catch(() => undefined)
						}>
						Share…
					</button>
				)}
			</p>
			<p role="status">{done}</p>
		</div>
	);
}
