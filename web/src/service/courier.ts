// Carries requests to the service. Every failure comes back as a Refused with words a player can read.
import { keep, read } from '../settings';
import { WIRE, type Me } from './words';

export class Refused extends Error {
	constructor(
		readonly status: number,
		text: string,
		readonly rule: string | null = null,
		readonly body: Record<string, unknown> = {},
	) {
		super(text);
	}
}

let csrf = '',
	features: string[] = [];
/** Does this table have it? (Me.features; nothing before we are introduced) */
export const offers = (what: string): boolean => features.includes(what);
let introduced: Promise<Me> | null = null;

/** Who we are; makes a guest of us at the first call. */
export function introduce(again = false): Promise<Me> {
	if (!introduced || again) {
		introduced = request<Me>('GET', '/api/me').then((me) => {
			(csrf = me.csrf), (features = me.features);
			keep('known', true);
			return me;
		});
		introduced.catch(() => (introduced = null));
	}
	return introduced;
}

/** Another version of the service is at the table than this page was written for: the page must be loaded again. */
export const outdated = { is: false, changed: () => undefined as void };
function compareVersions(answer: Response): void {
	const said = answer.headers.get('X-Fratelli-Wire');
	if (outdated.is || !said || Number(said) === WIRE) return;
	outdated.is = true;
	outdated.changed();
}

async function request<T>(
	method: string,
	path: string,
	body?: BodyInit,
	headers: Record<string, string> = {},
): Promise<T> {
	let answer: Response;
	try {
		answer = await fetch(path, { method, body, headers, credentials: 'same-origin', cache: 'no-cache' });
	} catch {
		throw new Refused(0, 'The table cannot be reached.');
	}
	compareVersions(answer);
	const text = await answer.text();
	let json: Record<string, unknown> = {};
	try {
		json = text ? JSON.parse(text) : {};
	} catch {
		if (answer.ok) return text as T;
	}
	if (!answer.ok)
		throw new Refused(
			answer.status,
			String(json.error ?? `The table answered ${answer.status}.`),
			(json.rule as string) ?? null,
			json,
		);
	return json as T;
}

/** Who has been here before need not wait until he is introduced. */
export async function get<T>(path: string): Promise<T> {
	const introduction = introduce();
	if (!read('known', false)) await introduction; // a stranger would be sent away first
	try {
		return await request<T>('GET', path);
	} catch (e) {
		if (!(e instanceof Refused) || e.status !== 401) throw e;
		await introduction;
		return request<T>('GET', path);
	}
}

async function change<T>(method: string, path: string, body: BodyInit, type: string): Promise<T> {
	await introduce();
	const send = () => request<T>(method, path, body, { 'Content-Type': type, 'X-Fratelli': csrf });
	try {
		return await send();
	} catch (e) {
		if (!(e instanceof Refused) || e.status !== 403) throw e;
		const before = csrf; // another tab may have signed in or out
		await introduce(true);
		if (before === csrf) throw e;
		return send();
	}
}

export const post = <T>(path: string, body: unknown): Promise<T> =>
	change<T>('POST', path, JSON.stringify(body), 'application/json');
export const postText = <T>(path: string, text: string): Promise<T> =>
	change<T>('POST', path, text, 'text/plain');
export const remove = <T>(path: string, body?: unknown): Promise<T> =>
	change<T>('DELETE', path, body ? JSON.stringify(body) : '', 'application/json');

/** A key of its own for each order, so that a retry cannot act twice. */
export function newKey(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(12));
	return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** For orders: tries again with the same key while the table is away, for up to half a minute. */
export async function postSurely<T>(
	path: string,
	body: object,
	waiting: (away: boolean) => void,
): Promise<T> {
	for (let tries = 0; ; tries++) {
		try {
			const answer = await post<T>(path, body);
			waiting(false);
			return answer;
		} catch (e) {
			const away = e instanceof Refused && (e.status === 0 || e.status === 502 || e.status === 503);
			waiting(away);
			if (!away || tries >= 12) throw e;
			await pause(Math.min(250 * 1.6 ** tries, 4000));
		}
	}
}

/** A picture of the table's, as an address that an image can show. */
export async function picture(path: string): Promise<string> {
	const answer = await fetch(path, { credentials: 'same-origin' });
	if (!answer.ok) throw new Refused(answer.status, `The picture could not be drawn (${answer.status}).`);
	return URL.createObjectURL(await answer.blob());
}
