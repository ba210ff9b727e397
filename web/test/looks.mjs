// What a player takes for granted on the board: tooltips of our own, the whole field in a corner, a link to a moment, a replay as one file that plays
// anywhere, what-if against the computer.
import { readFileSync } from 'node:fs';
import {
	answer,
	ask,
	carried,
	comes,
	enter,
	glide,
	make,
	middle,
	number,
	ok,
	person,
	press,
	rest,
	run,
	tap,
	until,
} from './lib.mjs';

await run('looks', async (browser, table) => {
	const { page, context, wrongs } = await person(browser, table.base);
	const { id } = await make(page, 'bull_run', 'brothers_at_arms', 'matthews_hill', {
		union: 'me',
		confederate: 'me',
	});
	await answer(page, id, (v) => v.n < 12);
	await enter(page, table.base, id);
	await page.waitForSelector('.question-bar.mine');

	// tooltips
	await glide(page, ...(await middle(page, '.question-bar .rule')));
	ok(await comes(page, '.tip'), "a rule's number has a tooltip");
	const rule = await page.locator('.tip').textContent();
	ok(/^§ \S+: .{20}/.test(rule), 'which is the rule itself', rule);
	await glide(page, 600, 300), await rest(page, 200);
	ok(
		await until(
			async () =>
				!/^§/.test(
					await page
						.locator('.tip')
						.textContent({ timeout: 200 })
						.catch(() => ''),
				),
		),
		'and goes with the hand',
	);
	await glide(page, ...(await middle(page, '.instruments button[aria-label="Nearer"]')));
	ok(
		await until(async () =>
			/Nearer/.test(
				await page
					.locator('.tip')
					.textContent({ timeout: 200 })
					.catch(() => ''),
			),
		),
		'so do buttons',
	);
	await page.evaluate(() => document.querySelector('.question-bar .rule').focus());
	await page.keyboard.press('Tab'), await page.keyboard.press('Shift+Tab');
	ok(await comes(page, '.tip'), 'and by the keyboard too');

	// the whole field in a corner
	const frame = () =>
		page.evaluate(() =>
			['x', 'y', 'width', 'height'].map((n) =>
				Number(document.querySelector('.mini-map .seen').getAttribute(n)),
			),
		);
	const before = await frame();
	ok(
		before.every((n) => Number.isFinite(n)) && (await page.locator('.mini-map .dot').count()) > 4,
		'the whole field lies in a corner, with the frame of what is seen',
		before.join(),
	);
	await press(page, await middle(page, '.instruments button[aria-label="Nearer"]'));
	ok(await until(async () => (await frame())[2] < before[2]), 'which shrinks as one goes nearer');
	const box = await page.locator('.mini-map').boundingBox(),
		near = await frame();
	await press(page, [box.x + 4, box.y + 4]);
	ok(await until(async () => (await frame())[0] !== near[0]), 'and a press on it looks there');

	// a link to a moment
	await press(page, await middle(page, '.replay [aria-label="An order back"]'));
	await comes(page, '.question-bar.replaying');
	const link = await page.locator('.moment').getAttribute('data-link'),
		n = await number(page);
	const other = await context.newPage();
	await other.goto(link);
	ok(
		(await comes(other, '.question-bar.replaying')) &&
			(await other.locator('.question-bar').textContent()).includes(`order ${n - 1} of`),
		'a link opens the game at that moment',
		link,
	);
	await other.close();
	await tap(page, 'button:has-text("Back to the present")');

	// the replay as one file
	await tap(page, '#tab-more');
	const [file] = await Promise.all([
		page.waitForEvent('download', { timeout: 60000 }),
		tap(page, '.replay-file'),
	]);
	const text = readFileSync(await carried(file), 'utf8');
	ok(
		/<script>/.test(text) && !/(src|href)="http|url\(http|fetch\(/.test(text),
		'the replay is one page that asks nobody for anything',
		text.length,
	);
	const alone = await context.newPage();
	const broken = [];
	alone.on('pageerror', (e) => broken.push(e.message));
	await alone.route('**', (route) => route.abort());
	await alone.setContent(text);
	ok(
		(await alone.locator('#board g').count()) > 5 && !broken.length,
		'it has the counters on its board',
		broken.join('\n'),
	);
	await alone.evaluate(() => {
		const at = document.querySelector('#at');
		at.value = at.max;
		at.oninput();
	});
	ok((await alone.locator('#words').textContent()).length > 5, 'and tells what happened');
	await alone.close();

	// what if, against the computer
	await page.selectOption('.against', 'recruit');
	await tap(page, 'button:has-text("Fork the battle")');
	await until(() => !page.url().includes(id));
	await page.waitForSelector('.map-picture svg');
	const board = await ask(page, `/api/games/${page.url().split('/').pop()}`);
	ok(
		Object.values(board.seats).some((s) => s.kind === 'computer') && board.you.length === 1,
		'a fork can face the computer',
		JSON.stringify(board.seats),
	);

	// who goes on to the lobby while a game is still being opened comes there
	await context.addInitScript(() => {
		if (!sessionStorage.getItem('hurry')) return;
		sessionStorage.removeItem('hurry');
		new MutationObserver((_, watch) => {
			if (!document.querySelector('#page > *')) return;
			watch.disconnect();
			location.hash = '#/'; // the page is there, and has not begun to listen
		}).observe(document, { subtree: true, childList: true });
	});
	await page.evaluate(() => sessionStorage.setItem('hurry', '1'));
	await page.reload();
	ok(await comes(page, '.my-games'), 'going back to the lobby at once leads there', page.url());
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));
});
