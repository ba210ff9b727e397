// The program: one instance of the WebAssembly module, with the door of src/offline as methods. Works in a worker and in node.
import { Wasi } from './wasi';
import type { Files } from './wasi';

export interface Answer {
	id: number;
	status: number;
	headers: [string, string][];
	body: Uint8Array;
}
export interface Outside {
	answer(answer: Answer): void;
	say(link: number, text: string): void;
	think(game: string, side: number): void;
	print(stream: number, line: string): void;
	spent?: () => number; // milliseconds of the processor, where that is known
}
export interface Block {
	at: number;
	bytes: Uint8Array;
}
export const BLOCK = 4096;

interface Exports {
	memory: WebAssembly.Memory;
	_initialize(): void;
	malloc(n: number): number;
	free(at: number): void;
	door_open(copy: number, tests: number): number;
	door_ask(id: number, method: number, url: number, headers: number, body: number, n: number): void;
	door_turn(): number;
	door_heavy(method: number, url: number): number;
	door_hang_up(link: number): void;
	door_think(id: number, game: number, side: number): void;
	door_thought(game: number, side: number, n: number, order: number, plan: number): void;
	door_caught_up(): void;
	pages_size(): number;
	pages_begin(n: number): void;
	pages_at(block: number): number;
	pages_changed(from: number): number;
	command(argc: number, words: number): number;
	mail_random(out: number, n: number): void;
	mail_hash(from: number, n: number, out: number): void;
	mail_keys(out: number): void;
	mail_seal_room(): number;
	mail_seal(from: number, n: number, theirs: number, own: number, out: number): void;
	mail_unseal(from: number, n: number, theirs: number, own: number, out: number): number;
	mail_apply(id: number, game: number, lines: number): void;
	mail_rolls(game: number, side: number, words: number): number;
	mail_moves(id: number, game: number, from: number, side: number): void;
	mail_save(id: number, game: number): void;
	mail_blank(
		id: number,
		battle: number,
		system: number,
		scenario: number,
		options: number,
		seed: number,
	): void;
}

export class Program {
	private readonly text = new TextDecoder();
	private readonly bytes = new TextEncoder();

	private constructor(
		private readonly x: Exports,
		readonly wasi: Wasi,
	) {}

	static async begin(module: WebAssembly.Module, files: Files, outside: Outside): Promise<Program> {
		const own: Files = new Map(files);
		own.set('store-wal', new Uint8Array()); // the store looks for its log there; ours needs none
		const wasi = new Wasi(own, outside.print, ['FRATELLI_DATA=/data'], outside.spent);
		let program: Program | null = null;
		const read = (at: number, n: number) => new Uint8Array(program!.x.memory.buffer, at, n).slice();
		const page = {
			answer: (
				id: number,
				status: number,
				headers: number,
				headersN: number,
				body: number,
				n: number,
			) => {
				const lines = program!.text.decode(read(headers, headersN)).split('\n').filter(Boolean);
				outside.answer({
					id,
					status,
					headers: lines.map((l) => [l.slice(0, l.indexOf(': ')), l.slice(l.indexOf(': ') + 2)]),
					body: read(body, n),
				});
			},
			say: (link: number, at: number, n: number) =>
				outside.say(link, program!.text.decode(read(at, n))),
			think: (at: number, n: number, side: number) =>
				outside.think(program!.text.decode(read(at, n)), side),
		};
		const instance = await WebAssembly.instantiate(module, {
			page,
			wasi_snapshot_preview1: wasi.imports,
		});
		const x = instance.exports as unknown as Exports;
		wasi.memory = x.memory;
		program = new Program(x, wasi);
		x._initialize();
		return program;
	}

	private put(data: Uint8Array): number {
		const at = this.x.malloc(data.length + 1),
			to = new Uint8Array(this.x.memory.buffer, at, data.length + 1);
		to.set(data);
		to[data.length] = 0;
		return at;
	}
	/** Texts as C has them, while `work` runs. */
	private with<T>(texts: string[], work: (...at: number[]) => T): T {
		const at = texts.map((t) => this.put(this.bytes.encode(t)));
		const done = work(...at);
		for (const a of at) this.x.free(a);
		return done;
	}

