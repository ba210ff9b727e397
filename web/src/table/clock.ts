// Time: the replay. Stands at an entry of the log, or (view === null) in the present. "Since you left" is a replay that runs by itself.
import type { Entry, View } from '../service/words';
import type { Game } from './game';

export class Clock {
	view: View | null = null;
	at = 0;
	playing = false;
	missed = 0;             // entries that happened while we were away
	private from = 0;
	private timer = 0;
	private wanted = 0;

	constructor(private readonly game: Game) {}

	/** The entry whose effect is seen at `at`: the one before it. */
	get entry(): Entry | undefined { return this.game.log.find((e) => e.n === this.at - 1); }

	sinceYouLeft(seen: number): void {
		const others = this.game.log.filter((e) => e.n >= seen && !e.undone && e.side !== this.game.now.as && e.entry === 'order');
		this.from = seen;
		this.missed = seen >= 0 && !this.game.alone ? others.length : 0;
	}

	playMissed(): void {
		const from = this.from;
		this.missed = 0;
		void this.go(from).then(() => this.play());
	}

	forgetMissed(): void {
		this.missed = 0;
		this.game.tell();
	}

	async go(n: number): Promise<void> {
		const last = this.game.now.n;
		const target = Math.max(0, Math.min(n, last));
		this.wanted = target;
		if (target === last) {
			this.present();
			return;
		}
		try {
			const view = await this.game.viewAt(target);
			if (this.wanted !== target) return;
			this.at = target;
			this.view = view;
			this.game.tell();
		} catch (e) {
			this.stop();
			this.game.complain(e);
		}
	}

	present(): void {
		this.stop();
		this.view = null;
		this.at = this.game.now.n;
		this.wanted = this.at;
		this.game.hand.settle();
		this.game.tell();
	}

	/** The next entry that still counts, in that direction. */
	step(by: 1 | -1): void {
		const here = this.view ? this.at : this.game.now.n;
		let n = here + by;
		while (n > 0 && n < this.game.now.n && this.game.log.find((e) => e.n === n - 1)?.undone) n += by;
		void this.go(n);
	}

	play(): void {
		this.stop();
		this.playing = true;
		const beat = () => {
			if (!this.view) return this.stop();
			this.step(1);
			this.timer = window.setTimeout(beat, 900);
		};
		this.timer = window.setTimeout(beat, 600);
		this.game.tell();
	}

	stop(): void {
		clearTimeout(this.timer);
		if (!this.playing) return;
		this.playing = false;
		this.game.tell();
	}

	/** The game moved on: a replay stays where it is. */
	moved(): void {
		if (!this.view) this.at = this.game.now.n;
	}
}
