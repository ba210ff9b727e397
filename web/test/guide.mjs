// The guided first battle: begun in the lobby, followed by clicking what it rings and what it says, to its closing word; hidden and shown again,
// kept over a reload, and met again by who goes his own way. Every guide there is can be begun.
import { look, ok, person, run } from './lib.mjs';

await run('guide', async (browser, table) => {
	const { page, wrongs } = await person(browser, table.base);
	const shoot = (name) => (process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/guide-${name}.png` }) : undefined);
	await page.waitForSelector('.first-battles li');
	const books = await page.locator('.first-battles .guide-begin').count();
	ok(books >= 4, 'the lobby offers a guided battle for every rule book that has one', books);
	await shoot('lobby');

	const say = () => page.locator('.guide .guide-say p').first().textContent();
	const step = async () => Number(/\d+/.exec((await page.locator('.guide-count').getAttribute('aria-label').catch(() => '')) ?? '')?.[0] ?? 0);
	const at = (n) => page.waitForFunction((k) => document.querySelector('.guide-count')?.getAttribute('aria-label')?.startsWith(`Step ${k} `), n, { timeout: 20000 }).then(() => true, () => false);
	const middle = async (selector) => {
		const b = await page.locator(selector).first().boundingBox();
		return [b.x + b.width / 2, b.y + b.height / 2];
	};
	const press = async (selector) => page.mouse.click(...(await middle(selector)));
	const answer = async (text) => {
		await page.waitForSelector(`.question-bar.mine:not(.busy) .answer:has-text("${text}")`);
		await page.locator(`.question-bar .answer:has-text("${text}")`).first().click();
		const all = page.locator('.warning .primary'); // some can still act: all the same
		if (await all.count()) await all.click();
	};
	const enter = async (system) => {
		await page.click(`.first-battles [data-guide="${system}"]`);
		await page.waitForSelector('.guide');
		await page.waitForSelector('.map-picture svg', { timeout: 60000 });
	};

	await enter('drill');
	ok(/guard/.test(await say()), 'it begins with what it is about');
	await page.click('.guide .primary');
	ok(await at(1), 'then comes the first step');
	ok(await page.waitForFunction(() => document.querySelectorAll('.guide-rings polygon').length === 3).then(() => true, () => false), 'and what it speaks of is ringed');
	await shoot('first');
	await page.click('.guide .primary');
	ok(await at(2), 'a step to be read ends with Next');

	await page.click('.guide button:has-text("Show me")');
	ok(await page.waitForSelector('.guide-hint').then(() => true, () => false), 'Show me says how');
	ok(await page.waitForSelector('.answer.guide-shown').then(() => true, () => false), 'and puts the light on the order');
	await page.locator('.answer.guide-shown').click();
	ok(await page.waitForFunction(() => /^Step [34] /.test(document.querySelector('.guide-count')?.getAttribute('aria-label') ?? '')).then(() => true, () => false), 'the order that was meant takes the guide on');

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
	ok(await page.waitForFunction(() => !document.querySelector('.guide, .guide-rings polygon')).then(() => true, () => false), 'the guide can be laid aside');
	await page.reload();
	await page.waitForSelector('.guide-again');
	ok(true, 'and stays there after a reload');
	await page.click('.guide-again');
	ok((await step()) === 6, 'and goes on where it was');

	await answer('Halt');
	ok(await at(7), 'the next order');
	await press('.stacks [data-piece="schenck"]');
	await page.waitForTimeout(300);
	await press('.guide-rings [data-ring="0707"]');
	ok(await at(8), 'a second march');
	await answer('Halt');
	await answer('End the phase');
	ok(await at(9), 'a question that comes');
	await press('.stacks [data-piece="carlisle"]');
	await page.waitForTimeout(200);
	await press('.stacks [data-piece="rogers_latham"]');
	ok(await at(10), 'odds that are looked at');
	await page.waitForSelector('.slip .odds .chance');
	await shoot('odds');
	await page.locator('.slip .order').first().click();
	ok(await at(11), 'a shot');
	await answer('End the phase');
	for (let i = 0; i < 40 && (await step()) === 11; i++) await page.waitForTimeout(250);
	ok(await at(12), 'and the next turn');
	await page.waitForSelector('.question-bar.mine:not(.busy)');
	await answer('End the phase');
	ok(await page.waitForSelector('.guide .primary:has-text("Fight on")').then(() => true, () => false), 'at the end there is a closing word');
	await shoot('closing');
	await page.click('.guide .primary');
	ok((await page.locator('.guide').count()) === 0, 'and then one is alone');

	// the others: each can be begun, rings something, and lets itself be skipped to its end; the game never waits for it
	await page.goto(`${table.base}/#/`);
	await page.waitForSelector('.first-battles li');
	const systems = await page.locator('.first-battles .guide-begin').evaluateAll((list) => list.map((b) => b.dataset.guide));
	for (const system of systems.filter((s) => s !== 'drill')) {
		await enter(system);
		await page.click('.guide .primary');
		let ringed = 0;
		for (let i = 0; i < 30 && !(await page.locator('.guide .primary:has-text("Fight on")').count()); i++) {
			ringed += await page.locator('.guide-rings polygon').count();
			await page.locator('.guide-buttons button:has-text("Skip"), .guide-buttons button:has-text("Next")').first().click({ timeout: 1500 }).catch(() => undefined); // it may go on by itself
		}
		ok(ringed > 4 && (await page.locator('.guide .primary:has-text("Fight on")').count()) === 1, `${system} has one that can be read through`, ringed);
		ok((await look(page)).question !== '', `${system} plays on`);
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
