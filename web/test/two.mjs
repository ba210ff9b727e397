// Two browsers against each other: an invitation, orders seen by the other at once, a line that dies and heals, a server that is
// restarted, an undo, chat, a spectator.
import { enter, look, make, move, number, ok, person, run, until } from './lib.mjs';

await run(
	'two browsers',
	async (browser, table) => {
		const anna = await person(browser, table.base),
			bruno = await person(browser, table.base);
		const { id, invites } = await make(anna.page, 'crossroads', 'drill', 'meeting', {
			west: 'me',
			east: 'friend',
		});
		await enter(anna.page, table.base, id);
		ok(invites?.east, 'there is an invitation for the friend');
		await enter(bruno.page, table.base, id, invites.east);
		ok(
			!bruno.page.url().includes(invites.east),
			'the secret is gone from the address once it has been used',
		);
		ok(await until(async () => (await look(bruno.page)).mine), 'the friend is asked for his guard');

		const both = [anna.page, bruno.page];
		const mover = async () => {
			for (const p of both) if ((await look(p)).mine) return p;
			return null;
		};
		/** Clicks until so many orders more have been given. */
		const play = async (orders) => {
			const from = Math.max(...(await Promise.all(both.map(number))));
			for (const end = Date.now() + 120000; Date.now() < end; ) {
				if (Math.max(...(await Promise.all(both.map(number)))) >= from + orders) return true;
				const p = await mover();
				if (p) await move(p, 10);
				else await anna.page.waitForTimeout(40);
			}
			return false;
		};
		ok(await play(12), 'twelve orders are given');
		ok(
			await until(async () => (await number(anna.page)) === (await number(bruno.page))),
			'both see the same game',
		);

		// one order, and how long the other browser takes to show it
		const before = await number(bruno.page);
		const start = Date.now();
		await play(1);
		ok(
			await until(
				async () => (await number(bruno.page)) > before || (await number(anna.page)) > before,
			),
			`an order is seen on the other board (${Date.now() - start} ms with the clicking)`,
		);

		// undo: whoever has just marched may take it back until dice fall
		let undone = false;
		for (let i = 0; i < 40 && !undone; i++) {
			const p = await mover();
			if (p && (await p.locator('.answer.undo').count())) {
				const n = await number(p);
				await p.click('.answer.undo', { timeout: 1500 }).catch(() => undefined); // it may be gone by now
				undone = await until(async () => (await number(p)) > n, 5000);
				if (!undone) continue;
				const other = both.find((q) => q !== p);
				ok(
					await until(async () => (await number(other)) === (await number(p))),
					'the other board follows an undo',
				);
			} else await play(1);
		}
		ok(undone, 'an order is taken back');

		// the line dies and heals
		await bruno.context.setOffline(true);
		await bruno.page.evaluate(() => 0);
		await table.restart(); // ends every live connection
		ok(
			await until(async () => (await bruno.page.locator('.line.lost').count()) > 0),
			'a dead line is shown',
		);
		ok(
			await until(async () => (await anna.page.locator('.line.open').count()) > 0),
			'a server that is restarted costs nothing but a moment',
		);
		await bruno.context.setOffline(false);
		ok(
			await until(async () => (await bruno.page.locator('.line.open').count()) > 0),
			'and the line heals',
		);
		ok(await play(6), 'the game goes on where it was');
		ok(
			await until(async () => (await number(anna.page)) === (await number(bruno.page))),
			'both see the same game again',
		);

		// talk, and somebody who only watches
		await anna.page.click('#tab-talk');
		await anna.page.fill('.chat input', 'Well met.');
		await anna.page.press('.chat input', 'Enter');
		await bruno.page.click('#tab-talk');
		ok(
			await until(async () => (await bruno.page.locator('.chat').textContent()).includes('Well met.')),
			'talk reaches the other',
		);
		const carla = await person(browser, table.base);
		await enter(carla.page, table.base, id);
		ok(
			(await carla.page.locator('.question-bar').textContent()).includes('You are watching'),
			'a spectator watches',
		);
		ok((await carla.page.locator('.answers .answer').count()) === 0, 'and is given no orders');
		ok(
			![...anna.wrongs, ...bruno.wrongs, ...carla.wrongs].length,
			'nothing went wrong in the browsers',
			[...anna.wrongs, ...bruno.wrongs, ...carla.wrongs].join('\n'),
		);
	},
	{ own: true },
);
