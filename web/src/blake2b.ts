// BLAKE2b (RFC 7693), keyed, for checking a game's seed against its commitment in the reader's own browser.

const IV = [0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n, 0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n];
const SIGMA = [
	[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3], [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
	[7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8], [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13], [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
	[12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11], [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10], [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
	[10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const MIX = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];
const MASK = (1n << 64n) - 1n;
const turn = (x: bigint, by: bigint): bigint => ((x >> by) | (x << (64n - by))) & MASK;

function compress(h: bigint[], block: Uint8Array, counted: bigint, last: boolean): void {
	const words = new DataView(block.buffer, block.byteOffset, 128);
	const m = Array.from({ length: 16 }, (_, i) => words.getBigUint64(i * 8, true));
	const v = [...h, ...IV];
	v[12]! ^= counted & MASK;
	v[13]! ^= counted >> 64n;
	if (last) v[14]! ^= MASK;
	for (let round = 0; round < 12; round++) {
		const s = SIGMA[round % 10]!;
		MIX.forEach(([a, b, c, d], i) => {
			const half = (word: bigint, first: bigint, second: bigint): void => {
				v[a!] = (v[a!]! + v[b!]! + word) & MASK;
				v[d!] = turn(v[d!]! ^ v[a!]!, first);
				v[c!] = (v[c!]! + v[d!]!) & MASK;
				v[b!] = turn(v[b!]! ^ v[c!]!, second);
			};
			half(m[s[2 * i]!]!, 32n, 24n);
			half(m[s[2 * i + 1]!]!, 16n, 63n);
		});
	}
	for (let i = 0; i < 8; i++) h[i] = h[i]! ^ v[i]! ^ v[i + 8]!;
}

/** `size` bytes of BLAKE2b of `message`, keyed with up to 64 bytes. */
export function blake2b(message: Uint8Array, size: number, key: Uint8Array = new Uint8Array(0)): Uint8Array {
	const h = [...IV];
	h[0]! ^= 0x01010000n ^ (BigInt(key.length) << 8n) ^ BigInt(size);
	const padded = new Uint8Array((key.length ? 128 : 0) + message.length);
	if (key.length) padded.set(key);
	padded.set(message, key.length ? 128 : 0);
	const blocks = Math.max(1, Math.ceil(padded.length / 128));
	for (let i = 0; i < blocks; i++) {
		const block = new Uint8Array(128);
		block.set(padded.subarray(i * 128, i * 128 + 128));
		const last = i === blocks - 1;
		compress(h, block, BigInt(last ? padded.length : (i + 1) * 128), last);
	}
	const out = new Uint8Array(64);
	const view = new DataView(out.buffer);
	h.forEach((word, i) => view.setBigUint64(i * 8, word, true));
	return out.slice(0, size);
}

export const fromHex = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (b) => parseInt(b, 16));
export const toHex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');

/** What a game publishes at its start: the hash of its seed. */
export const commitment = (seed: string): string => toHex(blake2b(fromHex(seed), 32, new TextEncoder().encode('fratelli seed commitment')));
