// A whole battle to its end by clicking, under each rule system there is: its smallest one. Both sides at one screen.
import { ask, enter, look, make, move, ok, person, run } from './lib.mjs';

/** For each system the pairing with the fewest counters and hours. */
async function smallest(page) {
	const c = await ask(page, '/api/catalogue');
	return c.systems.flatMap((system) => {
		const all = c.pairings
			.filter((p) => p.system === system.id)
			.map((p) => {
				const battle = c.battles.find((b) => b.id === p.battle);
				return {
					...p,
					sides: battle.sides.map((s) => s.id),
					title: `${battle.title} under ${system.title}`,
					long: p.pieces * battle.scenarios.find((s) => s.id === p.scenario).minutes,
				};
			});
		return all.sort((a, b) => a.long - b.long).slice(0, 1);
	});
}

await run('a whole battle by clicking', async (browser, table) => {
	const { page: anybody } = await person(browser, table.base);
	for (const { battle, system, scenario, sides, title } of await smallest(anybody)) {
		if (process.env.SYSTEM && process.env.SYSTEM !== system) continue;
		const { page, wrongs } = await person(browser, table.base);
		const { id, error } = await make(
			page,
			battle,
			system,
			scenario,
			Object.fromEntries(sides.map((s) => [s, 'me'])),
		);
		if (!ok(id, `${title}: the game is made`, error)) continue;
		await enter(page, table.base, id);
		const until = Date.now() + Number(process.env.SECONDS_MOST ?? 400) * 1000;
		let clicks = 0,
			s = await look(page);
		while (!s.over && Date.now() < until) {
			await move(page, 30);
			if (++clicks % 10 === 0) s = await look(page);
		}
		if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/end-${system}.png` });
		if (
			!ok(
				s.over,
				`${title}: played to its end with ${clicks} clicks`,
				`${s.question} ${JSON.stringify(s)}`,
			)
		)
			continue;
		await page.click('.question-bar button:has-text("Battle report")');
		ok(
			await page.waitForSelector('.report .plot canvas').then(
				() => true,
				() => false,
			),
			`${title}: the report has its plots`,
		);
		if (process.env.SHOTS)
			await page.waitForTimeout(400),
				await page.screenshot({ path: `${process.env.SHOTS}/report-${system}.png` });
		await page.click('.folio .close');
		await page.click('.question-bar button:has-text("Proof")');
		ok(
			await page.waitForSelector('.hash.true').then(
				() => true,
				() => false,
			),
			`${title}: the seed has the fingerprint that was shown at the start`,
		);
		await page.click('.folio .close');
		ok(wrongs.length === 0, `${title}: nothing went wrong in the browser`, wrongs.join('\n'));
		await page.context().close();
	}
});
