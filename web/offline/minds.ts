// The workers that think, seen from the table. One answers odds and the like, one gives advice, and each computer that thinks has one of its own.
// A mind is cancelled by ending its worker; another stands ready.
import type { Block, Program } from './module';
import type { Files } from './wasi';
import type { Ask, FromMind, ToMind } from './words';

type Answered = Extract<FromMind, { type: 'answer' }>;

class Mind {
	private readonly worker: Worker;
	private readonly waiting = new Map<number, (answer: Answered | null) => void>();

	constructor(module: WebAssembly.Module, files: Files, program: Program) {
		this.worker = new Worker(new URL('mind.js', import.meta.url), { type: 'module' });
		const blocks: Block[] = program.all();
		this.tell({ type: 'begin', module, files, size: program.size, blocks });
		this.worker.onmessage = ({ data }: MessageEvent<FromMind>) => {
			if (data.type === 'ready') return;
			const back = this.waiting.get(data.id);
			this.waiting.delete(data.id);
			back?.(data);
		};
		this.worker.onerror = () => this.end();
	}
	get busy(): boolean {
		return this.waiting.size > 0;
	}
	tell(message: ToMind): void {
		this.worker.postMessage(message);
	}
	/** null: it was ended, or it failed. */
	ask(message: Extract<ToMind, { id: number }>): Promise<Answered | null> {
		return new Promise((back) => {
			this.waiting.set(message.id, back);
			this.tell(message);
		});
	}
	end(): void {
		this.worker.terminate();
		const left = [...this.waiting.values()];
		this.waiting.clear();
		this.over = true;
		for (const back of left) back(null);
	}
	over = false;
}

export class Minds {
	private analyst: Mind | null = null;
	private adviser: Mind | null = null;
	private readonly thinkers = new Map<string, Mind>(); // by game
	private spare: Mind | null = null;
	private id = 1;

	constructor(
		private readonly module: WebAssembly.Module,
		private readonly files: Files,
		private readonly program: Program,
	) {}

	private fresh(): Mind {
		return new Mind(this.module, this.files, this.program);
	}
	private all(): Mind[] {
		return [this.analyst, this.adviser, this.spare, ...this.thinkers.values()].filter(
			(m): m is Mind => !!m && !m.over,
		);
	}

	/** The store has changed. */
	tell(blocks: Block[], size: number): void {
		for (const m of this.all()) m.tell({ type: 'blocks', size, blocks });
	}

	ask(ask: Ask): Promise<Answered | null> {
		const hint = /\/hint(\?|$)/.test(ask.url),
			mine = hint ? this.adviser : this.analyst;
		const mind = mine && !mine.over ? mine : this.fresh();
		if (hint) this.adviser = mind;
		else this.analyst = mind;
		return mind.ask(ask);
	}

	async think(game: string, side: number): Promise<{ n: number; order: string; plan: string }> {
		let mind = this.thinkers.get(game);
		if (!mind || mind.over) {
			mind = this.spare && !this.spare.over ? this.spare : this.fresh();
			this.spare = null;
			this.thinkers.set(game, mind);
			while (this.thinkers.size > 3) {
				// a computer that is not asked remembers its plan only as long as there is room
				const [idle] = [...this.thinkers].find(([id, m]) => id !== game && !m.busy) ?? [];
				if (!idle) break;
				this.thinkers.get(idle)!.end();
				this.thinkers.delete(idle);
			}
			setTimeout(() => (this.spare ??= this.fresh()), 200);
		}
		const answer = await mind.ask({ type: 'think', id: this.id++, game, side });
		if (!answer) return { n: -1, order: '', plan: '' };
		const text = new TextDecoder().decode(answer.body),
			first = text.indexOf('\n'),
			second = text.indexOf('\n', first + 1);
		return {
			n: Number(text.slice(0, first)),
			order: text.slice(first + 1, second),
			plan: text.slice(second + 1),
		};
	}

	/** The game goes on without it. */
	cancel(game: string): void {
		const mind = this.thinkers.get(game);
		if (!mind?.busy) return;
		this.thinkers.delete(game);
		mind.end();
	}

	end(): void {
		for (const m of this.all()) m.end();
	}
}
