// The table in this browser. One worker of one tab has it (Web Locks); the workers of other tabs pass their page's requests on to it, and take its
// place when it is gone. Nothing it says leaves it before what it says is on the disk.
import { Keeper } from './keeper';
import { Mail, Refused, type Correspondence } from './mail';
import { Minds } from './minds';
import { BLOCK, Program } from './module';
import { unpack } from './wasi';
import type { Answer, Block } from './module';
import type { Kept } from './keeper';
import type { Files } from './wasi';
import type { Ask, FromTable, ToTable } from './words';

type Reply = (message: FromTable) => void;
const FULL =
	'This browser has no room for your games any more (its quota is used up). Your order was not carried out; nothing is lost. Make room, or export your games.';
const BROKEN =
	'The table in this browser had to be begun anew. Nothing that was acknowledged is lost; look again.';
const TURNS_MS = 12;

// --- what is loaded once ------------------------------------------------------------------------------------------------------------

const got = (name: string): Promise<Response> =>
	fetch(new URL(name, import.meta.url)).then((r) =>
		r.ok ? r : Promise.reject(new Error(`${name}: ${r.status}`)),
	);
const bytes = async (name: string): Promise<Uint8Array> =>
	new Uint8Array(await (await got(name)).arrayBuffer());
const module: Promise<WebAssembly.Module> = got('fratelli.wasm').then(async (r) => {
	try {
		return await WebAssembly.compileStreaming(r.clone());
	} catch {
		// a server that does not know the type of the file
		return WebAssembly.compile(await r.arrayBuffer());
	}
});
const files: Promise<Files> = bytes('data.bin').then(unpack);

// --- what needs no table: the catalogue, which the build has made, and maps that were drawn before --------------------------------------

const maps = `maps ${new URL('.', import.meta.url).pathname}`;
const isMap = (ask: ToTable): ask is Ask =>
	ask.type === 'ask' && ask.method === 'GET' && ask.url.startsWith('/api/map/');
const said = (id: number, type: string, body: Uint8Array): FromTable => ({
	type: 'answer',
	id,
	status: 200,
	headers: [['Content-Type', type]],
	body,
});

/** Old maps go with their version. */
async function mapsOpen(): Promise<Cache | null> {
	if (!('caches' in self)) return null;
	for (const name of await caches.keys())
		if (name.startsWith('maps ') && name !== maps) await caches.delete(name);
	return caches.open(maps);
}
const drawn = mapsOpen().catch(() => null);

async function atOnce(ask: ToTable): Promise<FromTable | null> {
	if (ask.type !== 'ask' || ask.method !== 'GET') return null;
	if (ask.url === '/api/catalogue') {
		const kept = (await files).get('said/catalogue.json');
		return kept ? said(ask.id, 'application/json', kept.slice()) : null;
	}
	const map = isMap(ask) ? await (await drawn)?.match(ask.url) : null;
	return map ? said(ask.id, 'image/svg+xml', new Uint8Array(await map.arrayBuffer())) : null;
}

async function keepMap(url: string, body: Uint8Array): Promise<void> {
	try {
		await (await drawn)?.put(
			url,
			new Response(body as BodyInit, { headers: { 'Content-Type': 'image/svg+xml' } }),
		);
	} catch {
		/* no room: it is drawn again */
	}
}

// --- the leader -----------------------------------------------------------------------------------------------------------------------

class Table {
	private program!: Program;
	private minds!: Minds;
	private cookie = '';
	private readonly asked: { ask: Ask | { type: 'hang-up'; id: number }; reply: Reply }[] = [];
	private readonly waiting = new Map<number, { ask: Ask; reply: Reply }>(); // by our own numbers
	private readonly links = new Map<number, Reply & { theirs?: number }>();
	private out: { send: () => void; fail?: (status: number, why: string) => void }[] = []; // until the store is safe
	private thoughts: { game: string; side: number; n: number; order: string; plan: string }[] = [];
	private id = 1;
	private running = false;
	private mail!: Mail;
	private readonly own = new Map<number, (a: Answer) => void>(); // what we asked the program ourselves
	private mailing: Promise<unknown> = Promise.resolve();
	private midway = false; // a mail is being read or written: until that is done nothing goes to the disk
	private unwritten = false; // of games by mail
	private epoch = 0; // of the program: what an earlier one began is forgotten

