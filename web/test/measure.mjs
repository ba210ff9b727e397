// How fast the page is: `node web/test/measure.mjs [RUNS]`, with the program built. A fresh browser opens a game (first paint, first map and
// counters), and an order is given by a click (until its effect is on the board). For docs/page.md; a measurement, not a test.
import { browse, enter, make, number, person, serve } from './lib.mjs';

const runs = Number(process.argv[2] ?? 5);
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const table = await serve();
const browser = await browse();
try {
	for (const [battle, system, scenario, sides] of [['bull_run', 'brothers_at_arms', 'matthews_hill', ['union', 'confederate']], ['solferino', 'all_are_brothers', 'whole_day', ['allied', 'austrian']]]) {
		const { page, context } = await person(browser, table.base);
		const { id } = await make(page, battle, system, scenario, Object.fromEntries(sides.map((s) => [s, 'me'])));
		await enter(page, table.base, id); // so that the map has been drawn once, as the service does by itself when it starts
		const paint = [], board = [], effect = [];
		for (let i = 0; i < runs; i++) {
			const fresh = await browser.newContext({ viewport: { width: 1366, height: 768 }, storageState: await context.storageState() });
			const tab = await fresh.newPage();
			await tab.goto(`${table.base}/#/game/${id}`);
			await tab.waitForFunction(() => document.querySelector('.map-picture svg') && document.querySelector('.stacks .piece'), null, { polling: 'raf' });
			board.push(await tab.evaluate(() => performance.now()));
			paint.push(await tab.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN));
			await fresh.close();
		}
		await page.reload();
		await page.waitForSelector('.question-bar.mine .answer');
		for (let i = 0; i < runs * 2; i++) {
			const before = await number(page);
			effect.push(await page.evaluate((n) => new Promise((done) => {
				const shown = () => Number(document.querySelector('.replay input')?.max ?? 0) > n;
				const button = document.querySelector('.warning .primary') ?? document.querySelector('.question-bar .answer:not(.quiet,.undo)') ?? document.querySelector('.orders-leaf .order');
				if (!button) return done(NaN);
				const start = performance.now();
				const watch = () => (shown() ? requestAnimationFrame(() => done(performance.now() - start)) : performance.now() - start > 3000 ? done(NaN) : requestAnimationFrame(watch));
				button.click();
				document.querySelector('.warning .primary')?.click();
				watch();
			}), before));
		}
		const good = effect.filter((e) => e === e);
		console.log(`${battle} ${system} ${scenario}: first paint ${median(paint).toFixed(0)} ms, map and counters ${median(board).toFixed(0)} ms (${runs} fresh browsers); an order's effect ${median(good).toFixed(0)} ms (${good.length} orders)`);
		await context.close();
	}
} finally {
	await browser.close();
	await table.stop();
}
