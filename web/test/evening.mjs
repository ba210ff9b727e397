// What a player takes for granted, point by point: the best pairing is chosen, my battles come first, a briefing opens, nobody is asked without
// need, the adviser shows his plan, a used invitation offers to watch, a change is proposed in words.
import {
	answer,
	ask,
	comes,
	enter,
	make,
	middle,
	number,
	ok,
	person,
	press,
	rest,
	run,
	settled,
	tap,
	until,
} from './lib.mjs';

await run('an evening', async (browser, table) => {
	// a stranger: nothing goes wrong, not even in the console
	const errors = [];
	const context = await browser.newContext({
		viewport: { width: 1366, height: 768 },
		reducedMotion: 'reduce',
	});
	const page = await context.newPage();
	page.setDefaultTimeout(20000);
	page.on('console', (m) => m.type() === 'error' && errors.push(m.text()));
	page.on('pageerror', (e) => errors.push(e.message));
	await page.goto(`${table.base}/`);
	await page.waitForSelector('.new-battle', { timeout: 180000 }); // what fits what is worked out at the first visit
	await rest(page, 300);
	ok(!errors.length, 'a first visit is quiet in the console', errors.join('\n'));

	// the default pairing
	await tap(page, '.battle-card:has-text("Solferino")');
	const scenario = await page.locator('.pairing-card[aria-pressed="true"]').textContent();
	ok(/recommended/.test(scenario), 'Solferino begins with a recommended book and scenario', scenario);
	ok(
		(await page.locator('.pairing-card').count()) > 2 &&
			!(await page.locator('.book-card').first().isVisible()),
		'what is recommended comes first, the rest is behind a fold',
	);
	ok(!/\b([5-9]|1\d) hours/.test(scenario), 'that fits into an evening', scenario);

	// one click to the first battle: the briefing
	await tap(page, '.start-here .primary');
	ok(await comes(page, 'dialog .briefing'), 'a briefing opens the battle');
	await until(async () => /victory/i.test(await page.locator('.briefing').textContent())); // the rules' own words come a moment later
	const brief = await page.locator('.briefing').textContent();
	ok(
		/You lead/.test(brief) && /What wins/.test(brief) && /victory/i.test(brief) && /ends at/.test(brief),
		'it says who one is, what wins and when it ends',
		brief,
	);
	ok((await page.locator('.briefing .prizes li').count()) > 0, 'and which places count');
	await tap(page, '.briefing-foot .primary');
	ok(await until(async () => !(await page.locator('dialog[open]').count())), 'and is laid aside');
	await tap(page, '#tab-day');
	await tap(page, '.to-briefing');
	ok(await comes(page, 'dialog .briefing'), 'it stays one click away');
	await tap(page, '.folio .close');
	const first = page.url().split('/').pop();
	await page.evaluate(() =>
		localStorage.setItem('fratelli.settings', JSON.stringify({ briefing: false, pace: 'once' })),
	);
	await page.reload();
	await page.waitForSelector('.question-bar.mine', { timeout: 90000 });

	// the end of a phase asks only if somebody was forgotten
	await tap(page, '#tab-orders');
	await answer(page, first, (v) => !v.orders.some((o) => o.role === 'pick') || !v.mine);
	await settled(page);
	await until(() => page.locator('.answer.done').count());
	const before = (await ask(page, `/api/games/${first}/view`)).n;
	await tap(page, '.answer.done');
	ok(
		await until(async () => (await ask(page, `/api/games/${first}/view`)).n > before),
		'who passes a phase is not asked whether he means it',
		await page.locator('.question-bar').textContent(),
	);

	// the adviser: asked when the computer has answered, since advice on what is past is dropped
	await until(async () => {
		const now = await ask(page, `/api/games/${first}/view`);
		return now.mine && now.n === (await number(page));
	});
	await page.waitForSelector('.question-bar.mine');
	if (await page.locator('button:has-text("What would you do?")').count()) {
		await tap(page, 'button:has-text("What would you do?")');
		ok(await comes(page, '.advice li'), 'the adviser tells his plan');
		const told = await page.locator('.advice').textContent();
		ok(!/%/.test(told), 'and promises no chances', told);
	}
	// my battles: first in the lobby; resign, rematch with sides swapped, remove
	await page.goto(`${table.base}/#/`);
	ok(await comes(page, '.my-games li'), 'who has battles finds them');
	const order = await page.evaluate(() =>
		[...document.querySelectorAll('.lobby main > section')].map((s) => s.className),
	);
	ok(order[0] === 'my-games', 'first in the lobby', order.join());
	await tap(page, '.my-games .deeds button:has-text("Resign")');
	await tap(page, '.my-games .deeds .primary');
	ok(
		await until(async () => /given up/i.test(await page.locator('.my-games').textContent())),
		'a battle can be given up',
	);
	if (
		!(await page.locator('.my-games details[open]').count()) &&
		(await page.locator('.my-games summary').count())
	)
		await tap(page, '.my-games summary');
	const you = (await ask(page, '/api/games'))[0].you[0];
	await tap(page, '.my-games .deeds button:has-text("Swap sides")');
	await page.waitForSelector('.map-picture svg');
	const swapped = await ask(page, `/api/games/${page.url().split('/').pop()}`);
	ok(
		swapped.you.length === 1 && swapped.you[0] !== you,
		'and fought again with the sides swapped',
		swapped.you.join(),
	);
	await page.goto(`${table.base}/#/`);
	await page.waitForSelector('.my-games li');
	const had = (await ask(page, '/api/games')).length;
	await tap(page, page.locator('.my-games .deeds button:has-text("Remove")').first());
	await tap(page, '.my-games .deeds .primary');
	ok(await until(async () => (await ask(page, '/api/games')).length === had - 1), 'and removed');

	// a used invitation offers to watch; a change is proposed in the book's words; talk is in order, with times
	const { page: host } = await person(browser, table.base);
	const game = await make(host, 'bull_run', 'brothers_at_arms', 'matthews_hill', {
		union: 'me',
		confederate: 'friend',
	});
	const secret = Object.values(game.invites)[0];
	const { page: friend } = await person(browser, table.base);
	await enter(friend, table.base, game.id, secret);
	const { page: late } = await person(browser, table.base);
	await late.goto(`${table.base}/#/game/${game.id}/join/${secret}`);
	ok(await comes(late, '.waiting-page .watch'), 'a used invitation says so, and offers to watch');
	await tap(late, '.waiting-page .watch');
	ok(await comes(late, '.map-picture svg'), 'which one can');
	await enter(host, table.base, game.id);
	await tap(host, '#tab-talk');
	for (const words of ['first', 'second']) {
		await tap(host, '.chat input');
		await host.keyboard.type(words);
		await tap(host, '.chat form button');
		await until(async () => (await host.locator('.chat').textContent()).includes(words));
	}
	await host.reload();
	await host.waitForSelector('.map-picture svg');
	await tap(host, '#tab-talk');
	await until(async () => (await host.locator('.chat li').count()) === 2);
	const talk = await host.locator('.chat ol').textContent();
	ok(
		talk.indexOf('first') < talk.indexOf('second') && (await host.locator('.chat time').count()) === 2,
		'talk is told the oldest first, with times',
		talk,
	);
	await tap(host, 'button:has-text("Propose a change")');
	await host.waitForSelector('.override');
	const form = await host.locator('.override').textContent();
	ok(
		/Not in command/.test(form) && !/nic \(piece\)/.test(form) && /A piece/.test(form),
		"a change is proposed in the book's words",
		form.slice(0, 300),
	);
	await host.keyboard.press('Escape');
	// a hex that is cited shows where it is
	await host.evaluate(() => undefined);
	const [x, y] = await middle(host, '#tab-log');
	await press(host, [x, y]);
	ok(
		errors.filter((e) => !/409|Failed to load resource.*40/.test(e)).length === 0,
		'nothing went wrong in the browser',
		errors.join('\n'),
	);
});
