// How fast the page is: `node web/test/measure.mjs [RUNS]`, with the program built. A fresh browser opens a game (first paint, first map and
// counters), and an order is given by a click (until its effect is on the board). For docs/page.md; a measurement, not a test.
// TABLES=http://localhost:1,http://localhost:2 measures these services instead, by turns in one run: a build against an older one on the same machine.
import { browse, enter, make, number, person, serve } from './lib.mjs';

const runs = Number(process.argv[2] ?? 5);
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
const battles = [
	['bull_run', 'brothers_at_arms', 'matthews_hill', ['union', 'confederate']],
	['solferino', 'all_are_brothers', 'whole_day', ['allied', 'austrian']],
];
const own = process.env.TABLES ? null : await serve();
const tables = process.env.TABLES?.split(',') ?? [own.base];
const browser = await browse();

/** The work of the page's main thread so far, in milliseconds of processor time: it hardly depends on what else the machine does. */
async function worker(page) {
	const line = await page.context().newCDPSession(page);
	await line.send('Performance.enable', { timeDomain: 'threadTicks' });
	return async () =>
		1000 *
		(await line.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration').value;
}

/** Somebody who has a game open, and what was measured of it. */
async function sit(base, [battle, system, scenario, sides]) {
	const { page, context } = await person(browser, base, undefined, { lobby: true });
	const { id } = await make(
		page,
		battle,
		system,
		scenario,
		Object.fromEntries(sides.map((s) => [s, 'me'])),
	);
	await enter(page, base, id); // so that the map has been drawn once, as the service does by itself when it starts
	return { base, id, page, context, paint: [], board: [], effect: [], laying: [], ordering: [] };
}

async function open(s) {
	const fresh = await browser.newContext({
		viewport: { width: 1366, height: 768 },
		storageState: await s.context.storageState(),
	});
	const tab = await fresh.newPage(),
		work = await worker(tab),
		before = await work();
	await tab.goto(`${s.base}/#/game/${s.id}`);
	await tab.waitForFunction(
		() => document.querySelector('.map-picture svg') && document.querySelector('.stacks .piece'),
		null,
		{ polling: 'raf' },
	);
	s.board.push(await tab.evaluate(() => performance.now()));
	s.laying.push((await work()) - before);
	s.paint.push(
		await tab.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN),
	);
	await fresh.close();
}

async function order({ page, effect, ordering, work }) {
	const before = await number(page),
		done = await work();
	effect.push(
		await page.evaluate(
			(n) =>
				new Promise((done) => {
					const shown = () => Number(document.querySelector('.replay input')?.max ?? 0) > n;
					const button =
						document.querySelector('.warning .primary') ??
						document.querySelector('.question-bar .answer:not(.quiet,.undo)') ??
						document.querySelector('.orders-leaf .order');
					if (!button) return done(NaN);
					const start = performance.now();
					const watch = () =>
						shown()
							? requestAnimationFrame(() => done(performance.now() - start))
							: performance.now() - start > 3000
								? done(NaN)
								: requestAnimationFrame(watch);
					button.click();
					document.querySelector('.warning .primary')?.click();
					watch();
				}),
			before,
		),
	);
	await page.waitForTimeout(400); // what is said of it comes after the board
	ordering.push((await work()) - done);
}

try {
	for (const battle of battles) {
		const sitting = [];
		for (const base of tables) sitting.push(await sit(base, battle));
		for (let i = 0; i < runs; i++) for (const s of sitting) await open(s);
		for (const s of sitting) {
			await s.page.reload();
			await s.page.waitForSelector('.question-bar.mine .answer');
			s.work = await worker(s.page);
		}
		for (let i = 0; i < runs * 2; i++) for (const s of sitting) await order(s);
		for (const s of sitting) {
			const good = s.effect.filter((e) => e === e);
			console.log(
				`${battle.slice(0, 3).join(' ')}${tables.length > 1 ? ` at ${s.base}` : ''}: first paint ${median(s.paint).toFixed(0)} ms, map and counters ${median(s.board).toFixed(0)} ms (${runs} fresh browsers); an order's effect ${median(good).toFixed(0)} ms (${good.length} orders);` +
					` the browser's own work ${median(s.laying).toFixed(0)} ms until the counters lie there, ${median(s.ordering).toFixed(0)} ms an order`,
			);
			await s.context.close();
		}
	}
} finally {
	await browser.close();
	await own?.stop();
}
