// The card itself: card.c compiled to WebAssembly, filled with the charts. This file only lays the structs of card.h into memory
// and reads them back; every number it returns was computed there.
import { given, type Chart } from './given';

export const enum Weapon {
	Rifled,
	Smoothbore,
	Rockets,
	Rifle,
	Jaeger,
	Italian,
}
export const enum Arm {
	Infantry,
	Cavalry,
	Artillery,
}
export const enum Is {
	Covered = 1,
	MovingCavalry = 2,
	Enfiladed = 4,
	Column = 8,
	GunsOrCavalry = 16,
	Partial = 32,
	Disorganised = 64,
	UnderFire = 128,
	InWorks = 256,
	Routed = 512,
	Led = 1024,
	Flanked = 2048,
	Supported = 4096,
	Formed = 8192,
	FrenchFoot = 16384,
	ItalianFoot = 32768,
	Surprising = 65536,
	Furious = 131072,
	InTown = 262144,
	Continued = 524288,
	Charging = 1048576,
	Mixed = 2097152,
}
export const enum Choice {
	FallBack,
	Disorganise,
	Lose,
}

export interface Modifier {
	rule: string;
	text: string;
	value: number;
}
export interface Shot {
	refused: string | null;
	band: number;
	groups: { points: number; need: number }[];
	because: Modifier[];
}
export interface Hit {
	morale: number;
	arm: Arm;
	is: number;
}
export interface Effect {
	result: number;
	back: number;
	routs: number;
	disorganised: number;
	losses: number;
	stopped: number;
	underFire: number;
	chooses: number;
}
export interface Side {
	ordered: number;
	disorganised: number;
	arm: Arm;
	morale: number;
	is: number;
	againstHorse: number;
}
export interface Score {
	points: number;
	total: number;
	because: Modifier[];
}
export interface Outcome {
	margin: number;
	winner: number;
	back: number;
	routs: number;
	gunsLost: number;
	eliminated: number;
	losses: [number, number];
	disorganised: [number, number];
	again: number;
	waits: number;
	goesOn: number;
}

type Call = (...args: number[]) => number;
const GROUPS = 8,
	MODIFIERS = 12;

export class Card {
	private readonly words: Int32Array;
	private readonly bytes: Uint8Array;
	private readonly at: number; // the filled struct card
	private readonly ask: number; // what is asked
	private readonly told: number; // what is answered
	readonly ranges: { artillery: number[]; rifle: number[]; limit: number[]; sure: number; doubled: number };

	private constructor(
		private readonly c: Record<string, Call> & {
			memory: WebAssembly.Memory;
			__heap_base: WebAssembly.Global;
			tt_card_chart: WebAssembly.Global;
			tt_card_words: WebAssembly.Global;
		},
	) {
		c.memory.grow(1);
		this.words = new Int32Array(c.memory.buffer);
		this.bytes = new Uint8Array(c.memory.buffer);
		this.at = (Number(c.__heap_base.value) + 15) & ~15;
		this.ask = this.at + 4096;
		this.told = this.at + 8192;
		this.fill();
		const inch = (path: string) => Number(this.follow(path)) * 10;
		this.ranges = {
			artillery: [0, 1, 2, 3].map((i) => inch(`artillery.${i}.to`)),
			rifle: [0, 1, 2].map((i) => inch(`rifle.${i}.to`)),
			limit: [
				'artillery.3.to',
				'artillery_limits.smoothbore.value',
				'artillery_limits.rockets.value',
				'rifle_limits.rifles.value',
				'rifle_limits.jaeger.value',
				'rifle_limits.italian_line.value',
			].map(inch),
			sure: inch('artillery_modifiers.smoothbore.beyond'),
			doubled: inch('rifle_limits.doubled.value'),
		};
	}

	static async open(): Promise<Card> {
		const code = Uint8Array.from(atob(given.wasm), (c) => c.charCodeAt(0));
		const { instance } = await WebAssembly.instantiate(code, {});
		return new Card(instance.exports as never);
	}

	private text(at: number): string {
		let end = at;
		while (this.bytes[end]) end++;
		return new TextDecoder().decode(this.bytes.subarray(at, end));
	}

	private int(at: number, i: number): number {
		return this.words[(at >> 2) + i]!;
	}
	private put(at: number, ...n: number[]): void {
		this.words.set(n, at >> 2);
	}

	private follow(path: string): Chart {
		return path.split('.').reduce((n, key) => {
			const next = (n as Record<string, Chart>)[key];
			if (next === undefined) throw new Error(`The charts have no ${path}.`);
			return next;
		}, given.charts);
	}

	/** tt_card_chart[] says where each number belongs. */
	private fill(): void {
		for (let row = Number(this.c.tt_card_chart.value); this.int(row, 0); row += 16) {
			const [path, offset, times] = [this.text(this.int(row, 0)), this.int(row, 1), this.int(row, 3)];
			const value = this.follow(path);
			for (const [i, v] of (Array.isArray(value) ? value : [value]).entries()) {
				const n = v === 'yes' ? 1 : v === 'no' ? 0 : Number(v);
				if (!Number.isInteger(n)) throw new Error(`${path} is no number.`);
				this.put(this.at + 4 * (offset + i), n * times);
			}
		}
	}

