// Parts of the page that need no browser: BLAKE2b against RFC 7693 and the engine's own commitment.
import { build } from 'esbuild';
import { ok } from './lib.mjs';

const { outputFiles } = await build({ entryPoints: [new URL('../src/blake2b.ts', import.meta.url).pathname], bundle: true, format: 'esm', write: false });
const { blake2b, commitment, toHex } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);

const abc = 'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923';
ok(toHex(blake2b(new TextEncoder().encode('abc'), 64)) === abc, 'BLAKE2b-512 of "abc" as in RFC 7693, appendix A');
const long = toHex(blake2b(new Uint8Array(256).fill(7), 32));
ok(long.length === 64 && long !== toHex(blake2b(new Uint8Array(255).fill(7), 32)), 'messages of several blocks');
ok(commitment('00'.repeat(32)) === 'c939c4af941bdde100b56c7e9d7cb279d36f07eac59538c2787144946e194165', 'the commitment of a seed, as libsodium reckons it');
