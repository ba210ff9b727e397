// Games by mail: who has which secret, what the next mail must be, and what is done with one that comes. docs/by-mail.md explains the protocol.
// The table's worker owns it; what changes here is written down together with the game it belongs to.
import type { Answer, Program } from './module';

export interface Card {
	battle: string;
	system: string;
	scenario: string;
	options: Record<string, number>;
	sides: [string, string];
	way: 'quick' | 'strict';
	save?: string;
}
export interface Correspondence {
	id: string;
	card: Card;
	mine: 0 | 1;
	host: boolean; // we invited: our mails have even numbers
	game: string | null; // at this table, once both secrets are there
	top: string;
	used: number; // our chain of secrets: its last link, and how many we have told
	keys: string;
	theirs: string; // our pair of keys; their open one, '' before they have answered
	said: [string[], string[]]; // what was told of each chain, the commitment first: of ours, of theirs
	last: number; // the number of the last mail, whoever wrote it
	state: 'invited' | 'accepted' | 'mine' | 'theirs' | 'rolling' | 'over';
	from: number; // entries before our moves began
	owed: string[]; // secrets of ours that go with the next mail
	pending: string | null; // an order of ours that waits for dice
	out: string | null; // the mail to send
	seeds: string[]; // every seed, in the order of its use
}
interface Inner {
	r: string[];
	m: string;
	p: string | null;
	h: string;
}
interface Outer {
	v: 1;
	g: string;
	n: number;
	card?: Card;
	by?: 0 | 1;
	tip?: string;
	key?: string;
	box?: string;
}
export class Refused extends Error {}

const LINKS = 20000;
const MARK = 'fratelli-mail-1.';

// --- bytes -----------------------------------------------------------------------------------------------------------------------------

const hex = (b: Uint8Array): string => Array.from(b, (x) => x.toString(16).padStart(2, '0')).join('');
const bytes = (h: string): Uint8Array => Uint8Array.from(h.match(/../g) ?? [], (x) => parseInt(x, 16));
const text = new TextEncoder();

async function through(data: Uint8Array, by: CompressionStream | DecompressionStream): Promise<Uint8Array> {
	const flow = new Blob([data as BlobPart])
		.stream()
		.pipeThrough(by as unknown as ReadableWritablePair<Uint8Array, Uint8Array>);
	return new Uint8Array(await new Response(flow as unknown as BodyInit).arrayBuffer());
}
const squeeze = (s: string): Promise<Uint8Array> =>
	through(text.encode(s), new CompressionStream('deflate-raw'));
const widen = async (b: Uint8Array): Promise<string> =>
	new TextDecoder().decode(await through(b, new DecompressionStream('deflate-raw')));

const letters = (b: Uint8Array): string =>
	btoa(Array.from(b, (x) => String.fromCharCode(x)).join(''))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '');
