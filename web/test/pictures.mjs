// Makes the README's four pictures, docs/screens/readme-*.webp, from the running program: the lobby, a board with odds, the table with stands, a
// study's plot. Not a test: `node web/test/pictures.mjs` after ./play or web/build and tools/build. RAW=folder keeps them as they were, too.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ask, comes, enter, look, make, move, person, program, rest, run } from './lib.mjs';
import { shrink } from './shrink.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Plays for both sides, elsewhere and at random, until `there(view)` holds. */
async function play(page, id, there) {
	for (let i = 0; i < 600; i++) {
		const v = await ask(page, `/api/games/${id}/view`);
		if (v.over || there(v)) return v;
		const orders = v.orders.filter((o) => o.role !== 'done' || i % 3 === 0),
			order = orders[(i * 7919) % orders.length] ?? v.orders[0];
		await ask(page, `/api/games/${id}/orders`, { n: v.n, key: `picture-${i}`, orders: [order.words] });
	}
}

await run('pictures', async (browser, table) => {
	const easel = await browser.newPage();
	const keep = async (name, png) => {
		if (process.env.RAW) writeFileSync(join(process.env.RAW, `${name}.png`), png);
		writeFileSync(join(root, `docs/screens/readme-${name}.webp`), Buffer.from(await shrink(easel, png)));
	};
	const { page } = await person(
		browser,
		table.base,
		{ width: 1366, height: 768 },
		{ settings: { briefing: false } },
	);
	const both = (one, other) => ({ [one]: 'me', [other]: 'me' });

	await page.waitForSelector('.start-here img.thumb', { timeout: 120000 });
	await rest(page, 800);
	await keep('lobby', await page.screenshot());

	// a board with odds: play until somebody can fire, then click on until the slip with its odds lies beside the order
	const board = await make(
		page,
		'bull_run',
		'brothers_at_arms',
		'matthews_hill',
		both('union', 'confederate'),
	);
	await play(page, board.id, (v) => v.turn > 1 && v.orders.some((o) => o.role === 'fire'));
	await enter(page, table.base, board.id);
	for (let i = 0; i < 400 && !(await page.locator('.slip .odds .chance').count()); i++) {
		if ((await look(page)).slip && (await comes(page, '.slip .odds .chance'))) break;
		await move(page, 0);
	}
	await rest(page, 800);
	await keep('odds', await page.screenshot());

	// the table with stands, when both sides have moved
	const stands = await make(page, 'solferino', 'tabletop_1859', 'rocca', both('allied', 'austrian'));
	await enter(page, table.base, stands.id);
	await rest(page, 1500);
	await keep('stands', await page.screenshot());

	// a study's plot: the course of the battle, and when it was decided
	const folder = mkdtempSync(join(tmpdir(), 'fratelli-picture-'));
	const words = ['study', 'bull_run', 'brothers_at_arms', '--scenario', 'matthews_hill', '--games', '60'];
	execFileSync(program(), [...words, '--out', folder], { cwd: root, stdio: 'ignore' });
	await page.goto(pathToFileURL(join(folder, 'report.html')).href);
	await page.locator('figure').first().waitFor();
	await keep('study', await page.screenshot());
	rmSync(folder, { recursive: true });
});
