// In chromium: a new version of the page without a server. A tab that is open keeps the version it was begun with, though the server has it no more;
// when no tab is open any longer the new one takes its place, and games go on. And the policy: no eval, no other host. TAP.
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
process.env.OFFLINE = '1';
const folder = mkdtempSync(join(tmpdir(), 'fratelli-update-')),
	root = join(import.meta.dirname, '../../..');
cpSync(process.env.OFFLINE_FOLDER ?? join(root, 'web/dist-offline-tests'), folder, { recursive: true });
process.env.OFFLINE_FOLDER = folder;
const { run, person, make, ask, enter, ok, until } = await import('../lib.mjs');

const { folder: old } = JSON.parse(readFileSync(join(folder, 'where.json'), 'utf8')),
	fresh = 'v-fedcba987654';
/** The same files under another name: to the browser that is another version. */
function publish() {
	renameSync(join(folder, old), join(folder, fresh));
	for (const name of ['index.html', 'sw.js', 'where.json']) {
		const path = join(folder, name);
		writeFileSync(path, readFileSync(path, 'utf8').replaceAll(old, fresh));
	}
}
const versions = (page) => page.evaluate(async () => (await caches.keys()).filter((k) => k.startsWith('v-')));
const runs = (page) => page.evaluate(() => /v-[0-9a-f]+/.exec(document.querySelector('script[src]').src)[0]);
async function order(page, id) {
	let view;
	await until(async () => (view = await ask(page, `/api/games/${id}/view`)).mine || view.over);
	return ask(page, `/api/games/${id}/orders`, {
		n: view.n,
		key: `update-${view.n}`,
		orders: [view.orders[view.usual ?? 0].words],
	});
}

await run('a new version', async (browser, table) => {
	const { page, context, wrongs } = await person(browser, table.base);

	const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
	ok(
		/script-src 'self' 'wasm-unsafe-eval';/.test(policy) && !/'unsafe-(eval|inline)'/.test(policy),
		'the policy allows WebAssembly and no script that is made up',
		policy,
	);
	const made = await page.evaluate(
		() =>
			new Promise((done) =>
				// later, since the browser lets a test do what it forbids the page
				setTimeout(() => {
					try {
						done(new Function('return 1')());
					} catch (e) {
						done(e.name);
					}
				}),
			),
	);
	ok(made === 'EvalError', 'and the browser holds to it', made);
	const away = await page.evaluate(() =>
		fetch('https://example.org/').then(
			() => 'answered',
			(e) => e.name,
		),
	);
	ok(away === 'TypeError', 'no other host can be asked', away);
	wrongs.length = 0; // the browser complains of both, as it should

	const { id } = await make(page, 'crossroads', 'drill', 'meeting', {
		west: 'me',
		east: 'computer:captain',
	});
	await enter(page, table.base, id);
	for (let i = 0; i < 3; i++) await order(page, id);
	await page.evaluate(async () => (await navigator.serviceWorker.ready).active);
	ok(await until(async () => (await versions(page)).includes(old)), 'the version is kept');

	publish();
	await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
	ok(await until(async () => (await versions(page)).includes(fresh)), 'a new version is fetched beside it');
	ok((await runs(page)) === old && (await versions(page)).includes(old), 'the open tab keeps its own');
	await page.reload();
	await enter(page, table.base, id);
	ok(
		(await runs(page)) === old,
		'even when it is loaded again, as long as the new one waits',
		await runs(page),
	);
	const given = await order(page, id);
	ok(
		given.done === 1,
		'and the game goes on in it, with its computer',
		JSON.stringify(given).slice(0, 200),
	);
	let before;
	await until(async () => (before = await ask(page, `/api/games/${id}/view`)).mine || before.over);

	await page.close();
	const wait = () => new Promise((r) => setTimeout(r, 500));
	let next = null;
	for (let i = 0; i < 10 && (!next || (await runs(next)) !== fresh); i++) {
		await next?.close();
		await wait();
		next = await context.newPage();
		await next.goto(`${table.base}/`);
	}
	ok(
		(await runs(next)) === fresh,
		'when no tab is open any more the new one takes its place',
		await runs(next),
	);
	const after = await ask(next, `/api/games/${id}/view`);
	ok(
		after.n === before.n && !after.stuck,
		'the game was replayed, and stands where it stood',
		`${before.n} ${after.n}`,
	);
	ok(
		await until(async () => !(await versions(next)).includes(old)),
		'and the old version is cleared away',
		(await versions(next)).join(),
	);
	ok((await order(next, id)).done === 1, 'it goes on');
	ok(wrongs.length === 0, 'nothing went wrong in the browser', wrongs.join('\n'));
});
rmSync(folder, { recursive: true, force: true });
