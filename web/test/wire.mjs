// What the page and the table say to each other: an order is one request, a live message does not make the page ask for what the answer brought, and
// a page of another version than the table says so.
import { comes, enter, make, move, number, ok, person, run, settled, until } from './lib.mjs';

/** From now on the page's questions about a game are written down. */
const listen = (page) =>
	page.evaluate(() => {
		const real = window.fetch;
		window.asked = [];
		window.fetch = (what, how) => {
			const found = /^\/api\/games\/\w+\/(\w+)/.exec(String(what));
			if (found) window.asked.push(found[1]);
			return real(what, how);
		};
	});
/** Those of them that bring a board: since the last time. */
const asked = (page) =>
	page.evaluate(() => window.asked.splice(0).filter((a) => /^(orders|undo|view|log)$/.test(a)));

await run('wire', async (browser, table) => {
	const { page, wrongs } = await person(browser, table.base);
	const { id } = await make(page, 'crossroads', 'drill', 'meeting', { west: 'me', east: 'me' });
	await enter(page, table.base, id);
	await listen(page);
	let orders = 0,
		more = [];
	while (orders < 12) {
		const before = await number(page);
		await move(page, 0);
		await settled(page);
		const now = await asked(page);
		if (!now.includes('orders')) continue;
		if (await until(async () => (await number(page)) > before)) orders++;
		else break;
		more = [...more, ...now.filter((a) => a !== 'orders')];
	}
	more = [...more, ...(await asked(page))];
	ok(orders === 12, 'twelve orders are on the board');
	ok(more.length === 0, 'from the click to the new board an order is one request', more.join(' '));
	await page.click('#tab-log');
	const n = await number(page);
	await page.keyboard.press('u');
	ok(await until(async () => (await number(page)) === n + 1), 'an undo is on the board');
	await settled(page);
	const undo = await asked(page);
	ok(undo.join() === 'undo', 'and is one request', undo.join(' '));
	const log = () => page.locator('.log-leaf .entry').allTextContents();
	const told = await log();
	await page.reload();
	await page.click('#tab-log');
	ok(
		told.length > 0 && (await until(async () => (await log()).join('|') === told.join('|'))),
		'the log is what it is when the page is loaded again',
		told.join('|'),
	);

	// another version of the service
	if (!process.env.OFFLINE) {
		ok(!(await page.locator('.outdated').count()), 'a page of the same version says nothing');
		await page.route('**/api/**', async (route) => {
			const answer = await route.fetch();
			await route.fulfill({
				response: answer,
				headers: { ...answer.headers(), 'x-fratelli-wire': '999' },
			});
		});
		await page.evaluate((game) => void fetch(`/api/games/${game}/view`), id);
		ok(!(await page.locator('.outdated').count()), 'what others ask is not ours');
		for (let i = 0; i < 20 && !(await page.locator('.outdated').count()); i++) await move(page, 0);
		ok(
			await comes(page, '.outdated button'),
			'a page of another version says so, and offers to load again',
		);
		await page.unroute('**/api/**');
		await Promise.all([page.waitForEvent('load'), page.click('.outdated button')]);
		await page.waitForSelector('.map-picture svg');
		ok(!(await page.locator('.outdated').count()), 'loaded again, the game is there and nothing is said');
	}
	ok(!wrongs.length, 'nothing went wrong in the browser', wrongs.join('; '));
});
