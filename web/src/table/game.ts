// One game as this browser knows it: the board that never changes, the view, the log; and the ways to act on it. Components listen
// with useGame(). Nothing here decides a rule: whatever may be done is in view.orders.
import { get, newKey, post, postSurely, Refused } from '../service/courier';
import { Live, type LiveMessage, type LiveState } from '../service/live';
import type {
	Advice,
	Board,
	ChatLine,
	Done,
	Entry,
	News,
	Place,
	PieceId,
	Proposal,
	Side,
	View,
	ViewPiece,
	Wanted,
} from '../service/words';
import { keep, read, settings } from '../settings';
import { possessive } from '../grammar';
import { Hand } from './hand';
import { Clock } from './clock';
import { callToArms } from './notices';
import { sendForMap } from '../sheet/MapPicture';
import { counts, type Beat } from './beats';
import { Answers } from './answers';
import { Names } from './names';
import { Talk } from './talk';
import { byId, unchanged } from './views';

export interface Notice {
	id: number;
	kind: 'refusal' | 'news' | 'trouble';
	text: string;
	rule: string | null;
}
export type Away = 'no' | 'reaching' | 'lost';

export class Game extends Names {
	now!: View; // the newest view
	log: Entry[] = [];
	private settled = 0; // entries of the log that keep their numbers, as of the last time it was read
	told = 0; // entries that the log had been asked for when it was read; the view may be ahead of it
	here: Record<Side, boolean> = {};
	spectators = 0;
	notices: Notice[] = [];
	sending = false;
	held = false; // a sheet lies over the board: nothing is played back behind it
	live: LiveState = 'opening';
	curtain: Side | null = null; // who is to take the screen
	wanted: { words: string[]; dice: number[]; asked: Wanted } | null = null; // dice of our own that an order waits for
	advice: Advice | null = null;
	asking = false; // the adviser thinks
	fresh: Entry[] = []; // what the last change brought
	readonly touched = new Set<PieceId>(); // taken up since this phase began
	private own = -1; // entries there were after the order that we sent last
	routes = new Map<PieceId, Place[]>(); // ways just ordered: the counters walk along them
	watch: (beat: Beat) => void = () => undefined; // the camera
	readonly hand = new Hand(this);
	readonly clock = new Clock(this);
	readonly talk = new Talk(this);
	readonly answers = new Answers(this);
	private connection: Live | null = null;
	private listeners = new Set<() => void>();
	private refreshing: Promise<void> | null = null;
	private again: Promise<void> | null = null;
	private under_way = 0;
	private awaiting = 0; // answers that will bring a view
	private heard: number | null = null; // meanwhile the live connection has told of so many entries
	refusals = 0; // told so far, as a notice or beside what is held over a table
	private notices_made = 0;

	constructor(readonly id: string) {
		super();
	}

	get path(): string {
		return `/api/games/${this.id}`;
	}
	/** What is on the table: the present, or the moment a replay stands at. */
	get view(): View {
		return this.clock.view ?? this.now;
	}
	get mine(): boolean {
		return this.now.mine && !this.clock.view && !this.curtain && !this.resigned;
	}
	/** The side that has given the battle up. */
	get resigned(): Side | null {
		return Object.entries(this.board.seats).find(([, s]) => s.resigned)?.[0] ?? null;
	}
	get over(): boolean {
		return this.now.over || this.resigned !== null;
	}
	get alone(): boolean {
		return this.board.you.length === 2;
	}
	get spectator(): boolean {
		return this.board.you.length === 0;
	}
	/** Entries there were after our last order that still counts; -1: we have given none. */
	get since(): number {
		for (let i = this.log.length - 1; i >= 0; i--) {
			const e = this.log[i]!;
			if (e.entry === 'order' && !e.undone && this.board.you.includes(e.side ?? '')) return e.n + 1;
		}
		return -1;
	}
	/** Others act, and the page shows it: beat by beat, and between two of them that they think. */
	get watching(): boolean {
		return (
			this.clock.following ||
			(!this.clock.view && this.clock.past.length > 0 && !this.now.mine && !this.over)
		);
	}
	get busy(): boolean {
		return this.under_way > 0;
	}

	// --- coming and going ---------------------------------------------------------------------------------------------------

