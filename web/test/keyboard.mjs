// A battle with the keyboard alone: no pointer is ever used, from the lobby to the end of the game.
import { look, number, ok, person, run, settled } from './lib.mjs';

await run('keyboard alone', async (browser, table) => {
	const { page, wrongs } = await person(browser, table.base, undefined, { lobby: true });
	const press = (...keys) => keys.reduce((p, k) => p.then(() => page.keyboard.press(k)), Promise.resolve());
	/** Tabs until what has the focus fits. */
	const tabTo = async (fits, most = 120) => {
		for (let i = 0; i < most; i++) {
			if (await page.evaluate(fits)) return true;
			await press('Tab');
		}
		return false;
	};
	ok(
		await tabTo(
			() =>
				document.activeElement.matches('.battle-card') &&
				document.activeElement.textContent.includes('Crossroads'),
		),
		'Tab reaches the battle',
	);
	await press('Enter');
	ok(
		await tabTo(() => document.activeElement.matches('.all-books > summary')),
		'Tab reaches the fold with every book',
	);
	await press('Enter');
	ok(
		await tabTo(
			() =>
				document.activeElement.matches('.book-card') &&
				document.activeElement.textContent.includes('Drill'),
		),
		'Tab reaches the rule book',
	);
	await press('Enter');
	ok(await tabTo(() => document.activeElement.matches('input[name="how"]')), 'Tab reaches the seats');
	await press('ArrowDown', 'ArrowDown');
	ok(
		await tabTo(
			() =>
				document.activeElement.matches('.seats-form input[type="checkbox"]') &&
				document.activeElement.parentElement.textContent.includes('curtain'),
		),
		'Tab reaches the curtain',
	);
	await press('Space');
	ok(await tabTo(() => document.activeElement.textContent === 'Take command'), 'Tab reaches the button');
	await press('Enter');
	await page.waitForSelector('.map-picture svg');
	ok(await tabTo(() => document.activeElement.matches('svg.counters')), 'Tab reaches the board');

	// on the board: N picks the next piece, arrows and Enter send it somewhere
	const cursorWords = () => page.locator('#cursor-words').textContent();
	await press('n');
	ok(/\w/.test(await cursorWords()), 'the cursor says what lies under it', await cursorWords());
	let moved = 0;
	const arrows = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'];
	const until = Date.now() + Number(process.env.SECONDS_MOST ?? 400) * 1000;
	let s = await look(page),
		i = 0;
	while (!s.over && Date.now() < until) {
		i++;
		const n = await number(page);
		if (s.warning || i % 9 === 0 || (!s.acting.length && !s.goals.length)) {
			// the list beside the board, or the buttons of the question, like a screen reader would
			const there = await tabTo(
				() =>
					document.activeElement.matches(
						'.question-bar .answer:not(.quiet, .undo), .warning .primary, .orders-leaf .order, .orders-leaf .take[aria-expanded="false"]',
					),
				60,
			);
			if (there) await press('Enter'); // anywhere else it might lead away from the table
		} else {
			await page.evaluate(() => document.querySelector('svg.counters').focus());
			await press('n', arrows[i % 4], 'Enter');
			if (await page.locator('.slip').count()) await press('Enter');
		}
		await page.waitForTimeout(30);
		await settled(page);
		const now = await number(page);
		if (now !== n) moved++;
		s = await look(page);
	}
	ok(s.over, `played to its end with the keyboard alone: ${moved} times the game moved on`, s.question);
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));
});
