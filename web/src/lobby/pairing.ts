// What a choice means in time and trouble.
import { capital, theSide } from '../grammar';
import type { BattleInfo, Catalogue, Pairing, ScenarioInfo, SystemInfo } from '../service/words';

const rank: Record<string, number> = { recommended: 0, possible: 1 };
export const gradeRank = (grade: string): number => rank[grade] ?? 2;
export const gradeWords = (grade: string): string =>
	({ recommended: 'recommended', possible: 'possible' })[grade] ?? 'for trial only';

/** Hours at the table: the service's own figure, or a guess from counters, the length of the day and how hard the book is. */
export function hours(p: Pairing, s: ScenarioInfo, system: SystemInfo): number {
	if (p.guess_minutes) return p.guess_minutes / 60;
	const turns = p.turns ?? Math.max(1, (s.minutes ?? 480) / 60);
	return (p.pieces * turns * (3 + 3 * system.difficulty)) / 3600;
}

export function hoursWords(h: number): string {
	if (h < 0.75) return `about ${Math.max(10, Math.round((h * 60) / 10) * 10)} minutes`;
	const halves = Math.round(h * 2) / 2;
	return halves === 1
		? 'about an hour'
		: `about ${halves < 4 ? String(halves).replace('.5', '½') : Math.round(halves)} hours`;
}

export const difficultyWords = (d: number): string =>
	['', 'very easy', 'easy', 'middling', 'hard', 'very hard'][d] ?? '';

const SUGGESTED = 6;

/** What is offered first for a battle: what is recommended, or the best there is; the easier and shorter before the rest. */
export function suggested(c: Catalogue, battle: string): Pairing[] {
	const of = c.pairings.filter((p) => p.battle === battle);
	const best = Math.min(...of.map((p) => gradeRank(p.grade)));
	const hard = (p: Pairing) => c.systems.find((s) => s.id === p.system)?.difficulty ?? 9;
	return of
		.filter((p) => gradeRank(p.grade) === best)
		.sort((a, b) => hard(a) - hard(b) || (a.guess_minutes ?? a.pieces) - (b.guess_minutes ?? b.pieces))
		.slice(0, SUGGESTED);
}

/** The gentlest way in, of those that are asked for: recommended before possible, the easier book, then the shortest. */
export function gentlest(
	c: Catalogue,
	asked: (p: Pairing) => boolean = () => true,
): { pairing: Pairing; hours: number } | null {
	const all = c.pairings.filter(asked).flatMap((pairing) => {
		const battle = c.battles.find((b) => b.id === pairing.battle);
		const scenario = battle?.scenarios.find((s) => s.id === pairing.scenario);
		const system = c.systems.find((s) => s.id === pairing.system);
		return scenario && system
			? [{ pairing, hard: system.difficulty, hours: hours(pairing, scenario, system) }]
			: [];
	});
	return (
		all.sort(
			(a, b) =>
				gradeRank(a.pairing.grade) - gradeRank(b.pairing.grade) ||
				a.hard - b.hard ||
				a.hours - b.hours,
		)[0] ?? null
	);
}

/** Whom it favours, by study: "The Allies won 42 %, the Austrians 34 % of 500 games between captains". Nothing if it was not measured. */
export function balanceWords(p: Pairing, battle: BattleInfo): string {
	const { balance: b } = p;
	if (!b || !b.games) return '';
	const share = (side: string) => `${Math.round((100 * (b.won[side] ?? 0)) / b.games)} %`;
	const [first, second] = battle.sides;
	return first && second
		? `${capital(theSide(first))} won ${share(first.id)}, ${theSide(second)} ${share(second.id)} of ${b.games} games between ${b.level}s`
		: '';
}
