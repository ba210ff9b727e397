// In chromium: studies and tournaments in the page come out as the command's do, letter for letter, and can be stopped. TAP.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
process.env.OFFLINE ??= '1';
const { run, person, ok, until, comes, program, carried, violations } = await import('../lib.mjs');

const root = join(import.meta.dirname, '../../..');
const natively = (...words) =>
	execFileSync(program(), words, {
		cwd: root,
		env: { ...process.env, FRATELLI_DATA: join(root, 'data') },
		encoding: 'utf8',
	});
const status = (page) => page.locator('.study-progress [role=status]').textContent();

await run('studies in the page', async (browser, table) => {
	const { page, wrongs } = await person(browser, table.base);
	await page.goto(`${table.base}/`);
	ok(await comes(page, '.fair a'), 'the lobby asks whether a scenario is fair');
	await page.goto(`${table.base}/#/study/crossroads/drill/meeting`);
	await comes(page, '.study-forms');
	ok((await violations(page)).length === 0, 'the page of a study has no serious fault of accessibility');

	// a study, in parts, and its report
	for (const [i, level] of ['random', 'recruit'].entries())
		await page.locator('.study-forms select').nth(i).selectOption(level);
	await page.locator('.study-forms input[type=number]').first().fill('7');
	await page.click('.study-forms .primary');
	ok(
		await until(async () => (await status(page)) === '7 games', 120000),
		'a study is played to its end',
		await status(page).catch(() => ''),
	);
	ok(
		await page.evaluate(
			() => !!document.querySelector('.study-report')?.shadowRoot?.querySelector('figure svg'),
		),
		'its report is shown',
	);
	const styled = await page.evaluate(
		() =>
			getComputedStyle(document.querySelector('.study-report').shadowRoot.querySelector('.sheet'))
				.display,
	);
	ok(styled === 'grid', 'with its own styles', styled);
	const saved = page.waitForEvent('download');
	await page.click('.study-files button');
	const report = readFileSync(await carried(await saved), 'utf8'),
		folder = mkdtempSync(join(tmpdir(), 'fratelli-study-'));
	natively(
		'study',
		'crossroads',
		'drill',
		'--scenario',
		'meeting',
		'--games',
		'7',
		'--west',
		'random',
		'--east',
		'recruit',
		'--out',
		folder,
	);
	ok(
		report === readFileSync(join(folder, 'report.html'), 'utf8'),
		"the report is the command's, letter for letter",
	);
	rmSync(folder, { recursive: true });

	// stopped in the middle
	await page.locator('.study-forms input[type=number]').first().fill('5000');
	await page.click('.study-forms .primary');
	await until(async () => Number(/^\d+/.exec(await status(page))?.[0] ?? 0) >= 3, 120000);
	await page.click('.study-progress button');
	ok(
		await until(
			async () =>
				/^Stopped after [1-9]/.test(await status(page)) &&
				(await page.locator('.study-words').count()) > 0,
		),
		'a study that is stopped keeps its games, and reports on them',
		await status(page),
	);
	const games = Number(/\d+/.exec(await status(page))[0]),
		words = await page.locator('.study-words').textContent();
	ok(
		words ===
			natively(
				'study',
				'crossroads',
				'drill',
				'--scenario',
				'meeting',
				'--games',
				String(games),
				'--west',
				'random',
				'--east',
				'recruit',
			),
		'and these are the games of a shorter study',
		words,
	);

	// a tournament
	for (const box of await page.locator('.study-forms [type=checkbox]').all()) await box.uncheck();
	for (const i of [0, 1]) await page.locator('.study-forms [type=checkbox]').nth(i).check();
	await page.locator('.study-forms input[type=number]').nth(1).fill('4');
	await page.locator('.study-forms fieldset').nth(1).locator('button').click();
	ok(
		await until(async () => (await status(page)) === '4 games', 120000),
		'a tournament is held',
		await status(page),
	);
	const met = await page.locator('.study-words').textContent();
	ok(
		met ===
			natively(
				'tournament',
				'crossroads',
				'drill',
				'--scenario',
				'meeting',
				'--games',
				'4',
				'--levels',
				'random,recruit',
			),
		"and its table is the command's",
		met,
	);
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));
});
