// What two people agree on and are told: a change of the position, their names, calls when it is their move, and dice rolled on a real table.
import { comes, enter, look, make, move, number, ok, person, run, settled, until } from './lib.mjs';

await run('friends', async (browser, table) => {
	const anna = await person(browser, table.base, undefined, { lobby: true }),
		bruno = await person(browser, table.base, undefined, { lobby: true });

	// accounts: a guest takes a name, keeps his games, signs out and in again
	const account = (page) => page.locator('.person details:has-text("You play as a guest")');
	await account(anna.page).locator('summary').first().click();
	await anna.page.fill('.person input[autocomplete="username"]', 'Anna of the tests');
	await anna.page.fill('.person input[type="password"]', 'correct horse battery');
	await anna.page.click('button:has-text("Take this name")');
	ok(
		await until(async () =>
			(await anna.page.locator('.person').textContent()).includes('Anna of the tests'),
		),
		'a guest takes a name',
	);
	const { id, invites } = await make(anna.page, 'crossroads', 'drill', 'meeting', {
		west: 'me',
		east: 'friend',
	});
	await anna.page.click('button:has-text("Sign out")');
	ok(await comes(anna.page, '.person details'), 'signs out');
	await account(anna.page).locator('summary').first().click();
	await anna.page.fill('.person input[autocomplete="username"]', 'Anna of the tests');
	await anna.page.fill('.person input[type="password"]', 'wrong');
	await anna.page.click('button:has-text("Sign in")');
	ok(await comes(anna.page, '.person [role="alert"]'), 'is refused with a wrong password, and told so');
	await anna.page.fill('.person input[type="password"]', 'correct horse battery');
	await anna.page.click('button:has-text("Sign in")');
	ok(await comes(anna.page, `.my-games a[href="#/game/${id}"]`), 'and finds his games on signing in');

	// calls: the title, a drum, the browser's notice; each only if one wants it
	await bruno.page.addInitScript(() => {
		window.calls = { drum: 0, notices: [] };
		const Sound = window.AudioContext;
		window.AudioContext = class extends Sound {
			createOscillator() {
				window.calls.drum++;
				return super.createOscillator();
			}
		};
		window.Notification = class {
			static permission = 'granted';
			static requestPermission = async () => 'granted';
			constructor(title) {
				window.calls.notices.push(title);
			}
		};
		Object.defineProperty(document, 'hidden', { get: () => true });
	});
	await bruno.page.reload();
	await bruno.page.waitForSelector('.new-battle');
	await enter(anna.page, table.base, id);
	await enter(bruno.page, table.base, id, invites.east);
	await bruno.page.click('#tab-more');
	await bruno.page.check('label:has-text("Two drumbeats") input');
	await bruno.page.check('label:has-text("A notification from the browser") input');
	const turn = async (page) => (await look(page)).mine;
	for (let i = 0; i < 300 && !((await turn(anna.page)) && !(await turn(bruno.page))); i++)
		await move((await turn(bruno.page)) ? bruno.page : anna.page, 40);
	ok(
		await until(async () => !(await bruno.page.title()).includes('Your move')),
		"the title says nothing while it is the other's move",
		await bruno.page.title(),
	);
	await bruno.page.evaluate(() => (window.calls = { drum: 0, notices: [] }));
	for (let i = 0; i < 300 && !(await turn(bruno.page)); i++) await move(anna.page, 60);
	ok(
		await until(async () => (await bruno.page.title()).includes('Your move')),
		"the title says when it is one's move",
	);
	const calls = await bruno.page.evaluate(() => window.calls);
	ok(
		calls.drum >= 2 && calls.notices.length === 1 && /your move/.test(calls.notices[0]),
		'so do the drum and the browser',
		JSON.stringify(calls),
	);

	// the webhook's field
	await bruno.page.click('summary:has-text("webhook")');
	await bruno.page.fill('input[aria-label="Address to call"]', 'http://127.0.0.1:1/');
	await bruno.page.click('.webhook button');
	ok(
		await comes(bruno.page, '.notice.refusal'),
		'an address that may not be called is refused with the reason',
	);
	await bruno.page.fill('input[aria-label="Address to call"]', 'https://example.org/hook');
	await bruno.page.click('.webhook button');
	ok(await comes(bruno.page, '.notice.news:has-text("will be called")'), 'another is kept');
	await bruno.page.reload();
	await bruno.page.click('#tab-more');
	await bruno.page.click('summary:has-text("webhook")');
	ok(
		await until(
			async () =>
				(await bruno.page.inputValue('input[aria-label="Address to call"]')) ===
				'https://example.org/hook',
		),
		'and still there after a reload',
	);

	// an override: one proposes, nothing happens; the other agrees, and it is so, with its reason in both logs
	await settled(anna.page);
	const before = await number(anna.page);
	await anna.page.click('#tab-talk');
	await anna.page.click('button:has-text("Propose a change")');
	await anna.page.selectOption('.override label:has-text("What changes") select', 'strength');
	await anna.page.fill('.override input[type="number"]', '1');
	await anna.page.fill('.override input[placeholder]', 'we misread the card');
	await anna.page.click('.override .primary');
	ok(
		await comes(bruno.page, '.notice.news:has-text("we misread the card")'),
		'the other is told of a proposal',
	);
	ok((await number(anna.page)) === before, 'and nothing has changed yet');
	await bruno.page.click('#tab-talk');
	await bruno.page.click('button:has-text("Agree")');
	ok(
		await until(
			async () => (await number(anna.page)) === before + 1 && (await number(bruno.page)) === before + 1,
		),
		'what both agree to is done',
	);
	await anna.page.click('#tab-log');
	ok(
		await until(async () =>
			(await anna.page.locator('.log-leaf').textContent()).includes('we misread the card'),
		),
		'and its reason is in the log',
	);

	// dice of one's own
	const carla = await person(browser, table.base, undefined, { lobby: true });
	await carla.page.click('.battle-card:has-text("Crossroads")');
	await carla.page.click('.all-books > summary');
	await carla.page.click('.book-card:has-text("Drill")');
	await carla.page.check('.seat-card:has-text("Both sides here") input');
	await carla.page.uncheck('label:has-text("a curtain comes down") input');
	await carla.page.check('label:has-text("our own dice") input');
	await carla.page.click('button:has-text("Take command")');
	await carla.page.waitForSelector('.map-picture svg', { timeout: 180000 });
	let told = 0;
	for (let i = 0; i < 900 && told < 3 && !(await look(carla.page)).over; i++) {
		await settled(carla.page); // an order that is under way may yet ask for dice
		if (!(await carla.page.locator('.dice-form').count())) {
			await move(carla.page, 15);
			continue;
		}
		const n = await number(carla.page);
		if (!told)
			ok(
				await carla.page.locator('.dice-form .primary').isDisabled(),
				'an order that needs dice asks for them, and waits',
			);
		for (const die of await carla.page.locator('.dice-form .faces').all())
			await die.locator('button').nth(2).click();
		await carla.page.click('.dice-form .primary');
		await until(
			async () =>
				(await number(carla.page)) > n ||
				(await carla.page.locator('.dice-form').count()) === 0 ||
				(await carla.page.locator('.dice-form [aria-pressed="true"]').count()) === 0,
		);
		if ((await number(carla.page)) > n) told++;
	}
	ok(told === 3, 'the faces that were told are played', told);
	await carla.page.click('#tab-log');
	ok(
		await until(async () => (await carla.page.locator('.die[aria-label^="3 on"]').count()) > 0),
		'and stand in the log',
	);
	ok(
		![...anna.wrongs, ...bruno.wrongs, ...carla.wrongs].length,
		'nothing went wrong in the browsers',
		[...anna.wrongs, ...bruno.wrongs, ...carla.wrongs].join('\n'),
	);
});
