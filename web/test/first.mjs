// A new user, at a human pace and with nothing set: from the lobby to the first order in at most six clicks, seeing on the way what the enemy does.
import { answer, ask, comes, glide, ok, rest, run, until } from './lib.mjs';

await run('a first battle at a human pace', async (browser, table) => {
	const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
	const page = await context.newPage();
	page.setDefaultTimeout(30000);
	const wrongs = [];
	page.on('pageerror', (e) => wrongs.push(e.message));
	page.on('console', (m) => m.type() === 'error' && wrongs.push(m.text()));
	let clicks = 0;
	/** A hand that looks where it goes, rests, presses and lets go. */
	const hand = async (x, y) => {
		await glide(page, x, y, 18), await rest(page, 650);
		await page.mouse.down(), await rest(page, 80), await page.mouse.up();
		clicks++;
	};
	const on = async (selector) => {
		const it = page.locator(selector).first();
		await it.waitFor({ state: 'visible' });
		await it.scrollIntoViewIfNeeded();
		const b = await it.boundingBox();
		await hand(b.x + b.width / 2, b.y + b.height / 2);
	};
	let map; // the map comes late: what is pointed at must not move when it arrives
	const held = new Promise((done) => (map = done));
	await page.route('**/api/map/**', async (r) => (await held, r.continue()));
	await page.goto(`${table.base}/`);
	await page.waitForSelector('.start-here .primary', { timeout: 120000 });
	const top = () =>
		page.evaluate(() => document.querySelector('.start-here .primary').getBoundingClientRect().top);
	const before = await top();
	map();
	await page.waitForSelector('.start-here img.thumb', { timeout: 120000 });
	ok(
		(await top()) === before,
		'the map arrives and the button stays where it is',
		`${before} ${await top()}`,
	);
	const began = Date.now();
	await on('.start-here .primary');
	await comes(page, '.briefing');
	await on('.briefing-foot .primary');
	const id = page.url().split('/').pop();

	// what the enemy does first is on the screen for as long as it takes to read
	let beats = new Set();
	await until(async () => {
		beats.add(
			await page
				.locator('.beats .now')
				.textContent({ timeout: 100 })
				.catch(() => ''),
		);
		return page.locator('.question-bar.mine').count();
	}, 120000);
	const events = (await ask(page, `/api/games/${id}/log?from=0`)).filter(
		(e) => e.n >= 0 && e.events.length && e.side === 'confederate',
	).length;
	ok(
		events === 0 || beats.size > 1 || (await page.locator('.last-words p').count()) > 0,
		"the enemy's first round was seen",
		`${events} ${[...beats].join('/')}`,
	);

	// the first order: the default answers what is asked before, then a piece and a hex
	for (
		let i = 0;
		i < 2 &&
		!(
			(await page.locator('.stacks [data-drags]').count()) &&
			/moves/.test(await page.locator('.question-bar .question').textContent())
		);
		i++
	)
		await on('.answer.usual, .answer.done'), await rest(page, 700);
	const { n } = await ask(page, `/api/games/${id}/view`);
	const piece = await page.evaluate(
		() =>
			[...document.querySelectorAll('.stacks [data-drags]')]
				.map((e) => e.querySelector('.face').getBoundingClientRect())
				.map((b) => [b.left + b.width * 0.6, b.top + b.height * 0.4])[0],
	);
	await hand(...piece);
	await page.waitForSelector('.reached .reach');
	const to = await page.evaluate(() =>
		[...document.querySelectorAll('.reached .reach')]
			.map((e) => e.getBoundingClientRect())
			.map((b) => [b.left + b.width / 2, b.top + b.height / 2])
			.find(
				([x, y]) =>
					document.elementFromPoint(x, y)?.closest('svg.counters') &&
					!document.elementFromPoint(x, y).closest('[data-piece]'),
			),
	);
	await hand(...to);
	ok(
		await until(async () => (await ask(page, `/api/games/${id}/view`)).n > n, 20000),
		'the first order is given',
		await page.locator('.notices').textContent(),
	);
	ok(clicks <= 6, 'after at most six clicks', clicks);
	console.log(`# ${((Date.now() - began) / 1000).toFixed(0)} s from the lobby to the first order`);

	// on with the round: the enemy answers, and the page shows it before it asks again
	const from = Date.now();
	let played = false;
	beats = new Set();
	for (let round = 1; round < 7 && beats.size < 2; round++) {
		// a round of the enemy may be empty, or have one beat
		await answer(page, id, (v) => v.mine && v.n < n + 40 * round);
		if (
			!(await page.waitForSelector('.playback', { timeout: 10000 }).then(
				() => true,
				() => false,
			))
		)
			continue;
		played = true;
		await until(async () => {
			const beat = await page
				.locator('.beats .now')
				.textContent({ timeout: 100 })
				.catch(() => '');
			if (beat) beats.add(beat);
			return page.locator('.question-bar.mine, .question-bar.over').count();
		}, 240000);
	}
	ok(played, "the enemy's round is played back");
	console.log(`# ${beats.size} beats in ${((Date.now() - from) / 1000).toFixed(0)} s`);
	ok(beats.size > 1, 'beat by beat');
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));
});
