// What a choice means in time and trouble.
import { count, theSide } from '../grammar';
import type { BattleInfo, Catalogue, Pairing, SideInfo } from '../service/words';

const rank: Record<string, number> = { recommended: 0, possible: 1 };
export const gradeRank = (grade: string): number => rank[grade] ?? 2;
export const gradeWords = (grade: string): string =>
	({ recommended: 'recommended', possible: 'possible' })[grade] ?? 'for trial only';

/** Hours at the table, as the service guesses them. */
export const hours = (p: Pairing): number => p.guess_minutes / 60;

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
		.sort((a, b) => hard(a) - hard(b) || a.guess_minutes - b.guess_minutes)
		.slice(0, SUGGESTED);
}

/** The gentlest way in, of those that are asked for: recommended before possible, the easier book, then the shortest. */
export function gentlest(
	c: Catalogue,
	asked: (p: Pairing) => boolean = () => true,
): { pairing: Pairing; hours: number } | null {
	const all = c.pairings.filter(asked).flatMap((pairing) => {
		const system = c.systems.find((s) => s.id === pairing.system);
		return system ? [{ pairing, hard: system.difficulty, hours: hours(pairing) }] : [];
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

/** Where the share of points lies in the long run, 19 times of 20 (Wilson's interval, as in the studies). */
function interval(points: number, games: number): [number, number] {
	const z = 1.96,
		share = points / games,
		middle = (share + (z * z) / (2 * games)) / (1 + (z * z) / games),
		half =
			(z / (1 + (z * z) / games)) *
			Math.sqrt((share * (1 - share)) / games + (z * z) / (4 * games * games));
	return [middle - half, middle + half];
}

/** Whom it favours, by study: "No clear favourite: of 60 games between captains the Union won 27, the Confederates 24; in the long run the Union
 *  has 40 to 65 % of the points". Nothing if it was not measured. */
export function balanceWords(p: Pairing, battle: BattleInfo): string {
	const { balance: b } = p,
		[first, second] = battle.sides;
	if (!b || !b.games || !first || !second) return '';
	const won = (s: SideInfo): number => b.won[s.id] ?? 0;
	const [low, high] = interval(won(first) + b.drawn / 2, b.games);
	const verdict =
		low > 0.5
			? `Favours ${theSide(first)}`
			: high < 0.5
				? `Favours ${theSide(second)}`
				: 'No clear favourite';
	const share = `${Math.round(100 * low)} to ${Math.round(100 * high)} %`;
	return `${verdict}: of ${count(b.games, 'game')} between ${b.level}s ${theSide(first)} won ${won(first)}, ${theSide(second)} ${won(second)}; in the long run ${theSide(first)} would have ${share} of the points`;
}

export const balanceSource = (p: Pairing): string =>
	p.balance
		? `Measured on ${p.balance.date}. A draw is half a point; the interval holds 19 times of 20.`
		: '';
