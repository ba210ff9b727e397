// Where a player stands in a guided battle. The guide only watches: what was ordered, asked, refused, looked at. Who does something else is
// met again at the next step that fits, and the game waits for nobody.
import type { GuideStep, Order, Role } from '../service/words';
import { rolesThatRoll } from '../service/roles';
import { keep, read } from '../settings';
import type { Game } from '../table/game';

const AHEAD = 3; // steps a player may be ahead of the guide

interface Kept {
	at: number;
	n: number;
	hidden: boolean;
	left: boolean;
}

export class Course {
	at: number; // -1: the introduction; as many as there are steps: the closing word
	hidden: boolean;
	left: boolean; // the closing word was read
	hinted = false;
	private n: number; // entries of the log that were looked at
	private question = '';
	private refusal = 0;

	constructor(
		private readonly game: Game,
		readonly steps: GuideStep[],
	) {
		const kept = read<Kept>(`guide.${game.id}`, { at: -1, n: 0, hidden: false, left: false });
		(this.at = Math.min(kept.at, steps.length)),
			(this.n = kept.n),
			(this.hidden = kept.hidden),
			(this.left = kept.left);
	}

	get step(): GuideStep | null {
		return this.steps[this.at] ?? null;
	}

	private save(): void {
		keep(`guide.${this.game.id}`, {
			at: this.at,
			n: this.n,
			hidden: this.hidden,
			left: this.left,
		} satisfies Kept);
	}

	private goto(at: number): void {
		this.at = Math.min(at, this.steps.length);
		this.hinted = false;
		this.refusal = this.game.refusals; // what was refused before does not count
		this.save();
	}

	next(): void {
		this.goto(this.at + 1);
		this.game.tell();
	}
	hide(hidden: boolean): void {
		this.hidden = hidden;
		this.save();
		this.game.tell();
	}
	leave(): void {
		this.left = true;
		this.save();
		this.game.tell();
	}

	/** Looks at what has happened; true if the guide has gone on. */
	follow(): boolean {
		const before = this.at;
		const { game } = this;
		if (game.clock.following) return false; // first one sees what the others did
		if (game.told < game.now.n) return false; // what was ordered comes before what is asked now
		for (const e of game.log) {
			if (e.n < this.n) continue;
			this.n = e.n + 1;
			if (
				e.order &&
				!e.undone &&
				(e.entry ?? 'order') === 'order' &&
				e.side !== null &&
				game.board.you.includes(e.side)
			)
				this.ordered(e.order);
		}
		const question = game.now.mine ? (game.now.question?.name ?? '') : '';
		if (question && question !== this.question) {
			const k = this.ahead((s) => s.expect === 'asked'); // the next question a step waits for, no later one: phases come again
			this.question = question;
			if (k > this.at && this.steps[k]!.words === question) this.goto(k + 1);
		}
		while (this.step && this.fulfilled(this.step)) this.goto(this.at + 1);
		if (this.at !== before) this.save();
		return this.at !== before;
	}

	private ahead(fits: (s: GuideStep) => boolean): number {
		for (let k = Math.max(this.at, 0); k <= this.at + AHEAD && k < this.steps.length; k++)
			if (fits(this.steps[k]!)) return k;
		return -1;
	}

	private ordered(words: string): void {
		if (this.step?.expect === 'any') return this.goto(this.at + 1);
		const k = this.ahead((s) => s.expect === 'order' && begins(words, s.words));
		if (k >= 0) this.goto(k + 1);
	}

	/** What can be seen at the table as it lies. */
	private fulfilled(s: GuideStep): boolean {
		const { hand, now } = this.game;
		if (s.expect === 'asked') return now.mine && now.question?.name === s.words;
		if (s.expect === 'refused') return this.game.refusals > this.refusal;
		if (s.expect === 'odds') return !!hand.slip?.orders.some((o) => rolesThatRoll.has(o.role));
		if (s.expect === 'picked') return hand.picked !== null && (!s.words || hand.picked === s.words);
		return false;
	}

	/** The orders on offer that the step waits for, or the one that leads there: what is under way must end first. */
	offered(): Order[] {
		const s = this.step;
		if (!s || !this.game.mine || (s.expect !== 'order' && s.expect !== 'asked')) return [];
		const { orders, usual } = this.game.now;
		const meant = s.expect === 'order' ? orders.filter((o) => begins(o.words, s.words)) : [];
		if (meant.length || s.words.split(' ').some((w) => this.game.hand.acts(w))) return meant; // or who shall do it must be taken up first
		const role = (r: Role) => orders.find((o) => o.role === r);
		const stated = usual === null ? undefined : orders[usual];
		const over =
			s.expect === 'order'
				? (role('stop') ?? stated ?? role('done'))
				: (role('done') ?? stated ?? role('stop'));
		return over ? [over] : [];
	}
}

const begins = (words: string, with_: string): boolean => words === with_ || words.startsWith(`${with_} `);