	constructor(private readonly keeper: Keeper) {}

	async begin(): Promise<void> {
		const [m, f, kept] = await Promise.all([module, files, this.keeper.read()]);
		const epoch = ++this.epoch;
		this.cookie = kept.cookie;
		this.program = await Program.begin(m, f, {
			answer: (a) => this.answered(a),
			say: (link, text) => {
				const to = this.links.get(link);
				if (to) this.out.push({ send: () => to({ type: 'frame', id: to.theirs!, text }) });
			},
			// not before the minds have been told of what they are to think about
			think: (game, side) =>
				this.out.push({
					send: () =>
						void this.minds.think(game, side).then((t) => {
							if (epoch !== this.epoch) return;
							this.thoughts.push({ game, side, ...t });
							this.run();
						}),
				}),
			print: (_, line) => console.info(line),
		});
		this.program.restore(kept.size, kept.blocks);
		this.minds = new Minds(m, f, this.program);
		this.mail = new Mail(
			{
				program: this.program,
				work: (b) => this.ownWork(b),
				found: (save) => this.found(save),
				keep: () => this.keepMail(),
			},
			kept.mail,
		);
		this.program.open(false, f.has('tests/battles/crossroads/battle.yaml'));
		this.run();
	}

	take(ask: ToTable, reply: Reply): void {
		this.asked.push({ ask, reply });
		this.run();
	}

	private answered(a: Answer): void {
		const mine = this.own.get(a.id);
		if (mine) {
			this.own.delete(a.id);
			return mine(a);
		}
		const from = this.waiting.get(a.id);
		if (!from) return;
		this.waiting.delete(a.id);
		const set = a.headers.find(([name]) => name === 'Set-Cookie');
		const cookie = set && /fratelli=([^;]*)/.exec(set[1]);
		if (cookie) this.cookie = cookie[1]!;
		if (a.status < 300 && from.ask.method === 'POST')
			this.minds.cancel(/^\/api\/games\/([^/]+)\/(orders|undo|override)/.exec(from.ask.url)?.[1] ?? '');
		this.out.push({
			send: () =>
				from.reply({
					type: 'answer',
					id: from.ask.id,
					status: a.status,
					headers: a.headers.filter(([name]) => name !== 'Set-Cookie'),
					body: a.body,
				}),
			fail: (status, why) => from.reply(failure(from.ask.id, status, why)),
		});
	}

	private withSession(ask: Ask): [string, string][] {
		const host: [string, string][] = [
			['Host', 'localhost'],
			['Accept-Encoding', ''],
		];
		if (this.cookie) host.push(['Cookie', `fratelli=${this.cookie}`]);
		return [...ask.headers, ...host];
	}

	private enter({ ask, reply }: { ask: ToTable; reply: Reply }, guarded = false): void {
		if (ask.type === 'hang-up') {
			for (const [id, to] of this.links)
				if (to.theirs === ask.id) this.program.hangUp(id), this.links.delete(id);
			return;
		}
		if (ask.url.startsWith('/here/mail')) {
			void this.mailed(ask).then(reply, (e: Error) => reply(failure(ask.id, 422, e.message)));
			return;
		}
		if (ask.url.startsWith('/here/')) {
			void this.keeping(ask).then(reply, (e: Error) => reply(failure(ask.id, 422, e.message)));
			return;
		}
		const letter =
			ask.method === 'POST' && !guarded
				? this.mail.of(
						/^\/api\/games\/([^/]+)\/(orders|undo|standing|override|resign)/.exec(ask.url)?.[1] ??
							'',
					)
				: undefined;
		if (letter) {
			void this.guard(letter, ask, reply).catch((e: Error) => reply(failure(ask.id, 409, e.message)));
			return;
		}
		const id = this.id++;
		if (/^\/api\/games\/[^/]+\/live/.test(ask.url))
			this.links.set(
				id,
				Object.assign((m: FromTable) => reply(m), { theirs: ask.id }),
			);
		if (this.program.heavy(ask.method, ask.url)) {
			void this.minds.ask({ ...ask, id, headers: this.withSession(ask) }).then((a) => {
				if (a?.status === 200 && isMap(ask)) void keepMap(ask.url, a.body.slice());
				reply(a ? { ...a, id: ask.id } : failure(ask.id, 503, 'It came to nothing; try again.'));
			});
			return;
		}
		this.waiting.set(id, { ask, reply });
		this.program.ask(id, ask.method, ask.url, this.withSession(ask), ask.body);
	}

