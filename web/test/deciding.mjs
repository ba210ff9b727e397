// Deciding: why not, where one can go, what can be seen, what it costs, the odds, the enemy's odds; and Enter for the stated default.
import { ask, comes, enter, look, make, middle, move, ok, person, run, settled, until } from './lib.mjs';

await run('deciding', async (browser, table) => {
	const { page, wrongs } = await person(browser, table.base);
	const { id } = await make(page, 'crossroads', 'drill', 'afternoon', { west: 'me', east: 'me' });
	await enter(page, table.base, id);
	const shoot = (name) =>
		process.env.SHOTS
			? page.screenshot({ path: `${process.env.SHOTS}/deciding-${name}.png` })
			: undefined;
	const at = (selector) => middle(page, selector);
	while (!(await look(page)).question.includes('marches')) await move(page, 0);

	// a piece in hand: where it can go is marked, the way is shown, and one click on a far hex marches there
	const { acting } = await look(page);
	await page.mouse.click(...(await at(`.stacks [data-piece="${acting[0]}"]`)));
	await page.waitForSelector('.reached .reach');
	const far = await page.evaluate((piece) => {
		const at = document.querySelector(`.stacks [data-piece="${piece}"]`).getBoundingClientRect();
		const away = (e) =>
			Math.hypot(
				e.left + e.width / 2 - at.left - at.width / 2,
				e.top + e.height / 2 - at.top - at.height / 2,
			);
		const hexes = [...document.querySelectorAll('.reached .reach')]
			.map((h) => h.getBoundingClientRect())
			.filter(
				(b) =>
					b.top > 80 && b.bottom < innerHeight - 140 && b.left > 70 && b.right < innerWidth - 420,
			);
		const b = hexes.sort((p, q) => away(q) - away(p))[0];
		return [b.left + b.width / 2, b.top + b.height / 2];
	}, acting[0]);
	await page.mouse.move(...far);
	ok(await comes(page, '.way polyline'), 'the way to a far hex is shown before one goes there');
	ok(
		/\d/.test(
			await page
				.locator('.way text')
				.textContent()
				.catch(() => ''),
		),
		'with its cost',
	);
	await shoot('way');
	const before = await at(`.stacks [data-piece="${acting[0]}"]`);
	await page.mouse.click(...far);
	const gone = () =>
		page.evaluate(
			([piece, x, y]) => {
				const b = document.querySelector(`.stacks [data-piece="${piece}"]`)?.getBoundingClientRect(); // none: it was shot on arrival
				return !b || Math.hypot(b.left + b.width / 2 - x, b.top + b.height / 2 - y) > 60;
			},
			[acting[0], ...before],
		);
	ok(await until(gone), 'one click marches there', await page.locator('.notices').textContent());
	await settled(page);

	// why not
	const enemy = await page.evaluate(() => {
		const side = /side-\d/.exec(document.querySelector('.question-bar .flag').className)[0];
		return document.querySelector(`.stacks .counter:not(.${side})`).closest('[data-piece]').dataset.piece;
	});
	if ((await look(page)).question.includes('step')) await page.locator('.answer.stop').first().click();
	await until(async () => (await look(page)).question.includes('marches'));
	await settled(page);
	const next = (await look(page)).acting[0];
	await page.mouse.click(...(await at(`.stacks [data-piece="${next}"]`)));
	await until(async () => (await look(page)).picked === next);
	await page.mouse.click(...(await at(`.stacks [data-piece="${enemy}"]`)));
	ok(await comes(page, '.notice.refusal .rule'), 'a click on what is not allowed says why, with the rule');
	await page.click('.notice.refusal .rule');
	ok(await comes(page, '.rule-book p.at'), 'and the rule can be read');
	await shoot('why');

	// sight, overlays, threats
	await page.keyboard.press('Escape');
	await page.click('button[aria-label="Line of sight"]');
	await page.click('#tab-orders');
	await page.mouse.click(...(await at(`.stacks [data-piece="${next}"]`)));
	await page.mouse.click(...(await at(`.stacks [data-piece="${enemy}"]`)));
	ok(await comes(page, '.sight.clear, .sight.blocked'), 'the line of sight is drawn');
	ok(/clear|blocked/.test(await page.locator('.inspector').textContent()), 'and said in words');
	await shoot('sight');
	await page.keyboard.press('Escape');
	await page.click('button[aria-label="Overlays"]');
	await page.locator('.overlay-menu li button').last().click();
	ok(await comes(page, '.overlay polygon', 'attached'), 'an overlay lies over the map');
	await page.click('button[aria-label="Overlays"]');
	await page.locator('.overlay-menu li button[aria-pressed="true"]').click();
	await page.mouse.click(...(await at(`.stacks [data-piece="${next}"]`)));
	await page.click('button:has-text("What could the enemy do here?")');
	ok(
		await comes(page, '.threats .odds, .inspector .odds-none'),
		'what the enemy could do to a hex is told',
	);

	// standing orders: from now on both sides are asked
	await page.click('#tab-orders');
	let standing = 0;
	const askAll = async () => {
		const set = page.locator('.standing select');
		for (let i = 0; i < (await set.count()); i++)
			if ((await set.nth(i).inputValue()) !== 'ask')
				await set
					.nth(i)
					.selectOption('ask')
					.then(() => standing++),
					await settled(page);
	};

	// odds before one commits, and the default by Enter
	let odds = false,
		entered = false;
	for (let i = 0; i < 400 && !(odds && entered); i++) {
		const s = await look(page);
		if (s.over) break;
		if (i % 25 === 0 && s.mine && !s.slip) await askAll();
		if (s.slip && !odds) {
			odds = await comes(page, '.slip .odds .chance');
			if (odds) await shoot('odds');
		}
		if (!entered && s.mine && !s.busy && s.answers.some((a) => a.usual)) {
			await page.evaluate(() => document.activeElement?.blur());
			const entries = async () => (await ask(page, `/api/games/${id}/view`)).n,
				before = await entries();
			await page.keyboard.press('Enter');
			entered = await until(async () => (await entries()) > before); // the same question may come again
			continue;
		}
		await move(page, 15);
	}
	ok(standing > 0, 'standing orders can be changed');
	ok(odds, 'exact odds lie on the slip before one commits');
	ok(entered, 'Enter accepts the stated default');
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));
});
