// In chromium: what the page without a server promises. It opens without a network, keeps what it has acknowledged, asks nobody else for anything,
// and lets two tabs act on one game only once. TAP.
import { readFileSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
process.env.OFFLINE = '1';
const { run, person, make, ask, enter, ok, until, comes } = await import('../lib.mjs');

const order = (page, id, view, key) =>
	ask(page, `/api/games/${id}/orders`, { n: view.n, key, orders: [view.orders[view.usual ?? 0].words] });

await run('the page without a server', async (browser, table) => {
	const { page, context, wrongs } = await person(browser, table.base);
	const strangers = [];
	context.on(
		'request',
		(q) =>
			new URL(q.url()).origin !== table.base &&
			!/^(blob|data):/.test(q.url()) &&
			strangers.push(q.url()),
	);
	const { id } = await make(page, 'crossroads', 'drill', 'meeting', {
		west: 'me',
		east: 'computer:captain',
	});

	// the computer answers
	await enter(page, table.base, id);
	let view = await ask(page, `/api/games/${id}/view`);
	ok(
		await until(async () => (view = await ask(page, `/api/games/${id}/view`)).mine),
		'the computer moves until it is our turn',
	);
	for (let i = 0; i < 12 && view.mine && !view.over; i++) {
		await order(page, id, view, `first-${i}`);
		await until(async () => (view = await ask(page, `/api/games/${id}/view`)).mine || view.over);
	}
	ok(view.n > 12, 'orders are carried out and answered');

	// without a network
	ok(
		await page.evaluate(async () => !!(await navigator.serviceWorker.ready).active),
		'a service worker keeps the page',
	);
	await until(() => page.evaluate(async () => (await caches.keys()).some((k) => k.startsWith('v-'))));
	const asked = table.asked.length;
	await context.setOffline(true);
	await page.reload();
	ok(await comes(page, '.map-picture svg'), 'the board opens without a network');
	const again = await ask(page, `/api/games/${id}/view`);
	ok(again.n >= view.n, 'the game is where it was', `${again.n} instead of ${view.n}`);
	await until(async () => (view = await ask(page, `/api/games/${id}/view`)).mine || view.over);
	const given = await order(page, id, view, 'offline');
	ok(given.n > view.n, 'and goes on', JSON.stringify(given));
	ok(!table.asked.slice(asked).some((path) => path.startsWith('/api')), 'the server is asked for no game');
	await context.setOffline(false);

	// two tabs
	const second = await context.newPage();
	await second.goto(`${table.base}/#/game/${id}`);
	ok(await comes(second, '.map-picture svg'), 'a second tab shows the same game');
	await until(async () => (view = await ask(page, `/api/games/${id}/view`)).mine || view.over);
	const both = await Promise.all([order(page, id, view, 'tab-1'), order(second, id, view, 'tab-2')]);
	ok(
		both.filter((a) => a.done > 0).length === 1,
		'of two tabs that answer one question one has acted',
		JSON.stringify(both),
	);
	const n = (await ask(second, `/api/games/${id}/view`)).n;
	await page.close();
	let after = null;
	ok(
		await until(async () => (after = await ask(second, `/api/games/${id}/view`)).n >= n),
		'the second takes the table over when the first is closed',
		JSON.stringify(after),
	);

	// everything as one file, and back
	await second.goto(`${table.base}/#/`);
	await comes(second, '.keeping');
	const file = join(mkdtempSync(join(tmpdir(), 'fratelli-export-')), 'all.fratelli');
	const bytes = await second.evaluate(async () =>
		Array.from(new Uint8Array(await (await fetch('/here/export')).arrayBuffer())),
	);
	writeFileSync(file, Buffer.from(bytes));
	ok(readFileSync(file).includes('SQLite format 3'), 'everything is exported as one file');
	const other = await browser.newContext();
	let fresh = await other.newPage();
	await fresh.goto(`${table.base}/`);
	await comes(fresh, '.keeping');
	await fresh.locator('.keeping input[type=file]').setInputFiles(file);
	await Promise.all([fresh.waitForEvent('load'), fresh.click('.keeping [role=alert] button')]); // it begins anew with them
	ok(
		await until(async () => (await ask(fresh, '/api/games').catch(() => [])).some?.((g) => g.id === id)),
		'another browser brings it back',
	);
	ok((await ask(fresh, `/api/games/${id}/view`)).n >= n, 'with every order');

	// a full disk: nothing is acknowledged, and it is said
	const alone = await make(fresh, 'crossroads', 'drill', 'meeting', { west: 'me', east: 'me' });
	view = await ask(fresh, `/api/games/${alone.id}/view`);
	const holder = await other.newPage(),
		cdp = await other.newCDPSession(holder);
	await cdp.send('Storage.overrideQuotaForOrigin', { origin: table.base, quotaSize: 1 });
	let refused = {};
	await until(async () => {
		// chromium remembers for a while how much room there was: until all tabs are closed, and a little longer
		await fresh.close();
		await new Promise((r) => setTimeout(r, 2500));
		fresh = await other.newPage();
		await fresh.goto(`${table.base}/`);
		view = await ask(fresh, `/api/games/${alone.id}/view`);
		refused = await order(fresh, alone.id, view, `full-${view.n}`);
		return refused.error;
	});
	ok(/room/.test(refused.error ?? ''), 'a full disk is told, in words', JSON.stringify(refused));
	await cdp.send('Storage.overrideQuotaForOrigin', { origin: table.base });
	ok(
		await until(async () => (await ask(fresh, `/api/games/${alone.id}/view`)).n === view.n),
		'and nothing was done',
	);
	ok(
		(await order(fresh, alone.id, view, `full-${view.n}`)).done === 1,
		'the same order is taken when there is room',
	);

	ok(strangers.length === 0, 'nobody else is asked for anything', strangers.join('\n'));
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));
});