	/** Everything that waits, a few milliseconds at a time; after each the store is made safe, and then the answers go out. */
	private run(): void {
		if (this.running || !this.program) return;
		this.running = true;
		void this.work().finally(
			() => (
				(this.running = false), this.asked.length || this.thoughts.length ? this.run() : undefined
			),
		);
	}

	private async work(): Promise<void> {
		try {
			for (let more = true; more || this.asked.length || this.thoughts.length; ) {
				for (const a of this.asked.splice(0)) this.enter(a);
				for (const t of this.thoughts.splice(0))
					this.program.thought(t.game, t.side, t.n, t.order, t.plan);
				const until = performance.now() + TURNS_MS;
				do more = this.program.turn();
				while (more && performance.now() < until);
				await this.settle();
			}
		} catch (e) {
			console.error(e);
			await this.again(BROKEN, 503);
		}
	}

	private async settle(): Promise<void> {
		if (this.midway) return;
		const blocks = this.program.changed(),
			cookie = this.cookie;
		if (blocks.length || this.unwritten) {
			try {
				this.unwritten = false;
				await this.keeper.write(blocks, this.program.size, cookie, this.mail.all);
			} catch (e) {
				console.error(e);
				await this.again(FULL, 507);
				return;
			}
			this.minds.tell(blocks, this.program.size);
		}
		for (const { send } of this.out.splice(0)) send();
	}

	/** What is in memory is no longer what is kept: from the disk again. Whoever waits is told. */
	private async again(why: string, status: number): Promise<void> {
		const left = [...this.waiting.values()],
			links = [...this.links.values()],
			unsaid = this.out.splice(0);
		this.thoughts = [];
		this.waiting.clear(), this.links.clear();
		for (const back of this.own.values())
			back({ id: 0, status: 503, headers: [], body: new TextEncoder().encode(why) });
		this.own.clear();
		this.midway = this.unwritten = false;
		this.minds.end();
		const was = this.running;
		this.running = true;
		for (const { ask, reply } of left) reply(failure(ask.id, status, why));
		for (const { fail } of unsaid) fail?.(status, why);
		for (const to of links) to({ type: 'lost' });
		if (status === 507) everybody({ type: 'trouble', text: why });
		await this.begin();
		this.running = was;
		this.run();
	}

	// --- games by mail (mail.ts)

	private ownWork(begin: (id: number) => void): Promise<Answer> {
		return new Promise((back) => {
			const id = this.id++;
			this.own.set(id, back);
			begin(id);
			this.run();
		});
	}
	private async ownAsk(
		method: string,
		url: string,
		headers: [string, string][],
		body: string,
	): Promise<Record<string, string>> {
		const ask: Ask = { type: 'ask', id: 0, method, url, headers, body: new TextEncoder().encode(body) };
		const a = await this.ownWork((id) =>
			this.program.ask(id, method, url, this.withSession(ask), ask.body),
		);
		const said = JSON.parse(new TextDecoder().decode(a.body)) as Record<string, string>;
		if (a.status !== 200) throw new Refused(said.error ?? 'The game cannot be set up.');
		return said;
	}
	private async found(save: string): Promise<string> {
		const me = await this.ownAsk('GET', '/api/me', [], '');
		return (
			await this.ownAsk(
				'POST',
				'/api/import',
				[
					['X-Fratelli', me.csrf!],
					['Content-Type', 'text/plain'],
				],
				save,
			)
		).id!;
	}
	/** What a mail has changed goes to the disk in one transaction: the moves and the secrets. */
	private keepMail(): Promise<void> {
		(this.midway = false), (this.unwritten = true);
		return new Promise((yes, no) => {
			this.out.push({ send: yes, fail: (_, why) => no(new Refused(why)) });
			this.run();
		});
	}
	/** One after the other. */
	private byMail<T>(work: () => Promise<T>): Promise<T> {
		const done = this.mailing.then(async () => {
			this.midway = true;
			try {
				return await work();
			} finally {
				this.midway = false;
				this.run();
			}
		});
		this.mailing = done.catch(() => undefined);
		return done;
	}

