// What is held over the table: a piece's outline where one would put it, asked of the rules wherever it rests. The service says which
// pieces can be put anywhere (view.put), and for a place, a facing and a choice the order that does it and whether it is allowed.
import type { Order, PieceId, Place, Put, There } from '../service/words';
import type { Asking } from '../table/answers';
import type { Game } from '../table/game';
import { between, degrees, placeOf, type Block, type Spot } from './geometry';

export interface Ghost extends Block {
	piece: PieceId;
	put: Put;
	choice: string | null;
	from: Block;
}

export class Hold {
	ghost: Ghost | null = null;
	verdict: There | null = null; // the last one, perhaps of a place it has left since
	reach: [number, number][][] = [];
	arc: [number, number][][] = [];
	stands: [number, number][][] = [];
	private verdict_of = '';
	private asked = 0;
	private timer = 0;
	private shapes_of = '';

	constructor(private readonly game: Game) {}

	/** How this piece can be put anywhere; null if it cannot. */
	putOf(piece: PieceId): Put | null {
		return (this.game.mine && this.game.now.put?.[piece]) || null;
	}

	take(piece: PieceId): boolean {
		const p = this.game.shown(piece),
			put = this.putOf(piece);
		if (!p || p.x === undefined || !put) return false;
		if (this.ghost?.piece === piece) return true;
		const from: Block = { x: p.x, y: p.y ?? 0, w: p.w ?? 12, h: p.h ?? 6, facing: p.facing ?? 0 };
		this.ghost = { ...from, from, piece, put, choice: put.choice ?? null };
		this.verdict = null;
		return true;
	}

	/** Where and how it is held, as the rules are asked about it. */
	private asking(): Asking | null {
		const g = this.ghost;
		return (
			g && {
				piece: g.piece,
				place: placeOf(g),
				...(g.put.turns ? { facing: String(g.facing) } : {}),
				...(g.choice ? { choice: g.choice } : {}),
			}
		);
	}
	private get stamp(): string {
		return JSON.stringify(this.asking());
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
		const what = this.asking(),
			stamp = this.stamp,
			mine = ++this.asked;
		if (!what) return;
		const answer = await this.game.answers.about(what).then(
			(a): There => a.there ?? { words: '', allowed: false, ...(a.why ?? { rule: '', text: '' }) },
			(e: Error): There => ({ words: '', allowed: false, rule: '', text: e.message }),
		);
		if (mine !== this.asked || this.stamp !== stamp) return;
		this.verdict = answer;
		this.verdict_of = stamp;
		if (!answer.allowed) this.game.refusals++;
		if (answer.then && this.ghost) this.ghost = { ...this.ghost, w: answer.then.w, h: answer.then.h };
		this.game.tell();
	}

	/** What the rules say of the place it is held over now; null while they think. */
	get current(): There | null {
		return this.verdict_of === this.stamp ? this.verdict : null;
	}

	get moved(): number {
		return this.ghost ? between(this.ghost, this.ghost.from) : 0;
	}

	async commit(): Promise<void> {
		if (!this.current) await this.ask();
		const v = this.current;
		if (!this.ghost) return;
		if (!v?.allowed)
			return void this.game.note('refusal', v?.text ?? 'That cannot be done.', v?.rule ?? null);
		this.drop();
		await this.game.send([v.words]);
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
		if (this.ghost && (hand.picked !== this.ghost.piece || !this.putOf(this.ghost.piece))) this.drop();
		const stamp = `${hand.picked} ${now.n} ${now.as}`;
		if (stamp === this.shapes_of) return;
		this.shapes_of = stamp;
		this.reach = this.arc = [];
		void this.readShapes(stamp);
	}

	private async readShapes(stamp: string): Promise<void> {
		const { picked } = this.game.hand,
			mine = picked !== null && this.game.mine;
		const moves = mine && this.game.hand.of(picked).some((o) => o.role === 'move');
		const wanted = new Set(['stands', ...(moves ? ['reach'] : []), ...(mine ? ['arc'] : [])]);
		const overlays = this.game.board.overlays
			.filter((o) => wanted.has(o.name) && (!o.needs_unit || picked))
			.map((o) => o.name)
			.join();
		if (!overlays) return;
		const said = await this.game.answers
			.about({ overlays, ...(picked ? { piece: picked } : {}) })
			.catch(() => null);
		if (stamp !== this.shapes_of || !said?.overlays) return;
		const shapes = (name: string): [number, number][][] | undefined => said.overlays?.[name]?.shapes;
		this.stands = shapes('stands') ?? this.stands;
		this.reach = shapes('reach') ?? this.reach;
		this.arc = shapes('arc') ?? this.arc;
		this.game.tell();
	}

	/** Orders of what is in hand by the place they lead to: its own, or its target's. */
	goals(): Map<Place, Order[]> {
		return this.game.mine ? this.game.hand.goals() : new Map();
	}
}
