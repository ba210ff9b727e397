// The page's other end: what it asks of /api goes to the table in this browser instead of a server, and live connections too. The page itself
// is the same and does not know. Loaded before it.
import type { FromTable, ToTable } from './words';

const worker = new Worker(new URL('table.js', import.meta.url), { type: 'module' });
const waiting = new Map<number, (answer: Extract<FromTable, { type: 'answer' }>) => void>();
const links = new Map<number, Line>();
let id = 1;
const tell = (message: ToTable) => worker.postMessage(message);

worker.onmessage = ({ data }: MessageEvent<FromTable>) => {
	if (data.type === 'answer') {
		waiting.get(data.id)?.(data);
		waiting.delete(data.id);
	} else if (data.type === 'frame') {
		links.get(data.id)?.onmessage?.(new MessageEvent('message', { data: data.text }));
	} else if (data.type === 'lost') {
		for (const line of [...links.values()]) line.close();
	} else {
		dispatchEvent(new CustomEvent('table-trouble', { detail: data.text }));
	}
};

async function ask(
	method: string,
	url: string,
	headers: Headers,
	body: BodyInit | null | undefined,
): Promise<Response> {
	const own = id++,
		sent = new Uint8Array(body ? await new Response(body).arrayBuffer() : new ArrayBuffer(0));
	const answer = await new Promise<Extract<FromTable, { type: 'answer' }>>((back) => {
		waiting.set(own, back);
		tell({ type: 'ask', id: own, method, url, headers: [...headers], body: sent });
	});
	return new Response(answer.body as BodyInit, { status: answer.status, headers: answer.headers });
}

// --- requests ---------------------------------------------------------------------------------------------------------------------------

const network = window.fetch.bind(window);
window.fetch = (what: RequestInfo | URL, how: RequestInit = {}): Promise<Response> => {
	const address = new URL(typeof what === 'string' || what instanceof URL ? what : what.url, location.href);
	if (address.origin !== location.origin || !/^\/(api|here)\//.test(address.pathname))
		return network(what, how);
	return ask(how.method ?? 'GET', address.pathname + address.search, new Headers(how.headers), how.body);
};

// --- live connections -------------------------------------------------------------------------------------------------------------------

/** As much of a WebSocket as service/live.ts uses. */
class Line {
	static readonly CONNECTING = 0;
	static readonly OPEN = 1;
	static readonly CLOSING = 2;
	static readonly CLOSED = 3;
	readyState = Line.CONNECTING;
	onopen: (() => void) | null = null;
	onmessage: ((e: MessageEvent) => void) | null = null;
	onclose: (() => void) | null = null;
	private readonly id = id++;

	constructor(address: string | URL) {
		const url = new URL(address);
		links.set(this.id, this);
		waiting.set(this.id, (answer) => {
			if (answer.status !== 200) return this.close();
			this.readyState = Line.OPEN;
			this.onopen?.();
		});
		tell({
			type: 'ask',
			id: this.id,
			method: 'GET',
			url: url.pathname + url.search,
			headers: [],
			body: new Uint8Array(),
		});
	}
	close(): void {
		if (this.readyState === Line.CLOSED) return;
		this.readyState = Line.CLOSED;
		links.delete(this.id);
		tell({ type: 'hang-up', id: this.id });
		setTimeout(() => this.onclose?.());
	}
}
Object.defineProperty(window, 'WebSocket', { value: Line });

// --- what the page would have the browser fetch by itself ---------------------------------------------------------------------------------

/** Links to a file of the table: fetched here and saved. */
addEventListener(
	'click',
	(e) => {
		const link = (e.target as Element | null)?.closest?.(
			'a[href^="/api/"], a[href^="/here/"]',
		) as HTMLAnchorElement | null;
		if (!link) return;
		e.preventDefault();
		void fetch(link.href)
			.then((r) => r.blob())
			.then((blob) => save(blob, link.download || 'fratelli'));
	},
	true,
);

function save(blob: Blob, name: string): void {
	const to = document.createElement('a');
	(to.href = URL.createObjectURL(blob)), (to.download = name);
	to.click();
	setTimeout(() => URL.revokeObjectURL(to.href), 10000);
}

void navigator.storage?.persist?.();
if ('serviceWorker' in navigator && isSecureContext)
	void navigator.serviceWorker.register('sw.js').catch(() => undefined);
