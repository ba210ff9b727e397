// Deciding: why not, where one can go, what can be seen, what it costs, the odds, the enemy's odds; and Enter for the stated default.
import { enter, look, make, move, ok, person, run } from './lib.mjs';

await run('deciding', async (browser, table) => {
	const { page, wrongs } = await person(browser, table.base);
	const { id } = await make(page, 'crossroads', 'drill', 'afternoon', { west: 'me', east: 'me' });
	await enter(page, table.base, id);
	const shoot = (name) => (process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/deciding-${name}.png` }) : undefined);
	const middle = async (selector) => {
		const b = await page.locator(selector).first().boundingBox();
		return [b.x + b.width / 2, b.y + b.height / 2];
	};
	while (!(await look(page)).question.includes('marches')) await move(page, 0);

	// a piece in hand: where it can go is marked, the way is shown, and one click on a far hex marches there
	const { acting } = await look(page);
	await page.mouse.click(...(await middle(`.stacks [data-piece="${acting[0]}"]`)));
	await page.waitForSelector('.goals .reach');
	const far = await page.evaluate((piece) => {
		const at = document.querySelector(`.stacks [data-piece="${piece}"]`).getBoundingClientRect();
		const away = (e) => Math.hypot(e.left + e.width / 2 - at.left - at.width / 2, e.top + e.height / 2 - at.top - at.height / 2);
		const hexes = [...document.querySelectorAll('.goals .reach')].map((h) => h.getBoundingClientRect()).filter((b) => b.top > 80 && b.bottom < innerHeight - 140 && b.left > 70 && b.right < innerWidth - 420);
		const b = hexes.sort((p, q) => away(q) - away(p))[0];
		return [b.left + b.width / 2, b.top + b.height / 2];
	}, acting[0]);
	await page.mouse.move(...far);
	ok(await page.waitForSelector('.way polyline').then(() => true, () => false), 'the way to a far hex is shown before one goes there');
	ok(/\d/.test(await page.locator('.way text').textContent().catch(() => '')), 'with its cost');
	await shoot('way');
	const before = await middle(`.stacks [data-piece="${acting[0]}"]`);
	await page.mouse.click(...far);
	await page.waitForFunction(() => !document.querySelector('.question-bar.busy'));
	await page.waitForTimeout(600);
	const after = await middle(`.stacks [data-piece="${acting[0]}"]`);
	ok(Math.hypot(after[0] - before[0], after[1] - before[1]) > 60, 'one click marches there', `${before} ${after} ${await page.locator('.notices').textContent()}`);

	// why not
	const enemy = await page.evaluate(() => {
		const side = /side-\d/.exec(document.querySelector('.question-bar .flag').className)[0];
		return document.querySelector(`.stacks .counter:not(.${side})`).closest('[data-piece]').dataset.piece;
	});
	if ((await look(page)).question.includes('step')) await page.locator('.answer.stop').first().click().catch(() => undefined);
	await page.waitForTimeout(300);
	const next = (await look(page)).acting[0];
	await page.mouse.click(...(await middle(`.stacks [data-piece="${next}"]`)));
	await page.waitForTimeout(300);
	await page.mouse.click(...(await middle(`.stacks [data-piece="${enemy}"]`)));
	ok(await page.waitForSelector('.notice.refusal .rule', { timeout: 5000 }).then(() => true, () => false), 'a click on what is not allowed says why, with the rule');
	await page.click('.notice.refusal .rule');
	ok(await page.waitForSelector('.rule-book p.at', { timeout: 5000 }).then(() => true, () => false), 'and the rule can be read');
	await shoot('why');

	// sight, overlays, threats
	await page.keyboard.press('Escape');
	await page.click('button[aria-label="Line of sight"]');
	await page.click('#tab-orders');
	await page.mouse.click(...(await middle(`.stacks [data-piece="${next}"]`)));
	await page.mouse.click(...(await middle(`.stacks [data-piece="${enemy}"]`)));
	ok(await page.waitForSelector('.sight.clear, .sight.blocked').then(() => true, () => false), 'the line of sight is drawn');
	ok(/clear|blocked/.test(await page.locator('.inspector').textContent()), 'and said in words');
	await shoot('sight');
	await page.keyboard.press('Escape');
	await page.click('button[aria-label="Overlays"]');
	await page.locator('.overlay-menu li button').last().click();
	ok(await page.waitForSelector('.overlay polygon', { state: 'attached', timeout: 5000 }).then(() => true, () => false), 'an overlay lies over the map');
	await page.click('button[aria-label="Overlays"]');
	await page.locator('.overlay-menu li button[aria-pressed="true"]').click();
	await page.mouse.click(...(await middle(`.stacks [data-piece="${next}"]`)));
	await page.click('button:has-text("What could the enemy do here?")');
	ok(await page.waitForSelector('.threats .odds, .inspector .odds-none').then(() => true, () => false), 'what the enemy could do to a hex is told');

	// standing orders: from now on both sides are asked
	await page.click('#tab-orders');
	let standing = 0;
	const askAll = async () => {
		const set = page.locator('.standing select');
		for (let i = 0; i < await set.count(); i++)
			if ((await set.nth(i).inputValue()) !== 'ask') await set.nth(i).selectOption('ask').then(() => standing++), await page.waitForTimeout(250);
	};

	// odds before one commits, and the default by Enter
	let odds = false, entered = false;
	for (let i = 0; i < 400 && !(odds && entered); i++) {
		const s = await look(page);
		if (s.over) break;
		if (i % 25 === 0 && s.mine && !s.slip) await askAll();
		if (s.slip && !odds) {
			odds = await page.waitForSelector('.slip .odds .chance', { timeout: 4000 }).then(() => true, () => false);
			if (odds) await shoot('odds');
		}
		if (!entered && s.mine && !s.busy && s.answers.some((a) => a.usual)) {
			await page.evaluate(() => document.activeElement?.blur());
			const question = s.question;
			await page.keyboard.press('Enter');
			entered = await page.waitForFunction((q) => document.querySelector('.question-bar .question')?.textContent !== q, question, { timeout: 4000 }).then(() => true, () => false);
			continue;
		}
		await move(page, 15);
	}
	ok(standing > 0, 'standing orders can be changed');
	ok(odds, 'exact odds lie on the slip before one commits');
	ok(entered, 'Enter accepts the stated default');
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));
});
