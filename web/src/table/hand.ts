// The player's hand over the board: what is picked up, where it could go, and what a click there means. Every order comes
// from the service, complete: those of the question from view.orders, those of a march to a distant hex from what it says of the piece.
import { post } from '../service/courier';
import { listed, sentence } from '../grammar';
import type { About, Manner, MarchPlan, Order, Place, PieceId, Sight } from '../service/words';
import { rolesThatRoll } from '../service/roles';
import { get } from '../service/courier';
import type { Game } from './game';
import { Lattice } from './lattice';
import { acting } from './views';

export interface Slip {
	place: Place | null;
	orders: Order[];
	select: PieceId | null;
} // orders to choose from, at a place

const none: Order[] = [];

export class Hand {
	picked: PieceId | null = null;
	cursor: Place | null = null; // of the keyboard
	hover: Place | null = null;
	looked: Place | null = null; // the hex in the inspector
	slip: Slip | null = null;
	reach: ReadonlyMap<Place, number> = new Map();
	overlay: { name: string; values: ReadonlyMap<Place, number>; shapes: [number, number][][] } | null = null;
	sighting: { from: Place | null; to: Place | null; answer: Sight | null } | null = null; // the line-of-sight tool
	private told_empty = -1; // the entry at which a click on an empty place was answered last: once is enough
	manner: string | null = null; // how a march sets out (manners()); null: alone
	private lattice_made: Lattice | null = null;
	private said: About | null = null; // of the piece in hand: the ways there, and how it can set out
	private reach_of: string | null = null;
	private reach_read: Promise<void> = Promise.resolve();

	constructor(private readonly game: Game) {}

	get lattice(): Lattice {
		return (this.lattice_made ??= new Lattice(this.game.board.map));
	}
	private get orders(): Order[] {
		return this.game.mine ? this.game.now.orders : none;
	}

	// --- what may be done ------------------------------------------------------------------------------------------------------

	of(piece: PieceId): Order[] {
		return this.orders.filter((o) => o.piece === piece);
	}
	acts(piece: PieceId): boolean {
		return acting(this.orders).has(piece);
	}

	/** The order's place on the board: its own, or that of whom it is aimed at. */
	placeOf(o: Order): Place | null {
		if (o.place) return o.place;
		return (o.target && this.game.shown(o.target)?.place[0]) || null;
	}

	/** Orders that lead somewhere, for what is picked up (or for nobody in particular), by place. */
	goals(): Map<Place, Order[]> {
		const goals = new Map<Place, Order[]>();
		for (const o of this.orders) {
			if (o.piece && o.piece !== this.picked) continue;
			const place = this.placeOf(o);
			if (!place) continue;
			goals.set(place, [...(goals.get(place) ?? []), o]);
		}
		return goals;
	}

	/** Orders for which there is nowhere to click. */
	buttons(): Order[] {
		const turns = new Set(this.turns().map((t) => t.order));
		const manners = new Set(this.manners().map((m) => m.by));
		return this.orders.filter(
			(o) =>
				(!o.piece || o.piece === this.picked) &&
				!this.placeOf(o) &&
				!turns.has(o) &&
				!manners.has(o.words),
		);
	}

	/** Orders of a piece, the one in hand if no other is named, to face a side of its hex. */
	turns(piece: PieceId | null = this.picked): { order: Order; dir: number }[] {
		if (!piece || !this.game.hex.has(this.game.shown(piece)?.place[0] ?? '')) return [];
		return this.of(piece).flatMap((order) =>
			order.turn === undefined ? [] : [{ order, dir: order.turn }],
		);
	}

	waiting(): PieceId[] {
		return [...acting(this.orders)];
	}

	// --- picking up -----------------------------------------------------------------------------------------------------------

	/** After every change: keeps what is still true. If the question is about one piece, that one is in hand. */
	settle(): void {
		const acting = this.waiting();
		if (this.picked && !acting.includes(this.picked)) this.picked = null;
		const targeted = this.orders.filter((o) => o.piece !== null);
		if (!this.picked && acting.length === 1 && targeted.every((o) => o.role !== 'pick'))
			this.picked = acting[0]!;
		this.slip = null;
		this.reach = new Map();
		this.reach_of = null;
		if (this.picked) void this.readReach();
		if (this.overlay) void this.showOverlay(this.overlay.name);
	}

	pick(piece: PieceId | null): void {
		this.slip = null;
		if (piece !== this.picked && this.manner !== 'stack') this.manner = null;
		this.picked = piece && this.acts(piece) ? piece : null;
		if (this.picked) this.game.touched.add(this.picked);
		this.reach = new Map();
		this.reach_of = null;
		if (piece) this.looked = this.game.shown(piece)?.place[0] ?? this.looked;
		if (this.picked) void this.readReach();
		if (this.overlay) void this.showOverlay(this.overlay.name);
		this.game.tell();
	}

	drop(): void {
		this.slip = null;
		this.sighting = null;
		this.pick(null);
		this.settle();
		this.game.tell();
	}

