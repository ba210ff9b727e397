// In chromium, on a screen of a phone's size, as a new user without a network: the page is opened once, then the network goes; the guided battle begins,
// and a whole short scenario is played against the captain by tapping. SHOTS names a folder for what the screen showed. TAP.
process.env.OFFLINE ??= '1';
const { run, person, ok, comes, until, ask, look, make } = await import('../lib.mjs');

const shot = async (page, name) =>
	process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/phone-${name}.png` });
const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Taps an answer, or an order of the list beside the board; nothing else is known of the rules. */
async function tapOn(page) {
	const s = await look(page);
	if (s.curtain) return page.locator('.curtain button').first().tap({ timeout: 2000 });
	if (s.busy || !s.mine) return page.waitForTimeout(40);
	for (const what of [
		'.warning .primary',
		'.orders-leaf .order',
		'.orders-leaf .take',
		'.slip .order',
		'.question-bar .answer.done',
		'.question-bar .answer.usual',
	]) {
		const it = page.locator(what).first();
		if (await it.isVisible().catch(() => false)) return it.tap({ timeout: 2000 });
	}
	return page.locator('#tab-orders').tap({ timeout: 2000 });
}

await run('a phone without a network', async (browser, table) => {
	const { page, context, wrongs } = await person(
		browser,
		table.base,
		{ width: 390, height: 844 },
		{ hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
	);
	const manifest = await page.evaluate(async () =>
		(await fetch(document.querySelector('link[rel=manifest]').href)).json(),
	);
	ok(
		manifest.display === 'standalone' &&
			manifest.icons.some((i) => /512/.test(i.sizes)) &&
			manifest.start_url,
		'it can be installed: manifest and icons',
	);
	await page.evaluate(async () => (await navigator.serviceWorker.ready).active);
	await until(() => page.evaluate(async () => (await caches.keys()).some((k) => k.startsWith('v-'))));
	await context.setOffline(true);
	await page.reload();
	ok(await comes(page, '.new-battle'), 'the lobby opens without a network');
	ok((await wide(page)) <= 0, 'nothing is wider than the screen', `${await wide(page)} pixels`);
	await shot(page, 'lobby');

	// the guided battle
	await page.locator('.first-battles button').first().tap();
	ok(await comes(page, '.guide'), 'the guided battle opens');
	await until(async () => (await page.locator('.map-picture svg').count()) > 0);
	await shot(page, 'guide');
	const next = page.locator('.guide button:has-text("Next"), .guide .primary').first();
	if (await next.isVisible().catch(() => false)) await next.tap();
	ok((await page.locator('.guide').count()) > 0, 'and its next step is shown');
	await shot(page, 'guide-next');

	// a whole short scenario against the captain
	const { id } = await make(page, 'crossroads', 'drill', 'meeting', {
		west: 'me',
		east: 'computer:captain',
	});
	await page.evaluate((game) => (location.hash = `#/game/${game}`), id);
	await comes(page, '.map-picture svg');
	const briefing = page.locator('.briefing-foot .primary');
	if (await comes(page, '.briefing-foot .primary')) await briefing.tap();
	await shot(page, 'board');
	ok((await wide(page)) <= 0, 'the board fits the screen', `${await wide(page)} pixels`);
	let taps = 0,
		over = false;
	for (const end = Date.now() + 240000; !over && Date.now() < end; taps++) {
		await tapOn(page).catch(() => undefined);
		if (taps === 30) await shot(page, 'middle');
		if (taps % 10 === 9) over = (await ask(page, `/api/games/${id}/view`)).over;
	}
	ok(
		over,
		`the battle is fought out against the captain, with ${taps} taps`,
		JSON.stringify(await look(page)),
	);
	await shot(page, 'end');

	// what else is new
	await page.evaluate(() => (location.hash = '#/mail'));
	ok((await comes(page, '.paste')) && (await wide(page)) <= 0, 'games by mail fit the screen');
	await shot(page, 'mail');
	await page.evaluate(() => (location.hash = '#/study/crossroads/drill/meeting'));
	ok((await comes(page, '.study-forms')) && (await wide(page)) <= 0, 'studies fit the screen');
	await shot(page, 'study');
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));
});
