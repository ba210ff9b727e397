// English in one place for the page. How the sides are called in a sentence is data of the battle (adjective, plural, possessive).
import type { SideInfo } from './service/words';

/** "the Austrians": a side in a sentence, with a plural verb. */
export const theSide = (s: SideInfo | undefined): string => s?.plural ?? 'nobody';
/** "Austrian": before a noun. */
export const adjective = (s: SideInfo | undefined): string => s?.adjective ?? '';
/** "the Austrians'" */
export const possessive = (s: SideInfo | undefined): string => s?.possessive ?? '';

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A remark as a sentence: it begins large and has an end. */
export const sentence = (text: string): string => capital(text) + (/[.!?…”]$/.test(text) ? '' : '.');

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** "one order", "three orders", "15 orders" */
export const count = (n: number, one: string, many = `${one}s`): string =>
	`${numbers[n] ?? n} ${n === 1 ? one : many}`;

/** "Evans, Bee and Bartow"; at most so many are named: "Evans, Bee and 3 others" */
export function listed(names: string[], most = 6): string {
	const more = names.length - most;
	const shown = more > 0 ? [...names.slice(0, most), count(more, 'other')] : names;
	return shown.length < 2
		? (shown[0] ?? '')
		: `${shown.slice(0, -1).join(', ')} and ${shown[shown.length - 1]}`;
}

/** A name from the rules' own data as words: "out_of_command" is "out of command". */
export const plain = (name: string): string => name.replaceAll('_', ' ');
