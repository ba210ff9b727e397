// What the service says (docs/service.md), as types. Sides, pieces and places are the words that orders use: "union", "sherman", "0405".

/** The version of all this (src/wire/wire.h). A table says its own with every answer. */
export const WIRE = 4;

export type Side = string;
export type Place = string;
export type PieceId = string;

/** features: what this table has besides games: accounts, friends, webhooks; keeping, where the player keeps the store himself; mail, where games by mail can be played. */
export interface Me {
	name: string;
	guest: boolean;
	csrf: string;
	local: boolean;
	features: string[];
}

/** In sentences: "Austrian", "the Austrians", "the Austrians'". */
export interface SideInfo {
	id: Side;
	title: string;
	adjective: string;
	plural: string;
	possessive: string;
	colour: string;
}
export interface ScenarioInfo {
	id: string;
	title: string;
	text: string;
	starts: string;
	ends: string;
	minutes?: number;
}
export interface BattleInfo {
	id: string;
	title: string;
	date: string;
	where: string;
	text: string;
	sides: SideInfo[];
	scenarios: ScenarioInfo[];
}
export interface OptionInfo {
	name: string;
	title: string;
	rule: string | null;
	min: number;
	max: number;
	standard: number;
}
export interface SystemInfo {
	id: string;
	title: string;
	subtitle: string;
	text: string;
	version: number;
	difficulty: number;
	turn_name: string;
	options: OptionInfo[];
}
/** What a study found, both sides played by the computer: `level` says how well. */
export interface Balance {
	won: Record<Side, number>;
	drawn: number;
	games: number;
	level: string;
	date: string;
}
export interface Pairing {
	battle: string;
	scenario: string;
	system: string;
	grade: string;
	why: string | null;
	pieces: number;
	turns?: number;
	decisions?: number;
	guess_minutes?: number;
	balance?: Balance;
}
export interface Level {
	name: string;
	title: string;
	text?: string;
}
export interface Catalogue {
	battles: BattleInfo[];
	systems: SystemInfo[];
	pairings: Pairing[];
	skills: Level[];
}

export interface Seat {
	who: string | null;
	kind: 'open' | 'person' | 'computer';
	resigned?: boolean;
}
export interface GameSummary {
	id: string;
	battle: string;
	system: string;
	scenario: string;
	title: string;
	seats: Record<Side, string>;
	you: Side[];
	turn: Side | null;
	yours: boolean;
	over: boolean;
	result: string | null;
	resigned?: Side;
	levels?: Record<Side, string>;
	n: number | null;
	updated: number | null;
}

export interface Hex {
	n: Place;
	x: number;
	y: number;
	name?: string;
	level: number;
	cover: string[];
}
export interface HexMap {
	flat: boolean;
	size: number;
	cols: number;
	rows: number;
	origin: [number, number];
	hexes: Hex[];
}
export interface Sign {
	name: string;
	title: string;
	rule: string | null;
	glyph: string | null;
}
export interface BoardPiece {
	id: PieceId;
	name: string;
	side: Side;
	symbol: string;
	formation: string | null;
	derived: string | null;
}
export interface Formation {
	id: string;
	name: string;
	parent: string | null;
	side: Side;
	level?: string;
}
export interface Verb {
	name: string;
	takes_unit: boolean;
	a: string | null;
	b: string | null;
	c: string | null;
	choices?: string[];
}
/** A question of the rule system; minor: its usual answer will do. */
export interface Asked {
	name: string;
	text: string;
	rule: string | null;
	minor: boolean;
}
export interface Standing {
	name: string;
	title: string;
	choices: string[];
}
export interface Overlay {
	name: string;
	title: string;
	needs_unit: boolean;
}
export interface Field {
	name: string;
	scope: 'game' | 'piece' | 'place' | 'side';
	value: string;
	choices?: string[];
	min?: number;
	max?: number;
}

