// Exact odds, by running the card over every face: fractions, never samples.
import type { Card, Effect, Hit, Outcome, Side } from './card';

export interface Chance {
	text: string;
	n: number;
	of: number;
}

const gcd = (a: number, b: number): number => (b ? gcd(b, a % b) : a);
export function fraction(n: number, of: number): string {
	const d = gcd(n, of) || 1;
	return n === 0 ? '0' : n === of ? '1' : `${n / d}/${of / d}`;
}
export function percent(n: number, of: number): string {
	const p = (100 * n) / of;
	return `${Number.isInteger(p) ? p : p.toFixed(1)} %`;
}

/** At least one of several groups hits. */
export function anyHit(needs: number[]): { n: number; of: number } {
	const of = 10 ** needs.length;
	return { n: of - needs.reduce((misses, need) => misses * (10 - need), 1), of };
}

const inches = (tenths: number): string => `${tenths / 10}"`;

export function effectWords(e: Effect): string {
	const parts: string[] = [];
	if (e.routs) parts.push(`routs ${inches(e.back)}`);
	else if (e.back) parts.push(`back ${inches(e.back)}`);
	else if (e.stopped) parts.push('stopped');
	if (e.disorganised && !e.routs) parts.push('disorganised');
	if (e.losses) parts.push(e.losses === 1 ? 'loses a stand' : `loses ${e.losses} stands`);
	return parts.length ? parts.join(', ') : 'no effect';
}

/** What one firing group does: the ten faces of the coloured die times the ten of the white one. */
export function groupOdds(card: Card, need: number, hit: Hit): Chance[] {
	const found = new Map<string, Chance>();
	const count = (text: string, n: number) =>
		found.set(text, { text, n: (found.get(text)?.n ?? 0) + n, of: 100 });
	for (let white = 1; white <= 10; white++) if (need > 0) count(effectWords(card.effect(hit, white)), need);
	if (need < 10) count('miss', (10 - need) * 10);
	return [...found.values()];
}

export const marginNames = ['by 1', 'by 2 to 4', 'by 5 or 6', 'by 7 or more'];

export function outcomeWords(o: Outcome, names: [string, string]): string {
	if (o.eliminated) return `${names[1]}: routed and charged, eliminated`;
	if (o.again) return 'equal: roll again';
	if (o.waits) return 'equal: goes on next turn';
	const w = o.winner as 0 | 1,
		l = (1 - w) as 0 | 1;
	const loses = o.losses[l] ? ' and loses a stand' : '';
	return `${names[w]} wins ${marginNames[o.margin]}: ${names[l]} ${o.routs ? 'routs' : 'goes back'} ${inches(o.back)}${loses}${o.losses[w] ? `; ${names[w]} loses a stand too` : ''}${o.gunsLost ? '; the guns are lost' : ''}`;
}

/** All 36 throws; equal ones that are rolled again are left out of the whole (charge.33). */
export function meleeOdds(card: Card, sides: [Side, Side], is: number, names: [string, string]): Chance[] {
	const found = new Map<string, { chance: Chance; key: number }>();
	let again = 0;
	for (let a = 1; a <= 6; a++)
		for (let d = 1; d <= 6; d++) {
			const o = card.outcome(sides, is, a, d);
			if (o.again) again++;
			else {
				const text = outcomeWords(o, names),
					known = found.get(text);
				if (known) known.chance.n++;
				else
					found.set(text, {
						chance: { text, n: 1, of: 36 },
						key: o.winner < 0 ? 0 : (o.winner ? -1 : 1) * (o.margin + 1),
					});
			}
		}
	return [...found.values()]
		.sort((x, y) => y.key - x.key)
		.map(({ chance }) => ({ ...chance, of: 36 - again }));
}