	async open(secret?: string): Promise<void> {
		if (secret) await post(`${this.path}/claim`, { secret });
		const coming = get<Board>(this.path);
		void coming.then(sendForMap, () => undefined); // on its way while the table is laid
		const [board, view, log] = await Promise.all([
			coming,
			get<View>(`${this.path}/view`),
			get<Entry[]>(`${this.path}/log?from=0`),
		]);
		this.lay(board);
		this.now = view;
		this.drawCurtain(null);
		this.hand.settle();
		this.log = log;
		this.told = view.n;
		this.settled = view.settled ?? view.n;
		this.clock.sinceYouLeft(read(`seen.${this.id}`, -1));
		this.connection = new Live(
			this.id,
			() => this.now.n,
			(m) => this.hear(m),
			(s) => {
				this.live = s;
				this.tell();
			},
		);
		if (document.visibilityState === 'visible') this.seen();
		void this.talk.read();
		void this.talk.readProposals();
		this.tell();
	}

	close(): void {
		this.connection?.close();
		this.clock.close();
		this.listeners.clear();
	}

	wake(): void {
		this.connection?.wake();
	}

	listen(l: () => void): () => void {
		this.listeners.add(l);
		return () => void this.listeners.delete(l);
	}

	tell(): void {
		for (const l of this.listeners) l();
	}

	private hear(m: LiveMessage): void {
		if (m.type === 'entries') this.hearEntries(m.n ?? -1);
		else if (m.type === 'chat') this.talk.hear(m as unknown as ChatLine);
		else if (m.type === 'override') this.talk.hearProposal(m as unknown as Proposal);
		else if (m.type === 'seats') void this.readSeats(true);
		else if (m.type === 'presence') {
			this.here = (m.sides as Record<Side, boolean>) ?? this.here;
			this.spectators = Number(m.spectators ?? 0);
			void this.readSeats();
			this.tell();
		}
	}

	/** The game has come to `n` entries. While we wait for an answer it is left for then: the answer may bring all of it. */
	private hearEntries(n: number): void {
		if (this.awaiting) this.heard = n;
		else if (n !== this.now.n) void this.refresh();
	}

	async readSeats(surely = false): Promise<void> {
		if (!surely && !Object.values(this.board.seats).some((s) => s.kind === 'open')) return;
		const board = await get<Board>(this.path).catch(() => null);
		if (board) {
			this.board = { ...this.board, seats: board.seats, you: board.you, invites: board.invites };
			this.tell();
		}
	}

	// --- what is so ---------------------------------------------------------------------------------------------------------

	/** Looks at the table. What it then shows is no older than this call: a look that is under way may have been too early. */
	refresh(): Promise<void> {
		if (this.refreshing)
			return (this.again ??= this.refreshing
				.catch(() => undefined)
				.then(() => ((this.again = null), this.refresh())));
		return this.oneAtATime(() => this.look());
	}

	private oneAtATime(work: () => Promise<void>): Promise<void> {
		return (this.refreshing = work().finally(() => (this.refreshing = null)));
	}

	private async look(): Promise<void> {
		let view: View;
		try {
			view = await get<View>(`${this.path}/view`);
		} catch (e) {
			if (e instanceof Refused && e.status === 0) return; // the live connection says so already
			this.complain(e);
			return;
		}
		await this.arrive(view, null);
	}

	/** After a request that acts: what its answer brought is taken, and only what it did not bring is asked for. */
	private async settle(done: Partial<Done> | null): Promise<void> {
		const view = done?.view;
		while (view && this.refreshing) await this.refreshing.catch(() => undefined);
		if (view && view.n >= this.now.n) await this.oneAtATime(() => this.arrive(view, done));
		else if (!view && done?.n !== this.now.n) await this.refresh();
		const heard = this.heard;
		this.heard = null;
		if (heard !== null && heard !== this.now.n) await this.refresh();
	}

	/** A view has come, and perhaps the log that belongs to it. */
	private async arrive(view: View, news: News | null): Promise<void> {
		const before = this.now,
			told = news?.log ? news : null;
		if (
			view.n === before.n &&
			view.as === before.as &&
			view.mine === before.mine &&
			view.waiting.join() === before.waiting.join()
		)
			return; // no news
		const others = this.followed && view.n > before.n && view.n !== this.own;
		if (others || told) await this.readLog(view, told);
		const first = others ? await this.firstOfOthers() : null;
		this.now = unchanged(before, view);
		this.answers.forget();
		this.drawCurtain(before);
		if (!others && !told) this.fresh = [];
		if (first) this.clock.follow(first, this.fresh);
		this.hand.settle();
		this.clock.moved();
		if (view.mine && !before.mine && !this.alone) callToArms(this);
		this.tell(); // the board first, what is said of it as soon as it is here
		if (others || told) return;
		await this.readLog(view, null);
		this.tell();
	}

