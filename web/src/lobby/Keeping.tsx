// For who keeps the store himself, in this browser: how much there is, what may happen to it, and taking everything away or bringing it back.
import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';

interface Kept {
	bytes: number;
	room: number;
	lasting: boolean;
}
const megabytes = (n: number): string => `${(n / 1e6).toFixed(1)} MB`;

async function bringBack(file: File): Promise<void> {
	const answer = await fetch('/here/import', { method: 'POST', body: file });
	if (!answer.ok) throw new Error(((await answer.json()) as { error: string }).error);
	location.reload();
}

export function Keeping(): JSX.Element {
	const [kept, set] = useState<Kept | null>(null);
	const [file, choose] = useState<File | null>(null);
	const [trouble, complain] = useState('');
	useEffect(() => void fetch('/here/kept').then(async (r) => set((await r.json()) as Kept)), []);
	return (
		<div class="keeping">
			<h3>Kept in this browser</h3>
			{kept && (
				<p>
					Your games are on this machine and nowhere else: {megabytes(kept.bytes)}
					{kept.room > 0 && <> of {megabytes(kept.room)} that the browser allows</>}.{' '}
					{kept.lasting
						? 'The browser has promised not to clear them away by itself; you still can.'
						: 'The browser may clear them away when the disk is full, or, in Safari, when you have not been here for a week. Install the page, or export now and then.'}
				</p>
			)}
			<p>
				<a href="/here/export" download="fratelli-games.fratelli">
					Export everything
				</a>
				, or
			</p>
			<label class="file">
				bring an export back{' '}
				<input
					type="file"
					accept=".fratelli"
					onChange={(e) => choose(e.currentTarget.files?.[0] ?? null)}
				/>
			</label>
			{file && (
				<p role="alert">
					It takes the place of every game that is here now.{' '}
					<button onClick={() => void bringBack(file).catch((e: Error) => complain(e.message))}>
						Yes, instead of them
					</button>{' '}
					<button onClick={() => choose(null)}>No</button>
				</p>
			)}
			{trouble && (
				<p role="alert" class="lobby-trouble">
					{trouble}
				</p>
			)}
		</div>
	);
}
