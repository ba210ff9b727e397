// What the build puts into the page (bundle.mjs): the card as WebAssembly, its charts, the rules in our words, and rosters.

export type Chart = string | Chart[] | { [key: string]: Chart };
export interface Statement {
	id: string;
	heading: string | null;
	text: string;
}
export interface RosterPiece {
	id: string;
	name: string;
	side: string;
	symbol: string;
	formation: string | null;
	slots: Record<string, string>;
	derived: string | null;
}
export interface Roster {
	battle: string;
	title: string;
	scenario: string;
	named: string;
	grade: string;
	sides: { id: string; title: string; colour: string }[];
	formations: Record<string, string>;
	pieces: RosterPiece[];
}
export interface Given {
	wasm: string;
	charts: Chart;
	rules: Statement[];
	rosters: Roster[];
}

declare const COMPANION: Given;
export const given: Given = COMPANION;
