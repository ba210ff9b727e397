// What is a person's own: a name, another password, where one is signed in, all that is kept of one as a file. And an older game that cannot go on says why.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, comes, enter, make, ok, person, run, tap, until } from './lib.mjs';

const password = 'a thousand and one',
	fresh = 'a thousand and two';

async function signIn(page, base, secret) {
	const answer = await page.evaluate(
		async (what) => {
			const me = await (await fetch('/api/me')).json();
			return (
				await fetch('/api/session', {
					method: 'POST',
					headers: { 'Content-Type': 'application/json', 'X-Fratelli': me.csrf },
					body: JSON.stringify(what),
				})
			).status;
		},
		{ name: 'Nievo', password: secret },
	);
	if (answer === 200) {
		await page.goto(`${base}/`);
		await page.reload();
		await page.waitForSelector('.new-battle');
	}
	return answer;
}

await run('account', async (browser, table) => {
	const here = await person(browser, table.base, undefined, { lobby: true }),
		there = await person(browser, table.base, undefined, { lobby: true });
	const { page } = here;
	await make(page, 'crossroads', 'drill', 'meeting', { west: 'me', east: 'me' });
	await ask(page, '/api/account', { name: 'Nievo', password });
	await page.reload();
	await page.waitForSelector('.account');
	ok((await signIn(there.page, table.base, password)) === 200, 'one is signed in in two browsers');

	const open = (words) => tap(page, page.locator('.account summary', { hasText: words }));
	await open('Where you are signed in');
	ok(
		(await comes(page, '.account li:has-text("(here)")')) &&
			(await page.locator('.account li').count()) === 2,
		'both are listed, and this one is marked',
	);

	await open('Change the password');
	const form = page.locator('.account details', { hasText: 'Change the password' });
	const change = async (old, next) => {
		await tap(page, form.locator('input').nth(0));
		await page.keyboard.type(old);
		await tap(page, form.locator('input').nth(1));
		await page.keyboard.type(next);
		await tap(page, form.locator('button'));
	};
	await change('not the password', fresh);
	ok(
		await comes(page, '[role=status]:has-text("The present password is another.")'),
		'a wrong password changes nothing, and that is said',
	);
	await change(password, fresh);
	ok(await comes(page, '[role=status]:has-text("Changed.")'), 'with the right one it is changed');
	ok(await until(async () => (await ask(there.page, '/api/me')).guest), 'the other browser is signed out');
	ok(
		(await signIn(there.page, table.base, password)) === 403 &&
			(await signIn(there.page, table.base, fresh)) === 200,
		'only the new password is taken',
	);

	await page.reload();
	await page.waitForSelector('.account');
	await open('Where you are signed in');
	await tap(page, page.locator('.account button', { hasText: 'End it' }));
	ok(
		(await until(async () => (await page.locator('.account li').count()) === 1)) &&
			(await ask(there.page, '/api/me')).guest,
		'a session is ended from another browser',
	);

	await open('What is kept of you');
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		tap(page, page.locator('.account button', { hasText: 'Take it with you' })),
	]);
	const folder = mkdtempSync(join(tmpdir(), 'fratelli-kept-')),
		at = join(folder, 'kept.json');
	await file.saveAs(at);
	const kept = JSON.parse(readFileSync(at, 'utf8'));
	rmSync(folder, { recursive: true });
	ok(
		file.suggestedFilename() === 'fratelli.json' &&
			kept.name === 'Nievo' &&
			kept.games.length === 1 &&
			Array.isArray(kept.orders) &&
			!kept.more,
		'all that is kept is one file',
		JSON.stringify(kept).slice(0, 300),
	);

	// an older game: the service says why it cannot go on
	const { id } = await make(page, 'crossroads', 'drill', 'meeting', { west: 'me', east: 'me' });
	await page.route(`**/api/games/${id}`, async (route) => {
		const answer = await route.fetch();
		await route.fulfill({
			response: answer,
			json: {
				...(await answer.json()),
				stuck: {
					n: 12,
					text: 'This game cannot go on. It was begun under version 1 of these rules. A fork of it can go on.',
				},
			},
		});
	});
	await enter(page, table.base, id);
	ok(await comes(page, '.stuck'), 'a band above the board');
	const words = await page.locator('.stuck').innerText(),
		band = await page.locator('.stuck').boundingBox();
	ok(
		words ===
			'This game cannot go on. It was begun under version 1 of these rules. A fork of it can go on.',
		'says why this game cannot go on, once',
		words,
	);
	const seen = await page.evaluate(
		([x, y]) => document.elementFromPoint(x, y)?.closest('.stuck') !== null,
		[band.x + band.width / 2, band.y + band.height / 2],
	);
	ok(seen, 'and nothing lies over it');
	ok(
		!here.wrongs.length && !there.wrongs.length,
		'nothing went wrong',
		[...here.wrongs, ...there.wrongs].join('\n'),
	);
});
