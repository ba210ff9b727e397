// Whole stacks with one drag, in the ways rule books have: those who go along are taken up together, or one after the other; and a
// column, whose followers come after their leader.
import { enter, make, middle, ok, person, run, settled, until } from './lib.mjs';

await run('stacks and columns', async (browser, table) => {
	const { page, wrongs } = await person(browser, table.base);
	const api = (id, path, body) => page.evaluate(async ([at, what]) => {
		const me = await (await fetch('/api/me')).json();
		const answer = await fetch(at, what ? { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Fratelli': me.csrf }, body: JSON.stringify(what) } : {});
		return answer.json();
	}, [`/api/games/${id}/${path}`, body]);
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
	/** Drags a piece by its disc, which means the stack, or by its face, to the marked hex that lies farthest of those in sight. */
	const drag = async (piece, by) => {
		const [x, y] = await middle(page, `.stacks [data-piece="${piece}"] ${by}`);
		await page.mouse.move(x, y);
		await page.mouse.down();
		await page.mouse.move(x + 12, y + 12, { steps: 4 });
		await page.waitForSelector('.reached .reach', { state: 'attached' });
		const far = await page.evaluate(([px, py]) => {
			const seen = [...document.querySelectorAll('.reached .reach')].map((h) => h.getBoundingClientRect()).map((b) => [b.left + b.width / 2, b.top + b.height / 2]);
			const clear = seen.filter(([a, b]) => a > 80 && b > 90 && a < innerWidth - 430 && b < innerHeight - 170 && !document.elementFromPoint(a, b)?.closest('[data-piece]'));
			return clear.sort((p, q) => Math.hypot(q[0] - px, q[1] - py) - Math.hypot(p[0] - px, p[1] - py))[Math.min(3, clear.length - 1)];
		}, [x, y]);
		await page.mouse.move(...far, { steps: 4 });
		await page.mouse.up();
		await settled(page);
	};

	/** The first hex where so many stand that a verb takes up. */
	const stackOf = (v, verb, deep) => {
		const able = v.pieces.filter((p) => v.orders.some((o) => o.words === `${verb} ${p.id}`)).map((p) => ({ id: p.id, at: p.place[0] }));
		const at = able.find((p) => able.filter((q) => q.at === p.at).length === deep)?.at;
		return able.filter((p) => p.at === at).map((p) => p.id);
	};
	const topOf = async (ids) => {
		const found = await page.waitForFunction((list) => [...document.querySelectorAll('.stacks [data-piece]')].find((p) => list.includes(p.dataset.piece) && p.querySelector('.deep'))?.dataset.piece, ids);
		return found.jsonValue();
	};
	const moved = async (id, before) => Object.entries(await places(id)).filter(([p, at]) => before[p] !== at).map(([p]) => p);

	// taken up together
	let id, three = [];
	for (let i = 0; i < 12 && three.length < 3; i++) { // whose chit is drawn is chance
		id = (await make(page, 'solferino', 'all_are_brothers', 'san_martino', { allied: 'me', austrian: 'me' })).id;
		three = stackOf(await upTo(id, 'move'), 'move', 3);
	}
	await enter(page, table.base, id);
	let before = await places(id);
	await drag(await topOf(three), '.deep circle');
	ok(await until(async () => (await moved(id, before)).length >= three.length), 'a stack that is dragged by its disc moves, all of it', `${three} ${await moved(id, before)}`);
	const after = await places(id);
	ok(new Set(three.map((p) => after[p])).size === 1, 'and stays together');

	// a column: who leads is dragged, the others follow when it has halted
	let road, lead;
	for (let i = 0; i < 12 && !lead; i++) {
		road = (await make(page, 'solferino', 'all_are_brothers', 'san_martino', { allied: 'me', austrian: 'me' })).id;
		lead = (await upTo(road, 'move')).orders.find((o) => o.words.startsWith('column '))?.piece;
	}
	await enter(page, table.base, road);
	ok(lead, 'somebody can lead a column');
	await page.locator(`.orders-leaf .take[data-take="${lead}"]`).click();
	await page.locator('.manners button').last().click();
	before = await places(road);
	await drag(lead, '.face');
	const orders = async () => (await api(road, 'log?from=0')).map((e) => e.order).filter(Boolean);
	ok(await until(async () => (await orders()).some((o) => o.startsWith('column ')) && (await moved(road, before)).includes(lead) && (await view(road)).question?.name === 'move'), 'one drag leads a column there, and it halts for the others to follow by road', `${lead}: ${await orders()}`);

	// one after the other
	let other, two = [];
	for (let i = 0; i < 12 && two.length < 2; i++) {
		other = (await make(page, 'raab', 'from_divisions', 'afternoon', { french: 'me', austrian: 'me' })).id;
		two = stackOf(await upTo(other, 'act'), 'move', 2);
	}
	await enter(page, table.base, other);
	before = await places(other);
	await drag(await topOf(two), '.deep circle');
	ok(await until(async () => (await moved(other, before)).length >= two.length), 'where each moves for himself, they go one after the other', `${two} ${await moved(other, before)} ${await page.locator(".notices").textContent()} ${JSON.stringify((await api(other, "log?from=0")).map((e) => e.order))} ${(await view(other)).question?.text}`);
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));
});