export interface GuideInfo {
	system: string;
	title: string;
	intro: string;
	battle: string;
	scenario: string;
	side: Side;
	steps: number;
}
export interface GuideStep {
	say: string;
	rule: string | null;
	hint: string | null;
	expect: 'order' | 'asked' | 'any' | 'next' | 'refused' | 'odds' | 'picked';
	words: string;
	point: string[];
}
export interface Guide {
	title: string;
	intro: string;
	closing: string;
	steps: GuideStep[];
}

export interface Board {
	id: string;
	wire: number;
	battle: { id: string; title: string; date: string; where?: string; text?: string };
	scenario: ScenarioInfo;
	system: { id: string; title: string; subtitle?: string; turn_name: string };
	sides: SideInfo[];
	you: Side[];
	seats: Record<Side, Seat>;
	invites?: Record<Side, string>;
	stuck?: Stuck;
	dice?: 'sealed' | 'ours';
	commitment: string;
	pieces: BoardPiece[];
	formations: Formation[];
	map?: HexMap;
	table?: { w: number; h: number };
	boxes: Place[];
	signs: { slot: Sign[]; badge: Sign[]; mark: Sign[] };
	verbs: Verb[];
	questions: Asked[];
	standing: Standing[];
	overlays: Overlay[];
	sight?: boolean;
	threats?: boolean;
	options: Record<string, number>;
	fields: Field[];
	guide?: Guide;
}

export interface ViewPiece {
	id: PieceId;
	side: Side;
	symbol: string;
	place: Place[];
	facing?: number;
	x?: number;
	y?: number;
	w?: number;
	h?: number;
	order: number;
	badges: string[];
	acts: boolean;
	slot: string[];
}
export interface Mark {
	place: Place;
	mark: string;
	side: Side | null;
	dir: number;
	label: string;
	name?: string;
}
export interface Track {
	name: string;
	rule: string | null;
	value: number;
	min: number;
	max: number;
	text: string;
	side: Side | null;
}
export interface Question {
	name: string;
	text: string;
	rule: string | null;
	minor: boolean;
	open?: boolean;
}
export type Role = 'other' | 'pick' | 'move' | 'fire' | 'assault' | 'rally' | 'choice' | 'stop' | 'done';
/** `words` are what is sent; the rest is for the page. turn: the piece is turned to that side of its hex, 0 to 5. */
export interface Order {
	words: string;
	text: string;
	rule: string | null;
	piece: PieceId | null;
	target: PieceId | null;
	place: Place | null;
	role: Role;
	verb: string;
	turn?: number;
}

/** A piece that can be put anywhere: whether it can be turned with it, and in what order it stands then. */
export interface Put {
	turns: boolean;
	choices?: string[];
	choice?: string;
}

export interface View {
	n: number;
	as: Side | null;
	turn: Side | null;
	over: boolean;
	winner?: string | null;
	margin?: number;
	mine: boolean;
	clock: number;
	headline: string;
	pieces: ViewPiece[];
	marks: Mark[];
	tracks: Track[];
	question: Question | null;
	orders: Order[];
	usual: number | null;
	put?: Record<PieceId, Put>;
	settled?: number;
	undo: number;
	undo_step?: number;
	standing: Record<string, string>;
	waiting: Side[];
}

export interface Event {
	kind: string;
	text: string;
	rule: string | null;
	side: Side | null;
	who: PieceId | null;
	whom: PieceId | null;
	where: Place | null;
	to: Place | null;
	n: number;
	dice?: number[];
	sides?: number;
}
/** A game that the present rules play differently since an entry: it can be looked at, and not go on. */
export interface Stuck {
	n: number;
	text: string;
}
export interface Entry {
	n: number;
	side: Side | null;
	entry?: string;
	order: string | null;
	undone: boolean;
	to?: number;
	first?: number;
	typed?: boolean;
	beyond?: boolean;
	events: Event[];
}

