// What the page, the table's worker and the workers that think say to each other.
import type { Block } from './module';
import type { Files } from './wasi';

export interface Ask {
	type: 'ask';
	id: number;
	method: string;
	url: string;
	headers: [string, string][];
	body: Uint8Array;
}
/** From the page: a request, a live connection that is over. */
export type ToTable = Ask | { type: 'hang-up'; id: number };
/** To the page: an answer, a frame of a live connection, a live connection that is lost, a word to the player. */
export type FromTable =
	| { type: 'answer'; id: number; status: number; headers: [string, string][]; body: Uint8Array }
	| { type: 'frame'; id: number; text: string }
	| { type: 'lost' }
	| { type: 'trouble'; text: string };

export type ToMind =
	| { type: 'begin'; module: WebAssembly.Module; files: Files; size: number; blocks: Block[] }
	| { type: 'blocks'; size: number; blocks: Block[] }
	| Ask
	| { type: 'think'; id: number; game: string; side: number };
export type FromMind =
	| { type: 'answer'; id: number; status: number; headers: [string, string][]; body: Uint8Array }
	| { type: 'ready' };