	/** A struct card_list. */
	private list(at: number): Modifier[] {
		const table = Number(this.c.tt_card_words.value);
		return Array.from({ length: this.int(at, 0) }, (_, i) => {
			const which = this.int(at, 1 + i);
			return {
				rule: this.text(this.int(table, 2 * which)),
				text: this.text(this.int(table, 2 * which + 1)),
				value: this.int(at, 1 + MODIFIERS + i),
			};
		});
	}

	fire(weapon: Weapon, firing: number, range: number, is: number): Shot {
		this.put(this.ask, weapon, firing, range, is);
		const refused = this.c.tt_card_fire!(this.at, this.ask, this.told);
		const because = this.list(this.told + 4 * (2 + 2 * GROUPS));
		const groups = Array.from({ length: this.int(this.told, 1) }, (_, i) => ({
			points: this.int(this.told, 2 + i),
			need: this.int(this.told, 2 + GROUPS + i),
		}));
		return {
			refused: refused ? this.text(refused) : null,
			band: this.int(this.told, 0),
			groups,
			because,
		};
	}

	hitModifiers(h: Hit): Modifier[] {
		this.put(this.ask, h.morale, h.arm, h.is);
		this.words.fill(0, this.told >> 2, (this.told >> 2) + 1 + 2 * MODIFIERS);
		this.c.tt_card_hit_modifier!(this.at, this.ask, this.told);
		return this.list(this.told);
	}

	private readEffect(at: number): Effect {
		const [result, back, routs, disorganised, losses, stopped, underFire, chooses] = this.words.subarray(
			at >> 2,
			(at >> 2) + 8,
		) as unknown as [number, number, number, number, number, number, number, number];
		return { result, back, routs, disorganised, losses, stopped, underFire, chooses };
	}
	private putEffect(at: number, e: Effect): void {
		this.put(at, e.result, e.back, e.routs, e.disorganised, e.losses, e.stopped, e.underFire, e.chooses);
	}

	effect(h: Hit, white: number): Effect {
		this.put(this.ask, h.morale, h.arm, h.is);
		this.c.tt_card_effect!(this.at, this.ask, white, this.told);
		return this.readEffect(this.told);
	}
	choose(e: Effect, choice: Choice): Effect {
		this.putEffect(this.told, e);
		this.c.tt_card_choose!(this.told, choice);
		return this.readEffect(this.told);
	}
	mayChoose(choice: Choice, disorganised: boolean): boolean {
		return !!this.c.tt_card_may_choose!(choice, disorganised ? 1 : 0);
	}
	together(a: Effect, b: Effect): Effect {
		this.putEffect(this.told, a);
		this.putEffect(this.ask, b);
		this.c.tt_card_together!(this.told, this.ask);
		return this.readEffect(this.told);
	}

	private putMelee(sides: [Side, Side], is: number): void {
		this.put(
			this.ask,
			...sides.flatMap((s) => [s.ordered, s.disorganised, s.arm, s.morale, s.is, s.againstHorse]),
			is,
		);
	}

	score(sides: [Side, Side], is: number, side: 0 | 1): Score {
		this.putMelee(sides, is);
		this.c.tt_card_score!(this.at, this.ask, side, this.told);
		return {
			points: this.int(this.told, 0),
			total: this.int(this.told, 1),
			because: this.list(this.told + 8),
		};
	}
	outcome(sides: [Side, Side], is: number, attacker: number, defender: number): Outcome {
		this.putMelee(sides, is);
		this.c.tt_card_outcome!(this.at, this.ask, attacker, defender, this.told);
		const n = [...this.words.subarray(this.told >> 2, (this.told >> 2) + 13)] as number[];
		return {
			margin: n[0]!,
			winner: n[1]!,
			back: n[2]!,
			routs: n[3]!,
			gunsLost: n[4]!,
			eliminated: n[5]!,
			losses: [n[6]!, n[7]!],
			disorganised: [n[8]!, n[9]!],
			again: n[10]!,
			waits: n[11]!,
			goesOn: n[12]!,
		};
	}
	chargeBonus(d10: number): number {
		return this.c.tt_card_charge_bonus!(this.at, d10);
	}
	surprises(d10: number): boolean {
		return !!this.c.tt_card_surprises!(this.at, d10);
	}
	furious(french: boolean, d10: number): boolean {
		return !!this.c.tt_card_furious!(this.at, french ? 1 : 0, d10);
	}
	endangers(melee: boolean, natural: number): boolean {
		return !!this.c.tt_card_endangers!(this.at, melee ? 1 : 0, natural);
	}
	kills(second: number): boolean {
		return !!this.c.tt_card_kills!(second);
	}
	rally(morale: number, lost: number, half: boolean): number {
		return this.c.tt_card_rally!(this.at, morale, lost, half ? 1 : 0);
	}
	replace(rating: number): number {
		return this.c.tt_card_replace!(this.at, rating);
	}
	core(arm: Arm, stands: number, full: number): boolean {
		return !!this.c.tt_card_core!(this.at, arm, stands, full);
	}
	command(rating: number, superior: boolean): number {
		return this.c.tt_card_command!(this.at, rating, superior ? 1 : 0);
	}
}
