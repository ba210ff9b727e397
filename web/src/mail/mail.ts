// Games by mail, as the table in this browser tells of them (web/offline/mail.ts). No table on a server has them.
import { offers } from '../service/courier';

export type Way = 'quick' | 'strict';
export interface Card {
	battle: string;
	system: string;
	scenario: string;
	options: Record<string, number>;
	sides: [string, string];
	way: Way;
}
export interface Letter {
	id: string;
	card: Card;
	mine: 0 | 1;
	host: boolean;
	game: string | null;
	last: number;
	seeds: number;
	state: 'invited' | 'accepted' | 'mine' | 'theirs' | 'rolling' | 'over';
	out: string | null;
	pending: string | null;
	invitation?: boolean;
}

async function here<T>(path: string, body?: unknown): Promise<T> {
	const answer = await fetch(
		`/here/mail${path}`,
		body ? { method: 'POST', body: JSON.stringify(body) } : {},
	);
	const said = (await answer.json()) as T & { error?: string };
	if (!answer.ok) throw new Error(said.error ?? 'It could not be done.');
	return said;
}

export const byMail = (): boolean => offers('mail');
export const letters = (): Promise<Letter[]> => here('');
export const invite = (card: Card, side: 0 | 1, from?: string): Promise<Letter> =>
	here('/invite', { card, side, from });
export const readMail = (text: string): Promise<Letter> => here('/read', { text });
export const acceptMail = (text: string): Promise<Letter> => here('/accept', { text });
export const forget = (id: string): Promise<unknown> => here('/forget', { id });
export const verify = (id: string): Promise<{ seeds: number }> => here(`/verify?id=${id}`);

/** What one sends: it opens this very page. */
export const linkOf = (mail: string): string => `${location.href.replace(/#.*/, '')}#/mail/${mail}`;

export const wayWords: Record<Way, [string, string]> = {
	quick: [
		'Quick',
		'A mail for each turn. Neither side can choose its dice or throw them again, but who moves could work out beforehand how they will fall.',
	],
	strict: [
		'Strict',
		'Every throw waits for an answer, so nobody can know a die before the order is given. Many more mails.',
	],
};
export const HONEST =
	'What the rules hide from you is hidden on this screen, but it is in the mails: who takes the program apart can read it. Play by mail with people you trust, or battles that hide nothing.';
