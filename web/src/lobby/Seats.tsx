// Who sits where: me and the computer, me and a friend, both of us here.
import type { JSX } from 'preact';
import { theSide } from '../grammar';
import { offers } from '../service/courier';
import { byMail, HONEST, wayWords, type Way } from '../mail/mail';
import type { BattleInfo, Level, Side } from '../service/words';

export interface Seating {
	how: 'computer' | 'friend' | 'mail' | 'both';
	way: Way;
	side: 0 | 1;
	level: string;
	curtain: boolean;
	ours: boolean;
}

export function seatsOf(s: Seating, battle: BattleInfo, levels: Level[]): Record<Side, string> {
	const [a, b] = [battle.sides[s.side]!.id, battle.sides[1 - s.side]!.id];
	if (s.how === 'both') return { [a]: 'me', [b]: 'me' };
	const level = s.level || usual(levels);
	return { [a]: 'me', [b]: s.how === 'friend' ? 'friend' : level ? `computer:${level}` : 'computer' };
}

/** Who sits there unless another is chosen: the first that thinks. */
const usual = (levels: Level[]): string => (levels.find((l) => l.name !== 'random') ?? levels[0])?.name ?? '';

export function Seats({
	battle,
	levels,
	seating,
	set,
}: {
	battle: BattleInfo;
	levels: Level[];
	seating: Seating;
	set: (s: Seating) => void;
}): JSX.Element {
	const how: [Seating['how'], string, string][] = [
		['computer', 'Against the computer', 'It sees no more than you do.'],
		['friend', 'Against a friend', 'You get a link to send; play together or over days.'],
		['mail', 'By mail', 'You send a link by any messenger, and get one back. No server is needed.'],
		['both', 'Both sides here', 'Alone, or two at one screen.'],
	];
	const here = how.filter(([h]) => (h !== 'friend' || offers('friends')) && (h !== 'mail' || byMail()));
	return (
		<div class="seats-form">
			<div class="cards seats-cards" role="radiogroup" aria-label="Who commands">
				{here.map(([h, title, text]) => (
					<label key={h} class={`seat-card ${seating.how === h ? 'chosen' : ''}`}>
						<input
							type="radio"
							name="how"
							checked={seating.how === h}
							onChange={() => set({ ...seating, how: h })}
						/>
						<span class="card-title">{title}</span>
						<span class="card-text">{text}</span>
					</label>
				))}
			</div>
			{seating.how !== 'both' && (
				<div class="choice" role="group" aria-label="Your side">
					{battle.sides.map((s, i) => (
						<button
							key={s.id}
							aria-pressed={seating.side === i}
							onClick={() => set({ ...seating, side: i as 0 | 1 })}>
							<span class={`flag side-${i} colour-${s.colour}`} /> I lead {theSide(s)}
						</button>
					))}
				</div>
			)}
			{seating.how === 'computer' && levels.length > 1 && (
				<div class="cards levels" role="radiogroup" aria-label="The opponent">
					{levels.map((l) => (
						<label
							key={l.name}
							class={`seat-card ${(seating.level || usual(levels)) === l.name ? 'chosen' : ''}`}>
							<input
								type="radio"
								name="level"
								checked={(seating.level || usual(levels)) === l.name}
								onChange={() => set({ ...seating, level: l.name })}
							/>
							<span class="card-title">
								{l.title.replace(/^computer: (.)/i, (_, first: string) =>
									first.toUpperCase(),
								)}
							</span>
							<span class="card-text">{l.text}</span>
						</label>
					))}
				</div>
			)}
			{seating.how === 'mail' && (
				<>
					<div class="cards seats-cards" role="radiogroup" aria-label="How dice are thrown">
						{(['quick', 'strict'] as const).map((w) => (
							<label key={w} class={`seat-card ${seating.way === w ? 'chosen' : ''}`}>
								<input
									type="radio"
									name="way"
									checked={seating.way === w}
									onChange={() => set({ ...seating, way: w })}
								/>
								<span class="card-title">{wayWords[w][0]}</span>
								<span class="card-text">{wayWords[w][1]}</span>
							</label>
						))}
					</div>
					<p class="of">{HONEST}</p>
				</>
			)}
			{seating.how !== 'mail' && (
				<label class="tick">
					<input
						type="checkbox"
						checked={seating.ours}
						onChange={(e) => set({ ...seating, ours: e.currentTarget.checked })}
					/>{' '}
					We roll our own dice on a real table, and type what fell
				</label>
			)}
			{seating.how === 'both' && (
				<label class="tick">
					<input
						type="checkbox"
						checked={seating.curtain}
						onChange={(e) => set({ ...seating, curtain: e.currentTarget.checked })}
					/>{' '}
					Two players: a curtain comes down between them
				</label>
			)}
		</div>
	);
}
