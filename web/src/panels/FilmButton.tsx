// Saves the battle as a moving picture: a button, then how far it is, and a way to give it up.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { makeFilm, type Progress } from '../film/film';
import type { Game } from '../table/game';
import { useTable } from '../table/use';

/** One film at a time for each table; whoever shows it is told. */
const making = new WeakMap<Game, { at: Progress; stop: AbortController }>();

/** Hands a file to the player. */
export function handOver(file: Blob, name: string): void {
	const link = Object.assign(document.createElement('a'), {
		href: URL.createObjectURL(file),
		download: name,
	});
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

async function film(game: Game): Promise<void> {
	const stop = new AbortController(),
		mine = { at: { what: 'Gathering', done: 0, of: 1 } as Progress, stop };
	making.set(game, mine);
	game.tell();
	try {
		const file = await makeFilm(game, (at) => ((mine.at = at), game.tell()), stop.signal);
		handOver(file, `${game.board.battle.id}-${game.id}.gif`);
	} catch (e) {
		if (!stop.signal.aborted) game.note('trouble', e instanceof Error ? e.message : String(e), null);
	} finally {
		making.delete(game);
		game.tell();
	}
}

export function FilmButton({
	children,
	classes = '',
}: {
	children: JSX.Element | string;
	classes?: string;
}): JSX.Element {
	const { game } = useTable();
	const now = making.get(game);
	const again = useRef<HTMLButtonElement>(null),
		[ended, end] = useState(false);
	useEffect(() => {
		if (ended) again.current?.focus(), end(false);
	}, [ended]);
	if (!now)
		return (
			<button
				ref={again}
				class={`film ${classes}`}
				title="Save the battle as a moving picture"
				aria-label="Save the battle as a moving picture"
				onClick={() => void film(game)}>
				{children}
			</button>
		);
	const { what, done, of } = now.at;
	return (
		<span class="filming" role="status">
			<progress value={done} max={of} aria-label={`${what} the film`} />{' '}
			<span>
				{what} {String(done).padStart(String(of).length, '\u2007')} of {of}…
			</span>
			<button class="link cancel" onClick={() => (now.stop.abort(), end(true))}>
				Cancel
			</button>
		</span>
	);
}
