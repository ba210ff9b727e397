// Whole stacks with one drag, in the ways rule books have: those who go along are taken up together, or one after the other; and a
// column, whose followers come after their leader.
import { enter, make, middle, ok, person, run, settled, until } from './lib.mjs';

await run('stacks and columns', async (browser, table) => {
	const { page, wrongs } = await person(browser, table.base);
	const api = (id, path, body) =>
		page.evaluate(
			async ([at, what]) => {
				const me = await (await fetch('/api/me')).json();
				const answer = await fetch(
					at,
					what
						? {
								method: 'POST',
								headers: { 'Content-Type': 'application/json', 'X-Fratelli': me.csrf },
								body: JSON.stringify(what),
							}
						: {},
				);
				return answer.json();
			},
			[`/api/games/${id}${path && `/${path}`}`, body],
		);
	const view = (id) => api(id, 'view');
	const places = async (id) => Object.fromEntries((await view(id)).pieces.map((p) => [p.id, p.place[0]]));
	let key = 0;
	/** Answers until a question with that name comes, by the first order that does not end anything. */
	const upTo = async (id, question) => {
		for (let i = 0; i < 60; i++) {
			const v = await view(id);
			if (v.question?.name === question) return v;
			const o = v.orders[v.usual ?? 0];
			await api(id, 'orders', { n: v.n, key: `column-test-${key++}`, orders: [o.words] });
		}
		return view(id);
	};
	/** Where hexes lie on the screen, and whether one could let go of a piece there. */
	const spots = (hexes) =>
		page.evaluate(
			(list) =>
				list.map((h) => {
					const { x, y } = new DOMPoint(h.x / 10, h.y / 10).matrixTransform(
						document.querySelector('.counters').getScreenCTM(),
					);
					return {
						at: [x, y],
						clear:
							x > 80 &&
							y > 90 &&
							x < innerWidth - 430 &&
							y < innerHeight - 170 &&
							!document.elementFromPoint(x, y)?.closest('[data-piece]'),
					};
				}),
			hexes,
		);
	/** Drags a piece by its disc, which means the stack, or by its face, to a hex, or to the marked one that lies farthest of those in sight. */
	const drag = async (piece, by, to = null) => {
		const [x, y] = await middle(page, `.stacks [data-piece="${piece}"] ${by}`);
		await page.mouse.move(x, y);
		await page.mouse.down();
		await page.mouse.move(x + 12, y + 12, { steps: 4 });
		await page.waitForSelector('.reached .reach', { state: 'attached' });
		const far = to
			? (await spots([to]))[0].at
			: await page.evaluate(
					([px, py]) => {
						const seen = [...document.querySelectorAll('.reached .reach')]
							.map((h) => h.getBoundingClientRect())
							.map((b) => [b.left + b.width / 2, b.top + b.height / 2]);
						const clear = seen.filter(
							([a, b]) =>
								a > 80 &&
								b > 90 &&
								a < innerWidth - 430 &&
								b < innerHeight - 170 &&
								!document.elementFromPoint(a, b)?.closest('[data-piece]'),
						);
						return clear.sort(
							(p, q) => Math.hypot(q[0] - px, q[1] - py) - Math.hypot(p[0] - px, p[1] - py),
						)[Math.min(3, clear.length - 1)];
					},
					[x, y],
				);
		await page.mouse.move(...far, { steps: 4 });
		await page.mouse.up();
		await settled(page);
	};

	/** The first hex where so many stand that a verb takes up. */
	const stackOf = (v, verb, deep) => {
		const able = v.pieces
			.filter((p) => v.orders.some((o) => o.words === `${verb} ${p.id}`))
			.map((p) => ({ id: p.id, at: p.place[0] }));
		const at = able.find((p) => able.filter((q) => q.at === p.at).length === deep)?.at;
		return able.filter((p) => p.at === at).map((p) => p.id);
	};
	const topOf = async (ids) => {
		const found = await page.waitForFunction(
			(list) =>
				[...document.querySelectorAll('.stacks [data-piece]')].find(
					(p) => list.includes(p.dataset.piece) && p.querySelector('.deep'),
				)?.dataset.piece,
			ids,
		);
		return found.jsonValue();
	};
	const moved = async (id, before) =>
		Object.entries(await places(id))
			.filter(([p, at]) => before[p] !== at)
			.map(([p]) => p);

	// taken up together
	let id,
		three = [];
	for (let i = 0; i < 12 && three.length < 3; i++) {
		// whose chit is drawn is chance
		id = (
			await make(page, 'solferino', 'all_are_brothers', 'san_martino', { allied: 'me', austrian: 'me' })
		).id;
		three = stackOf(await upTo(id, 'move'), 'move', 3);
	}
	await enter(page, table.base, id);
	let before = await places(id);
	await drag(await topOf(three), '.deep circle');
	ok(
		await until(async () => (await moved(id, before)).length >= three.length),
		'a stack that is dragged by its disc moves, all of it',
		`${three} ${await moved(id, before)}`,
	);
	const after = await places(id);
	ok(new Set(three.map((p) => after[p])).size === 1, 'and stays together');

	// a column: who leads is dragged, the others follow when it has halted. Who they are is found by giving the orders, without the page, in
	// a fork of the game: to the farthest hex in sight to which two or more come after
	const far = (hex, a, b) => Math.hypot(hex[a].x - hex[b].x, hex[a].y - hex[b].y);
	/** Where everybody stands after the lead has gone there at the head of its column, as straight as it can. */
	const led = async (id, lead, to, hex) => {
		const fork = (await api(id, 'fork', { at: (await view(id)).n })).id;
		const give = async (v, words) => (
			await api(fork, 'orders', { n: v.n, key: `column-test-${key++}`, orders: [words] }), view(fork)
		);
		let v = await give(await view(fork), `column ${lead}`),
			at;
		while (at !== to) {
			const steps = v.orders
				.filter((o) => o.role === 'move' && o.place)
				.sort((a, b) => far(hex, a.place, to) - far(hex, b.place, to));
			if (!steps.length || far(hex, steps[0].place, to) >= (at ? far(hex, at, to) : Infinity))
				return null;
			v = await give(v, steps[0].words);
			at = steps[0].place;
		}
		const stop = v.orders.find((o) => o.role === 'stop'); // who is at the end of his strength stops by himself: that would show less
		return stop && (await give(v, stop.words), places(fork));
	};
	let road, lead, goal, then;
	for (let i = 0; i < 12 && !goal; i++) {
		road = (
			await make(page, 'solferino', 'all_are_brothers', 'san_martino', { allied: 'me', austrian: 'me' })
		).id;
		lead = (await upTo(road, 'move')).orders.find((o) => o.words.startsWith('column '))?.piece;
		if (!lead) continue;
		await enter(page, table.base, road);
		before = await places(road);
		const hex = Object.fromEntries((await api(road, '')).map.hexes.map((h) => [h.n, h]));
		const { overlays } = await api(road, `about?overlays=reach&piece=${lead}`);
		const reach = Object.keys(overlays.reach.values).sort(
			(a, b) => far(hex, before[lead], b) - far(hex, before[lead], a),
		);
		const seen = await spots(reach.map((h) => hex[h]));
		for (const h of reach.filter((_, k) => seen[k].clear).slice(0, 24)) {
			then = await led(road, lead, h, hex);
			if (then && Object.keys(then).filter((p) => then[p] !== before[p]).length > 2) {
				goal = hex[h];
				break;
			}
		}
	}
	ok(goal, 'somebody can lead a column');
	await page.locator(`.orders-leaf .take[data-take="${lead}"]`).click();
	await page.locator('.manners button').last().click();
	const followers = Object.keys(then).filter((p) => then[p] !== before[p] && p !== lead);
	const stand = () =>
		page.evaluate(
			(ids) =>
				ids.map(
					(id) =>
						document.querySelector(`.stacks [data-piece="${id}"]`)?.getAttribute('transform') ??
						'',
				),
			followers,
		);
	const stood = await stand();
	await drag(lead, '.face', goal);
	const orders = async () => (await api(road, 'log?from=0')).map((e) => e.order).filter(Boolean);
	ok(
		await until(
			async () =>
				(await orders()).some((o) => o.startsWith('column ')) &&
				(await moved(road, before)).includes(lead) &&
				(await view(road)).question?.name === 'move',
		),
		'one drag leads a column there, and it halts for the others to follow by road',
		`${lead}: ${await orders()}`,
	);
	ok(
		await until(async () => (await stand()).every((at, i) => at && at !== stood[i])),
		`each of the ${followers.length} followers stands elsewhere on the board than before`,
		`${followers}: ${stood} then ${await stand()}`,
	);
	const came = await places(road);
	ok(
		followers.every((p) => came[p] === then[p]),
		'where the rules alone would have led it',
		followers.map((p) => `${p} ${came[p]} ${then[p]}`).join(', '),
	);

	// one after the other
	let other,
		two = [];
	for (let i = 0; i < 12 && two.length < 2; i++) {
		other = (await make(page, 'raab', 'from_divisions', 'afternoon', { french: 'me', austrian: 'me' }))
			.id;
		two = stackOf(await upTo(other, 'act'), 'move', 2);
	}
	await enter(page, table.base, other);
	before = await places(other);
	await drag(await topOf(two), '.deep circle');
	ok(
		await until(async () => (await moved(other, before)).length >= two.length),
		'where each moves for himself, they go one after the other',
		`${two} ${await moved(other, before)} ${await page.locator('.notices').textContent()} ${JSON.stringify((await api(other, 'log?from=0')).map((e) => e.order))} ${(await view(other)).question?.text}`,
	);
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));
});
