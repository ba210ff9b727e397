// The moderator on a phone held upright: an evening's turn with typed dice, undo, a discarded tab, no network, and axe.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { carried as fetched, middle, ok, press, run } from './lib.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const shots = process.env.SHOTS;

await run('moderator', async (browser, table) => {
	const address = `${table.base}/moderator`;
	const context = await browser.newContext(phone);
	let page = await context.newPage();
	const wrongs = [];
	const watch = (p) => (
		p.on('pageerror', (e) => wrongs.push(e.message)),
		p.on('console', (m) => m.type() === 'error' && wrongs.push(m.text())),
		p.setDefaultTimeout(8000)
	);
	watch(page);
	const tab = (name) => page.click(`.tabs button:has-text("${name}")`);
	const shoot = (name) => (shots ? page.screenshot({ path: `${shots}/moderator-${name}.png` }) : undefined);
	const face = (...faces) =>
		faces.reduce(
			(p, n) =>
				p.then(() =>
					page
						.locator('.face', { hasText: new RegExp(`^${n}$`) })
						.first()
						.click(),
				),
			Promise.resolve(),
		);
	const steps = () =>
		page.evaluate(() => JSON.parse(localStorage.getItem('fratelli.moderator') ?? '{"done":0}').done);
	const words = (selector) => page.locator(selector).first().innerText();
	const fits = async (what) =>
		ok(
			await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
			`${what}: nothing runs off the side`,
		);

	await page.goto(address);
	await page.waitForSelector('.tabs');
	ok(wrongs.length === 0, 'the page and its WebAssembly run under its own policy', wrongs.join('\n'));
	await shoot('turn');
	await fits('turn');

	// the card's tables, cell by cell, through the page
	await tab('Fire');
	const cells = async () => (await page.locator('.minicard tbody td').allInnerTexts()).join(' ');
	ok((await cells()) === '4 5 7 8 3 4 6 7 2 3 5 6', "the rifle table is the card's", await cells());
	await page.click('.choices button:has-text("Rifled guns")');
	ok(
		(await cells()) === '7 8 9 10 6 7 8 9 4 5 6 7 3 4 5 6',
		"the artillery table is the card's",
		await cells(),
	);
	await page.click('.choices button:has-text("15\\"")');
	await page.click('.toggle:has-text("Under cover")');
	ok(
		/^6\s/.test(await words('.verdict')) && /3\/5 · 60 %/.test(await words('.verdict')),
		'four rifled batteries at 15", target under cover: 6 or less, 3/5',
		await words('.verdict'),
	);
	await page.click('.toggle:has-text("Enfiladed")');
	await press(page, await middle(page, '.toggle:has-text("In column")')); // which is not to be had now
	ok(
		/^7\s/.test(await words('.verdict')),
		'enfilade and column are never both counted (art.27)',
		await words('.verdict'),
	);
	ok((await words('.because')).includes('art.25'), 'each modifier names its statement');
	await shoot('fire');
	await fits('fire');

	// an army from the list, a turn of it
	await tab('Turn');
	await page.selectOption('.evening select', { index: 0 });
	await page.click('button:has-text("Muster these armies")');
	ok((await steps()) === 1, 'the muster is in the storage at once');
	await tab('Units');
	const units = await page.locator('.unit:not(.chief)').count();
	ok(units > 3, `a scenario's armies are mustered: ${units} units`);
	await shoot('units');
	await fits('units');
	for (let i = 0; i < 2; i++) await page.click('.phase'), await page.click('.turn > .go');
	ok((await words('.phase')).includes('Fire'), 'the phases go on');

	await tab('Fire');
	await page.click('.who >> nth=0');
	await shoot('picker');
	const foot = page.locator('.picker section >> nth=0').locator('.unit', { hasText: 'Infantry' }).first();
	await foot.click();
	await page.click('.who >> nth=1');
	await page.locator('.picker .unit', { hasText: 'Infantry' }).first().click();
	const name = await words('.who >> nth=1 >> b');
	await page.locator('.choices:has-text("Range") button').first().click();
	await shoot('fire-units');
	const before = await page.evaluate(
		(n) =>
			Object.values(
				JSON.parse(localStorage.getItem('fratelli.moderator')).steps[0].changes.find(
					(c) => c[0][0] === 'units',
				)[2],
			).find((u) => u.name === n),
		name,
	);
	await page.click('.verdict .go');
	await shoot('keypad');
	await face(1);
	ok((await words('.told')).includes('a hit'), 'a typed 1 hits');
	await face(1);
	// brigades of more than four stands fire in groups: the others miss
	while (await page.locator('.keypad.coloured').count()) await face(0);
	ok(
		(await words('.finish h2')).toLowerCase().includes('routs'),
		'a white 1 routs',
		await words('.finish h2'),
	);
	await shoot('result');
	await page.click('.finish .go');
	await tab('Units');
	const line = () => page.locator('.unit', { hasText: name }).first().innerText();
	ok((await line()).includes('owed'), 'the result is owed until all have fired', await line());
	await page.click('.phase');
	await page.click('.turn > .go');
	await tab('Units');
	ok(
		(await line()).includes('routed') && (await line()).includes(`${before.stands - 1}/${before.full}`),
		'then it is carried out: a stand lost, routed',
		await line(),
	);

	// undo as far as one likes, and again
	const n = await steps();
	for (let i = 0; i < 4; i++) await page.click('.undo');
	ok(
		(await steps()) === n - 4 && !(await line()).includes('routed'),
		'four mistakes are undone',
		await line(),
	);
	await tab('Turn');
	for (let i = 0; i < 4; i++) await page.click('.log button:has-text("Redo")');
	await tab('Units');
	ok((await steps()) === n && (await line()).includes('routed'), 'and done again');

	// rally with typed dice
	await page.locator('.unit', { hasText: name }).first().click();
	await shoot('unit');
	await page.click('button:has-text("Rally")');
	await face(1);
	await page.click('.back');
	ok((await line()).includes('good order next turn'), 'a 1 rallies it for the next turn (rally.4)');

	// a charge: both D6 typed
	await tab('Charge');
	await page.click('.who >> nth=0');
	await page.locator('.picker section >> nth=0').locator('.unit', { hasText: 'Infantry' }).last().click();
	await page.click('.who >> nth=1');
	await page.locator('.picker .unit', { hasText: 'Infantry' }).last().click();
	await shoot('charge');
	await fits('charge');
	const odds = await page.locator('.odds td:nth-child(4)').allInnerTexts();
	const whole = odds.reduce((sum, o) => sum + parseFloat(o), 0);
	ok(Math.abs(whole - 100) < 0.5, 'the odds of a charge add up to the whole', odds.join(' '));
	await page.click('.verdict .go');
	await face(6);
	await face(1);
	await shoot('melee');
	ok(/wins/.test(await words('.finish h2')), 'the higher score wins', await words('.finish h2'));
	await page.click('.finish .go');

	// a half-made shot, then the phone discards the tab and there is no network
	await tab('Fire');
	await page.click('.verdict .go');
	await face(1);
	const kept = await steps(),
		told = await words('.told');
	await page.evaluate(() => navigator.serviceWorker.ready);
	await page.waitForFunction(() => caches.match(location.href).then(Boolean));
	await context.setOffline(true);
	await page.close();
	page = await context.newPage();
	watch(page);
	await page.goto(address);
	await page.waitForSelector('.tabs');
	ok(
		(await steps()) === kept && (await words('.told')) === told,
		'without a network and after the tab is gone: everything is there, even the die just typed',
	);
	await face(9);
	await page.evaluate(() => scrollTo(0, 0));
	await tab('Turn');
	for (let i = 0; i < 2; i++) await page.click('.turn > .go');
	ok(
		(await words('.phase')).includes('Turn 2'),
		'the next turn begins without a network',
		await words('.phase'),
	);
	await tab('Units');
	ok(!(await line()).includes('routed'), 'who rallied is in good order', await line());

	// save, load, take along
	await tab('Turn');
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		page.click('button:has-text("Save to a file")'),
	]);
	const saved = readFileSync(await fetched(file), 'utf8');
	const [carried] = await Promise.all([
		page.waitForEvent('download'),
		page.click('button:has-text("Save for offline")'),
	]);
	const alone = await context.newPage();
	watch(alone);
	const copy = `${process.env.TMPDIR ?? '/tmp'}/moderator-test-${process.pid}.html`;
	await carried.saveAs(copy);
	await alone.goto(`file://${copy}`);
	await alone.waitForSelector('.tabs');
	await alone.setInputFiles('input[type=file]', {
		name: 'evening.json',
		mimeType: 'application/json',
		buffer: Buffer.from(saved),
	});
	await alone.waitForFunction(() => /Turn 2/.test(document.querySelector('.phase').textContent));
	ok(true, 'the page saved to the phone opens as a file, and takes the evening over');
	await alone.setInputFiles('input[type=file]', {
		name: 'other.json',
		mimeType: 'application/json',
		buffer: Buffer.from('{"form":2}'),
	});
	await alone.waitForSelector('text=That is no file of the moderator');
	ok((await alone.locator('.phase').innerText()).includes('Turn 2'), 'a wrong file changes nothing');
	await alone.close();
	await context.setOffline(false);
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));

	// a turn as the phases lead through it: orders, who begins, a charge declared, stopped by fire, undone, fought level in a town, gone on with
	const evening = await browser.newContext({ ...phone, viewport: { width: 390, height: 844 } });
	const first = page;
	page = await evening.newPage();
	watch(page);
	await page.goto(address);
	await page.waitForSelector('.tabs');
	await page.selectOption('.evening select', { label: 'Solferino: The cemetery' });
	await page.click('button:has-text("Muster these armies")');
	const todo = page.locator('.todo .unit'),
		last = () => words('.log li'),
		go = () => page.click('.turn > .go');
	await todo.first().click();
	await page.click('.new-order button:has-text("Assault")');
	ok((await last()).includes('begins with Assault'), 'a first order is given');
	await todo.first().click();
	await page.click('.new-order button:has-text("Hold")');
	const rating = Number(/(\d+) or less/.exec(await words('.new-order h2'))[1]);
	await page.click('.toggle:has-text("Superior")');
	ok(
		(await words('.new-order h2')).includes(`${rating + 1} or less`),
		'a superior within 10" lends one (comp.4c)',
		await words('.new-order h2'),
	);
	await shoot('orders');
	await face(0);
	ok(
		(await last()).includes('Assault stands') && (await todo.first().innerText()).includes('Assault'),
		'another is rolled for, and the old one stands (comp.4d)',
		await last(),
	);
	await go();
	await face(4, 4);
	ok((await words('.keypad h2')).includes('Who begins'), 'equal dice are rolled again (comp.5a)');
	await face(7, 3);
	ok(
		(await words('.todo p')).startsWith('Austrians begin'),
		'the lower die begins',
		await words('.todo p'),
	);
	await page.click('button:has-text("Declare a charge")');
	await page.locator('.picker .unit', { hasText: 'Infantry' }).first().click();
	await page.locator('.picker .unit', { hasText: 'Infantry' }).first().click();
	const [charger, target] = /^(.*) charges (.*?)\s+Not so/s.exec(await words('.todo li')).slice(1);
	await go();
	await page.click('.todo summary');
	ok(
		!(await page.locator('.todo .unit b').allInnerTexts()).includes(charger),
		'who charges does not shoot (charge.1)',
		charger,
	);
	await page.locator('.todo .unit', { hasText: target }).first().click();
	ok(
		(await words('.who >> nth=0')).includes(target),
		'from the list of those yet to fire straight to the shot',
	);
	await page.click('.who >> nth=1');
	await page.locator('.picker .unit', { hasText: charger }).first().click();
	await page.click('.verdict .go');
	await face(1, 8);
	while (await page.locator('.keypad.coloured').count()) await face(0);
	await page.click('.finish .go');
	await tab('Turn');
	await page.click('.todo summary');
	ok(
		!(await page.locator('.todo .unit b').allInnerTexts()).includes(target),
		'who has fired is off the list',
	);
	await go();
	ok(
		(await last()).includes('its charge is off') && (await words('.todo')).includes('No charge'),
		'fire that stops a charger ends its charge (comp.12b)',
		await last(),
	);
	for (let i = 0; i < 2; i++) await page.click('.undo');
	await go();
	await todo.first().click();
	ok(
		(await words('.pair')).includes(charger) && (await words('.pair')).includes(target),
		'a charge that was declared is at hand when charges are fought',
	);
	await page.click('button:has-text("Another unit charges with it")');
	await page.locator('.picker .unit', { hasText: 'Infantry' }).first().click();
	const engaged = await page.locator('.stepper output').allInnerTexts();
	ok(
		Number(engaged[0]) === 2 * (Number(engaged[2]) + Number(engaged[3])),
		'two brigades together bring at most two stands against one (charge.9)',
		engaged.join(' '),
	);
	for (let i = 0; i < 5; i++) await page.click('.stepper button >> nth=0');
	await page.click('.toggle:has-text("In a town")');
	await shoot('two-on-one');
	const [ours, theirs] = (await page.locator('.verdict .need').allInnerTexts()).map(Number);
	await page.click('.verdict .go');
	await face(1 + Math.max(0, theirs - ours), 1 + Math.max(0, ours - theirs));
	ok(
		(await words('.finish h2')).includes('next turn'),
		'level in a town: it waits (charge.34)',
		await words('.finish h2'),
	);
	await page.click('.finish .go');
	await tab('Turn');
	for (let i = 0; i < 5; i++) await go();
	await todo.first().click();
	ok(
		(await page.locator('.toggle:has-text("Goes on from last turn")').getAttribute('aria-pressed')) ===
			'true' && (await words('.also')).includes('with'),
		'and goes on there, with the same units',
		await words('.pair'),
	);
	await page.click('.verdict .go');
	await face(1, 6);
	await page.click('.finish .go');
	await tab('Turn');
	await go();
	ok(
		(await words('.todo')).includes(charger),
		'the beaten are to be rallied or reformed',
		await words('.todo'),
	);
	await page.locator('.todo .unit', { hasText: 'reforms' }).first().click();
	ok((await last()).includes('reforms'), 'who has the order reforms (comp.4f)');
	await tab('Units');
	await page.locator('.unit', { hasText: target }).first().click();
	await page.click('.choices button:has-text("Routed")');
	for (let i = 0; i < 3; i++) await page.click('.stepper button >> nth=0');
	ok(
		(await words('.refused')).includes('half') &&
			(await page.locator('button:has-text("Rally:")').count()) === 0,
		'with less than half its stands it is past rallying (AMB-15)',
	);
	await evening.close();
	page = first;

	// big enough for a thumb
	await tab('Fire');
	await page.click('.rolling .row button').catch(() => undefined);
	await page.click('.rolling .row button').catch(() => undefined);
	const small = await page.evaluate(() =>
		[...document.querySelectorAll('.tabs button, .toggle, .choices button, .stepper button, .go, .who')]
			.filter((b) => b.getBoundingClientRect().height < 44)
			.map((b) => b.textContent),
	);
	ok(small.length === 0, 'every target is at least 44 pixels high', small.join(', '));

	for (const [scheme, name] of [
		['light', 'day'],
		['dark', 'night'],
	]) {
		const own = await browser.newContext({ ...phone, bypassCSP: true, colorScheme: scheme });
		page = await own.newPage();
		await page.goto(address);
		await page.waitForSelector('.tabs');
		await page.click('button:has-text("Muster these armies")');
		for (const title of ['Fire', 'Charge', 'Units', 'Turn', 'Card']) {
			await tab(title);
			await page.evaluate(axe);
			const bad = await page.evaluate(async () =>
				(await window.axe.run(document, { resultTypes: ['violations'] })).violations
					.filter((v) => ['serious', 'critical'].includes(v.impact))
					.map(
						(v) =>
							`${v.id}: ${v.nodes
								.slice(0, 3)
								.map((x) => x.target.join(' '))
								.join('; ')}`,
					),
			);
			ok(bad.length === 0, `${title}, by ${name}: no serious violation`, bad.join('\n'));
			if (name === 'night' && title === 'Fire') await shoot('night');
		}
		await own.close();
	}
	const own = await browser.newContext({ viewport: { width: 1366, height: 768 } });
	page = await own.newPage();
	await page.goto(address);
	await page.waitForSelector('.tabs');
	await page.click('button:has-text("Muster these armies")');
	await tab('Fire');
	await shoot('laptop');
	await page.emulateMedia({ media: 'print' });
	ok(
		(await page.locator('.roster').isVisible()) && !(await page.locator('main').isVisible()),
		'what is printed is the roster',
	);
	await shoot('print');
	await own.close();
});
