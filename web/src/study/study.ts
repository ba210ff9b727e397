// Studies and tournaments in this browser: the program's own commands `study` and `tournament`, in workers. A study is played in parts, a worker for each;
// a finished game is a line of its journal and is told at once, so that a study can be stopped at any time. The report is made by the command
// from those lines, and so it is the same as the command's.
import { offers } from '../service/courier';
import type { FromStudy, ToStudy } from './words';

export interface Wanted {
	battle: string;
	system: string;
	scenario: string;
	options: Record<string, number>;
	levels: string[]; // of a study: whom each side has; of a tournament: who meets
	sides: string[]; // of a study: the battle's; none for a tournament
	games: number;
	seed: number;
}
export interface Summary {
	games: number;
	draws: number;
	sides: Record<string, { wins: number; points: number; low: number; high: number }>;
}
export interface Running {
	wanted: Wanted;
	done: number;
	all: number;
	state: 'playing' | 'writing' | 'over' | 'stopped' | 'failed';
	trouble: string;
	report: string | null;
	journal: string | null;
	words: string;
	command: string;
}

const JOURNAL = 'study/journal.jsonl';

/** Where the workers are: beside this page if it needs no server, otherwise in the page that this table gives away. */
async function folder(): Promise<URL> {
	const home = new URL(offers('offline') ? '/offline/' : './', location.href.replace(/#.*/, ''));
	const answer = await fetch(new URL('where.json', home), { cache: 'no-cache' });
	if (!answer.ok) throw new Error('The program for this browser cannot be fetched.');
	return new URL(`${((await answer.json()) as { folder: string }).folder}/`, home);
}

/** Can this page study at all? */
export const studies = (): boolean =>
	(offers('offline') || offers('keeping')) &&
	typeof Worker !== 'undefined' &&
	typeof WebAssembly !== 'undefined';

const common = (w: Wanted): string[] => [
	w.battle,
	w.system,
	'--scenario',
	w.scenario,
	'--games',
	String(w.games),
	'--seed',
	String(w.seed),
	...Object.entries(w.options).flatMap(([name, n]) => ['--option', `${name}=${n}`]),
];

/** As one would type it, without the folder. */
export const command = (w: Wanted): string[] =>
	w.sides.length
		? ['study', ...common(w), ...w.sides.flatMap((side, i) => [`--${side}`, w.levels[i]!])]
		: ['tournament', ...common(w), '--levels', w.levels.join(',')];

/** How many games there are to play: a tournament plays so many of each pairing. */
const all = (w: Wanted): number =>
	w.sides.length ? w.games : ((w.games + (w.games % 2)) * w.levels.length * (w.levels.length - 1)) / 2;

interface Done {
	code: number;
	out: string;
	err: string;
	files: Map<string, Uint8Array>;
}

export class Study {
	readonly now: Running;
	private readonly workers = new Set<Worker>();
	private readonly lines = new Map<number, string>(); // by the game's number
	private card = '';

	constructor(
		wanted: Wanted,
		private readonly told: () => void,
	) {
		this.now = {
			wanted,
			done: 0,
			all: all(wanted),
			state: 'playing',
			trouble: '',
			report: null,
			journal: null,
			words: '',
			command: `fratelli ${command(wanted).join(' ')}`,
		};
	}

	async play(): Promise<void> {
		try {
			const at = await folder();
			if (this.now.wanted.sides.length) await this.study(at);
			else await this.tournament(at);
		} catch (e) {
			if (this.now.state !== 'stopped')
				this.set({ state: 'failed', trouble: e instanceof Error ? e.message : String(e) });
		} finally {
			this.end();
		}
	}

	/** Games that are finished stay, and the report is made of them. */
	async stop(): Promise<void> {
		if (this.now.state !== 'playing') return;
		this.set({ state: 'stopped' });
		this.end();
		if (this.whole() > 0)
			await this.report(await folder()).catch((e: Error) => this.set({ trouble: e.message }));
		this.end();
	}

	private set(change: Partial<Running>): void {
		Object.assign(this.now, change);
		this.told();
	}
	private end(): void {
		for (const w of this.workers) w.terminate();
		this.workers.clear();
	}

	private run(
		at: URL,
		words: string[],
		files: [string, Uint8Array][],
		wrote: (path: string, text: string) => void,
	): Promise<Done> {
		const worker = new Worker(new URL('study.js', at), { type: 'module' });
		this.workers.add(worker);
		return new Promise((yes, no) => {
			worker.onerror = (e) => no(new Error(e.message || 'The program ended before it was done.'));
			worker.onmessage = ({ data }: MessageEvent<FromStudy>) => {
				if (data.type === 'wrote') return wrote(data.path, data.text);
				worker.terminate();
				this.workers.delete(worker);
				if (data.type === 'failed') no(new Error(data.text));
				else yes({ ...data, files: new Map(data.files) });
			};
			worker.postMessage({ words, files } satisfies ToStudy);
		});
	}

	// --- a study

	private async study(at: URL): Promise<void> {
		const { wanted } = this.now,
			parts = Math.min(Math.max(1, (navigator.hardwareConcurrency || 2) - 1), 8, wanted.games);
		const done = await Promise.all(
			Array.from({ length: parts }, (_, i) =>
				this.run(
					at,
					[...command(wanted), '--out', '/study', '--part', `${i + 1}/${parts}`],
					[],
					(path, text) => path === JOURNAL && this.took(text),
				),
			),
		);
		const wrong = done.find((d) => d.code !== 0);
		if (wrong) throw new Error(wrong.err || wrong.out);
		this.set({ state: 'writing' });
		await this.report(at);
		this.set({ state: 'over' });
	}

	/** A line of a part's journal: its first one says what is studied, every other is a game. */
	private took(text: string): void {
		for (const line of text.split('\n').filter(Boolean)) {
			const game = (JSON.parse(line) as { game?: number }).game;
			if (game === undefined) this.card = line;
			else this.lines.set(game, line);
		}
		this.set({ done: this.lines.size });
	}

	/** How many games there are from the first on without a gap: so many are a whole study. */
	private whole(): number {
		let n = 0;
		while (this.lines.has(n)) n++;
		return n;
	}

	private async report(at: URL): Promise<void> {
		const games = this.whole(),
			wanted = { ...this.now.wanted, games };
		const journal = [this.card, ...Array.from({ length: games }, (_, i) => this.lines.get(i)!), ''].join(
			'\n',
		);
		const done = await this.run(
			at,
			[...command(wanted), '--out', '/study'],
			[[JOURNAL, new TextEncoder().encode(journal)]],
			() => undefined,
		);
		const page = done.files.get('study/report.html');
		if (!page) throw new Error(done.err || 'There is no report.');
		this.set({
			done: games,
			journal,
			report: new TextDecoder().decode(page),
			words: done.out.replace(/^.*report\.html\n/m, ''),
			command: `fratelli ${command(wanted).join(' ')}`,
			trouble: done.code ? done.err : '',
		});
	}

	// --- a tournament

	private async tournament(at: URL): Promise<void> {
		const done = await this.run(at, command(this.now.wanted), [], (path, text) => {
			const step = path ? null : [...text.matchAll(/ (\d+)\/(\d+) /g)].pop();
			if (step) this.set({ done: Number(step[1]), all: Number(step[2]) });
		});
		if (done.code) throw new Error(done.err.replace(/\r[^\r]*\r/g, ''));
		this.set({ state: 'over', words: done.out });
	}
}
