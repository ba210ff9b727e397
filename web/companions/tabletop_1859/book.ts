// What the moderator keeps: units, commanders, turn and phase. Everything that happens is a step, a sentence with the values it changed;
// so any number of steps can be taken back, and done again. Each step is in the browser's storage before the screen shows it.
import { Arm, Weapon, type Effect } from './card';
import type { Roster } from './given';

export type Order = 'good' | 'disorganised' | 'routed';
export interface Unit {
	id: string;
	name: string;
	side: number;
	of: string;
	arm: Arm;
	weapon: Weapon;
	stands: number;
	full: number;
	morale: number;
	french: boolean;
	italian: boolean;
	order: Order;
	underFire: boolean;
	stopped: boolean;
	rallied: boolean;
	gone: boolean;
	owed: Effect | null;
	fired?: boolean;
	charges?: string | null;
	tied?: boolean; // this turn; whom; tied: their fight in a town goes on (charge.34)
}
export interface Chief {
	id: string;
	name: string;
	side: number;
	rating: number;
	fate: 'leads' | 'killed' | 'missed';
	replaced: boolean;
	of?: string;
	chit?: number | null;
} // killed this turn; missed since
export interface Book {
	title: string;
	sides: [string, string];
	colours: [string, string];
	turn: number;
	phase: number;
	half: boolean;
	begins?: number | null;
	units: Record<string, Unit>;
	chiefs: Record<string, Chief>;
}

export const phases = ['Orders', 'Movement', 'Fire', 'Charges', 'Rally'] as const;
export const FIRE = 2,
	CHARGES = 3;
export const chits = ['Advance', 'Assault', 'Hold', 'March', 'Reform', 'Withdraw'] as const;
export const REFORM = 4;

type Change = [path: string[], before: unknown, after: unknown];
export interface Step {
	text: string;
	rules: string[];
	turn: number;
	phase: number;
	at: number;
	changes: Change[];
}
interface Kept {
	form: 1;
	first: Book;
	steps: Step[];
	done: number;
}

const empty = (): Book => ({
	title: 'Our battle',
	sides: ['French and Italians', 'Austrians'],
	colours: ['blue', 'white'],
	turn: 1,
	phase: 0,
	half: false,
	units: {},
	chiefs: {},
});
const KEY = 'fratelli.moderator',
	DRAFT = 'fratelli.moderator.draft';

function put(book: Book, path: string[], value: unknown): Book {
	const copy: Record<string, unknown> = { ...(book as unknown as Record<string, unknown>) };
	let at = copy;
	path.forEach((key, i) => {
		if (i === path.length - 1) {
			if (value === undefined || (value === null && path.length === 2))
				delete at[key]; // JSON has no undefined
			else at[key] = value;
		} else at = at[key] = { ...(at[key] as Record<string, unknown>) };
	});
	return copy as unknown as Book;
}

const look = (book: Book, path: string[]): unknown =>
	path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], book);

function whole(kept: unknown): Kept | null {
	const k = kept as Kept;
	return k &&
		k.form === 1 &&
		k.first?.units &&
		k.first.chiefs &&
		Array.isArray(k.steps) &&
		k.done >= 0 &&
		k.done <= k.steps.length
		? k
		: null;
}

/** A step in the making: every value it sets is remembered with what it was. */
export class Pen {
	readonly changes: Change[] = [];
	constructor(public book: Book) {}
	set(path: string[], value: unknown): void {
		const before = look(this.book, path);
		if (before === value) return;
		this.changes.push([path, before, value]);
		this.book = put(this.book, path, value);
	}
	unit(id: string, values: Partial<Unit>): void {
		for (const [k, v] of Object.entries(values)) this.set(['units', id, k], v);
	}
	chief(id: string, values: Partial<Chief>): void {
		for (const [k, v] of Object.entries(values)) this.set(['chiefs', id, k], v);
	}
}

export class Keeper {
	book: Book = empty();
	trouble: string | null = null; // why nothing is kept
	private kept: Kept = { form: 1, first: this.book, steps: [], done: 0 };
	private listeners = new Set<() => void>();

	constructor() {
		this.read();
		addEventListener('storage', (e) => {
			// another window of this page went on
			if (e.key !== KEY) return;
			this.read();
			this.tell();
		});
	}

	listen(l: () => void): () => void {
		this.listeners.add(l);
		return () => void this.listeners.delete(l);
	}
	private tell(): void {
		for (const l of this.listeners) l();
	}

	private read(): void {
		try {
			const text = localStorage.getItem(KEY);
			const kept = text ? whole(JSON.parse(text)) : null;
			if (kept) this.take(kept);
			else if (text) {
				// written by another version: put aside, not thrown away
				localStorage.setItem(`${KEY}.unread.${Date.now()}`, text);
				this.trouble = 'What was kept here could not be read; it has been put aside.';
			}
		} catch {
			this.trouble = 'This browser keeps nothing for this page. Save to a file from time to time.';
		}
	}

	private take(kept: Kept): void {
		this.kept = kept;
		this.book = kept.first;
		for (const s of kept.steps.slice(0, kept.done))
			for (const [path, , after] of s.changes) this.book = put(this.book, path, after);
	}

	private write(): void {
		try {
			localStorage.setItem(KEY, JSON.stringify(this.kept));
			this.trouble = null;
		} catch {
			this.trouble = "The browser's storage is full or closed: save to a file now.";
		}
		this.tell();
	}

