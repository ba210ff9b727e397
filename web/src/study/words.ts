// What the page and a worker that runs a command say to each other.

/** The words of a command, and files that it finds, by path without the first slash. */
export interface ToStudy {
	words: string[];
	files: [string, Uint8Array][];
}
export type FromStudy =
	| { type: 'wrote'; path: string; text: string } // path '': words for a terminal
	| { type: 'done'; code: number; out: string; err: string; files: [string, Uint8Array][] }
	| { type: 'failed'; text: string };