	/** Are others' orders played back? At one screen one has seen them given. */
	private get followed(): boolean {
		return !this.alone && settings().pace !== 'once' && (!this.clock.view || this.clock.following);
	}

	/** If others did something that can be seen: how the board stood before that. What we rolled ourselves just before is shown with it. */
	private async firstOfOthers(): Promise<View | null> {
		const seen = this.fresh.filter(counts);
		if (
			this.fresh.some((e) => e.entry === 'undo') ||
			!seen.some((e) => !this.board.you.includes(e.side ?? ''))
		)
			return null;
		if (this.clock.following) return this.clock.view;
		const start = seen.find(
			(e) => !this.board.you.includes(e.side ?? '') || e.events.some((v) => v.dice?.length),
		)!.n;
		this.fresh = this.fresh.filter((e) => e.n >= start);
		return this.viewAt(start).catch(() => null);
	}

	private drawCurtain(before: View | null): void {
		if (!this.alone || !read(`curtain.${this.id}`, false) || !settings().curtain) return;
		if (!before ? this.now.as && this.now.n > 0 : this.now.as !== before.as) this.curtain = this.now.as;
	}

	raiseCurtain(): void {
		this.curtain = null;
		this.tell();
	}

	/** The entry from which the log is to be read on. While both sides are asked in secret one counts one's own entries only; those from
	 *  `settled` on get other numbers later. */
	private logFrom(n: number): number {
		return Math.max(
			0,
			Math.min(this.log.length ? this.log[this.log.length - 1]!.n + 1 : 0, n, this.settled),
		);
	}

	/** Reads on in the log, if it has not been told. What an undo took back is read again, as undone. */
	private async readLog({ n, as: side, settled }: View, told: News | null): Promise<void> {
		const as = side ? `&as=${side}` : '';
		let from = told?.from ?? this.logFrom(n);
		let entries =
			told?.log ??
			(await get<Entry[]>(`${this.path}/log?from=${from}${as}`).catch(() => [] as Entry[]));
		const back = Math.min(from, ...entries.filter((e) => e.entry === 'undo').map((e) => e.to ?? 0));
		this.settled = settled ?? n;
		this.fresh = entries;
		if (back < from)
			[from, entries] = await get<Entry[]>(`${this.path}/log?from=${back}${as}`).then(
				(all) => [back, all] as const,
				() => [from, entries] as const,
			);
		this.log = [...this.log.filter((e) => from > 0 && e.n < from), ...entries];
		this.told = n;
		if (document.visibilityState === 'visible') this.seen();
	}

	/** Remembers how far this browser has followed the game. */
	seen(): void {
		keep(`seen.${this.id}`, this.now.n);
	}

	viewAt(n: number): Promise<View> {
		const as = this.now.as ? `&as=${this.now.as}` : '';
		return get<View>(`${this.path}/view?at=${n}${as}`);
	}

	// --- acting --------------------------------------------------------------------------------------------------------------

	/** Several steps that are one to the player: nothing else is ordered until they are over. */
	async during<T>(work: () => Promise<T>): Promise<T> {
		this.under_way++;
		this.tell();
		try {
			return await work();
		} finally {
			this.under_way--;
			this.tell();
		}
	}

	/** Sends orders that answer the present question. Tells what was refused; the board stays what the service says it is. */
	async send(
		words: string[],
		{ dice, whole }: { dice?: number[]; whole?: boolean } = {},
	): Promise<Done | null> {
		if (this.sending || !words.length) return null;
		this.sending = true;
		this.notices = this.notices.filter((n) => n.kind !== 'refusal');
		return this.during(async () => {
			const done = await this.post('orders', {
				orders: words,
				...(dice ? { dice } : {}),
				...(whole ? { whole } : {}),
			}).finally(() => (this.sending = false));
			if (done && !(done.refused && !done.done)) this.gave(done.n!, words);
			if (done)
				this.wanted = done.wanted
					? {
							words: words.slice(done.done),
							dice: done.done ? [] : (dice ?? []),
							asked: done.wanted,
						}
					: null;
			await this.settle(done);
			this.routes.clear();
			if (done?.refused) this.note('refusal', done.refused.text, done.refused.rule);
			return done as Done | null;
		});
	}

