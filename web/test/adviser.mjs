// Against the computer: its levels are described in the lobby, an adviser tells what he would do and why, and after the battle its plans
// stand in the log.
import {
	answer,
	comes,
	enter,
	look,
	make,
	move,
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

await run('adviser', async (browser, table) => {
	const { page, wrongs } = await person(browser, table.base, undefined, { lobby: true });
	const levels = await page
		.locator('.levels .seat-card')
		.evaluateAll((cards) => cards.map((c) => c.querySelector('.card-text').textContent));
	ok(
		levels.length >= 4 && levels.every((t) => t.length > 20),
		'the lobby says how each level of the computer thinks',
		levels.join('|'),
	);

	const { id } = await make(page, 'crossroads', 'drill', 'afternoon', {
		west: 'me',
		east: 'computer:recruit',
	});
	await enter(page, table.base, id);
	await page.waitForSelector('.question-bar.mine');
	await page.click('button:has-text("What would you do?")');
	ok(await comes(page, '.advice b'), 'the adviser names an order');
	ok(
		(await page.locator('.advice .hint').textContent()).length > 5,
		'and says why',
		await page.locator('.advice').textContent(),
	);
	const before = await number(page);
	await page.click('.advice .primary');
	ok(await until(async () => (await number(page)) > before), 'which one may give at once');
	ok(await until(async () => (await page.locator('.advice').count()) === 0), 'and then he is silent');

	// what he says leaves the board he speaks of in sight: his arrows lie clear of it, no older refusal lies over it, and his reason names no march
	const { id: hill } = await make(page, 'bull_run', 'brothers_at_arms', 'matthews_hill', {
		union: 'me',
		confederate: 'computer:recruit',
	});
	await answer(page, hill, (v) => !(v.mine && v.orders.some((o) => o.role === 'pick')));
	await enter(page, table.base, hill);
	await page.waitForSelector('.question-bar.mine');
	await tap(page, 'button:has-text("What would you do?")');
	await comes(page, '.advice li');
	await rest(page, 700);
	const seen = await page.evaluate(() => {
		const box = document.querySelector('.advice').getBoundingClientRect(),
			main = document.querySelector('.table main').getBoundingClientRect();
		const first = document.querySelector('.plan-arrows line')?.getBoundingClientRect();
		return {
			high: box.height / main.height,
			clear: !first || first.bottom < box.top + 2 || first.right < box.left || first.left > box.right,
			arrows: document.querySelectorAll('.plan-arrows line').length,
		};
	});
	ok(
		seen.high < 0.45 && seen.clear,
		'his words lie beside his arrows, not over them',
		JSON.stringify(seen),
	);
	ok(
		!/, cost \d/.test(await page.locator('.advice').textContent()),
		'a march is told by its goal',
		await page.locator('.advice').textContent(),
	);

	// on the table without hexes too; and a click there that leads to nothing is answered
	const { id: field } = await make(page, 'solferino', 'tabletop_1859', 'cemetery', {
		allied: 'me',
		austrian: 'me',
	});
	await answer(page, field, (v) => !v.orders.some((o) => o.role === 'move' && o.place));
	await enter(page, table.base, field);
	await page.waitForSelector('.question-bar.mine');
	ok((await page.locator('.mini-map .dot').count()) > 3, 'the whole table lies in a corner');
	await page.keyboard.press('Escape');
	const foe = await page.evaluate(() =>
		[...document.querySelectorAll('.stand:not(.acts) .body')]
			.map((e) => e.getBoundingClientRect())
			.map((b) => [b.left + b.width / 2, b.top + b.height / 2])
			.find(([x, y]) => document.elementFromPoint(x, y)?.closest('.stand')),
	);
	await press(page, foe);
	ok(await comes(page, '.notice'), 'a click on somebody who cannot be ordered is answered');
	// a plan in which everybody stays has no arrow: it is followed, and he is asked again
	let drawn = 0;
	for (let tries = 0; tries < 8 && !drawn; tries++) {
		if (tries) await tap(page, '.advice button:has-text("Do that")');
		await page.waitForSelector('.question-bar.mine');
		await tap(page, 'button:has-text("What would you do?")');
		if (!(await comes(page, '.advice li'))) break;
		drawn = await page.locator('.plan-arrows line').count();
	}
	ok(
		drawn > 0,
		"the adviser's plan is drawn on the table",
		await page
			.locator('.advice')
			.textContent()
			.catch(() => ''),
	);

	const other = await make(page, 'crossroads', 'drill', 'meeting', { west: 'me', east: 'friend' });
	await enter(page, table.base, other.id);
	await page.waitForSelector('.question-bar.mine');
	ok(
		(await page.locator('button:has-text("What would you do?")').count()) === 0,
		'between people nobody whispers',
	);

	// plans are told when it is over; here the service's answer is put on
	await page.route('**/plans', (route) =>
		route.fulfill({ json: [{ n: 2, side: 'east', text: 'Hold the crossroads to the last.' }] }),
	);
	const short = await make(page, 'crossroads', 'drill', 'afternoon', { west: 'me', east: 'me' });
	await enter(page, table.base, short.id);
	for (let i = 0; i < 600 && !(await look(page)).over; i++) await move(page, 100);
	await settled(page);
	await page.click('#tab-log');
	ok(
		await comes(page, '.entry.plan:has-text("Hold the crossroads")'),
		"after the battle the computer's plans stand in the log",
	);
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));
});