export interface Outcome {
	text: string;
	effects: Event[];
	fraction: string | null;
	chance: number;
}
/** leaves: how many ends of paths through the rules were counted; guesses: how many possible states of what is hidden they are the mean of. */
export interface Odds {
	exact: boolean;
	leaves: number;
	guesses: number;
	outcomes: Outcome[];
	besides: Outcome[];
	modifiers: {
		text: string | null;
		value: number;
		much: string;
		rule: string | null;
		of?: string | null;
	}[];
}
export interface Threat {
	text: string;
	rule: string | null;
	piece?: PieceId | null;
	odds: Odds;
}
/** What could not be done, and why. */
export interface Failure {
	error: string;
	rule?: string | null;
	n?: number;
	done?: number;
	refused?: Refusal;
	wanted?: Wanted;
}
export interface Refusal {
	rule: string | null;
	text: string;
}
/** An order as it is to be sent. Allowed: what it means in words, and on a table where the piece would stand then. */
export interface There {
	words: string;
	allowed: boolean;
	rule: string | null;
	text: string | null;
	say?: string;
	then?: { x: number; y: number; w: number; h: number; facing: number };
}
export interface Sight {
	clear: boolean;
	rule: string | null;
	text: string | null;
}
export interface OverlayValues {
	values?: Record<Place, number>;
	shapes?: [number, number][][];
}
export interface Wanted {
	dice: number;
	sides: number;
	pick?: boolean;
	why?: string | null;
	rule?: string | null;
	side?: Side | null;
}
/** How the game stands after an order, and the log from the entry `from` on. */
export interface News {
	view?: View;
	from?: number;
	log?: Entry[];
}
export interface Done extends News {
	n: number;
	done: number;
	refused?: Refusal;
	wanted?: Wanted;
}
export interface Advice {
	n: number;
	words: string;
	text: string;
	rule: string | null;
	plan: Order[];
	why: string | null;
	/** what such a position came to in games between captains; left out where that is not known */
	outlook?: { win: number; draw: number; loss: number };
}
export interface Plan {
	n: number;
	side: Side;
	text: string;
}
/** How a piece can set out: null alone, 'stack' with those beside it, otherwise an order that takes it up. */
export interface Manner {
	by: string | null;
	text: string;
	pieces: PieceId[];
}
/** A place where it can go. `orders` lead there, to be sent together and whole; a stack's are found by `march`. */
export interface End {
	cost: number;
	way: Place[];
	orders?: string[];
}
/** Everything about a piece or a place. why: why nothing can be done there; null if something can. */
export interface About {
	n: number;
	as: Side | null;
	orders?: Order[];
	why?: Refusal | null;
	manners?: Manner[];
	reach?: Record<Place, End>;
	there?: There;
	overlays?: Record<string, OverlayValues>;
	threats?: Threat[];
	odds?: Record<string, Odds>;
}
export interface Leg {
	piece: PieceId;
	at: Place | null;
	arrives: boolean;
	rule?: string | null;
	text?: string | null;
}
export interface MarchPlan {
	n: number;
	orders: string[];
	legs: Leg[];
}
export interface Statement {
	section: string;
	id: string;
	tags: string[];
	text: string;
}
export interface ChatLine {
	id?: number;
	side: Side | null;
	who?: string | null;
	text: string;
	at?: number;
}
export interface Proposal {
	proposal: number;
	side: Side;
	field: string;
	element: string | number;
	value: string | number;
	reason: string;
}
export interface Proof {
	commitment: string;
	seed?: string;
}
export interface ReportPoint {
	n: number;
	turn: number;
	clock?: number;
	lost: Record<Side, number>;
	score: Record<Side, number>;
}
export interface Report {
	points: ReportPoint[];
	pieces?: { id: PieceId; lost: number }[];
}

export const rolesThatMove: ReadonlySet<Role> = new Set<Role>(['move']);
export const rolesThatRoll: ReadonlySet<Role> = new Set<Role>(['fire', 'assault', 'rally']);
