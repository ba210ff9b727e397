// Parts of the page that need no browser: the commitment of a seed is the engine's own; whom a battle favours; and tests click by hand.
import { readdirSync, readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { ok } from './lib.mjs';

/** A part of the page as a module of its own. */
async function part(path) {
	const { outputFiles } = await build({
		entryPoints: [new URL(`../src/${path}`, import.meta.url).pathname],
		bundle: true,
		format: 'esm',
		write: false,
	});
	return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
}

const { commitment } = await part('commitment.ts');
ok(
	commitment('00'.repeat(32)) === 'c939c4af941bdde100b56c7e9d7cb279d36f07eac59538c2787144946e194165',
	'the commitment of a seed, as libsodium reckons it',
);
ok(commitment('ff'.repeat(32)) !== commitment('00'.repeat(32)), 'another seed has another');

// whom a battle favours: no more is said than the games allow
const { balanceWords } = await part('lobby/pairing.ts'),
	sides = [
		{ id: 'west', plural: 'the Westerners' },
		{ id: 'east', plural: 'the Easterners' },
	],
	told = (west, east, drawn) =>
		balanceWords(
			{
				balance: {
					won: { west, east },
					drawn,
					games: west + east + drawn,
					level: 'captain',
					date: '',
				},
			},
			{ sides },
		);
ok(
	told(27, 24, 9) ===
		'No clear favourite: of 60 games between captains the Westerners won 27, the Easterners 24; in the long run the Westerners would have 40 to 65 % of the points',
	'few games show no favourite',
	told(27, 24, 9),
);
ok(
	/^Favours the Westerners: .* 54 to 62 % /.test(told(240, 160, 100)),
	'many games show it',
	told(240, 160, 100),
);
ok(/^Favours the Easterners: /.test(told(160, 240, 100)), 'and which side it is', told(160, 240, 100));
ok(balanceWords({}, { sides }) === '', 'nothing is said where nothing was measured');

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
