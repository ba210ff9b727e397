// Makes the README's four pictures, docs/screens/readme-*.webp, from the running program: the lobby, a board with odds, the table with stands, a
// study's plot. Not a test: `node web/test/pictures.mjs` after ./play or web/build and tools/build. RAW=folder keeps them as they were, too. `pictures.mjs odds`
// makes only that one.
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
	const { page } = await person(
		browser,
		table.base,
		{ width: 1366, height: 768 },
		{ settings: { briefing: false } },
	);
	const both = (one, other) => ({ [one]: 'me', [other]: 'me' });
	/** Each puts on the page what its picture shows. */
	const pictures = {
		lobby: async () => {
			await page.waitForSelector('.start-here img.thumb', { timeout: 120000 });
		},
		// a board with odds: play until somebody can fire, then click on until the slip with its odds lies beside the order
		odds: async () => {
			const seats = both('union', 'confederate'),
				{ id } = await make(page, 'bull_run', 'brothers_at_arms', 'matthews_hill', seats);
			await play(page, id, (v) => v.orders.some((o) => o.role === 'fire'));
			await enter(page, table.base, id);
			for (let i = 0; i < 400 && !(await page.locator('.slip .odds .chance').count()); i++) {
				if ((await look(page)).slip && (await comes(page, '.slip .odds .chance'))) break;
				await move(page, 0);
			}
		},
		stands: async () => {
			const seats = both('allied', 'austrian'),
				{ id } = await make(page, 'solferino', 'tabletop_1859', 'rocca', seats);
			await enter(page, table.base, id);
		},
		study: async () => {
			const folder = mkdtempSync(join(tmpdir(), 'fratelli-picture-')),
				words = 'study bull_run brothers_at_arms --scenario matthews_hill --games 60 --out'.split(
					' ',
				);
			execFileSync(program(), [...words, folder], { cwd: root, stdio: 'ignore' });
			await page.goto(pathToFileURL(join(folder, 'report.html')).href);
			await page.locator('figure').first().waitFor();
			rmSync(folder, { recursive: true });
		},
	};
	const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(pictures);
	for (const name of wanted) {
		await pictures[name]();
		await rest(page, 1500);
		const png = await page.screenshot();
		if (process.env.RAW) writeFileSync(join(process.env.RAW, `${name}.png`), png);
		writeFileSync(join(root, `docs/screens/readme-${name}.webp`), Buffer.from(await shrink(easel, png)));
	}
});
