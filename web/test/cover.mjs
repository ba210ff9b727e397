// Nothing the question is about lies under what lies over the board: the target of a piece that is taken up comes out from under the question, the slip with
// the odds covers neither guide nor question, and what is cited by its number is shown.
import {
	answer,
	ask,
	comes,
	enter,
	glide,
	make,
	middle,
	ok,
	person,
	press,
	rest,
	run,
	tap,
	until,
} from './lib.mjs';

const over = '.question-bar,.guide,.tray ul,.slip,.playback';

/** Is the middle of what the selector finds in sight, and not under anything? */
const clear = (page, selector) =>
	page.evaluate(
		([what, lids]) => {
			const e = document.querySelector(what),
				sheet = document.querySelector('.sheet').getBoundingClientRect();
			if (!e) return false;
			const b = e.getBoundingClientRect(),
				x = b.left + b.width / 2,
				y = b.top + b.height / 2;
			const lid = [...document.querySelectorAll(lids)].some((l) => {
				const r = l.getBoundingClientRect();
				return x > r.left && x < r.right && y > r.top && y < r.bottom;
			});
			return x > sheet.left && x < sheet.right && y > sheet.top && y < sheet.bottom && !lid;
		},
		[selector, over],
	);

const apart = (page, a, b) =>
	page.evaluate(
		([one, two]) => {
			const r = document.querySelector(one)?.getBoundingClientRect(),
				s = document.querySelector(two)?.getBoundingClientRect();
			return (
				!r ||
				!s ||
				r.right <= s.left + 1 ||
				s.right <= r.left + 1 ||
				r.bottom <= s.top + 1 ||
				s.bottom <= r.top + 1
			);
		},
		[a, b],
	);

await run('covering', async (browser, table) => {
	const { page, wrongs } = await person(browser, table.base);
	const { id } = await make(page, 'bull_run', 'brothers_at_arms', 'matthews_hill', {
		union: 'me',
		confederate: 'me',
	});
	const v = await answer(page, id, (w) => !w.orders.some((o) => o.role === 'fire'));
	const shot = v.orders.find((o) => o.role === 'fire');
	if (!ok(shot, 'somebody can fire')) return;
	await enter(page, table.base, id);
	await page.waitForSelector('.question-bar.mine');
	// the board is pushed down until the target lies under the question
	const target = `.stacks [data-piece="${shot.target}"] .face`;
	for (let i = 0; i < 8 && (await clear(page, target)); i++) {
		await glide(page, 500, 120),
			await page.mouse.down(),
			await glide(page, 500, 260),
			await page.mouse.up();
		await rest(page, 60);
	}
	ok(!(await clear(page, target)), 'the target is out of sight');
	await tap(page, `[data-take="${shot.piece}"]`);
	ok(
		await until(() => clear(page, target)),
		'when its enemy is taken up it comes into sight, clear of everything',
	);
	const goal = await middle(page, `.goal[data-goal="${shot.place}"]`);
	await press(page, goal);
	ok(await comes(page, '.slip .odds'), 'the slip with the odds is there');
	await rest(page, 200);
	ok(await apart(page, '.slip', '.question-bar'), 'beside the question, not over it');
	ok(await clear(page, target), 'and not over the target');
	await page.keyboard.press('Escape'), await page.keyboard.press('Escape');

	// beside the guide
	await page.goto(`${table.base}/#/`);
	await page.waitForSelector('.guide-begin[data-guide="brothers_at_arms"]');
	await tap(page, '.guide-begin[data-guide="brothers_at_arms"]');
	await page.waitForSelector('.guide');
	const game = page.url().split('/').pop();
	const w = await answer(page, game, (x) => !x.orders.some((o) => o.role === 'fire') && x.n < 80);
	const fire = w.orders.find((o) => o.role === 'fire');
	if (fire) {
		await until(() => page.locator(`[data-take="${fire.piece}"]`).count());
		await tap(page, `[data-take="${fire.piece}"]`);
		await rest(page, 500);
		await press(page, await middle(page, `.goal[data-goal="${fire.place}"]`));
		await comes(page, '.slip .odds');
		await rest(page, 200);
		ok(await apart(page, '.slip', '.guide'), "the odds do not cover the guide's text");
	}

	// a hex that a reason cites is shown when one points at it
	const other = await make(page, 'bull_run', 'brothers_at_arms', 'matthews_hill', {
		union: 'me',
		confederate: 'me',
	});
	await enter(page, table.base, other.id);
	await page.waitForSelector('.question-bar.mine');
	const now = await ask(page, `/api/games/${other.id}/view`),
		piece = now.orders.find((o) => o.role === 'pick').piece;
	await tap(page, `[data-take="${piece}"]`);
	await page.waitForSelector('.reached .reach');
	const board = await ask(page, `/api/games/${other.id}`),
		{ reach } = await ask(page, `/api/games/${other.id}/about?piece=${piece}`);
	for (const h of board.map.hexes.filter((x) => !reach[x.n])) {
		const p = await page.evaluate(
			([x, y]) => {
				const s = new DOMPoint(x / 10, y / 10).matrixTransform(
						document.querySelector('.counters').getScreenCTM(),
					),
					on = document.elementFromPoint(s.x, s.y);
				return on?.closest('svg.counters') && !on.closest('[data-piece]') ? [s.x, s.y] : null;
			},
			[h.x, h.y],
		);
		if (!p) continue;
		await press(page, p);
		if (await until(() => page.locator('.notice .cited').count())) break;
	}
	await glide(page, ...(await middle(page, '.notice .cited')));
	ok(
		await comes(page, '.marked polygon', 'attached'),
		'a hex that is cited is shown when one points at it',
	);
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));
});