const fromLetters = (s: string): Uint8Array =>
	Uint8Array.from(atob(s.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

/** A mail as it is sent: letters that any messenger carries. */
const wrap = async (o: Outer): Promise<string> => MARK + letters(await squeeze(JSON.stringify(o)));

/** What was pasted, or is in a file: a link, or the letters alone, with whatever stands around them. */
async function unwrap(pasted: string): Promise<Outer> {
	const found = /fratelli-mail-1\.([A-Za-z0-9_-]+)/.exec(pasted.replace(/\s+/g, ''));
	if (!found) throw new Refused('That is no mail of Fratelli.');
	try {
		const o = JSON.parse(await widen(fromLetters(found[1]!))) as Outer;
		if (o.v !== 1 || !/^[0-9a-f]{32}$/.test(o.g) || !Number.isInteger(o.n)) throw new Error();
		return o;
	} catch {
		throw new Refused('This mail is damaged: a part of it is missing, or it was changed on its way.');
	}
}

// --- the correspondence ----------------------------------------------------------------------------------------------------------------

/** What the table's worker does for us. */
export interface Table {
	program: Program;
	/** Answered in a turn of the program, before anything is written down. */
	work(begin: (id: number) => void): Promise<Answer>;
	/** A save file becomes a game of ours. */
	found(save: string): Promise<string>;
	/** Everything that has changed is on the disk when it comes back. */
	keep(): Promise<void>;
}
interface Standing {
	n: number;
	turn: number;
	over: boolean;
	hash: string;
	moves: string;
}

export class Mail {
	constructor(
		private readonly table: Table,
		readonly all: Correspondence[],
	) {}

	of(game: string): Correspondence | undefined {
		return this.all.find((c) => c.game === game);
	}
	private byId(id: string): Correspondence | undefined {
		return this.all.find((c) => c.id === id);
	}
	private hash(data: Uint8Array): string {
		return hex(this.table.program.hash(data));
	}

	// --- secrets: each side has a chain, of which every link is the hash of the next. Its first link is told at the start, then one after the other.

	private link(c: Correspondence, n: number): string {
		let h = c.top;
		for (let i = LINKS; i > n; i--) h = this.hash(bytes(h));
		return h;
	}
	/** The next secret of ours; it counts as told from now on. */
	private tell(c: Correspondence): string {
		if (c.used >= LINKS)
			throw new Refused('This game is too long for its secrets; begin another from its save file.');
		const secret = this.link(c, ++c.used);
		c.said[0].push(secret);
		return secret;
	}
	private hear(c: Correspondence, secret: string): void {
		const {
			said: [, theirs],
		} = c;
		if (!/^[0-9a-f]{64}$/.test(secret) || this.hash(bytes(secret)) !== theirs[theirs.length - 1])
			throw new Refused(
				'Its secret for the dice is not the one that was promised: the dice would not be fair.',
			);
		theirs.push(secret);
	}
	/** Dice that follow from a secret of each side. The host's stands first. */
	private seed(c: Correspondence, n: number, ours: string, theirs: string): string {
		const [a, b] = c.host ? [ours, theirs] : [theirs, ours];
		return this.hash(text.encode(`seed ${c.id} ${n} ${a} ${b}`));
	}
	private remember(c: Correspondence, seed: string): string {
		c.seeds.push(seed);
		return seed;
	}
	private seedNow(c: Correspondence, n: number): string {
		const [ours, theirs] = c.said;
		return this.remember(c, this.seed(c, n, ours[ours.length - 1]!, theirs[theirs.length - 1]!));
	}

	// --- writing

	private fresh(card: Card, mine: 0 | 1, host: boolean, id: string): Correspondence {
		const top = hex(this.table.program.random(32));
		const c: Correspondence = {
			id,
			card,
			mine,
			host,
			game: null,
			top,
			used: 0,
			keys: hex(this.table.program.keys()),
			theirs: '',
			said: [[], []],
			last: 0,
			state: 'invited',
			from: 0,
			owed: [],
			pending: null,
			out: null,
			seeds: [],
		};
		c.said[0].push(this.link(c, 0));
		return c;
	}

	async invite(card: Card, mine: 0 | 1): Promise<Correspondence> {
		const c = this.fresh(card, mine, true, hex(this.table.program.random(16)));
		c.out = await wrap({
			v: 1,
			g: c.id,
			n: 0,
			card,
			by: mine,
			tip: c.said[0][0]!,
			key: c.keys.slice(0, 64),
		});
		this.all.push(c);
		await this.table.keep();
		return c;
	}

	private async write(c: Correspondence, inner: Inner, extra: Partial<Outer> = {}): Promise<void> {
		const sealed = this.table.program.seal(
			await squeeze(JSON.stringify(inner)),
			bytes(c.theirs),
			bytes(c.keys.slice(64)),
		);
		c.last++;
		c.out = await wrap({ v: 1, g: c.id, n: c.last, ...extra, box: letters(sealed) });
	}

	/** Our moves are made: what they are goes into a mail, with the secrets that belong to it. */
	private async post(c: Correspondence, s: Standing): Promise<void> {
		const r = c.owed;
		c.owed = [];
		await this.write(c, { r, m: s.moves, p: c.pending, h: s.hash });
		c.state = s.over ? 'over' : c.pending ? 'rolling' : 'theirs';
	}

	private async standing(c: Correspondence): Promise<Standing> {
		const a = await this.table.work((id) => this.table.program.mailMoves(id, c.game!, c.from, c.mine));
		const words = new TextDecoder().decode(a.body);
		if (a.status !== 200) throw new Refused(words);
		const cut = words.indexOf('\n'),
			[n, turn, over, hash] = words.slice(0, cut).split(' ');
		return {
			n: Number(n),
			turn: Number(turn),
			over: over === '1',
			hash: hash!,
			moves: words.slice(cut + 1),
		};
	}

	/** Looks whether the turn has passed since; if so there is a mail to send. */
	async look(c: Correspondence): Promise<Correspondence> {
		if (c.state !== 'mine' || !c.game) return c;
		const s = await this.standing(c);
		if (c.state !== 'mine' || (s.turn === c.mine && !s.over)) return c;
		await this.post(c, s);
		await this.table.keep();
		return c;
	}

	/** The strict way: may this order be given now? Words why not, if it has to wait for its dice. */
	async holdBack(c: Correspondence, order: string): Promise<string | null> {
		if (c.card.way !== 'strict' || this.table.program.mailRolls(c.game!, c.mine, order) !== 1)
			return null;
		const s = await this.standing(c);
		c.pending = order;
		c.owed.push(this.tell(c));
		await this.post(c, s);
		await this.table.keep();
		return 'This order throws dice. In the strict way they fall when the other side has answered: the mail is ready to be sent.';
	}

	// --- reading

	async read(pasted: string): Promise<{ c: Correspondence; invitation: boolean }> {
		const o = await unwrap(pasted),
			c = this.byId(o.g);
		if (o.n === 0) return this.readInvitation(o, c);
		if (!c)
			throw new Refused(
				'This mail belongs to a game that is not in this browser. Only the two who play it can open it, each where they began it.',
			);
		if (o.n <= c.last)
			throw new Refused(
				o.n % 2 === (c.host ? 0 : 1)
					? 'This is a mail of your own. Send it to the other side.'
					: 'You have opened this mail already.',
			);
		if (o.n > c.last + 1)
			throw new Refused(
				`A mail before this one is missing: this is number ${o.n}, and number ${c.last + 1} has not been opened here.`,
			);
		if (o.n % 2 === (c.host ? 0 : 1))
			throw new Refused('This is a mail of your own. Send it to the other side.');
		const before = structuredClone(c);
		try {
			if (o.n === 1) await this.readAcceptance(c, o);
			else await this.readMoves(c, o);
		} catch (e) {
			Object.assign(c, before); // a mail that is refused leaves no trace
			throw e;
		}
		await this.table.keep();
		return { c, invitation: false };
	}

	private readInvitation(
		o: Outer,
		known: Correspondence | undefined,
	): { c: Correspondence; invitation: boolean } {
		if (known?.host) throw new Refused('This is your own invitation. Send it to the other side.');
		if (known) throw new Refused('You have accepted this invitation already.');
		if (!o.card || !o.tip || !o.key || !/^[0-9a-f]{64}$/.test(o.tip) || !/^[0-9a-f]{64}$/.test(o.key))
			throw new Refused('This invitation is damaged.');
		const c = this.fresh(o.card, o.by === 0 ? 1 : 0, false, o.g);
		c.theirs = o.key;
		c.said[1].push(o.tip);
		return { c, invitation: true };
	}

	async accept(pasted: string): Promise<Correspondence> {
		const { c, invitation } = await this.read(pasted);
		if (!invitation) throw new Refused('That is no invitation.');
		const first = this.tell(c);
		await this.write(
			c,
			{ r: [first], m: '', p: null, h: '' },
			{ tip: c.said[0][0]!, key: c.keys.slice(0, 64) },
		);
		c.state = 'accepted';
		this.all.push(c);
		await this.table.keep();
		return c;
	}

	private async open(c: Correspondence, o: Outer): Promise<Inner> {
		const opened = o.box
			? this.table.program.unseal(fromLetters(o.box), bytes(c.theirs), bytes(c.keys.slice(64)))
			: null;
		if (!opened)
			throw new Refused(
				'This mail was not sealed by the other side for you, or it was changed on its way.',
			);
		return JSON.parse(await widen(opened)) as Inner;
	}

	private async readAcceptance(c: Correspondence, o: Outer): Promise<void> {
		if (!o.tip || !o.key || !/^[0-9a-f]{64}$/.test(o.tip) || !/^[0-9a-f]{64}$/.test(o.key))
			throw new Refused('This answer is damaged.');
		c.theirs = o.key;
		c.said[1].push(o.tip);
		const inner = await this.open(c, o);
		this.hear(c, inner.r[0] ?? '');
		c.last = 1;
		const own = this.tell(c);
		await this.begin(c, own);
	}

	/** Both first secrets are there: the game is set up, here and by the same words there. */
	private async begin(c: Correspondence, owed: string | null): Promise<void> {
		const seed = this.seedNow(c, 2),
			{ card } = c;
		let save = card.save ?? '';
		if (!save) {
			const options = Object.entries(card.options)
				.map(([name, n]) => `${name} ${n}\n`)
				.join('');
			const a = await this.table.work((id) =>
				this.table.program.mailBlank(id, card.battle, card.system, card.scenario, options, seed),
			);
			save = new TextDecoder().decode(a.body);
			if (a.status !== 200) throw new Refused(save);
		}
		save =
			save.replace(/^seat .*\n?/gm, '') +
			card.sides.map((s, i) => `seat ${s} ${i === c.mine ? 'me' : 'friend'}\n`).join('');
		c.game = await this.table.found(save);
		if (card.save) await this.carry(c, `seed ${seed}\n`);
		const s = await this.standing(c);
		c.from = s.n;
		if (owed) {
			c.owed = [owed];
			c.state = 'mine';
			if (s.turn !== c.mine) await this.post(c, { ...s, moves: '' });
		}
	}

	private async carry(c: Correspondence, steps: string): Promise<Standing> {
		const a = await this.table.work((id) => this.table.program.mailApply(id, c.game!, steps));
		const words = new TextDecoder().decode(a.body);
		if (a.status !== 200) throw new Refused(`Its moves cannot be: ${words}.`);
		const [n, turn, over, hash] = words.trim().split(' ');
		return { n: Number(n), turn: Number(turn), over: over === '1', hash: hash!, moves: '' };
	}

	/** Moves of the other side, and of theirs only. */
	private checked(c: Correspondence, moves: string): string {
		for (const line of moves.split('\n').filter(Boolean))
			if (!new RegExp(`^(order|standing) ${1 - c.mine} `).test(line))
				throw new Refused('It has moves that are not theirs to make.');
		return moves;
	}

	private async readMoves(c: Correspondence, o: Outer): Promise<void> {
		const inner = await this.open(c, o),
			secrets = [...inner.r];
		let steps = '';
		c.last = o.n;
		if (!c.game) {
			// the first of the host's: our game begins with it
			this.hear(c, secrets.shift() ?? '');
			await this.begin(c, null);
		} else if (c.pending) {
			// their secret for our order: the dice fall
			this.hear(c, secrets.shift() ?? '');
			steps += `seed ${this.seedNow(c, c.seeds.length + 2)}\norder ${c.mine} ${c.pending}\n`;
			c.pending = null;
		} else if (c.card.way === 'quick') {
			this.hear(c, secrets.shift() ?? '');
			steps += `seed ${this.seedNow(c, o.n)}\n`;
		}
		steps += this.checked(c, inner.m) + `hash ${inner.h}\n`;
		if (inner.p) {
			// an order of theirs that waits for our secret
			if (c.card.way !== 'strict')
				throw new Refused('It has an order that waits for dice, which the quick way does not know.');
			this.hear(c, secrets.shift() ?? '');
			c.owed.push(this.tell(c));
			steps += `seed ${this.seedNow(c, c.seeds.length + 2)}\norder ${1 - c.mine} ${inner.p}\n`;
		}
		if (secrets.length) throw new Refused('It tells more secrets than it should.');
		await this.play(c, o.n, steps);
	}

	/** Carries a mail out, and with it the dice for our own moves if it is our turn. */
	private async play(c: Correspondence, n: number, steps: string): Promise<void> {
		let s = await this.carry(c, steps);
		c.from = s.n;
		c.out = null;
		if (s.over) {
			c.state = 'over';
			if (c.owed.length) await this.post(c, { ...s, moves: '' }); // the last secret, so that they see the last dice
			return;
		}
		if (s.turn === c.mine) {
			c.state = 'mine';
			if (c.card.way !== 'quick') return;
			c.owed = [this.tell(c)];
			s = await this.carry(c, `seed ${this.seedNow(c, n + 1)}\n`);
			c.from = s.n;
			return;
		}
		c.state = 'mine';
		await this.post(c, { ...s, moves: '' }); // it is still their turn: all they want is our secret
	}

	// --- afterwards

	/** Do all dice follow from secrets that were promised at the start? The number of seeds, if they do. */
	async verify(c: Correspondence): Promise<number> {
		for (const chain of c.said)
			for (let i = 1; i < chain.length; i++)
				if (this.hash(bytes(chain[i]!)) !== chain[i - 1])
					throw new Refused('A secret is not the one that was promised.');
		const a = await this.table.work((id) => this.table.program.mailSave(id, c.game!));
		const log = new TextDecoder().decode(a.body),
			own = c.card.save ? (c.card.save.match(/^reseed /gm) ?? []).length : 0;
		const used = [...log.matchAll(/^(?:seed|reseed \S+) ([0-9a-f]{64})$/gm)]
			.map((m) => m[1]!)
			.slice(c.card.save ? own + 1 : 0);
		if (used.join() !== c.seeds.join())
			throw new Refused('The game was played with other dice than these secrets give.');
		return used.length;
	}

	/** As a save file for a table, where the other side has an empty seat. */
	async along(c: Correspondence): Promise<string> {
		const a = await this.table.work((id) => this.table.program.mailSave(id, c.game!));
		return (
			new TextDecoder().decode(a.body) +
			c.card.sides.map((s, i) => `seat ${s} ${i === c.mine ? 'me' : 'friend'}\n`).join('')
		);
	}

	/** It is over, or was begun for nothing: forgotten here. */
	async forget(id: string): Promise<void> {
		const at = this.all.findIndex((c) => c.id === id);
		if (at >= 0) this.all.splice(at, 1);
		await this.table.keep();
	}
}