	/** A move in a game by mail: only in our turn, and in the strict way only if it throws no dice. */
	private async guard(c: Correspondence, ask: Ask, reply: Reply): Promise<void> {
		const what = /\/(orders|undo|standing|override|resign)/.exec(ask.url)![1]!,
			body = JSON.parse(new TextDecoder().decode(ask.body)) as { orders?: string[]; to?: number };
		const why = await this.byMail(async () => {
			await this.mail.look(c);
			if (c.state !== 'mine')
				return c.state === 'rolling'
					? 'Your order waits for its dice: send the mail, and wait for the answer.'
					: "It is the other side's move. Send them the mail, and wait for theirs.";
			if (what === 'override' || what === 'resign')
				return 'By mail that is agreed in words: nothing in this game can say it.';
			if (what === 'undo' && (body.to ?? 0) < c.from) return 'What was sent cannot be taken back.';
			return what === 'orders' && body.orders?.[0] ? this.mail.holdBack(c, body.orders[0]) : null;
		});
		if (why) return reply(failure(ask.id, 409, why));
		const one =
			what === 'orders' && c.card.way === 'strict'
				? {
						...ask,
						body: new TextEncoder().encode(
							JSON.stringify({ ...body, orders: body.orders?.slice(0, 1) }),
						),
					}
				: ask;
		this.enter({ ask: one, reply }, true);
		this.run();
	}

	private async mailed(ask: Ask): Promise<FromTable> {
		const path = ask.url.replace(/\?.*/, ''),
			id = new URLSearchParams(ask.url.replace(/^[^?]*/, '')).get('id') ?? '';
		const body = ask.body.length
			? (JSON.parse(new TextDecoder().decode(ask.body)) as {
					text: string;
					card: Correspondence['card'];
					side: 0 | 1;
					from?: string;
					id: string;
				})
			: null;
		const json = (what: unknown) =>
			said(ask.id, 'application/json', new TextEncoder().encode(JSON.stringify(what)));
		const shown = ({
			id: own,
			card: { save, ...card },
			mine,
			host,
			game,
			last,
			state,
			out,
			pending,
			seeds,
		}: Correspondence) => ({
			id: own,
			card,
			mine,
			host,
			game,
			last,
			state,
			out,
			pending,
			seeds: seeds.length,
		});
		return this.byMail(async () => {
			const { all } = this.mail,
				of = all.find((c) => c.id === id);
			if (path === '/here/mail') {
				for (const c of all) await this.mail.look(c);
				return json(all.map(shown));
			}
			if (path === '/here/mail/invite') {
				const save = body!.from
					? new TextDecoder().decode(
							(await this.ownWork((n) => this.program.mailSave(n, body!.from!))).body,
						)
					: undefined;
				return json(
					shown(await this.mail.invite({ ...body!.card, ...(save ? { save } : {}) }, body!.side)),
				);
			}
			if (path === '/here/mail/read') {
				const { c, invitation } = await this.mail.read(body!.text);
				return json({ ...shown(c), invitation });
			}
			if (path === '/here/mail/accept') return json(shown(await this.mail.accept(body!.text)));
			if (path === '/here/mail/forget') return json((await this.mail.forget(body!.id)) ?? {});
			if (path === '/here/mail/verify' && of) return json({ seeds: await this.mail.verify(of) });
			if (path === '/here/mail/along' && of)
				return said(ask.id, 'text/plain', new TextEncoder().encode(await this.mail.along(of)));
			throw new Refused('There is no such game by mail here.');
		});
	}

	/** How much is kept; everything as one file, out and in. */
	private async keeping(ask: Ask): Promise<FromTable> {
		if (ask.url === '/here/export')
			return said(ask.id, 'application/octet-stream', exported(await this.keeper.read()));
		if (ask.url === '/here/import') {
			await this.keeper.replace(imported(ask.body));
			await this.again('Other games were brought to this browser; look again.', 503);
			return said(ask.id, 'application/json', new TextEncoder().encode('{}'));
		}
		const { usage = 0, quota = 0 } = (await navigator.storage?.estimate?.()) ?? {},
			lasting = (await navigator.storage?.persisted?.()) ?? false;
		return said(
			ask.id,
			'application/json',
			new TextEncoder().encode(
				JSON.stringify({ bytes: Math.max(usage, this.program.size), room: quota, lasting }),
			),
		);
	}
}

