// Parts of the page that need no browser: the commitment of a seed is the engine's own.
import { readdirSync, readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { ok } from './lib.mjs';

const { outputFiles } = await build({
	entryPoints: [new URL('../src/commitment.ts', import.meta.url).pathname],
	bundle: true,
	format: 'esm',
	write: false,
});
const { commitment } = await import(
	`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`
);

ok(
	commitment('00'.repeat(32)) === 'c939c4af941bdde100b56c7e9d7cb279d36f07eac59538c2787144946e194165',
	'the commitment of a seed, as libsodium reckons it',
);
ok(commitment('ff'.repeat(32)) !== commitment('00'.repeat(32)), 'another seed has another');

// every click of a test is a hand's (lib.mjs): no file of the tests makes one in another way. `measure` only measures.
const folder = new URL('.', import.meta.url),
	files = readdirSync(folder, { recursive: true }).filter((f) => /\.mjs$/.test(f) && f !== 'measure.mjs');
const handless = /dispatchEvent\(|new \w*Event\(|\$eval\(|document\..*\.click\(|(?<!rmSync.*)force: true/;
const found = files.flatMap((f) =>
	readFileSync(new URL(f, folder), 'utf8')
		.split('\n')
		.flatMap((line, i) =>
			handless.test(line) && !/const handless/.test(line) ? [`${f}:${i + 1}: ${line.trim()}`] : [],
		),
);
ok(files.length > 30 && !found.length, 'no test clicks without a hand', found.join('\n'));
