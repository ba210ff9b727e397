// Screenshots at four sizes, of the states a player meets; for people to look at (SHOTS=folder). Without SHOTS it only checks that
// everything is on the screen: no page scrolls sideways, and the question is in view.
import { comes, enter, look, make, move, ok, person, rest, run } from './lib.mjs';

const sizes = {
	phone: { width: 844, height: 390 },
	upright: { width: 390, height: 844 },
	laptop: { width: 1366, height: 768 },
	large: { width: 2560, height: 1440 },
};
const shots = process.env.SHOTS;
const only = process.env.SIZES?.split(',');

await run('screens', async (browser, table) => {
	for (const [size, viewport] of Object.entries(sizes)) {
		if (only && !only.includes(size)) continue;
		const { page, wrongs } = await person(browser, table.base, viewport, {
			lobby: true,
			hasTouch: viewport.width < 960,
		});
		const shoot = async (name, more = {}) =>
			shots &&
			(await rest(page, 800), page.screenshot({ path: `${shots}/${size}-${name}.png`, ...more }));
		const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
		await shoot('lobby', { fullPage: viewport.width > 960 });
		ok(await fits(), `${size}: the lobby fits`);
		const { id } = await make(page, 'bull_run', 'brothers_at_arms', 'matthews_hill', {
			union: 'me',
			confederate: 'me',
		});
		await enter(page, table.base, id);
		await shoot('board');
		ok(await fits(), `${size}: the board fits`);
		const bar = await page.locator('.question-bar').boundingBox();
		ok(
			bar &&
				bar.x >= 0 &&
				bar.y >= 0 &&
				bar.x + bar.width <= viewport.width + 1 &&
				bar.y + bar.height <= viewport.height + 1,
			`${size}: the question is in view`,
		);
		if (size === 'upright')
			ok(
				(await page.locator('.sheet').boundingBox()).width === viewport.width,
				'upright: the board has the whole width',
			);
		for (let i = 0; i < 12 && !(await look(page)).goals.length; i++) await move(page, 0);
		await shoot('moving');
		if (size === 'laptop')
			for (const leaf of ['log', 'armies', 'day', 'rules', 'talk', 'more']) {
				await page.click(`#tab-${leaf}`);
				await comes(page, leaf === 'rules' ? '.rule-book' : `.${leaf}-leaf`);
				await shoot(leaf);
			}
		if (size === 'laptop')
			for (const [name, change] of [
				['night', { light: 'night' }],
				['contrast', { light: 'day', palette: 'contrast' }],
				['colourblind', { palette: 'colourblind' }],
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
				await shoot(name);
			}
		ok(wrongs.length === 0, `${size}: nothing went wrong in the browser`, wrongs.join('\n'));
		await page.context().close();
	}
});
