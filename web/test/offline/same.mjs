// In node: the module plays as the native program does. Golden games have their hashes, and every case file passes. TAP.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { load, command, root } from '../../offline/node.mjs';

const program = await load(['battles', 'cases']);
let n = 0,
	bad = 0;
const ok = (holds, what, why = '') => {
	console.log(`${holds ? 'ok' : 'not ok'} ${++n} - ${what}`);
	if (holds) return;
	bad++;
	console.log(
		why
			.split('\n')
			.map((l) => `# ${l}`)
			.join('\n'),
	);
};

for (const system of readdirSync(join(root, 'tests/cases'))) {
	const golden = readFileSync(join(root, `tests/games/${system}-crossroads.games`), 'utf8');
	const played = await command(program, [
		'random',
		'crossroads',
		system,
		'--games',
		'16',
		'--seed',
		'1859',
	]);
	ok(
		played.code === 0 && played.out === golden,
		`${system}: golden games have their hashes`,
		played.out + played.err,
	);
	const files = readdirSync(join(root, 'tests/cases', system))
		.filter((f) => f.endsWith('.yaml'))
		.map((f) => `/tests/cases/${system}/${f}`);
	const wrong = [];
	for (let i = 0; i < files.length; i += 40) {
		const ran = await command(program, ['case', ...files.slice(i, i + 40)]);
		if (ran.code !== 0) wrong.push(ran.out.slice(-1500) + ran.err.slice(-1500));
	}
	ok(
		!wrong.length && files.length > 0,
		`${system}: ${files.length} case files pass in the module`,
		wrong.join('\n'),
	);
}
console.log(`1..${n}`);
process.exitCode = bad ? 1 : 0;
