// Reading the log for its fortunes: how the dice fell for each side, and where the battle turned.
import { theSide } from '../grammar';
import type { Report, Side } from '../service/words';
import type { Game } from '../table/game';

export interface Fortune {
	side: Side;
	dice: number;
	sum: number;
	expected: number;
	values: (number | null)[];
}

/** Above or below the average, added up throw by throw. High is not always good in every rule book: it is luck, not merit. */
export function luck(game: Game): { x: number[]; sides: Fortune[] } {
	const sides: Fortune[] = game.board.sides.map((s) => ({
		side: s.id,
		dice: 0,
		sum: 0,
		expected: 0,
		values: [],
	}));
	const x: number[] = [];
	for (const entry of game.log) {
		if (entry.undone) continue;
		for (const e of entry.events) {
			const who = sides.find((f) => f.side === e.side);
			if (!who || !e.dice?.length || !e.sides) continue;
			who.dice += e.dice.length;
			who.sum += e.dice.reduce((a, b) => a + b, 0);
			who.expected += (e.dice.length * (e.sides + 1)) / 2;
			x.push(x.length + 1);
			for (const f of sides) f.values.push(f.sum - f.expected);
		}
	}
	return { x, sides };
}

/** Where the balance of losses and points moved most. */
export function turningPoints(report: Report | null, game: Game): { n: number; text: string }[] {
	const [a, b] = game.board.sides.map((s) => s.id);
	if (!report || !a || !b) return [];
	const jumps = report.points
		.slice(1)
		.map((p, i) => {
			const before = report.points[i]!;
			const score = p.score[a]! - p.score[b]! - (before.score[a]! - before.score[b]!);
			const lost = before.lost[a]! - before.lost[b]! - (p.lost[a]! - p.lost[b]!);
			return { n: p.n, score, lost, weight: Math.abs(score) * 1000 + Math.abs(lost) };
		})
		.filter((j) => j.weight > 0);
	return jumps
		.sort((p, q) => q.weight - p.weight)
		.slice(0, 5)
		.sort((p, q) => p.n - q.n)
		.map((j) => {
			const side = game.side((j.score || j.lost) > 0 ? a : b);
			const said = game.log
				.find((e) => e.n === j.n - 1)
				?.events.filter((e) => e.kind !== 'roll' && e.kind !== 'modifier')
				.slice(-1)[0]?.text;
			return { n: j.n, text: said ?? `it turned towards ${theSide(side)}.` };
		});
}