// An export: a line that says what it is, a line with the session, a line with the games by mail, and then the store, which is an SQLite file. The
// first exports had no line for mails.
const HEAD = 'fratelli games 2\n',
	OLD = 'fratelli games 1\n';

function exported(kept: Kept): Uint8Array {
	const head = new TextEncoder().encode(`${HEAD}${kept.cookie}\n${JSON.stringify(kept.mail)}\n`),
		out = new Uint8Array(head.length + kept.size);
	out.set(head);
	for (const b of kept.blocks)
		if (b.at * BLOCK < kept.size)
			out.set(
				b.bytes.subarray(0, Math.min(BLOCK, kept.size - b.at * BLOCK)),
				head.length + b.at * BLOCK,
			);
	return out;
}

function imported(file: Uint8Array): Kept {
	const text = new TextDecoder(),
		head = text.decode(file.subarray(0, HEAD.length)),
		cookie = text.decode(file.subarray(HEAD.length, HEAD.length + 64));
	const after = HEAD.length + 65,
		end = head === HEAD ? file.indexOf(10, after) : after - 1,
		at = end + 1;
	if (
		(head !== HEAD && head !== OLD) ||
		!/^[0-9a-f]{64}$/.test(cookie) ||
		end < 0 ||
		text.decode(file.subarray(at, at + 15)) !== 'SQLite format 3'
	)
		throw new Error('That is no export of Fratelli.');
	const mail =
		head === HEAD ? (JSON.parse(text.decode(file.subarray(after, end))) as Correspondence[]) : [];
	const store = file.subarray(at),
		blocks: Block[] = [];
	for (let b = 0; b * BLOCK < store.length; b++) {
		const bytes = new Uint8Array(BLOCK);
		bytes.set(store.subarray(b * BLOCK, (b + 1) * BLOCK));
		blocks.push({ at: b, bytes });
	}
	return { size: store.length, cookie, blocks, mail };
}

const failure = (id: number, status: number, text: string): FromTable => ({
	type: 'answer',
	id,
	status,
	headers: [['Content-Type', 'application/json']],
	body: new TextEncoder().encode(JSON.stringify({ error: text })),
});

// --- who has the table, and who passes on --------------------------------------------------------------------------------------------

type Passed =
	| { to: 'table'; from: string; ask: ToTable }
	| { to: string; message: FromTable }
	| { to: 'all'; news: 'new table' };
const me = crypto.randomUUID();
const others = new BroadcastChannel('fratelli');
let table: Table | null = null;
const open = new Map<number, Ask>(); // our page's requests that are not answered

const toPage: Reply = (message) => {
	if (message.type === 'answer') open.delete(message.id);
	postMessage(message);
};
const everybody = (message: FromTable): void => {
	postMessage(message);
	others.postMessage({ to: 'all but table', message });
};

others.onmessage = ({ data }: MessageEvent<Passed>) => {
	if (data.to === 'table' && 'ask' in data && table)
		table.take(data.ask, (message) => others.postMessage({ to: data.from, message }));
	else if ((data.to === me || data.to === 'all but table') && 'message' in data && !table)
		toPage(data.message);
	else if (data.to === 'all' && !table)
		for (const ask of open.values()) others.postMessage({ to: 'table', from: me, ask }); // the old one did not answer
};

onmessage = async ({ data }: MessageEvent<ToTable>) => {
	if (data.type === 'ask') open.set(data.id, data);
	const known =
		data.type === 'ask' && (data.url === '/api/catalogue' || isMap(data)) ? await atOnce(data) : null;
	if (known) toPage(known);
	else if (table) table.take(data, toPage);
	else others.postMessage({ to: 'table', from: me, ask: data });
};

void navigator.locks.request('fratelli table', async () => {
	const first = new Table(await Keeper.open());
	try {
		await first.begin();
	} catch (e) {
		postMessage({ type: 'trouble', text: e instanceof Error ? e.message : String(e) });
		throw e;
	}
	table = first;
	for (const ask of open.values()) table.take(ask, toPage);
	postMessage({ type: 'lost' }); // live connections are to be opened again, here and in other tabs
	others.postMessage({ to: 'all', news: 'new table' });
	others.postMessage({ to: 'all but table', message: { type: 'lost' } });
	await new Promise(() => undefined); // for as long as this worker lives
});
