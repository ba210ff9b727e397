// What the computer does is seen: played back beat by beat at the pace that is set, with pause, step, back and skip, dice and all; a summary
// stays in the dispatches. With reduced motion it is a list to step through.
import {
	answer,
	ask,
	comes,
	enter,
	make,
	number,
	ok,
	person,
	press,
	middle,
	run,
	settled,
	tap,
	until,
} from './lib.mjs';

/** Answers what we are asked until the other side has acted, and we are asked again. */
async function hand_over(page, id) {
	if (await page.locator('.playback .skip').count()) await tap(page, '.playback .skip');
	const { n } = await ask(page, `/api/games/${id}/view`);
	let others = false;
	await answer(page, id, (v) => ((others ||= !v.mine), v.n < n + 8 || !v.mine || !others));
	return comes(page, '.playback');
}
// The whole day: what is looked at takes up to six rounds, and a short scenario may be over by then.
const game = (page) =>
	make(page, 'bull_run', 'brothers_at_arms', 'whole_day', {
		union: 'me',
		confederate: 'computer:recruit',
	});
const words = (page) =>
	page
		.locator('.beats .now')
		.textContent()
		.catch(() => '');

await run('playback', async (browser, table) => {
	const { page, wrongs } = await person(browser, table.base, undefined, {
		reducedMotion: 'no-preference',
		settings: { pace: 'normal' },
	});
	const { id } = await game(page);
	await enter(page, table.base, id);
	await page.waitForSelector('.question-bar.mine, .playback');
	ok(
		await hand_over(page, id),
		'what the other side does is played back',
		await page.locator('.foot').textContent(),
	);
	ok((await page.locator('.question-bar.mine').count()) === 0, 'before one is asked again');
	const seen = [];
	await page.evaluate(() => {
		// when each beat is shown, by the page's own clock
		const shown = (window.shown = []);
		let last = '';
		new MutationObserver(() => {
			const now = document.querySelector('.beats .now')?.textContent;
			if (now && now !== last) shown.push(performance.now()), (last = now);
		}).observe(document.body, { subtree: true, childList: true, characterData: true });
	});
	const board = () =>
		page.evaluate(() =>
			[...document.querySelectorAll('.stacks [data-piece]')]
				.map((p) => p.dataset.piece + p.getAttribute('transform'))
				.join(),
		);
	let moved = false;
	for (let round = 0; round < 6 && !(seen.length >= 4 && moved); round++) {
		// a round may be short, or have only headings
		if (round) await hand_over(page, id);
		const began = Date.now(),
			first = await board();
		while (
			(await page.locator('.playback.playing').count()) &&
			Date.now() - began < 25000 &&
			!(seen.length >= 4 && moved)
		) {
			const w = await words(page);
			if (w && w !== seen[seen.length - 1]) seen.push(w);
			moved ||= (await board()) !== first;
			await page.waitForTimeout(40);
		}
	}
	const at = await page.evaluate(() => window.shown);
	const shortest = Math.min(...at.slice(1).map((t, i) => t - at[i]));
	ok(
		seen.length >= 2 && shortest > 600,
		'each beat stays long enough to be read',
		`${shortest} ms; ${seen.join(' / ')}`,
	);
	ok(moved, 'and the counters move with it');
	if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/playback.png` });

	if (await page.locator('.playback [aria-label="Pause"]').count()) {
		await press(page, await middle(page, '.playback [aria-label="Pause"]'));
		const w = await words(page);
		await page.waitForTimeout(2500);
		ok(
			(await words(page)) === w && (await page.locator('.playback.paused').count()) === 1,
			'it can be paused',
		);
		await press(page, await middle(page, '.playback [aria-label="Next"]'));
		ok(
			await until(async () => (await words(page)) !== w || !(await page.locator('.playback').count())),
			'stepped through',
		);
		if (await page.locator('.playback').count()) {
			await press(page, await middle(page, '.playback [aria-label="One back"]'));
			ok(await until(async () => (await words(page)) === w), 'and back', `${w} | ${await words(page)}`);
			await press(page, await middle(page, '.playback .skip'));
		}
	}
	ok(await comes(page, '.question-bar.mine'), "or skipped, to one's own turn");
	ok((await page.locator('.last-words p').count()) > 0, 'what was told last stays until the next order');
	ok((await page.locator('.trails line').count()) > 0, 'with arrows on the board');
	await press(page, await middle(page, '#tab-log'));
	ok(
		await comes(page, '.entry.since li'),
		'a summary stands in the dispatches',
		await page.locator('.log-leaf').textContent(),
	);
	ok(
		/moved|came on|left the field|→/.test(await page.locator('.entry.since').textContent()),
		'that says who moved',
		await page.locator('.entry.since').textContent(),
	);
	await settled(page);

	// the replay goes by the same beats
	const n = await number(page);
	await press(page, await middle(page, '.replay [aria-label="A turn back"]'));
	await comes(page, '.question-bar.replaying');
	await press(page, await middle(page, '.replay [aria-label="Play"]'));
	const told = new Set();
	await until(
		async () => (
			told.add(
				await page
					.locator('.question-bar.replaying')
					.textContent()
					.catch(() => ''),
			),
			told.size > 2
		),
	);
	ok(told.size > 2, 'a replay plays beat by beat', [...told].join('/'));
	await page.keyboard.press('Escape');
	ok(
		await until(
			async () =>
				(await number(page)) === n && (await page.locator('.question-bar.mine').count()) === 1,
		),
		'and ends in the present',
	);
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));

	// one who wants nothing to move
	const calm = await person(browser, table.base, undefined, { settings: { pace: 'normal' } });
	const other = await game(calm.page);
	await enter(calm.page, table.base, other.id);
	await calm.page.waitForSelector('.question-bar.mine, .playback');
	ok(await hand_over(calm.page, other.id), 'reduced motion: it is told as a list');
	const list = await calm.page.locator('.beats li').count(),
		here = await words(calm.page);
	await calm.page.waitForTimeout(1500);
	ok(list >= 1 && (await words(calm.page)) === here, 'which waits for the reader');
	for (let i = 0; i < 400 && (await calm.page.locator('.playback .skip').count()); i++)
		await press(calm.page, await middle(calm.page, '.playback [aria-label="Next"]')).catch(
			() => undefined,
		),
			await calm.page.waitForTimeout(60);
	ok(await comes(calm.page, '.question-bar.mine'), "and ends in one's own turn");
});
