// Time and freedom: replay, bookmarks, fork, save and import, an override, the curtain between two players, "since you left".
import { writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comes, drawBack, enter, look, make, move, number, ok, person, run, settled, until } from './lib.mjs';

await run('time', async (browser, table) => {
	const { page, wrongs } = await person(browser, table.base);
	const { id } = await make(page, 'crossroads', 'drill', 'meeting', { west: 'me', east: 'me' });
	await enter(page, table.base, id);
	while ((await number(page)) < 30) await move(page, 20);

	const places = () =>
		page.evaluate(() =>
			[...document.querySelectorAll('.stacks .piece')]
				.map((p) => `${p.dataset.piece} ${p.getAttribute('transform')}`)
				.sort()
				.join('\n'),
		);
	await settled(page);
	await page.keyboard.press('Escape'); // nothing in hand, so that stacks lie in their own order
	await until(async () => !(await look(page)).picked || (await look(page)).acting.length < 2);
	const now = await places();
	await drawBack(page, '.replay input');
	ok(
		await until(async () => (await page.locator('.question-bar.replaying').count()) > 0),
		'the slider goes back to the beginning',
	);
	ok(await until(async () => (await places()) !== now), 'and the board shows how it was');
	await page.click('.replay button[aria-label="An order on"]');
	ok(await until(async () => (await page.locator('.replay output').textContent()) === '1'), 'step by step');
	await page.click('button:has-text("Back to the present")');
	ok(await until(async () => (await places()) === now), 'the present is as it was');

	await page.click('#tab-day');
	await page.click('button:has-text("Bookmark this moment")');
	ok(await comes(page, '.bookmarks li .close'), "a bookmark of one's own");

	await page.click('#tab-more');
	const save = await page.evaluate(async (game) => (await fetch(`/api/games/${game}/save`)).text(), id);
	ok(save.length > 100, 'a saved game can be taken away');
	await page.click('button:has-text("Fork the battle")');
	ok(await until(() => !page.url().includes(id)), 'what if: a new game from here');
	await page.waitForSelector('.question-bar');
	ok(await until(async () => (await number(page)) >= 30), 'with the same past');

	await page.goto(`${table.base}/#/`);
	const file = join(mkdtempSync(join(tmpdir(), 'fratelli-page-')), 'game.save');
	writeFileSync(file, save);
	await page.setInputFiles('input[type="file"]', file);
	ok(await until(() => page.url().includes('/game/')), 'a saved game is brought to the table');
	await page.waitForSelector('.map-picture svg');

	await page.click('#tab-talk');
	await page.click('button:has-text("Change something")');
	await page.selectOption('.override label:has-text("What changes") select', 'strength');
	await page.fill('.override input[type="number"]', '1');
	await page.fill('.override input[placeholder]', 'a house rule');
	const before = await number(page);
	await page.click('.override .primary');
	ok(
		await until(async () => (await number(page)) === before + 1),
		'alone, one may change what the rules do not',
		await page.locator('.notices').textContent(),
	);
	await page.click('#tab-log');
	ok(
		await until(async () => (await page.locator('.log-leaf').textContent()).includes('a house rule')),
		'and the reason stays in the log',
	);

	// the curtain
	const two = await make(page, 'crossroads', 'drill', 'meeting', { west: 'me', east: 'me' });
	await page.evaluate((g) => localStorage.setItem(`fratelli.curtain.${g}`, 'true'), two.id);
	await enter(page, table.base, two.id);
	for (let i = 0; i < 400 && !(await look(page)).curtain; i++) await move(page, 30);
	ok((await look(page)).curtain, 'a curtain falls when the other is to decide');
	ok((await page.locator('.counters, .side').count()) === 0, 'and nothing is seen behind it');
	await page.click('.curtain button');
	ok(await until(async () => (await look(page)).mine), 'until he sits down');

	// since you left
	const friend = await person(browser, table.base);
	const game = await make(page, 'crossroads', 'drill', 'meeting', { west: 'me', east: 'friend' });
	await enter(page, table.base, game.id);
	await enter(friend.page, table.base, game.id, game.invites.east);
	for (let i = 0; i < 200 && !((await number(page)) >= 4 && (await look(friend.page)).mine); i++)
		await move((await look(page)).mine ? page : friend.page, 30);
	await page.goto(`${table.base}/#/`);
	const left = await number(friend.page);
	for (let i = 0; i < 60 && (await number(friend.page)) < left + 3; i++) await move(friend.page, 0);
	await enter(page, table.base, game.id);
	ok(
		await until(async () => (await page.locator('.missed').count()) > 0),
		'on coming back one is told that something happened',
	);
	await page.click('.missed .primary');
	ok(
		await until(async () => (await page.locator('.question-bar.replaying').count()) > 0),
		'and it is played back',
	);
	ok(
		await until(async () => (await page.locator('.question-bar.replaying').count()) === 0),
		'to the present',
	);
	ok(
		![...wrongs, ...friend.wrongs].length,
		'nothing went wrong in the browsers',
		[...wrongs, ...friend.wrongs].join('\n'),
	);
});
