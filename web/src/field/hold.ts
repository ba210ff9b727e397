// What is held over the table: a piece's outline where one would put it, asked of the rules wherever it rests. An order with a place is
// written from its verb's arguments, so that any place and facing can be asked for, not only those that are offered.
import { post } from '../service/courier';
import type { Order, PieceId, Place, Verb, ViewPiece, Why } from '../service/words';
import type { Game } from '../table/game';
import { between, degrees, placeOf, type Block, type Spot } from './geometry';

export interface Verdict extends Why {
	say?: string;
	then?: Block;
}
export interface Ghost extends Block {
	piece: PieceId;
	verb: Verb;
	choice: string | null;
	from: Block;
}

const parts = (v: Verb): (string | null)[] => [v.a, v.b, v.c];
const fillable = new Set(['place', 'direction', 'choice', null]);

export class Hold {
	ghost: Ghost | null = null;
	verdict: Verdict | null = null; // the last one, perhaps of a place it has left since
	reach: [number, number][][] = [];
	arc: [number, number][][] = [];
	stands: [number, number][][] = [];
	private verdict_of = '';
	private asked = 0;
	private timer = 0;
	private shapes_of = '';

	constructor(private readonly game: Game) {}

	/** The verb by which this piece can be put anywhere, if the question is an open one. */
	verbOf(piece: PieceId): { verb: Verb; orders: Order[] } | null {
		if (!this.game.mine || !this.game.now.question?.open) return null;
		for (const verb of this.game.board.verbs) {
			if (
				!verb.takes_unit ||
				!parts(verb).includes('place') ||
				!parts(verb).every((a) => fillable.has(a))
			)
				continue;
			const orders = this.game.hand.of(piece).filter((o) => o.verb === verb.name);
			if (orders.length) return { verb, orders };
		}
		return null;
	}

	take(piece: PieceId): boolean {
		const p = this.game.shown(piece),
			found = this.verbOf(piece);
		if (!p || p.x === undefined || !found) return false;
		if (this.ghost?.piece === piece) return true;
		const from: Block = { x: p.x, y: p.y ?? 0, w: p.w ?? 12, h: p.h ?? 6, facing: p.facing ?? 0 };
		this.ghost = {
			...from,
			from,
			piece,
			verb: found.verb,
			choice: this.choiceOf(p, found.verb, found.orders),
		};
		this.verdict = null;
		return true;
	}

	/** As it is now, if one of its signs says so; otherwise as the first order has it. */
	private choiceOf(p: ViewPiece, verb: Verb, orders: Order[]): string | null {
		if (!parts(verb).includes('choice')) return null;
		const words = orders[0]!.words.split(' ');
		return (
			verb.choices?.find((c) => p.slot.some((s) => s.length > 3 && c.startsWith(s))) ?? // a sign has room for seven letters
			words[2 + parts(verb).indexOf('choice')] ??
			verb.choices?.[0] ??
			null
		);
	}

	words(): string | null {
		const g = this.ghost;
		if (!g) return null;
		return [
			g.verb.name,
			g.piece,
			...parts(g.verb).flatMap((a) =>
				a === 'place'
					? [placeOf(g)]
					: a === 'direction'
						? [String(g.facing)]
						: a === 'choice'
							? [g.choice ?? '']
							: [],
			),
		].join(' ');
	}

	set(change: Partial<Spot & { facing: number; choice: string }>): void {
		if (!this.ghost) return;
		const { w, h } = this.game.board.table!;
		const g = { ...this.ghost, ...change };
		if (change.choice !== undefined && change.choice !== this.ghost.choice) this.verdict = null;
		this.ghost = {
			...g,
			x: Math.max(0, Math.min(w, Math.round(g.x))),
			y: Math.max(0, Math.min(h, Math.round(g.y))),
			facing: degrees(g.facing),
		};
		clearTimeout(this.timer);
		this.timer = window.setTimeout(() => void this.ask(), 90);
		this.game.tell();
	}

	async ask(): Promise<void> {
		const words = this.words(),
			mine = ++this.asked;
		if (!words) return;
		const answer = await post<Verdict>(`${this.game.path}/why`, { order: words }).catch(
			(e: Error) => ({ allowed: false, rule: null, text: e.message }) as Verdict,
		);
		if (mine !== this.asked || this.words() !== words) return;
		this.verdict = answer;
		this.verdict_of = words;
		if (!answer.allowed) this.game.refusals++;
		if (answer.then && this.ghost) this.ghost = { ...this.ghost, w: answer.then.w, h: answer.then.h };
		this.game.tell();
	}

	/** What the rules say of the place it is held over now; null while they think. */
	get current(): Verdict | null {
		return this.verdict_of === this.words() ? this.verdict : null;
	}

	get moved(): number {
		return this.ghost ? between(this.ghost, this.ghost.from) : 0;
	}

	async commit(): Promise<void> {
		if (!this.current) await this.ask();
		const words = this.words(),
			v = this.current;
		if (!words) return;
		if (!v?.allowed)
			return void this.game.note('refusal', v?.text ?? 'That cannot be done.', v?.rule ?? null);
		this.drop();
		await this.game.send([words]);
	}

	drop(): void {
		this.ghost = null;
		this.verdict = null;
		this.asked++;
		clearTimeout(this.timer);
		this.game.tell();
	}

	/** After a change of the game or the hand: the shapes that belong to what is in hand. */
	settle(): void {
		const { hand, now } = this.game;
		if (this.ghost && (hand.picked !== this.ghost.piece || !this.verbOf(this.ghost.piece))) this.drop();
		const stamp = `${hand.picked} ${now.n} ${now.as}`;
		if (stamp === this.shapes_of) return;
		this.shapes_of = stamp;
		this.reach = this.arc = [];
		void this.read('stands', hand.picked, (s) => (this.stands = s), stamp);
		if (!hand.picked || !this.game.mine) return;
		const roles = new Set(hand.of(hand.picked).map((o) => o.role));
		if (roles.has('move')) void this.read('reach', hand.picked, (s) => (this.reach = s), stamp);
		void this.read('arc', hand.picked, (s) => (this.arc = s), stamp);
	}

	private async read(
		name: string,
		piece: PieceId | null,
		put: (shapes: [number, number][][]) => void,
		stamp: string,
	): Promise<void> {
		const overlay = this.game.board.overlays.find((o) => o.name === name);
		if (!overlay || (overlay.needs_unit && !piece)) return;
		const answer = await this.game.overlay(name, piece).catch(() => null);
		if (stamp !== this.shapes_of || !answer?.shapes) return;
		put(answer.shapes);
		this.game.tell();
	}

	/** Orders of what is in hand by the place they lead to: its own, or its target's. */
	goals(): Map<Place, Order[]> {
		return this.game.mine ? this.game.hand.goals() : new Map();
	}
}
