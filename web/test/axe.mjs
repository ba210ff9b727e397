// axe-core finds no serious violation: in the lobby, on the board, on every leaf, in the dialogs, in every palette. And the focus is never lost,
// whatever an order or a closing dialog takes away.
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
	run,
	settled,
	tap,
	until,
	violations,
} from './lib.mjs';

await run('axe', async (browser, table) => {
	const { page } = await person(browser, table.base, undefined, { bypassCSP: true, lobby: true });
	const check = async (what) => {
		const bad = await violations(page);
		ok(bad.length === 0, `${what}: no serious violation`, bad.join('\n'));
	};
	await check('lobby');
	const { id } = await make(page, 'crossroads', 'drill', 'meeting', { west: 'me', east: 'me' });
	await enter(page, table.base, id);
	for (let i = 0; i < 12; i++) await move(page, 0);
	for (const leaf of ['orders', 'log', 'armies', 'day', 'rules', 'talk', 'more']) {
		await page.click(`#tab-${leaf}`);
		await comes(page, leaf === 'rules' ? '.rule-book' : `.${leaf}-leaf`);
		await check(leaf);
	}
	for (const [name, title] of [
		['proof', 'Proof of the dice'],
		['report', 'The battle report'],
		['keys', 'Keyboard shortcuts'],
	]) {
		await page.click(`.downloads button:has-text("${title}")`);
		await page.waitForSelector('.folio');
		await check(name);
		await page.click('.folio .close');
	}
	await page.click('#tab-day');
	await page.click('.to-briefing');
	await page.waitForSelector('.briefing .victory li');
	await check('briefing');
	await page.click('.folio .close');
	for (const change of [
		{ light: 'night' },
		{ palette: 'contrast', light: 'day' },
		{ palette: 'contrast', light: 'night' },
		{ palette: 'colourblind', light: 'day' },
		{ palette: 'colourblind', light: 'night' },
	]) {
		await page.evaluate(
			(c) =>
				localStorage.setItem(
					'fratelli.settings',
					JSON.stringify({ pace: 'once', briefing: false, ...c }),
				),
			change,
		);
		await page.reload();
		await page.waitForSelector('.map-picture svg');
		await look(page);
		await check(Object.values(change).join(', '));
	}

	// the focus: where it is, or in a moment is; never on the page as such
	const { id: other } = await make(page, 'crossroads', 'drill', 'meeting', { west: 'me', east: 'me' });
	await enter(page, table.base, other);
	const holds = (selector) =>
		until(() => page.evaluate((fits) => document.activeElement.matches(fits), selector));
	const focus = async (selector, what) =>
		ok(
			await holds(selector),
			`the focus is kept: ${what}`,
			await page.evaluate(() => document.activeElement.outerHTML.slice(0, 200)),
		);
	const press = async (selector) => {
		const n = await number(page);
		await page.locator(selector).first().focus();
		await page.keyboard.press('Enter');
		await until(async () => (await number(page)) > n);
		await settled(page);
	};
	await page.locator('.orders-leaf .take').first().focus();
	await page.keyboard.press('Enter');
	await press('.orders-leaf .order');
	await focus('#leaf, #leaf *', 'an order of the list');
	await press('.question-bar .undo');
	await focus('.question-bar, .question-bar *', 'an order taken back');
	/** A phase that may be ended, with somebody who could still act: that is warned of. */
	const hasty = async () => {
		await settled(page);
		const s = await look(page);
		return s.acting.length > 0 && s.answers.some((x) => x.done);
	};
	for (let i = 0; i < 60 && !(await hasty()); i++) await move(page, 0);
	await page.locator('.question-bar .answer.done').focus();
	await page.keyboard.press('Enter');
	await comes(page, '.warning');
	await focus('.warning .primary', 'a warning asks');
	await press('.warning .primary');
	await focus('.question-bar, .question-bar *', 'the end of a phase');
	await page.click('#tab-more');
	await page.locator('.downloads button:has-text("Keyboard shortcuts")').focus();
	await page.keyboard.press('Enter');
	await comes(page, '.folio[open] .close');
	await page.locator('.folio .close').focus();
	await page.keyboard.press('Enter');
	await focus('.downloads button', 'a dialog closes');
	await page.keyboard.press('2');
	await focus('#leaf, #leaf *', 'another leaf is opened');

	// a phone: stacks laid out, and the boxes beside the board
	const phone = await person(
		browser,
		table.base,
		{ width: 390, height: 844 },
		{ bypassCSP: true, hasTouch: true, isMobile: true, lobby: true },
	);
	const see = async (what) => {
		const bad = await violations(phone.page);
		ok(bad.length === 0, `a phone, ${what}: no serious violation`, bad.join('\n'));
	};
	await see('lobby');
	const { id: third } = await make(phone.page, 'bull_run', 'brothers_at_arms', 'whole_day', {
		union: 'me',
		confederate: 'me',
	});
	await answer(phone.page, third, (v) => !v.orders.some((o) => o.role === 'pick'));
	await enter(phone.page, table.base, third);
	await tap(phone.page, '.tray .box-name');
	await comes(phone.page, '.tray li button');
	await see('the board with an open box');
	await phone.page.locator('svg.counters').focus(); // by key: which stack lies under a finger differs from screen to screen
	await until(async () => {
		await phone.page.keyboard.press('n');
		await phone.page.keyboard.press('s');
		return (await phone.page.locator('.viewer').count()) > 0;
	});
	await see('a stack laid out');
	await phone.page.keyboard.press('Escape');
	for (const leaf of ['orders', 'log', 'day', 'more']) {
		await tap(phone.page, `#tab-${leaf}`);
		await comes(phone.page, `.${leaf}-leaf`);
		await see(leaf);
	}
});
