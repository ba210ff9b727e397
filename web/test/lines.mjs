// Twenty tabs on twenty games all stay live, through a restart of the service; and a browser without scripts gets a sentence.
import { make, ok, person, run, until } from './lib.mjs';

await run(
	'lines',
	async (browser, table) => {
		const { page, context, wrongs } = await person(browser, table.base);
		const games = [];
		for (let i = 0; i < 20; i++)
			games.push((await make(page, 'crossroads', 'drill', 'meeting', { west: 'me', east: 'me' })).id);
		const tabs = [];
		for (const id of games) {
			const tab = await context.newPage();
			await tab.goto(`${table.base}/#/game/${id}`);
			tabs.push(tab);
		}
		const count = (selector) =>
			Promise.all(tabs.map((t) => t.locator(selector).count())).then((c) => c.filter(Boolean).length);
		ok(
			await until(async () => (await count('.line.open')) === 20, 90000),
			'twenty tabs on twenty games are all live',
			await count('.line.open'),
		);
		/** An order given in each game from elsewhere; true when every tab has shown it. */
		const stir = async (to) => {
			await page.evaluate(
				async ([ids, n]) => {
					const { csrf } = await (await fetch('/api/me')).json();
					for (const id of ids) {
						const view = await (await fetch(`/api/games/${id}/view`)).json();
						await fetch(`/api/games/${id}/orders`, {
							method: 'POST',
							headers: { 'Content-Type': 'application/json', 'X-Fratelli': csrf },
							body: JSON.stringify({
								n: view.n,
								key: `line-${n}-${id}`,
								orders: [view.orders[0].words],
							}),
						});
					}
				},
				[games, to],
			);
			return until(
				async () =>
					(
						await Promise.all(
							tabs.map((t) =>
								t.evaluate(() => Number(document.querySelector('.replay input')?.max ?? 0)),
							),
						)
					).every((n) => n >= to),
				90000,
			);
		};
		ok(await stir(1), 'an order given elsewhere is seen in every one of them');
		await table.restart();
		ok(
			await until(async () => (await count('.line.open')) === 20, 90000),
			'after a restart of the service all of them are live again',
		);
		ok(await stir(2), 'and show what happens');
		ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));

		const plain = await browser.newContext({ javaScriptEnabled: false });
		const still = await plain.newPage();
		await still.goto(`${table.base}/`);
		const words = await still.locator('.noscript').textContent();
		ok(
			/JavaScript/.test(words) && /fratelli play/.test(words),
			'a browser without scripts gets a sentence, and another way to play',
			words,
		);
	},
	{ own: true },
);
