// What a film of the battle shows, gathered beat by beat from the service: where every counter lies, how it looks, and what is told of it. It is
// what this side may know, and nothing else.
import type { PieceId, View, ViewPiece } from '../service/words';
import { beatsOf, holdOf, spoken, type Beat } from '../table/beats';
import type { Game } from '../table/game';
import type { Point } from '../table/lattice';
import { stacks } from '../sheet/Stacks';

export interface Actor extends Point {
	id: PieceId;
	look: string;
	deep: number;
} // deep: how many lie on this place, told on the topmost
export interface Scene {
	actors: Actor[];
	words: string;
	when: string;
	hold: number;
	way: Point[];
	who: PieceId | null;
	shots: [Point, Point][];
}
export interface Script {
	scenes: Scene[];
	looks: Map<string, ViewPiece>;
}

/** Everything that changes how a counter is drawn. */
const lookOf = (p: ViewPiece): string =>
	JSON.stringify([p.id, p.symbol, p.slot, p.badges, p.facing, p.w, p.h]);

function cast(game: Game, view: View, looks: Map<string, ViewPiece>): Actor[] {
	const lift = game.board.table ? 0 : game.hand.lattice.size * 0.05;
	return stacks(game, view).flatMap((s) =>
		s.pieces.map((p, i) => {
			const look = lookOf(p),
				high = Math.min(i, 4) * lift;
			looks.set(look, p);
			return {
				id: p.id,
				x: s.at.x + high,
				y: s.at.y - high,
				look,
				deep: i === s.pieces.length - 1 ? s.pieces.length : 1,
			};
		}),
	);
}

/** Who was shot at or charged, from where. */
function shotsOf(b: Beat, actors: Actor[]): [Point, Point][] {
	const at = (id: PieceId | null) => actors.find((a) => a.id === id);
	return b.events
		.flatMap((e) => {
			const from = at(e.who),
				to = at(e.whom);
			return from && to && from !== to ? [[from, to] as [Point, Point]] : [];
		})
		.slice(0, 6);
}

/** A film is quicker than a playback: who wants to read it all has the replay. */
const hold = (b: Beat): number => Math.max(500, Math.min(2600, holdOf(b) * 0.55));

export async function writeScript(
	game: Game,
	told: (done: number, of: number) => void,
	stop: AbortSignal,
): Promise<Script> {
	const beats = beatsOf(game.log.filter((e) => !e.undone)),
		looks = new Map<string, ViewPiece>();
	const { battle, scenario, system } = game.board;
	const first = await game.viewAt(0);
	const scenes: Scene[] = [
		{
			actors: cast(game, first, looks),
			words: `${battle.title}: ${scenario.title}. By the rules of ${system.title}.`,
			when: battle.date,
			hold: 2500,
			way: [],
			who: null,
			shots: [],
		},
	];
	for (const b of beats) {
		stop.throwIfAborted();
		const view = await game.viewAt(b.to),
			actors = cast(game, view, looks);
		const way = b.way.flatMap((p) => game.hand.lattice.centre(p) ?? []);
		scenes.push({
			actors,
			words: spoken(b.events)
				.map((e) => e.text)
				.join(' '),
			when: view.headline,
			hold: hold(b),
			way,
			who: b.who,
			shots: way.length ? [] : shotsOf(b, scenes[scenes.length - 1]!.actors),
		});
		told(scenes.length, beats.length + 1);
	}
	return { scenes, looks };
}
