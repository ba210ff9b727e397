// How components reach the game and the desk around it, and follow both.
import { createContext } from 'preact';
import { useContext, useEffect, useReducer } from 'preact/hooks';
import type { Place } from '../service/words';
import { spotOf } from '../field/geometry';
import type { Game } from './game';

export type Leaf = 'orders' | 'log' | 'armies' | 'day' | 'rules' | 'talk' | 'more';
export type Dialog = 'report' | 'proof' | 'override' | 'keys' | 'briefing' | null;

/** So narrow that a leaf takes the place of the question. */
export const narrow = (): boolean => matchMedia('(max-width: 960px)').matches;

/** What lies open on the desk beside the board. */
export class Desk {
	leaf: Leaf | null = narrow() ? null : 'orders';
	rule: string | null = null;
	dialog: Dialog = null;
	marked: Place[] = []; // hexes a sentence points at
	reveal: (place: Place) => void = () => undefined;
	fit: () => void = () => undefined;
	constructor(private readonly game: Game) {}

	open(leaf: Leaf | null): void {
		this.leaf = leaf;
		this.game.tell();
	}
	/** How the board stood then. No dialog may cover it, nor a leaf the question: the way back to the present is there. */
	lookBack(to: number): void {
		if (this.dialog) this.show(null);
		if (narrow()) this.open(null);
		void this.game.clock.go(to);
	}
	openRule(id: string): void {
		this.rule = id;
		this.open('rules');
	}
	show(dialog: Dialog): void {
		this.dialog = dialog;
		this.game.held = dialog !== null;
		if (!dialog) this.game.clock.wake();
		this.game.tell();
	}
	/** Marks hexes without moving the map. */
	mark(places: (Place | null)[]): void {
		this.marked = places.filter(
			(p): p is Place =>
				p !== null && (this.game.hex.has(p) || (!!this.game.board.table && spotOf(p) !== null)),
		);
		this.game.tell();
	}
	point(places: (Place | null)[]): void {
		this.mark(places);
		if (this.marked[0]) this.reveal(this.marked[0]);
	}
}

export interface Table {
	game: Game;
	desk: Desk;
}
export const TableContext = createContext<Table | null>(null);

/** The table this component sits at; it is drawn again whenever something on it changes. */
export function useTable(): Table {
	const table = useContext(TableContext)!;
	const [, again] = useReducer<number, void>((n) => n + 1, 0);
	useEffect(() => table.game.listen(() => again()), [table]);
	return table;
}
