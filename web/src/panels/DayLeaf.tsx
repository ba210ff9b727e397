// The day: the scenario, its tracks, and bookmarks to look back at.
import type { JSX } from 'preact';
import { useTable } from '../table/use';
import type { Track } from '../service/words';
import { RuleLink } from './RuleLink';
import { bookmark, bookmarks, unbookmark } from './time';

export function TrackBar({ t }: { t: Track }): JSX.Element {
	const { game } = useTable();
	const wide = t.max > t.min ? Math.max(0, Math.min(1, (t.value - t.min) / (t.max - t.min))) : null;
	return (
		<div class={`track ${game.colourClass(t.side)}`}>
			<span class="track-name">
				{t.name.replaceAll('_', ' ')} <RuleLink rule={t.rule} />
			</span>
			<span class="track-text">{t.text || t.value}</span>
			{wide !== null && (
				<span class="track-bar">
					<span style={{ width: `${wide * 100}%` }} />
				</span>
			)}
		</div>
	);
}

export function DayLeaf(): JSX.Element {
	const { game, desk } = useTable();
	const { board, view, clock } = game;
	const groups = [null, ...board.sides.map((s) => s.id)];
	const marks = bookmarks(game);
	const at = clock.view ? clock.at : game.now.n;
	return (
		<div class="leaf day-leaf">
			<section>
				<h3>{board.scenario.title}</h3>
				<p class="prose">{board.scenario.text}</p>
				<p class="of">
					{board.system.title}, from {board.scenario.starts} to {board.scenario.ends}
				</p>
				<button class="to-briefing" onClick={() => desk.show('briefing')}>
					Briefing: what wins, and how it stands
				</button>
			</section>
			{groups.map((side) => {
				const tracks = view.tracks.filter((t) => t.side === side);
				return (
					tracks.length > 0 && (
						<section key={side ?? ''}>
							<h3>{side ? game.sideTitle(side) : 'The field'}</h3>
							{tracks.map((t, i) => (
								<TrackBar key={i} t={t} />
							))}
						</section>
					)
				);
			})}
			<section>
				<h3>Bookmarks</h3>
				<ul class="bookmarks">
					{marks.map((m) => (
						<li key={`${m.n}${m.label}`} class={m.n === at ? 'here' : ''}>
							<button class="link" onClick={() => desk.lookBack(m.n)}>
								{m.label}
							</button>
							{m.own && (
								<button
									class="close"
									aria-label="Remove this bookmark"
									onClick={() => unbookmark(game, m.n)}>
									×
								</button>
							)}
						</li>
					))}
				</ul>
				<button onClick={() => bookmark(game, at, `${view.headline} (order ${at})`)}>
					Bookmark this moment
				</button>
			</section>
		</div>
	);
}
