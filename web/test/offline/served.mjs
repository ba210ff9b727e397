// In chromium: `fratelli serve` gives the offline page away at /offline/, and it works from there under the service's own headers. TAP.
import { existsSync } from 'node:fs';
import { browse, comes, ok, serve, until } from '../lib.mjs';

const table = await serve(),
	browser = await browse(),
	page = await browser.newPage(),
	wrongs = [];
page.on('pageerror', (e) => wrongs.push(e.message));
page.on('console', (m) => m.type() === 'error' && wrongs.push(m.text()));
if (existsSync('dist/offline/index.html')) {
	await page.goto(`${table.base}/offline`);
	ok(await comes(page, '.new-battle'), 'the lobby of the offline page opens');
	ok(await comes(page, '.keeping'), 'and the table in the browser answers');
	const archive = await page.evaluate(async () => (await fetch('/fratelli-offline.tgz')).ok);
	ok(archive, 'the archive can be taken away');
	await page.goto(`${table.base}/#/study/crossroads/drill/meeting`);
	await comes(page, '.study-forms');
	for (const i of [0, 1]) await page.locator('.study-forms select').nth(i).selectOption('random');
	await page.locator('.study-forms input[type=number]').first().fill('2');
	await page.locator('.study-forms .primary').click();
	const played = await until(
		async () => (await page.locator('.study-progress [role=status]').textContent()) === '2 games',
		120000,
	);
	ok(
		played && (await page.locator('.study-report').count()) === 1,
		"the service's own page studies with it too",
	);
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));
	console.log('1..5');
} else {
	console.log('1..0 # skip the offline page is not built');
}
await browser.close();
await table.stop();
process.exitCode = wrongs.length ? 1 : 0;