	private readReach(): Promise<void> {
		const piece = this.picked;
		if (
			!piece ||
			!this.game.board.map ||
			!this.of(piece).some((o) => o.role === 'pick' || o.role === 'move')
		)
			return Promise.resolve();
		const stamp = `${piece} ${this.manner} ${this.game.now.n}`;
		if (this.reach_of !== stamp) {
			this.reach_of = stamp;
			this.reach_read = this.askReach(piece, stamp);
		}
		return this.reach_read;
	}

	/** Where it can go, as the service has tried it; with its stack, where all of them can. */
	private async askReach(piece: PieceId, stamp: string): Promise<void> {
		const by = this.manner;
		const said = await this.game.answers.about({ piece, ...(by ? { by } : {}) }).catch(() => null);
		if (!said || this.reach_of !== stamp) return;
		this.said = said;
		this.reach = new Map(Object.entries(said.reach ?? {}).map(([place, end]) => [place, end.cost]));
		this.game.tell();
	}

	setOut(manner: string | null): void {
		this.manner = manner;
		void this.readReach();
		this.game.tell();
	}

	/** The way there: hexes after the first, or null. */
	way(to: Place): Place[] | null {
		return (this.picked && this.reach.has(to) && this.said?.reach?.[to]?.way) || null;
	}

	// --- clicks -----------------------------------------------------------------------------------------------------------------

	/** A click on a place. `seen` is the counter that was under the pointer; by key there is none, and whoever is there may be meant.
	 *  `alone`: it was chosen out of its stack, so nobody else there is meant. */
	async click(place: Place, seen: PieceId | null = null, alone = false): Promise<void> {
		this.cursor = place;
		this.looked = place;
		if (this.sighting) return this.sight(place);
		if (!this.game.mine || this.game.busy) {
			this.slip = null;
			return this.game.tellWhoseMove();
		}
		const here = seen ? [seen] : this.game.at(place).map((p) => p.id);
		const own = here.find((p) => this.acts(p) && p !== this.picked) ?? null;
		const there = this.goals().get(place) ?? [];
		const at = there.filter((o) => seen && o.target === seen); // an enemy that is clicked is meant itself
		const aimed = at.length ? at : alone ? there.filter((o) => !o.target) : there;
		const other = seen !== null && !at.length && aimed.some((o) => o.target); // somebody under it: it is said who
		if (aimed.length) return this.offer(place, aimed, own, other);
		if (own) return this.pick(own);
		if (this.picked && here.includes(this.picked)) return this.pressAgain();
		const piece = this.picked;
		if (piece) return this.game.during(() => this.lead(piece, place, here[0] ?? null));
		const anyone = this.orders.filter((o) => this.placeOf(o) === place && o.place);
		if (anyone.length) return this.offer(place, anyone, null, true);
		const first = here[0];
		if (first && (await this.stopThenPick(first))) return;
		return this.nothing(first ?? null);
	}

	/** A click that leads to nothing, with nothing in hand: why that piece cannot act, who could act against it, or whom to take up first. */
	async nothing(piece: PieceId | null): Promise<void> {
		if (piece && this.game.piece.get(piece)?.side === this.game.now.as)
			return this.whyNot(piece, null, null);
		if (piece) this.tellWho(piece);
		else if (this.waiting().length && this.told_empty !== this.game.now.n) {
			this.told_empty = this.game.now.n;
			this.game.note(
				'news',
				'Nothing is in hand. Take up one of the ringed pieces first, then click where it should go.',
				null,
			);
		}
		this.slip = null;
		this.game.tell();
	}

	/** One harmless order there: done. Several, or one that rolls dice: laid out to choose from, with the odds. */
	private async offer(
		place: Place,
		orders: Order[],
		select: PieceId | null,
		always = false,
	): Promise<void> {
		const only = orders[0]!;
		if (!always && orders.length === 1 && !select && !rolesThatRoll.has(only.role)) {
			await this.game.send([only.words]);
			return;
		}
		this.slip = { place, orders, select };
		if (this.picked)
			this.game.answers.foretell(
				this.picked,
				place,
				orders.filter((o) => o.piece === this.picked && rolesThatRoll.has(o.role)),
			);
		this.game.tell();
	}

	/** The piece in hand once more: its single order, if it has one; otherwise it is laid down. */
	private async pressAgain(): Promise<void> {
		const own = this.of(this.picked!);
		if (own.length === 1 && own[0]!.role === 'pick') await this.game.send([own[0]!.words]);
		else this.pick(null);
	}

	/** A click on another piece while one is on the march: that one halts, and this one is picked up. */
	private async stopThenPick(piece: PieceId): Promise<boolean> {
		const stop = this.orders.find((o) => o.role === 'stop');
		if (!stop || this.game.piece.get(piece)?.side !== this.game.now.as) return false;
		await this.game.send([stop.words]);
		if (this.acts(piece)) this.pick(piece);
		return true;
	}

	// --- marching ---------------------------------------------------------------------------------------------------------------