	/** copy: of somebody else's store, in which nothing is changed. */
	open(copy: boolean, tests: boolean): void {
		if (!this.x.door_open(copy ? 1 : 0, tests ? 1 : 0))
			throw new Error('The games that are kept in this browser cannot be opened.');
	}
	ask(id: number, method: string, url: string, headers: [string, string][], body: Uint8Array): void {
		const at = this.put(body);
		this.with([method, url, headers.map(([n, v]) => `${n}: ${v}`).join('\n')], (m, u, h) =>
			this.x.door_ask(id, m!, u!, h!, at, body.length),
		);
		this.x.free(at);
	}
	heavy(method: string, url: string): boolean {
		return this.with([method, url], (m, u) => this.x.door_heavy(m!, u!)) === 1;
	}
	turn(): boolean {
		return this.x.door_turn() !== 0;
	}
	hangUp(link: number): void {
		this.x.door_hang_up(link);
	}
	think(id: number, game: string, side: number): void {
		this.with([game], (g) => this.x.door_think(id, g!, side));
	}
	thought(game: string, side: number, n: number, order: string, plan: string): void {
		this.with([game, order, plan], (g, o, p) => this.x.door_thought(g!, side, n, o!, p!));
	}
	caughtUp(): void {
		this.x.door_caught_up();
	}
	command(words: string[]): number {
		const at = this.put(this.bytes.encode(words.join('\0')));
		try {
			return this.x.command(words.length, at);
		} finally {
			this.x.free(at);
		}
	}

	// --- games by mail (src/offline/mail.c)
	/** What `work` writes into so many bytes. */
	private filled(n: number, work: (at: number) => void): Uint8Array {
		const at = this.x.malloc(n || 1);
		work(at);
		const out = new Uint8Array(this.x.memory.buffer, at, n).slice();
		this.x.free(at);
		return out;
	}
	random(n: number): Uint8Array {
		return this.filled(n, (at) => this.x.mail_random(at, n));
	}
	keys(): Uint8Array {
		return this.filled(64, (at) => this.x.mail_keys(at));
	}
	hash(data: Uint8Array): Uint8Array {
		const from = this.put(data),
			out = this.filled(32, (at) => this.x.mail_hash(from, data.length, at));
		this.x.free(from);
		return out;
	}
	seal(data: Uint8Array, theirs: Uint8Array, own: Uint8Array): Uint8Array {
		const put = [data, theirs, own].map((d) => this.put(d)),
			n = data.length + this.x.mail_seal_room();
		const out = this.filled(n, (at) => this.x.mail_seal(put[0]!, data.length, put[1]!, put[2]!, at));
		for (const at of put) this.x.free(at);
		return out;
	}
	/** null: it was not sealed by them for us, or it was changed since. */
	unseal(data: Uint8Array, theirs: Uint8Array, own: Uint8Array): Uint8Array | null {
		const put = [data, theirs, own].map((d) => this.put(d)),
			n = Math.max(0, data.length - this.x.mail_seal_room());
		let fine = false;
		const out = this.filled(
			n,
			(at) => (fine = this.x.mail_unseal(put[0]!, data.length, put[1]!, put[2]!, at) === 1),
		);
		for (const at of put) this.x.free(at);
		return fine ? out : null;
	}
	mailApply(id: number, game: string, lines: string): void {
		this.with([game, lines], (g, l) => this.x.mail_apply(id, g!, l!));
	}
	mailRolls(game: string, side: number, words: string): number {
		return this.with([game, words], (g, w) => this.x.mail_rolls(g!, side, w!));
	}
	mailMoves(id: number, game: string, from: number, side: number): void {
		this.with([game], (g) => this.x.mail_moves(id, g!, from, side));
	}
	mailSave(id: number, game: string): void {
		this.with([game], (g) => this.x.mail_save(id, g!));
	}
	mailBlank(
		id: number,
		battle: string,
		system: string,
		scenario: string,
		options: string,
		seed: string,
	): void {
		this.with([battle, system, scenario, options, seed], (b, s, c, o, d) =>
			this.x.mail_blank(id, b!, s!, c!, o!, d!),
		);
	}
	get memory(): number {
		return this.x.memory.buffer.byteLength;
	}

	// --- the store's pages
	get size(): number {
		return this.x.pages_size();
	}
	restore(size: number, blocks: Iterable<Block>): void {
		this.x.pages_begin(size);
		for (const b of blocks)
			new Uint8Array(this.x.memory.buffer, this.x.pages_at(b.at), BLOCK).set(b.bytes);
		this.changed(); // they are what is kept already
	}
	private block(at: number): Block {
		return { at, bytes: new Uint8Array(this.x.memory.buffer, this.x.pages_at(at), BLOCK).slice() };
	}
	all(): Block[] {
		return Array.from({ length: Math.ceil(this.size / BLOCK) }, (_, at) => this.block(at));
	}
	/** What has changed since it was last asked for. */
	changed(): Block[] {
		const blocks: Block[] = [];
		for (let at = -1; (at = this.x.pages_changed(at + 1)) >= 0; ) blocks.push(this.block(at));
		return blocks;
	}
}
