// The guided first battle: begun in the lobby, followed by clicking what it rings and what it says, to its closing word; hidden and shown again,
// kept over a reload, and met again by who goes his own way. Every guide there is is walked to its end by doing what it says.
import {
	comes,
	look,
	middle as middleOf,
	move,
	ok,
	person,
	run,
	settled,
	until,
	violations,
} from './lib.mjs';

await run('guide', async (browser, table) => {
	const { page, wrongs } = await person(browser, table.base, undefined, { bypassCSP: true, lobby: true });
	const shoot = (name) =>
		process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/guide-${name}.png` }) : undefined;
	await page.waitForSelector('.first-battles li');
	const books = await page.locator('.first-battles .guide-begin').count();
	ok(books >= 4, 'the lobby offers a guided battle for every rule book that has one', books);
	await shoot('lobby');

	const say = () => page.locator('.guide .guide-say p').first().textContent();
	const step = () =>
		page.evaluate(() =>
			Number(
				/\d+/.exec(document.querySelector('.guide-count')?.getAttribute('aria-label') ?? '')?.[0] ??
					0,
			),
		);
	const at = (n) =>
		page
			.waitForFunction(
				(k) =>
					document
						.querySelector('.guide-count')
						?.getAttribute('aria-label')
						?.startsWith(`Step ${k} `),
				n,
				{ timeout: 90000 },
			)
			.then(
				() => true,
				() => false,
			);
	const middle = (selector) => middleOf(page, selector);
	const press = async (selector) => page.mouse.click(...(await middle(selector)));
	const count = () => page.evaluate(() => document.querySelector('.replay input')?.max ?? '0');
	const answer = async (text) => {
		await page.waitForSelector(`.question-bar.mine:not(.busy) .answer:has-text("${text}")`);
		const before = await count();
		await page.locator(`.question-bar .answer:has-text("${text}")`).first().click();
		await until(async () => (await count()) !== before || (await page.locator('.warning').count()) > 0);
		if ((await count()) === before) await page.click('.warning .primary'); // some can still act: all the same
		await until(async () => (await count()) !== before);
	};
	const enter = async (system) => {
		await page.click(`.first-battles [data-guide="${system}"]`);
		await page.waitForSelector('.guide');
		await page.waitForSelector('.map-picture svg', { timeout: 180000 });
	};

	await enter('drill');
	ok(/guard/.test(await say()), 'it begins with what it is about');
	await page.click('.guide .primary');
	ok(await at(1), 'then comes the first step');
	ok(
		await page
			.waitForFunction(() => document.querySelectorAll('.guide-rings polygon').length === 3)
			.then(
				() => true,
				() => false,
			),
		'and what it speaks of is ringed',
	);
	await shoot('first');
	await page.click('.guide .primary');
	ok(await at(2), 'a step to be read ends with Next');

	await page.click('.guide button:has-text("Show me")');
	ok(await comes(page, '.guide-hint'), 'Show me says how');
	ok(await comes(page, '.answer.guide-shown'), 'and puts the light on the order');
	await page.locator('.answer.guide-shown').click();
	ok(
		await page
			.waitForFunction(() =>
				/^Step [34] /.test(document.querySelector('.guide-count')?.getAttribute('aria-label') ?? ''),
			)
			.then(
				() => true,
				() => false,
			),
		'the order that was meant takes the guide on',
	);

	await page.waitForSelector('.question-bar.mine:not(.busy)');
	if ((await step()) === 3) await press('.stacks [data-piece="burnside"]'); // he may be in hand still
	ok(await at(4), 'so does a piece taken up');
	await press('.stacks [data-piece="evans"]');
	ok(await at(5), 'a refusal that was explained');
	ok((await page.locator('.notice.refusal').count()) > 0, 'which is there to be read');
	await shoot('refused');
	await press('.guide-rings [data-ring="0405"]');
	ok(await at(6), 'a march to where it pointed');

	await page.click('.guide .close');
	ok(
		await page
			.waitForFunction(() => !document.querySelector('.guide, .guide-rings polygon'))
			.then(
				() => true,
				() => false,
			),
		'the guide can be laid aside',
	);
	await page.reload();
	await page.waitForSelector('.guide-again');
	ok(true, 'and stays there after a reload');
	await page.click('.guide-again');
	ok((await step()) === 6, 'and goes on where it was');

	await answer('Halt');
	ok(await at(7), 'the next order');
	await settled(page);
	await press('.stacks [data-piece="schenck"]');
	await until(async () => (await look(page)).picked === 'schenck');
	await press('.guide-rings [data-ring="0707"]');
	ok(await at(8), 'a second march');
	await answer('Halt');
	await answer('End the phase');
	ok(await at(9), 'a question that comes');
	await settled(page);
	await press('.stacks [data-piece="carlisle"]');
	await until(async () => (await look(page)).picked === 'carlisle');
	await press('.stacks [data-piece="rogers_latham"]');
	ok(await at(10), 'odds that are looked at');
	await page.waitForSelector('.slip .odds .chance');
	await shoot('odds');
	await page.locator('.slip .order').first().click();
	ok(await at(11), 'a shot');
	await answer('End the phase');
	ok(await at(12), 'and the next turn');
	await page.waitForSelector('.question-bar.mine:not(.busy)');
	await answer('End the phase');
	ok(await comes(page, '.guide .primary:has-text("Fight on")'), 'at the end there is a closing word');
	await shoot('closing');
	await page.click('.guide .primary');
	ok(await until(async () => (await page.locator('.guide').count()) === 0), 'and then one is alone');

	// the others: each is followed to its closing word, by doing what Show me shows
	const expects = () =>
		page
			.locator('.guide')
			.getAttribute('data-expect', { timeout: 500 })
			.catch(() => null);
	const closing = async () => (await page.locator('.guide .primary:has-text("Fight on")').count()) > 0;
	const clickAll = async (selector, enough) => {
		for (let i = 0; i < (await page.locator(selector).count()) && !(await enough()); i++) {
			const box = await page.locator(selector).nth(i).boundingBox();
			if (box)
				await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2), await settled(page);
		}
	};
	/** Does what is shown: the button in the light, or the marked hex and what then lies on the slip. */
	const asShown = async () => {
		await page
			.locator('.guide button:has-text("Show me")')
			.click({ timeout: 1500 })
			.catch(() => undefined);
		const lit = page.locator('.guide-shown').first();
		if (await until(async () => (await lit.count()) > 0, 600))
			return lit.click({ timeout: 1500 }).catch(() => undefined);
		const mark = '.marked :is(polygon, circle)'; // of hexes, or on a table
		if (await page.locator(mark).count()) await page.mouse.click(...(await middle(mark)));
		await settled(page);
		if (await page.locator('.slip .order').count()) {
			await page
				.locator('.guide button:has-text("Show me")')
				.click({ timeout: 1500 })
				.catch(() => undefined);
			await ((await lit.count()) ? lit : page.locator('.slip .order').first())
				.click({ timeout: 1500 })
				.catch(() => undefined);
		}
	};
	const obey = async () => {
		const at = await step(),
			on = async () => (await step()) !== at || (await closing());
		for (let tries = 0; tries < 16 && !(await on()); tries++) {
			if (await page.locator('.warning .primary').count())
				await page.click('.warning .primary', { timeout: 1500 }).catch(() => undefined);
			const expect = await expects();
			if (expect === 'next')
				await page
					.locator('.guide .primary')
					.click({ timeout: 1500 })
					.catch(() => undefined);
			else if (!(await look(page)).mine)
				await until(async () => (await look(page)).mine || (await on()));
			else if (expect === 'picked' || expect === 'refused' || expect === 'odds')
				await clickAll('.guide-rings polygon', on);
			else if (expect === 'any' && tries) await move(page, 50);
			else await asShown();
			await settled(page);
			await until(on, 400);
		}
		return on();
	};
	await page.goto(`${table.base}/#/`);
	await page.waitForSelector('.first-battles li');
	const systems = await page
		.locator('.first-battles .guide-begin')
		.evaluateAll((list) => list.map((b) => b.dataset.guide));
	for (const system of systems.filter((s) => s !== 'drill')) {
		await enter(system);
		await page.click('.guide .primary');
		let ringed = 0,
			stuck = '';
		while (!stuck && !(await closing())) {
			ringed += await page.locator('.guide-rings polygon').count();
			if (await obey()) continue;
			const skip = page.locator('.guide button:has-text("Skip")'); // where the guide itself says so: it cannot know what the enemy does
			if (
				/skip/.test(
					await page
						.locator('.guide-hint')
						.first()
						.textContent({ timeout: 1000 })
						.catch(() => ''),
				)
			)
				await skip.click();
			else stuck = `step ${await step()}: ${await say()} (${JSON.stringify(await look(page))})`;
		}
		ok(!stuck && ringed > 4, `${system}: who does what the guide says comes to its end`, stuck || ringed);
		await shoot(`end-${system}`);
		const bad = await violations(page);
		ok(!bad.length, `${system}: axe finds nothing serious beside the guide`, bad.join('\n'));
		await page.goto(`${table.base}/#/`);
		await page.waitForSelector('.first-battles li');
	}

	// one's own way: an order of a later step takes the guide there
	await enter('brothers_at_arms');
	await page.click('.guide .primary');
	await page.click('.guide .primary');
	await page.waitForSelector('.question-bar.mine:not(.busy)');
	await answer('No more units move');
	ok(await at(6), 'who is ahead of the guide is met again', `${await step()} ${await say()}`);
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));
});