	/** How the piece in hand may set out, if there is a choice: alone, with its stack, or by another order that takes it up (a column). */
	manners(): Manner[] {
		const ways = (this.picked && this.reach.size && this.said?.manners) || [];
		return ways.length > 1 ? ways : [];
	}

	private async lead(piece: PieceId, to: Place, whom: PieceId | null): Promise<void> {
		await this.readReach(); // a quick hand is there before the answer is
		return this.way(to) ? this.march(piece, to) : this.whyNot(piece, to, whom);
	}

	/** Marches there, in the manner chosen: alone, with its stack, or at the head of others who follow when it halts. */
	async march(piece: PieceId, to: Place): Promise<void> {
		const end = this.said?.reach?.[to];
		if (!end) return;
		if (!end.orders)
			return this.together(
				this.said?.manners?.find((m) => m.by === this.manner)?.pieces ?? [piece],
				end.way,
			);
		this.game.routes.set(piece, end.way);
		await this.game.send(end.orders, { whole: true });
	}

	/** All of them along one way, with the orders that the service finds for it; who does not arrive says why. */
	private async together(pieces: PieceId[], path: Place[]): Promise<void> {
		try {
			const plan = await post<MarchPlan>(`${this.game.path}/march`, { pieces, path });
			for (const p of pieces) this.game.routes.set(p, path);
			if (plan.orders.length) await this.game.send(plan.orders, { whole: true });
			for (const leg of plan.legs)
				if (!leg.arrives && leg.text)
					this.game.note('refusal', `${this.game.name(leg.piece)}: ${leg.text}`, leg.rule ?? null);
		} catch (e) {
			this.game.complain(e);
		}
	}

	async drag(piece: PieceId, to: Place, whole: boolean): Promise<void> {
		if (this.picked !== piece) this.pick(piece);
		if (whole) this.setOut('stack');
		await this.readReach();
		if (this.game.shown(piece)?.place.includes(to)) return;
		await this.click(to);
	}

	/** Asks why a click leads to nothing: why this piece cannot act, or cannot act there or against whom. */
	async whyNot(piece: PieceId, place: Place | null, whom: PieceId | null): Promise<void> {
		this.slip = null;
		this.game.tell();
		const enemy = whom !== null && this.game.piece.get(whom)?.side !== this.game.piece.get(piece)?.side;
		try {
			const { why } = await this.game.answers.about({
				piece,
				...(place ? { place } : {}),
				...(enemy ? { whom } : {}),
			});
			if (why) this.game.note('refusal', sentence(why.text), why.rule);
			else if (this.game.now.question)
				this.game.note('news', this.game.now.question.text, this.game.now.question.rule);
		} catch (e) {
			this.game.complain(e);
		}
	}

	/** An enemy was clicked, and nothing is in hand: who could act against it. */
	private tellWho(enemy: PieceId): void {
		const who = [
			...new Set(this.orders.filter((o) => o.target === enemy && o.piece).map((o) => o.piece!)),
		].map((p) => this.game.name(p));
		const then = who.length
			? `${listed(who)} can act against ${this.game.name(enemy)}. Take up ${who.length === 1 ? 'that piece' : 'one of them'} first.`
			: `None of your pieces can act against ${this.game.name(enemy)} now.`;
		this.game.note('news', then, who.length ? null : (this.game.now.question?.rule ?? null));
	}

	// --- looking ----------------------------------------------------------------------------------------------------------------

	async showOverlay(name: string | null): Promise<void> {
		const overlay = this.game.board.overlays.find((o) => o.name === name);
		if (!overlay) {
			this.overlay = null;
			return this.game.tell();
		}
		const piece = overlay.needs_unit
			? (this.picked ?? this.game.at(this.looked ?? '')[0]?.id ?? null)
			: null;
		if (overlay.needs_unit && !piece) {
			this.overlay = { name: overlay.name, values: new Map(), shapes: [] };
			return this.game.tell();
		}
		const said = await this.game.answers
			.about({ overlays: overlay.name, ...(piece ? { piece } : {}) })
			.catch(() => null);
		const answer = said?.overlays?.[overlay.name];
		this.overlay = {
			name: overlay.name,
			values: new Map(Object.entries(answer?.values ?? {})),
			shapes: answer?.shapes ?? [],
		};
		this.game.tell();
	}

	async sight(place: Place): Promise<void> {
		const s = this.sighting!;
		if (!s.from || s.to) this.sighting = { from: place, to: null, answer: null };
		else {
			this.sighting = { ...s, to: place };
			this.game.tell();
			const piece = this.game.at(s.from)[0]?.id;
			const answer = await get<Sight>(
				`${this.game.path}/sight?from=${s.from}&to=${place}${piece ? `&piece=${piece}` : ''}`,
			).catch((e: Error) => ({ clear: false, rule: '', text: e.message }));
			if (this.sighting?.to === place) this.sighting = { ...this.sighting, answer };
		}
		this.game.tell();
	}
}
