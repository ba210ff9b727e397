// A click that leads to nothing is answered with the reason of the rules. And what is shaded can be clicked: every end of a march that the
// service names is reached by the orders it names, under every rule book.
import { ask, enter, make, ok, person, press, rest, run, until } from './lib.mjs';

const games = [
	['bull_run', 'brothers_at_arms', 'matthews_hill', 'union', 'confederate'],
	['solferino', 'vae_victis', 'heights', 'allied', 'austrian'],
	['solferino', 'all_are_brothers', 'contracania', 'allied', 'austrian'],
	['raab', 'from_divisions', 'afternoon', 'french', 'austrian'],
	['crossroads', 'drill', 'afternoon', 'west', 'east'],
];
const vague = /not now|pieces are moved now|that is not what is asked|answer the question/i;

/** Where a hex lies on the screen. */
const spot = (page, hex) =>
	page.evaluate((h) => {
		const { x, y } = new DOMPoint(h.x / 10, h.y / 10).matrixTransform(
			document.querySelector('.counters').getScreenCTM(),
		);
		const at = document.elementFromPoint(x, y);
		return {
			x,
			y,
			free: !!at?.closest('.sheet') && !at.closest('button,.slip,.instruments,.tray,.foot'),
		};
	}, hex);

await run('reasons', async (browser, table) => {
	const { page, wrongs } = await person(browser, table.base);
	let key = 0;
	for (const [battle, system, scenario, a, b] of games) {
		const { id } = await make(page, battle, system, scenario, { [a]: 'me', [b]: 'me' });
		const board = await ask(page, `/api/games/${id}`);
		const give = (n, orders, whole) =>
			ask(page, `/api/games/${id}/orders`, {
				n,
				key: `reasons-${process.pid}-${key++}`,
				orders,
				...(whole ? { whole } : {}),
			});
		let chains = 0,
			broken = '',
			asked = null;
		for (let i = 0; i < 60 && !broken; i++) {
			const v = await ask(page, `/api/games/${id}/view`);
			if (v.over) break;
			const movers = [
				...new Set(
					v.orders
						.filter((o) => o.piece && (o.role === 'pick' || o.role === 'move'))
						.map((o) => o.piece),
				),
			];
			const piece = movers[i % Math.max(1, movers.length)];
			const { reach = {}, manners = [] } = piece
				? await ask(page, `/api/games/${id}/about?piece=${piece}&as=${v.as}`)
				: {};
			const ends = Object.keys(reach);
			const direct = new Set(
				v.orders.filter((o) => o.piece === piece && o.role === 'move' && o.place).map((o) => o.place),
			);
			if (piece && [...direct].some((p) => !reach[p] && board.map.hexes.some((h) => h.n === p)))
				broken = `${v.question.text}: ${[...direct]} is offered, and ${ends} is reached`;
			if (!asked && ends.length > 2 && manners.length) {
				asked = { v, piece, ends: new Set(ends) };
				break;
			}
			if (!ends.length) {
				await give(v.n, [v.orders[v.usual ?? 0].words]);
				continue;
			}
			const { orders } = reach[ends[(i * 7) % ends.length]];
			const done = await give(v.n, orders, true);
			chains++;
			if (done.refused || done.error)
				broken = `${v.question.text}: ${orders} → ${JSON.stringify(done)}`;
		}
		if (asked) {
			await enter(page, table.base, id);
			await page.waitForSelector('.question-bar.mine');
			await page.evaluate(
				(p) => document.querySelector(`[data-take="${p}"]`)?.scrollIntoView(),
				asked.piece,
			);
			const take = page.locator(`[data-take="${asked.piece}"]`);
			const box = await take.boundingBox();
			await press(page, [box.x + 20, box.y + box.height / 2]);
			const shaded = await until(async () => (await page.locator('.reached .reach').count()) > 0);
			const stands = asked.v.pieces.find((p) => p.id === asked.piece).place[0];
			ok(
				shaded &&
					(await page.locator('.reached .reach').count()) ===
						[...asked.ends].filter((p) => p !== stands).length,
				`${system}: what is shaded is what can be reached`,
				`${await page.locator('.reached .reach').count()} ${[...asked.ends]}`,
			);
			const taken = new Set(asked.v.pieces.flatMap((p) => p.place));
			let told = '',
				rule = 0;
			for (const hex of board.map.hexes.filter(
				(h) => !asked.ends.has(h.n) && !taken.has(h.n) && h.n !== stands,
			)) {
				const at = await spot(page, hex);
				if (!at.free || at.x < 70 || at.x > 900 || at.y < 60 || at.y > 600) continue;
				await press(page, [at.x, at.y]);
				await until(async () => {
					told = await page
						.locator('.notice.refusal p')
						.first()
						.textContent({ timeout: 500 })
						.catch(() => '');
					rule = await page.locator('.notice.refusal .rule').count();
					return told && rule > 0;
				});
				break;
			}
			ok(
				told && !vague.test(told) && rule > 0,
				`${system}: a click beyond reach says why, with the rule`,
				told,
			);
			// the same chain by the orders that were named
			for (let k = 0; k < 3; k++) {
				const v = await ask(page, `/api/games/${id}/view`),
					{ reach = {} } = await ask(page, `/api/games/${id}/about?piece=${asked.piece}`);
				const ends = Object.values(reach);
				if (!ends.length) break;
				const { orders } = ends[(k * 5 + 1) % ends.length];
				const done = await give(v.n, orders, true);
				chains++;
				if (done.refused || done.error) broken = `${orders} → ${JSON.stringify(done)}`;
			}
		}
		ok(
			!broken && chains > 0,
			`${system}: every end of a march is reached by the orders named for it (${chains} tried)`,
			broken,
		);
		await rest(page, 10);
	}

	// an own piece that cannot act says so too
	const { id } = await make(page, 'bull_run', 'brothers_at_arms', 'matthews_hill', {
		union: 'me',
		confederate: 'me',
	});
	const v = await ask(page, `/api/games/${id}/view`);
	const acting = new Set(v.orders.map((o) => o.piece));
	await enter(page, table.base, id);
	await page.waitForSelector('.question-bar.mine');
	const idle = await page.evaluate(
		(list) =>
			[...document.querySelectorAll('.stacks [data-piece]')].flatMap((e) => {
				const b = e.querySelector('.face').getBoundingClientRect(),
					x = b.left + b.width * 0.6,
					y = b.top + b.height * 0.4;
				return list.includes(e.dataset.piece) &&
					document.elementFromPoint(x, y)?.closest('[data-piece]') === e
					? [[x, y]]
					: [];
			})[0],
		v.pieces.filter((p) => p.side === v.as && !acting.has(p.id)).map((p) => p.id),
	);
	if (idle) {
		await press(page, idle);
		ok(
			await until(() => page.locator('.notice.refusal .rule').count()),
			'an own piece that cannot act says why, with the rule',
		);
		ok(
			!vague.test(await page.locator('.notice.refusal p').first().textContent()),
			"in the player's words",
			await page.locator('.notice.refusal p').first().textContent(),
		);
	}
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));
});
