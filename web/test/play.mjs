// A whole battle to its end by clicking, for each rule system that has a short one; both sides at one screen.
import { enter, look, make, move, ok, person, run } from './lib.mjs';

const battles = [['crossroads', 'drill', 'meeting', ['west', 'east'], 'The Crossroads under Drill']];
if (process.env.LONG) battles.push(['bull_run', 'brothers_at_arms', 'matthews_hill', ['union', 'confederate'], 'Matthews Hill under Brothers at Arms']);

await run('a whole battle by clicking', async (browser, table) => {
	for (const [battle, system, scenario, sides, title] of battles) {
		const { page, wrongs } = await person(browser, table.base);
		const { id, error } = await make(page, battle, system, scenario, Object.fromEntries(sides.map((s) => [s, 'me'])));
		if (!ok(id, `${title}: the game is made`, error)) continue;
		await enter(page, table.base, id);
		const until = Date.now() + Number(process.env.SECONDS_MOST ?? 150) * 1000;
		let clicks = 0, s = await look(page);
		while (!s.over && Date.now() < until) {
			await move(page, 25);
			if (++clicks % 10 === 0) s = await look(page);
		}
		ok(s.over, `${title}: played to its end with ${clicks} clicks`, s.question);
		await page.click('.question-bar button:has-text("Battle report")');
		ok(await page.waitForSelector('.report .plot canvas').then(() => true, () => false), `${title}: the report has its plots`);
		await page.screenshot({ path: process.env.SHOTS ? `${process.env.SHOTS}/report-${system}.png` : undefined });
		await page.click('.folio .close');
		await page.click('.question-bar button:has-text("Proof")');
		ok(await page.waitForSelector('.hash.true').then(() => true, () => false), `${title}: the seed has the fingerprint that was shown at the start`);
		await page.click('.folio .close');
		ok(wrongs.length === 0, `${title}: nothing went wrong in the browser`, wrongs.join('\n'));
		await page.context().close();
	}
});
