// A stack with a real hand: it rests on the stack past every timer of the viewer, and then presses. What is under the pointer is what is
// taken up, on the board and in the viewer; by key and by touch as well.
import { enter, glide, make, ok, person, press, rest, run, settled, until } from './lib.mjs';

/** Gives the default answer until pieces are moved, at a place where several that can act lie in one hex. */
async function untilMoved(page, id) {
	for (let i = 0; i < 40; i++) {
		const v = await page.evaluate(async (g) => (await fetch(`/api/games/${g}/view`)).json(), id);
		const at = new Map();
		for (const o of v.orders.filter((x) => x.role === 'pick')) {
			const place = v.pieces.find((p) => p.id === o.piece)?.place[0];
			at.set(place, new Set([...(at.get(place) ?? []), o.piece]));
		}
		const stack = [...at].find(([, pieces]) => pieces.size > 1);
		if (stack) return { place: stack[0], pieces: [...stack[1]] };
		const o = v.orders[v.usual ?? 0];
		await page.evaluate(
			async ([g, n, words]) => {
				const me = await (await fetch('/api/me')).json();
				await fetch(`/api/games/${g}/orders`, {
					method: 'POST',
					headers: { 'Content-Type': 'application/json', 'X-Fratelli': me.csrf },
					body: JSON.stringify({ n, key: `stack-test-${n}`, orders: [words] }),
				});
			},
			[id, v.n, o.words],
		);
	}
	return null;
}

const picked = (page) =>
	page.evaluate(
		() => document.querySelector('.stacks .picked')?.closest('[data-piece]')?.dataset.piece ?? null,
	);
/** The counter that lies on top of that stack, and a point of it that nothing else covers. */
const top = (page, pieces) =>
	page.evaluate((list) => {
		const of = [...document.querySelectorAll('.stacks [data-piece]')]
			.filter((e) => list.includes(e.dataset.piece))
			.pop();
		const b = of.querySelector('.face').getBoundingClientRect();
		return { piece: of.dataset.piece, x: b.left + b.width * 0.6, y: b.top + b.height * 0.4 };
	}, pieces);

