// axe-core finds no serious violation: in the lobby, on the board, on every leaf, in the dialogs, in every palette.
import { comes, enter, look, make, move, ok, person, run, violations } from './lib.mjs';

await run('axe', async (browser, table) => {
	const { page } = await person(browser, table.base, undefined, { bypassCSP: true });
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
	for (const [name, title] of [['proof', 'Proof of the dice'], ['report', 'The battle report'], ['keys', 'The keys of the keyboard']]) {
		await page.click(`.downloads button:has-text("${title}")`);
		await page.waitForSelector('.folio');
		await check(name);
		await page.click('.folio .close');
	}
	for (const change of [{ light: 'night' }, { palette: 'contrast', light: 'day' }, { palette: 'contrast', light: 'night' }, { palette: 'colourblind', light: 'day' }]) {
		await page.evaluate((c) => localStorage.setItem('fratelli.settings', JSON.stringify(c)), change);
		await page.reload();
		await page.waitForSelector('.map-picture svg');
		await look(page);
		await check(Object.values(change).join(', '));
	}
});