	/** Sends what acts, with a key of its own; complains and gives null if it cannot be done. */
	private async post(verb: string, body: object): Promise<Partial<Done> | null> {
		const { n } = this.now;
		this.awaiting++;
		try {
			return await postSurely<Partial<Done>>(
				`${this.path}/${verb}`,
				{ n, key: newKey(), from: this.logFrom(n), maybe: true, ...body },
				(away) => this.away(away),
			);
		} catch (e) {
			this.complain(e);
			return null;
		} finally {
			this.awaiting--;
		}
	}

	/** An order of ours has been carried out: what others do comes after it. */
	private gave(n: number, words: string[]): void {
		const given = this.now.orders.filter((o) => words.includes(o.words));
		if (given.some((o) => o.role === 'done')) this.touched.clear();
		else for (const { piece } of given) if (piece) this.touched.add(piece);
		this.own = n;
		this.clock.read();
	}

	// --- advice -------------------------------------------------------------------------------------------------------------

	/** Is there an adviser? Alone and against the computer. */
	get advised(): boolean {
		return (
			this.alone ||
			(!this.spectator && Object.values(this.board.seats).some((s) => s.kind === 'computer'))
		);
	}

	async askAdvice(): Promise<void> {
		this.asking = true;
		this.notices = this.notices.filter((n) => n.kind !== 'refusal');
		this.tell();
		try {
			this.advice = await post<Advice>(`${this.path}/hint`, this.now.as ? { side: this.now.as } : {});
		} catch (e) {
			this.complain(e);
		}
		this.asking = false;
		this.tell();
	}

	forgetAdvice(): void {
		this.advice = null;
		this.tell();
	}

	forgetDice(): void {
		this.wanted = null;
		this.tell();
	}

	private away(away: boolean): void {
		if (away && this.live === 'open') this.live = 'lost';
		this.tell();
	}

	act(verb: string, body: object): Promise<boolean> {
		return this.during(async () => {
			const done = await this.post(verb, body);
			if (done?.refused) this.note('refusal', done.refused.text, done.refused.rule);
			await this.settle(done);
			return done !== null && !done.refused;
		});
	}

	/** The last entry of ours that still counts; -1 if nothing can be taken back. */
	get lastUndoable(): number {
		if (this.clock.view || this.spectator) return -1;
		for (let i = this.log.length - 1; i >= 0; i--) {
			const e = this.log[i]!;
			if (e.n < this.now.undo) return -1;
			if (!e.undone && e.entry !== 'undo' && e.n >= 0 && (this.alone || e.side === this.now.as))
				return e.n;
		}
		return -1;
	}

	/** Takes back the last order, with those that were given together with it. */
	undo(
		to = this.lastUndoable < 0
			? -1
			: Math.max(this.now.undo, Math.min(this.lastUndoable, this.now.undo_step ?? this.lastUndoable)),
	): Promise<boolean> {
		if (to < 0) return Promise.resolve(false);
		this.hand.drop();
		return this.act('undo', { to, from: Math.min(to, this.logFrom(this.now.n)) });
	}

	note(kind: Notice['kind'], text: string, rule: string | null): void {
		const id = ++this.notices_made;
		if (kind === 'refusal') this.refusals++;
		this.notices = [...this.notices.filter((n) => n.text !== text).slice(-2), { id, kind, text, rule }];
		this.tell();
		setTimeout(() => this.dismiss(id), kind === 'refusal' ? 9000 : 6000);
	}

	/** A click while others are asked: it is said whose move it is, unless the page shows what they do. */
	tellWhoseMove(): void {
		const [first] = this.now.waiting;
		if (first && !this.now.mine && !this.clock.view && !this.watching && !this.over)
			this.note('news', `It is ${possessive(this.side(first))} move.`, null);
		else this.tell();
	}

	dismiss(id: number): void {
		this.notices = this.notices.filter((n) => n.id !== id);
		this.tell();
	}

	complain(e: unknown): void {
		if (e instanceof Refused)
			this.note(
				e.status === 0 ? 'trouble' : 'refusal',
				e.status === 409 ? 'The game had moved on; this is how it stands now.' : e.message,
				e.rule,
			);
		else throw e;
	}

	// --- what stands where --------------------------------------------------------------------------------------------------------

	shown(piece: PieceId): ViewPiece | undefined {
		return byId(this.view).get(piece);
	}
	at(place: Place): ViewPiece[] {
		return this.view.pieces.filter((p) => p.place.includes(place)).sort((a, b) => a.order - b.order);
	}
}