await run('stacks', async (browser, table) => {
	const { page, wrongs } = await person(browser, table.base);
	let id,
		stack = null;
	for (let game = 0; game < 8 && !stack; game++) {
		// the dice may part them before they can move
		({ id } = await make(page, 'solferino', 'vae_victis', 'cemetery', { allied: 'me', austrian: 'me' }));
		stack = await untilMoved(page, id);
	}
	if (!ok(stack, 'there is a stack in which several can act')) return;
	await enter(page, table.base, id);
	await page.waitForSelector('.stacks [data-drags]');

	let right = 0;
	for (let i = 0; i < 5; i++) {
		const t = await top(page, stack.pieces);
		await glide(page, 700, 30), await rest(page, 450);
		await glide(page, t.x, t.y), await rest(page, 900);
		const open = await page.locator('.viewer').count(),
			under = await page.evaluate(
				([x, y]) => document.elementFromPoint(x, y)?.closest('[data-piece]')?.dataset.piece,
				[t.x, t.y],
			);
		await page.mouse.down(), await rest(page, 70), await page.mouse.up();
		const taken = await until(async () => (await picked(page)) === t.piece);
		if (open && under === t.piece && taken) right++;
		await page.keyboard.press('Escape');
		await until(async () => (await picked(page)) === null);
	}
	ok(
		right === 5,
		'five of five: what is under the pointer after the viewer has opened is what is taken up',
		right,
	);

	// in the viewer: the second counter, by moving there slowly
	const t = await top(page, stack.pieces);
	await glide(page, 700, 30), await rest(page, 450);
	await glide(page, t.x, t.y);
	await page.waitForSelector('.viewer');
	ok((await page.locator('.viewer .acts').count()) >= 2, 'the viewer shows who can act');
	const wanted = await page.locator('.viewer .acts').last().getAttribute('data-piece');
	const b = await page.locator('.viewer .acts').last().boundingBox();
	await glide(page, b.x + b.width / 2, b.y + b.height / 2, 40), await rest(page, 900);
	ok((await page.locator('.viewer').count()) === 1, 'it stays while the hand is in it');
	const still = await page.evaluate(
		([x, y]) => document.elementFromPoint(x, y)?.closest('[data-piece]')?.dataset.piece,
		[b.x + b.width / 2, b.y + b.height / 2],
	);
	await page.mouse.down(), await rest(page, 70), await page.mouse.up();
	ok(
		still === wanted && (await until(async () => (await picked(page)) === wanted)),
		'a click on a counter in it takes up that one',
		`${wanted} ${still} ${await picked(page)}`,
	);
	await glide(page, 700, 30);
	ok(
		await until(async () => !(await page.locator('.viewer').count())),
		'and it closes when the hand has gone',
	);
	await page.keyboard.press('Escape');

	// out of the viewer by dragging
	const again = await top(page, stack.pieces);
	await glide(page, again.x, again.y);
	await page.waitForSelector('.viewer');
	const low = page.locator('.viewer .acts').last(),
		who = await low.getAttribute('data-piece'),
		from = await low.boundingBox();
	await glide(page, from.x + from.width / 2, from.y + from.height / 2, 20), await rest(page, 500);
	await page.mouse.down(),
		await glide(page, from.x + from.width / 2 + 30, from.y + from.height / 2 + 30, 8);
	ok(
		(await picked(page)) === who,
		'a counter is dragged out of the viewer',
		`${who} ${await picked(page)}`,
	);
	await glide(page, again.x, again.y, 8), await page.mouse.up(); // back to where it was
	await settled(page);
	await page.keyboard.press('Escape'), await page.keyboard.press('Escape');

	// the disc, and the keyboard
	await glide(page, 700, 30), await rest(page, 450);
	const disc = await page.evaluate((list) => {
		const of = [...document.querySelectorAll('.stacks [data-piece]')]
			.filter((e) => list.includes(e.dataset.piece))
			.pop()
			.querySelector('.deep circle')
			.getBoundingClientRect();
		return [of.left + of.width / 2, of.top + of.height / 2];
	}, stack.pieces);
	await press(page, disc);
	await glide(page, 700, 30), await rest(page, 900);
	ok((await page.locator('.viewer.pinned').count()) === 1, 'a click on the disc keeps it open');
	await page.keyboard.press('Escape');
	await page.evaluate(() => document.querySelector('svg.counters').focus());
	await page.keyboard.press('ArrowLeft');
	for (let i = 0; i < 60 && !stack.pieces.includes(await picked(page)); i++) await page.keyboard.press('n');
	await page.keyboard.press('s');
	ok(
		await until(() => page.evaluate(() => !!document.activeElement?.closest('.viewer'))),
		'S lays the stack out for the keyboard',
	);
	await page.keyboard.press('ArrowRight');
	const named = await page.evaluate(() => document.activeElement.dataset.piece);
	const acts = await page.evaluate(() => document.activeElement.classList.contains('acts'));
	await page.keyboard.press('Enter');
	ok(
		!acts || (await until(async () => (await picked(page)) === named)),
		'and Enter takes one up',
		`${named} ${await picked(page)}`,
	);
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));

	// touch: a tap on a stack lays it out
	const finger = await person(browser, table.base, { width: 844, height: 390 }, { hasTouch: true });
	const mine = await make(finger.page, 'solferino', 'vae_victis', 'cemetery', {
		allied: 'me',
		austrian: 'me',
	});
	const there = await untilMoved(finger.page, mine.id);
	await enter(finger.page, table.base, mine.id);
	await finger.page.waitForSelector('.stacks [data-drags]');
	const spot = await top(finger.page, there.pieces);
	await finger.page.touchscreen.tap(spot.x, spot.y);
	ok(await until(() => finger.page.locator('.viewer.pinned').count()), 'a tap on a stack lays it out');
	const last = finger.page.locator('.viewer .acts').last(),
		tapped = await last.getAttribute('data-piece'),
		at = await last.boundingBox();
	await finger.page.touchscreen.tap(at.x + at.width / 2, at.y + at.height / 2);
	ok(
		await until(async () => (await picked(finger.page)) === tapped),
		'and a tap on one of it takes that one up',
		`${tapped} ${await picked(finger.page)}`,
	);
});