	/** One step: `work` sets values with the pen and returns its sentence, or null for nothing. */
	step(work: (pen: Pen) => { text: string; rules?: string[] } | null): void {
		const pen = new Pen(this.book);
		const said = work(pen);
		if (!said) return;
		const { turn, phase } = this.book;
		const steps = [
			...this.kept.steps.slice(0, this.kept.done),
			{ text: said.text, rules: said.rules ?? [], turn, phase, at: Date.now(), changes: pen.changes },
		];
		this.kept = { ...this.kept, steps, done: steps.length };
		this.book = pen.book;
		this.write();
	}

	get steps(): Step[] {
		return this.kept.steps.slice(0, this.kept.done);
	}
	get canUndo(): boolean {
		return this.kept.done > 0;
	}
	get canRedo(): boolean {
		return this.kept.done < this.kept.steps.length;
	}

	undo(to = this.kept.done - 1): void {
		for (; this.kept.done > Math.max(0, to); this.kept = { ...this.kept, done: this.kept.done - 1 })
			for (const [path, before] of [...this.kept.steps[this.kept.done - 1]!.changes].reverse())
				this.book = put(this.book, path, before);
		this.write();
	}
	redo(): void {
		if (!this.canRedo) return;
		for (const [path, , after] of this.kept.steps[this.kept.done]!.changes)
			this.book = put(this.book, path, after);
		this.kept = { ...this.kept, done: this.kept.done + 1 };
		this.write();
	}

	/** A new evening; the old one can be brought back by undo. */
	begin(book: Book): void {
		this.step((pen) => {
			for (const [key, value] of Object.entries(book)) pen.set([key], value);
			return { text: `${book.title}: a new game` };
		});
	}

	/** All of it as a file, and back. */
	export(): string {
		return JSON.stringify(this.kept);
	}
	import(text: string): boolean {
		try {
			const kept = whole(JSON.parse(text));
			if (!kept) return false;
			this.take(kept);
			this.write();
			return true;
		} catch {
			return false;
		}
	}
}

/** Half-filled forms outlive the tab too. */
export function keepDraft(draft: unknown): void {
	try {
		localStorage.setItem(DRAFT, JSON.stringify(draft));
	} catch {
		/* the keeper has said so */
	}
}
export function readDraft<T>(otherwise: T): T {
	try {
		return { ...otherwise, ...(JSON.parse(localStorage.getItem(DRAFT) ?? '{}') as Partial<T>) };
	} catch {
		return otherwise;
	}
}

// --- rosters -----------------------------------------------------------------------------------------------------------------

const weapons: [Arm, RegExp, Weapon][] = [
	[Arm.Artillery, /: rifled\b/, Weapon.Rifled],
	[Arm.Artillery, /: rockets\b/, Weapon.Rockets],
	[Arm.Infantry, /: jaeger\b/, Weapon.Jaeger],
	[Arm.Infantry, /: muskets\b/, Weapon.Italian],
];
/** As the muster says it, which names the weapon of every unit. */
const weaponOf = (arm: Arm, derived: string): Weapon =>
	weapons.find(([of, words]) => of === arm && words.test(derived))?.[2] ??
	(arm === Arm.Artillery ? Weapon.Smoothbore : Weapon.Rifle);
const arms: Record<string, Arm> = {
	infantry: Arm.Infantry,
	cavalry: Arm.Cavalry,
	artillery: Arm.Artillery,
	horse_artillery: Arm.Artillery,
};

export const newUnit = (id: string, more: Partial<Unit>): Unit => ({
	id,
	name: 'New unit',
	side: 0,
	of: '',
	arm: Arm.Infantry,
	weapon: Weapon.Rifle,
	stands: 6,
	full: 6,
	morale: 7,
	french: false,
	italian: false,
	order: 'good',
	underFire: false,
	stopped: false,
	rallied: false,
	gone: false,
	owed: null,
	...more,
});

/** A scenario's armies as the program mustered them. */
export function fromRoster(r: Roster, half: boolean): Book {
	const book: Book = {
		...empty(),
		title: `${r.title}: ${r.named}`,
		sides: [r.sides[0]!.title, r.sides[1]!.title],
		colours: [r.sides[0]!.colour, r.sides[1]!.colour],
		half,
	};
	for (const p of r.pieces) {
		const side = Math.max(
				0,
				r.sides.findIndex((s) => s.id === p.side),
			),
			arm = arms[p.symbol];
		const number = (slot: string) => Number(/\d+/.exec(p.slots[slot] ?? '')?.[0] ?? NaN);
		if (arm === undefined) {
			if (number('rating') > 0)
				book.chiefs[p.id] = {
					id: p.id,
					name: p.name,
					side,
					rating: number('rating'),
					fate: 'leads',
					replaced: false,
					of: r.formations[p.formation ?? ''] ?? '',
				};
			continue;
		}
		const full = Number((p.slots.stands ?? '1').split('/').pop()) * (half ? 2 : 1);
		book.units[p.id] = newUnit(p.id, {
			name: p.name,
			side,
			of: r.formations[p.formation ?? ''] ?? '',
			arm,
			weapon: weaponOf(arm, p.derived ?? ''),
			stands: full,
			full,
			morale: number('rating') || 7,
			french: /charge\.20/.test(p.derived ?? ''),
			italian: /charge\.21/.test(p.derived ?? ''),
		});
	}
	return book;
}
