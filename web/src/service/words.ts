// What the service says (docs/service.md), as types: tools/words writes this file from the lists of
// fields that write the answers (src/wire/fields.h). Change those, not this. Sides, pieces and places
// are the words that orders use: "union", "sherman", "0405".

/** The version of all this (src/wire/wire.h). A table says its own with every answer. */
export const WIRE = 4;

export type Side = string;
export type Place = string;
export type PieceId = string;

/** features: what this table has besides games; the page shows nothing else: accounts, friends, webhooks; keeping, where the player keeps the store himself; mail, where games by mail can be played; offline, where the page without a server can be had. */
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

export interface BattleHead {
	id: string;
	title: string;
	date: string;
	where: string;
	text: string;
}

export interface ScenarioInfo {
	id: string;
	title: string;
	text: string;
	starts: string;
	ends: string;
	minutes: number;
}

export interface BattleInfo extends BattleHead {
	sides: SideInfo[];
	scenarios: ScenarioInfo[];
}

export interface SystemHead {
	id: string;
	title: string;
	subtitle: string;
	turn_name: string;
}

export interface OptionInfo {
	name: string;
	title: string;
	rule: string | null;
	min: number;
	max: number;
	standard: number;
}

export interface SystemInfo extends SystemHead {
	text: string;
	version: number;
	difficulty: number;
	options: OptionInfo[];
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
	level: string;
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

/** The board of stands, in tenths of an inch. */
export interface StandsField {
	w: number;
	h: number;
}

export interface Sign {
	name: string;
	title: string;
	rule: string | null;
	glyph: string | null;
}

export interface Signs {
	slot: Sign[];
	badge: Sign[];
	mark: Sign[];
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

export type Scope = 'game' | 'piece' | 'place' | 'side';

/** What may be changed by hand, and to what. */
export interface Field {
	name: string;
	scope: Scope;
	value: string;
	choices?: string[];
	min?: number;
	max?: number;
}

/** What never changes in a game. */
export interface Setting {
	wire: number;
	battle: BattleHead;
	scenario: ScenarioInfo;
	system: SystemHead;
	sides: SideInfo[];
	pieces: BoardPiece[];
	formations: Formation[];
	map?: HexMap;
	table?: StandsField;
	boxes: Place[];
	signs: Signs;
	verbs: Verb[];
	questions: Asked[];
	standing: Standing[];
	overlays: Overlay[];
	sight: boolean;
	threats: boolean;
	fields: Field[];
	options: Record<string, number>;
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
	decisions: number;
	guess_minutes: number;
	balance?: Balance;
}

export interface Level {
	name: string;
	title: string;
	text: string;
}

export interface Catalogue {
	battles: BattleInfo[];
	systems: SystemInfo[];
	skills: Level[];
	pairings: Pairing[];
}

export interface Statement {
	section: string;
	id: string;
	tags: string[];
	text: string;
}

/** A game in a list. levels: of the computers. */
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
	resigned?: Side;
	levels: Record<Side, string>;
	result: string | null;
	n: number;
	updated: number | null;
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

/** What a step of a guided battle waits for. */
export type Expected = 'order' | 'asked' | 'any' | 'next' | 'refused' | 'odds' | 'picked';

export interface GuideStep {
	say: string;
	rule: string | null;
	hint: string | null;
	expect: Expected;
	words: string;
	point: string[];
}

export interface Guide {
	title: string;
	intro: string;
	closing: string;
	steps: GuideStep[];
}

export type SeatKind = 'open' | 'person' | 'computer';

export interface Seat {
	who: string | null;
	kind: SeatKind;
	resigned?: boolean;
}

/** A game that the present rules play differently since an entry: it can be looked at, and not go on. */
export interface Stuck {
	n: number;
	text: string;
}

export interface Board extends Setting {
	id: string;
	you: Side[];
	seats: Record<Side, Seat>;
	invites?: Record<Side, string>;
	dice: 'sealed' | 'ours';
	commitment: string;
	guide?: Guide;
	stuck?: Stuck;
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
	open: boolean;
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

/** What is asked of who looks. usual: the number of the order that would usually be given. */
export interface Asking {
	question: Question | null;
	orders: Order[];
	usual: number | null;
	put?: Record<PieceId, Put>;
}

/** How the game stands, for one pair of eyes. */
export interface View extends Asking {
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
	settled: number;
	undo: number;
	undo_step: number;
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

export interface Modifier {
	text: string | null;
	value: number;
	much: string;
	rule: string | null;
	of: string | null;
}

/** leaves: how many ends of paths through the rules were counted; guesses: how many possible states of what is hidden they are the mean of. */
export interface Odds {
	exact: boolean;
	leaves: number;
	guesses: number;
	outcomes: Outcome[];
	besides: Outcome[];
	modifiers: Modifier[];
}

export interface Threat {
	text: string;
	rule: string | null;
	piece: PieceId | null;
	odds: Odds;
}

/** Why something cannot be done. */
export interface Refusal {
	rule: string;
	text: string;
}

export interface Sight {
	clear: boolean;
	rule: string;
	text: string;
}

export interface OverlayValues {
	values?: Record<Place, number>;
	shapes?: [number, number][][];
}

export interface Losses {
	lost: Record<Side, number>;
	score: Record<Side, number>;
}

/** On a board of stands: where the piece would stand, and how large. */
export interface Then {
	x: number;
	y: number;
	w: number;
	h: number;
	facing: number;
}

/** Whether an order is allowed. If it is: what it means in words. If not: why. */
export interface May {
	allowed: boolean;
	rule: string;
	text: string;
	say?: string;
	then?: Then;
}

/** The order as it is to be sent. */
export interface There extends May {
	words: string;
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

/** What could not be done. */
export interface Fault {
	error: string;
	rule?: string;
}

/** How the game stands after an order, and the log from the entry `from` on. */
export interface News {
	view?: View;
	from?: number;
	log?: Entry[];
}

/** A throw that is wanted of a real table. */
export interface Wanted {
	dice: number;
	sides: number;
	pick: boolean;
	why: string | null;
	rule: string | null;
	side: Side | null;
}

export interface Done extends News {
	n: number;
	done: number;
	refused?: Refusal;
	wanted?: Wanted;
}

export interface Failure extends Fault {
	n?: number;
	done?: number;
	refused?: Refusal;
	wanted?: Wanted;
}

/** What a position of mine came to in games between captains. Together 1. */
export interface Outlook {
	win: number;
	draw: number;
	loss: number;
}

/** What a marshal would do, as far ahead as it can be told, and why. */
export interface Advice {
	n: number;
	plan: Order[];
	words: string;
	text: string;
	rule: string | null;
	why: string | null;
	outlook?: Outlook;
}

/** What a computer had in mind. */
export interface Plan {
	n: number;
	side: Side;
	text: string;
}

/** How far a piece comes; why not farther. */
export interface Leg {
	piece: PieceId;
	at: Place | null;
	arrives: boolean;
	rule?: string;
	text?: string;
}

export interface MarchPlan {
	n: number;
	orders: string[];
	legs: Leg[];
}

export interface ChatLine {
	type?: string;
	id: number;
	side: Side | null;
	text: string;
	at: number;
}

/** A change by hand that waits for the other side. */
export interface Proposal {
	type?: string;
	proposal: number;
	side: Side;
	field: string;
	element: number;
	value: number;
	reason: string;
}

export interface Proof {
	commitment: string;
	seed?: string;
}

export interface ReportPoint extends Losses {
	n: number;
	turn: number;
}

export interface PieceLost {
	id: PieceId;
	lost: number;
}

/** How losses and points went, over the whole game. */
export interface Report {
	points: ReportPoint[];
	pieces: PieceLost[];
}
