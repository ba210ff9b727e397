// The fingerprint of a game's seed, worked out in the reader's own browser. The service makes it with libsodium (src/engine/seed.c).
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** What a game publishes at its start: BLAKE2b-256 of its seed, keyed. */
export const commitment = (seed: string): string =>
	bytesToHex(blake2b(hexToBytes(seed), { dkLen: 32, key: utf8ToBytes('fratelli seed commitment') }));
