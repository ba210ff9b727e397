// Against the computer: its levels are described in the lobby, an adviser tells what he would do and why, and after the battle its plans
// stand in the log.
import { comes, enter, look, make, move, number, ok, person, run, settled, until } from './lib.mjs';

await run('adviser', async (browser, table) => {
	const { page, wrongs } = await person(browser, table.base);
	const levels = await page.locator('.levels .seat-card').evaluateAll((cards) => cards.map((c) => c.querySelector('.card-text').textContent));
	ok(levels.length >= 4 && levels.every((t) => t.length > 20), 'the lobby says how each level of the computer thinks', levels.join('|'));

	const { id } = await make(page, 'crossroads', 'drill', 'afternoon', { west: 'me', east: 'computer:recruit' });
	await enter(page, table.base, id);
	await page.waitForSelector('.question-bar.mine');
	await page.click('button:has-text("What would you do?")');
	ok(await comes(page, '.advice b'), 'the adviser names an order');
	ok((await page.locator('.advice .hint').textContent()).length > 5, 'and says why', await page.locator('.advice').textContent());
	const before = await number(page);
	await page.click('.advice .primary');
	ok(await until(async () => (await number(page)) > before), 'which one may give at once');
	ok(await until(async () => (await page.locator('.advice').count()) === 0), 'and then he is silent');

	const other = await make(page, 'crossroads', 'drill', 'meeting', { west: 'me', east: 'friend' });
	await enter(page, table.base, other.id);
	await page.waitForSelector('.question-bar.mine');
	ok((await page.locator('button:has-text("What would you do?")').count()) === 0, 'between people nobody whispers');

	// plans are told when it is over; here the service's answer is put on
	await page.route('**/plans', (route) => route.fulfill({ json: [{ n: 2, side: 'east', text: 'Hold the crossroads to the last.' }] }));
	const short = await make(page, 'crossroads', 'drill', 'afternoon', { west: 'me', east: 'me' });
	await enter(page, table.base, short.id);
	for (let i = 0; i < 600 && !(await look(page)).over; i++) await move(page, 100);
	await settled(page);
	await page.click('#tab-log');
	ok(await comes(page, '.entry.plan:has-text("Hold the crossroads")'), 'after the battle the computer\'s plans stand in the log');
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));
});
