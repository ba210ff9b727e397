// Time. The page stands at an entry of the log, or (view === null) in the present. What others did is followed: it is played back beat by beat,
// at the pace that the player has set, before the present is shown. A replay of the whole game is the same from an earlier entry on.
import type { Entry, View } from '../service/words';
import { dwell, settings, type Pace } from '../settings';
import { firstBeat, holdOf, type Beat } from './beats';
import type { Game } from './game';
import { sound } from './sounds';
import { unchanged } from './views';

const pace: Record<Pace, number> = { slow: 2, normal: 1, fast: 0.35, once: 0 };
export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class Clock {
	view: View | null = null;
	at = 0;
	playing = false;
	following = false; // the present is still to come: others did something that is being shown
	beat: Beat | null = null;
	past: Beat[] = []; // what has been shown since the player's last order, the newest last
	missed = 0; // entries that happened while we were away
	private todo: Entry[] = [];
	private from = 0;
	private timer = 0;
	private wanted = 0; // which look is the newest: an older one that comes late is nothing

	constructor(private readonly game: Game) {
		document.addEventListener('visibilitychange', this.wake);
	}

	close(): void {
		this.stop();
		document.removeEventListener('visibilitychange', this.wake);
	}

	/** The entry whose effect is seen at `at`: the one before it. */
	get entry(): Entry | undefined {
		return this.game.log.find((e) => e.n === this.at - 1);
	}
	/** Entries that are still to be shown. */
	get coming(): Entry[] {
		return this.todo;
	}

	// --- following ------------------------------------------------------------------------------------------------------------

	/** Others have done these things; `first` is how the board stood before them. */
	follow(first: View, entries: Entry[]): void {
		if (this.following) {
			this.todo.push(...entries);
			return;
		}
		this.stop();
		this.following = true;
		this.todo = [...entries];
		this.view = first;
		this.at = first.n;
		this.playing = !still();
		void this.advance(); // who wants nothing to move steps through the rest
	}

	/** Shows the next beat; when there is none, the present. */
	private async advance(): Promise<void> {
		clearTimeout(this.timer);
		this.timer = 0;
		if (this.game.held) return;
		const { beat, rest } = firstBeat(this.todo);
		this.todo = rest;
		if (!beat) return this.present();
		if (!(await this.show(beat))) return;
		this.past = [...this.past, beat];
		if (this.playing) this.wait(beat);
		this.game.tell();
	}

	private wait(beat: Beat): void {
		clearTimeout(this.timer);
		const { pace: set } = settings();
		this.timer = window.setTimeout(
			() => (document.hidden ? (this.timer = 0) : void this.advance()),
			dwell(holdOf(beat) * (pace[set] || pace.fast)),
		);
	}

	/** Nobody watched: it goes on when somebody does. */
	readonly wake = (): void => {
		if (!document.hidden && !this.game.held && this.playing && !this.timer && this.todo.length)
			void this.advance();
	};

	private async show(beat: Beat): Promise<boolean> {
		const mine = (this.wanted = beat.to);
		try {
			const view = await this.game.viewAt(beat.to);
			if (this.wanted !== mine) return false;
			this.view = unchanged(this.game.view, view);
			this.at = beat.to;
			this.beat = beat;
			this.game.watch(beat);
			sound(beat, this.game.piece.get(beat.who ?? '')?.symbol === 'artillery');
			this.game.tell();
			return true;
		} catch (e) {
			this.present();
			this.game.complain(e);
			return false;
		}
	}

	/** The player has given an order: what was told before has been read. */
	read(): void {
		this.past = [];
	}

	// --- by hand --------------------------------------------------------------------------------------------------------------

	pause(): void {
		this.playing = false;
		clearTimeout(this.timer);
		this.timer = 0;
		this.game.tell();
	}

	resume(): void {
		if (!this.following) return this.play();
		this.playing = true;
		void this.advance();
	}

	/** To the present, over everything that is left. What was passed over is in the dispatches. */
	skip(): void {
		this.todo = [];
		this.present();
	}

	/** A beat on or back while something is followed; otherwise the next entry that still counts, in that direction. */
	step(by: 1 | -1): void {
		if (this.following) {
			this.pause();
			if (by > 0) return void this.advance();
			const [before, now] = this.past.slice(-2);
			if (!before || !now) return;
			this.todo = [...now.entries, ...this.todo];
			this.past = this.past.slice(0, -1);
			return void this.show(before);
		}
		const here = this.view ? this.at : this.game.now.n;
		let n = here + by;
		while (n > 0 && n < this.game.now.n && this.game.log.find((e) => e.n === n - 1)?.undone) n += by;
		void this.go(n);
	}

	async go(n: number): Promise<void> {
		const last = this.game.now.n;
		const target = Math.max(0, Math.min(n, last));
		this.following = false;
		this.todo = [];
		this.wanted = target;
		if (target === last) return this.present();
		try {
			const view = await this.game.viewAt(target);
			if (this.wanted !== target) return;
			this.at = target;
			this.view = unchanged(this.game.view, view);
			this.beat = firstBeat(this.entry ? [this.entry] : []).beat;
			this.game.tell();
		} catch (e) {
			this.stop();
			this.game.complain(e);
		}
	}

	present(): void {
		this.stop();
		this.following = false;
		this.view = null;
		this.beat = null;
		this.at = this.game.now.n;
		this.wanted = this.at;
		this.game.hand.settle();
		this.game.tell();
	}

	/** The replay, from where it stands. */
	play(): void {
		this.stop();
		this.todo = this.game.log.filter((e) => e.n >= this.at && !e.undone);
		this.playing = true;
		this.past = [];
		this.game.tell();
		void this.advance();
	}

	stop(): void {
		clearTimeout(this.timer);
		this.timer = 0;
		if (!this.following) this.todo = [];
		if (!this.playing) return;
		this.playing = false;
		this.game.tell();
	}

	// --- since you left -------------------------------------------------------------------------------------------------------

	sinceYouLeft(seen: number): void {
		const others = this.game.log.filter(
			(e) => e.n >= seen && !e.undone && e.side !== this.game.now.as && e.entry === 'order',
		);
		this.from = seen;
		this.missed = seen >= 0 && !this.game.alone ? others.length : 0;
	}

	playMissed(): void {
		this.missed = 0;
		this.playFrom(this.from);
	}

	playFrom(n: number): void {
		void this.go(n).then(() => this.play());
	}

	forgetMissed(): void {
		this.missed = 0;
		this.game.tell();
	}

	/** The game moved on: a replay stays where it is. */
	moved(): void {
		if (!this.view) this.at = this.game.now.n;
	}
}
