// A measurement and no test: how much of the processor the program takes in chromium and natively for the same games, by turns in one run.
//   node web/test/offline/speed.mjs [SYSTEM…]      ROUNDS=3 for more pairs; FRATELLI names the native program
import { readdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { inBrowser, natively, open } from './both.mjs';

const rounds = Number(process.env.ROUNDS ?? 2),
	systems = process.argv.slice(2).length
		? process.argv.slice(2)
		: readdirSync(join(import.meta.dirname, '../../../data/rules')).filter((s) => s !== 'drill');
const browser = await open(),
	wanted = Number(process.env.SECONDS ?? 2); // natively, for each measurement
await browser.page.goto(`${browser.table.base}/`);
await browser.page.waitForSelector('.new-battle', { timeout: 120000 });

/** So many games that the native program takes about as long as is wanted, but at least eight: then what it takes to begin can be taken off. */
function enough(words) {
	let games = 8;
	for (let took = 0; took < wanted / 3 && games < 20000; ) {
		took = natively(...words, '--games', String(games)).seconds;
		if (took < wanted) games = 2 * Math.ceil((games * Math.min(8, wanted / Math.max(took, 0.02))) / 2);
	}
	return games;
}

/** What it takes to begin (compiling, reading the battle) is taken off: a run of two games is measured too. */
async function compare(system, what, words) {
	const games = String(enough(words));
	const sum = { here: 0, there: 0, begin: 0, began: 0 };
	let same = true;
	for (let i = 0; i < rounds; i++)
		for (const [n, native, chrome] of [
			['2', 'begin', 'began'],
			[games, 'here', 'there'],
		]) {
			const one = natively(...words, '--games', n),
				other = await inBrowser(browser, [...words, '--games', n]);
			same &&= one.out === other.out && one.code === other.code;
			sum[native] += one.seconds;
			sum[chrome] += other.seconds;
		}
	const ratio = (sum.there - sum.began) / (sum.here - sum.begin);
	console.log(
		`${system.padEnd(17)} ${what.padEnd(13)} ${games.padStart(5)} games  native ${sum.here.toFixed(1)} s  chromium ${sum.there.toFixed(1)} s, to begin ${(sum.began / rounds).toFixed(2)} s  ` +
			`speed ${(100 / ratio).toFixed(0)} %  time ${ratio.toFixed(2)}  ${same ? 'same words' : 'OTHER WORDS'}  load ${loadavg()[0].toFixed(0)}`,
	);
}

for (const system of systems) {
	await compare(system, 'random', ['random', process.env.BATTLE ?? 'solferino', system, '--bold']);
	for (const level of ['captain', 'marshal@20000'])
		await compare(system, level, [
			'tournament',
			'crossroads',
			system,
			'--levels',
			`random,${level}`,
			'--jobs',
			'1',
		]);
}
await browser.close();
