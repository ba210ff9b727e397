// In the lobby: the first battle of each rule book, with somebody at your elbow.
import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { get, post } from '../service/courier';
import type { Catalogue, GuideInfo } from '../service/words';
import { go } from '../route';

let asked: Promise<GuideInfo[]> | null = null;
let there: GuideInfo[] = []; // as they came, so that they stand in the first drawing
export const guides = (): Promise<GuideInfo[]> =>
	(asked ??= get<GuideInfo[]>('/api/guides').then(
		(list) => (there = list),
		() => ((asked = null), []),
	));

function useGuides(): GuideInfo[] {
	const [list, set] = useState<GuideInfo[]>(there);
	useEffect(() => void guides().then(set), []);
	return list;
}

function Begin({ system, label }: { system: string; label: string }): JSX.Element {
	const [busy, setBusy] = useState(false);
	const [trouble, complain] = useState('');
	const begin = () => {
		setBusy(true);
		post<{ id: string }>(`/api/guides/${system}`, {}).then(
			(made) => go(`/game/${made.id}`),
			(e: Error) => (complain(e.message), setBusy(false)),
		);
	};
	return (
		<>
			<button class="guide-begin" data-guide={system} disabled={busy} onClick={begin}>
				{label}
			</button>
			{trouble && <span role="alert">{trouble}</span>}
		</>
	);
}

export function FirstBattles({ catalogue }: { catalogue: Catalogue }): JSX.Element | null {
	const list = useGuides();
	const books = catalogue.systems
		.flatMap((system) => list.filter((g) => g.system === system.id).map((guide) => ({ system, guide })))
		.sort((a, b) => a.system.difficulty - b.system.difficulty);
	if (!books.length) return null;
	return (
		<section class="first-battles" aria-labelledby="first-title">
			<h2 id="first-title">
				<span>First battle, guided: ten minutes</span>
			</h2>
			<ul>
				{books.map(({ system, guide }) => (
					<li key={system.id}>
						<span class="kicker">{system.title}</span>
						<h3>{guide.title}</h3>
						<p>{guide.intro}</p>
						<Begin system={system.id} label="Show me the ropes" />
					</li>
				))}
			</ul>
		</section>
	);
}

/** Beside a chosen rule book. */
export function GuideLink({ system }: { system: string }): JSX.Element | null {
	const guide = useGuides().find((g) => g.system === system);
	return guide ? (
		<>
			{' '}
			· <Begin system={system} label="First battle, guided: ten minutes" />
		</>
	) : null;
}
