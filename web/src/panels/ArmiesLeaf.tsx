// The armies: every formation with its units, where they are and how they do; and who is off the board.
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { useTable } from '../table/use';
import type { BoardPiece, Formation, Side } from '../service/words';
import { CounterPicture } from '../sheet/Counter';

function Unit({ piece }: { piece: BoardPiece }): JSX.Element {
	const { game, desk } = useTable();
	const p = game.shown(piece.id);
	if (!p)
		return (
			<li class="gone">
				<span class="unit-name">{piece.name}</span>
				<small>not in the field</small>
			</li>
		);
	const place = p.place[0] ?? null;
	return (
		<li>
			<button
				onClick={() => {
					game.hand.looked = place && game.hex.has(place) ? place : game.hand.looked;
					if (game.hand.acts(p.id)) game.hand.pick(p.id);
					desk.point([place]);
				}}>
				<CounterPicture game={game} p={p} size={30} />
				<span class="unit-name">{piece.name}</span>
				<small>{game.placeName(place)}</small>
			</button>
		</li>
	);
}

function FormationItem({ f, level }: { f: Formation; level: number }): JSX.Element | null {
	const { game } = useTable();
	const units = game.board.pieces.filter((p) => p.formation === f.id);
	const under = game.board.formations.filter((g) => g.parent === f.id);
	const hasAny = (id: string): boolean =>
		game.board.pieces.some((p) => p.formation === id) ||
		game.board.formations.some((g) => g.parent === id && hasAny(g.id));
	if (!hasAny(f.id)) return null;
	return (
		<details open class={`formation level-${level}`}>
			<summary>{f.name}</summary>
			<ul class="units">
				{units.map((p) => (
					<Unit key={p.id} piece={p} />
				))}
			</ul>
			{under.map((g) => (
				<FormationItem key={g.id} f={g} level={level + 1} />
			))}
		</details>
	);
}

export function ArmiesLeaf(): JSX.Element {
	const { game } = useTable();
	const [side, setSide] = useState<Side>(game.now.as ?? game.board.sides[0]!.id);
	const top = game.board.formations.filter((f) => f.side === side && !f.parent);
	const loose = game.board.pieces.filter(
		(p) => p.side === side && (!p.formation || !game.board.formations.some((f) => f.id === p.formation)),
	);
	return (
		<div class="leaf armies-leaf">
			<div class="choice" role="group" aria-label="Army">
				{game.board.sides.map((s) => (
					<button key={s.id} aria-pressed={s.id === side} onClick={() => setSide(s.id)}>
						<span class={`flag ${game.colourClass(s.id)}`} />
						{s.title}
					</button>
				))}
			</div>
			{top.map((f) => (
				<FormationItem key={f.id} f={f} level={0} />
			))}
			{loose.length > 0 && (
				<ul class="units">
					{loose.map((p) => (
						<Unit key={p.id} piece={p} />
					))}
				</ul>
			)}
		</div>
	);
}
