// The hex one looks at: its ground, who stands there and what every sign on them means, and what the enemy could do to it.
import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Place, Threat, ViewPiece } from '../service/words';
import { CounterPicture } from '../sheet/Counter';
import { adjective } from '../grammar';
import { armName } from '../sheet/glyphs';
import { useTable } from '../table/use';
import { OddsTable } from './OddsTable';
import { RuleLink } from './RuleLink';

export function PieceCard({ p }: { p: ViewPiece }): JSX.Element {
	const { game } = useTable();
	const fixed = game.piece.get(p.id);
	const formation = game.board.formations.find((f) => f.id === fixed?.formation);
	return (
		<article class="piece-card">
			<CounterPicture game={game} p={p} size={64} />
			<div>
				<h4>{game.name(p.id)}</h4>
				<p class="of">
					{adjective(game.side(p.side))} {armName(p.symbol)}
					{formation ? `, ${formation.name}` : ''}
				</p>
				<dl>
					{game.board.signs.slot.map((s, i) =>
						p.slot[i] ? (
							<div key={s.name}>
								<dt>
									{s.title.split(':')[0]} <RuleLink rule={s.rule} />
								</dt>
								<dd>{p.slot[i]}</dd>
							</div>
						) : null,
					)}
				</dl>
				{p.badges.map((b) => {
					const s = game.sign('badge', b);
					return (
						<p key={b} class="badge-line">
							<span class="badge">{s?.glyph ?? b[0]}</span> {s?.title ?? b}{' '}
							<RuleLink rule={s?.rule} />
						</p>
					);
				})}
				{fixed?.derived && (
					<details>
						<summary>Where its numbers come from</summary>
						<p>{fixed.derived}</p>
					</details>
				)}
			</div>
		</article>
	);
}

function Threats({ place }: { place: Place }): JSX.Element | null {
	const { game } = useTable();
	const [threats, set] = useState<Threat[] | null>(null);
	const [asked, ask] = useState(false);
	useEffect(() => (set(null), ask(false)), [place, game.now.n]);
	if (!game.board.threats || game.spectator || !game.at(place).some((p) => game.board.you.includes(p.side)))
		return null;
	const look = () => {
		ask(true);
		game.answers.about({ place, threats: '1' }).then(
			(a) => set(a.threats ?? []),
			() => set([]),
		);
	};
	if (!asked)
		return (
			<button class="link" onClick={look}>
				What could the enemy do here?
			</button>
		);
	if (!threats) return <p class="odds-none">Looking from the other side…</p>;
	if (!threats.length) return <p class="odds-none">Nothing, as things stand.</p>;
	return (
		<div class="threats">
			{threats.slice(0, 6).map((t, i) => (
				<details key={i} open={i === 0}>
					<summary>{t.text}</summary>
					<OddsTable ask={() => Promise.resolve(t.odds)} />
				</details>
			))}
		</div>
	);
}

export function Inspector(): JSX.Element | null {
	const { game } = useTable();
	const place = game.hand.looked;
	const { sighting } = game.hand;
	if (sighting)
		return (
			<section class="inspector" aria-live="polite">
				<h3>Line of sight</h3>
				{!sighting.from ? (
					<p>Click the hex to look from.</p>
				) : !sighting.to ? (
					<p>From {game.placeName(sighting.from)}. Click the hex to look at.</p>
				) : (
					<p>
						From {game.placeName(sighting.from)} to {game.placeName(sighting.to)}:{' '}
						{sighting.answer ? (
							sighting.answer.clear ? (
								<b>clear.</b>
							) : (
								<>
									<b>blocked.</b> {sighting.answer.text}{' '}
									<RuleLink rule={sighting.answer.rule} />
								</>
							)
						) : (
							'…'
						)}
					</p>
				)}
			</section>
		);
	if (!place) return null;
	const hex = game.hex.get(place);
	const here = game.at(place);
	return (
		<section class="inspector">
			<h3>{game.placeName(place)}</h3>
			{hex && (
				<p class="ground">
					{[
						...hex.cover.filter((c) => c !== 'off').map((c) => c.replaceAll('_', ' ')),
						`level ${hex.level}`,
					].join(', ')}
					{hex.cover.includes('off') ? '; outside this scenario' : ''}
				</p>
			)}
			{game.view.marks
				.filter((m) => m.place === place)
				.map((m, i) => {
					const s = game.sign('mark', m.mark);
					return (
						<p key={i} class="badge-line">
							<span class="badge">{m.label || s?.glyph}</span> {s?.title ?? m.mark}
							{m.side ? `, ${game.sideTitle(m.side)}` : ''} <RuleLink rule={s?.rule} />
						</p>
					);
				})}
			{here.map((p) => (
				<PieceCard key={p.id} p={p} />
			))}
			<Threats place={place} />
		</section>
	);
}
