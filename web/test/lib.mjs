// For the browser tests: a service on a free port with a store of its own, browsers, and TAP. `web/test/run` starts one service and one browser for
// all files (stage.mjs) and names them in FRATELLI_TABLE and FRATELLI_BROWSER; a file that is run alone starts its own.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync, existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** The program as it is natively. */
export function program() {
	if (process.env.FRATELLI) return resolve(root, process.env.FRATELLI);
	const built = readdirSync(join(root, 'build'), { withFileTypes: true })
		.map((d) => join(root, 'build', d.name, 'fratelli'))
		.filter((p) => existsSync(p));
	return built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

/** OFFLINE=1: the page that needs no server, from a plain static server, packed with the tests' battles. Every test then runs against that end. */
async function serveOffline() {
	const folder = process.env.OFFLINE_FOLDER ?? join(root, 'web/dist-offline-tests');
	const types = {
		html: 'text/html',
		js: 'text/javascript',
		css: 'text/css',
		wasm: 'application/wasm',
		svg: 'image/svg+xml',
		png: 'image/png',
		woff2: 'font/woff2',
		webmanifest: 'application/manifest+json',
	};
	const asked = [];
	const server = createServer((q, a) => {
		const path = decodeURIComponent(new URL(q.url, 'http://here').pathname),
			file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
		asked.push(path);
		if (!file.startsWith(folder) || !existsSync(file)) return a.writeHead(404).end();
		a.writeHead(200, {
			'Content-Type': types[file.split('.').pop()] ?? 'application/octet-stream',
			'Cache-Control': 'no-cache',
		});
		a.end(readFileSync(file));
	});
	await new Promise((done) => server.listen(0, done));
	return {
		base: `http://localhost:${server.address().port}`,
		asked,
		restart: async () => undefined,
		stop: () => new Promise((done) => (server.closeAllConnections(), server.close(done))),
	};
}

/** Starts the service; `stop` ends it and takes its store away. `restart` brings it back on the same port and store. */
export async function serve() {
	if (process.env.OFFLINE) return serveOffline();
	const folder = mkdtempSync(join(tmpdir(), 'fratelli-page-'));
	let child,
		port = 0;
	const start = () =>
		new Promise((done, fail) => {
			child = spawn(
				program(),
				['serve', '--port', String(port), '--store', join(folder, 'store.db'), '--tests', '--cold'],
				{
					cwd: root,
					env: { FRATELLI_DATA: join(root, 'data'), ...process.env },
					stdio: ['ignore', 'pipe', 'pipe'],
				},
			);
			let said = '';
			const hear = (chunk) => {
				said += chunk;
				const found = /http:\/\/[\w.]+:(\d+)/.exec(said);
				if (found) done((port = Number(found[1])));
			};
			child.stdout.on('data', hear);
			child.stderr.on('data', hear);
			child.on('exit', (code) => fail(new Error(`the service ended with ${code}: ${said}`)));
		});
	const stop = () =>
		new Promise((done) => {
			if (child.exitCode !== null) return done();
			child.removeAllListeners('exit');
			child.on('exit', done);
			child.kill('SIGTERM');
		});
	await start();
	return {
		get base() {
			return `http://localhost:${port}`;
		},
		restart: async () => (await stop(), await start()),
		stop: async () => (await stop(), rmSync(folder, { recursive: true, force: true })),
	};
}

const how = {
	executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
	args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
};
export const browse = async () => withHands(await chromium.launch(how));
/** A browser that several files connect to. */
export const shareBrowser = () => chromium.launchServer(how);
/** How long a test waits for what must come, in milliseconds. PATIENCE makes it short where failures are expected (docs/page.md). */
const patience = (most) => Math.min(most, Number(process.env.PATIENCE ?? most));

/** Every click of a test is a hand's: it moves there on a line, looks that nothing covers what it wants, presses and releases. Playwright's own
 *  click puts the pointer there at once, and so sees nothing of what opens, moves or goes away under a hand that comes and rests. */
function giveHands(page) {
	const locator = Object.getPrototypeOf(page.locator('body')),
		sheet = Object.getPrototypeOf(page),
		mouse = Object.getPrototypeOf(page.mouse);
	if (locator.handed) return;
	locator.handed = true;
	locator.click = function (more = {}) {
		return tap(this.page(), this, more);
	};
	locator.check = async function (more = {}) {
		if (!(await this.isChecked())) await this.click(more);
	};
	locator.uncheck = async function (more = {}) {
		if (await this.isChecked()) await this.click(more);
	};
	const choose = locator.selectOption;
	locator.selectOption = async function (what, more = {}) {
		await reach(this.page(), this, more); // the list that opens is the browser's own window: no pointer of a test gets into it
		return choose.call(this, what, more);
	};
	for (const deed of ['click', 'check', 'uncheck', 'selectOption'])
		sheet[deed] = function (selector, ...more) {
			return this.locator(selector)
				.first()
				[deed](...more);
		};
	for (const deed of ['dblclick', 'dispatchEvent', 'setChecked', 'dragTo'])
		locator[deed] = sheet[deed] = () => {
			throw new Error(`${deed} is no hand: press, tap or glide (lib.mjs)`);
		};
	mouse.click = async function (x, y) {
		await this.move(x, y, { steps: 6 });
		await this.down();
		await this.up();
	};
}

/** Clicks that a script made and no hand: whatever window a test opens, they are told at its end. The page itself presses links that save a file. */
const handless = [];
async function withHands(browser) {
	const open = browser.newContext.bind(browser);
	browser.newContext = async (...more) => {
		const context = await open(...more);
		context.on(
			'console',
			(m) => m.text().startsWith('without a hand') && handless.push(`${m.text()} (${m.page()?.url()})`),
		);
		await context.addInitScript(() => {
			for (const kind of ['click', 'pointerdown', 'mousedown', 'touchstart'])
				addEventListener(
					kind,
					(e) =>
						e.isTrusted ||
						e.target.closest?.('a[download]') ||
						console.log(`without a hand: ${kind} on ${e.target.outerHTML?.slice(0, 120)}`),
					true,
				);
		});
		return context;
	};
	const first = await browser.newPage();
	giveHands(first);
	await first.close();
	return browser;
}

/** A person with a browser window of their own. Whatever goes wrong in it is remembered. Who is not in the lobby has a rule book before him: the
 *  lobby draws a dozen maps, which took five sixths of the work of coming to a board. */
export async function person(
	browser,
	base,
	viewport = { width: 1366, height: 768 },
	{ settings = {}, dwell = 1, lobby = !!process.env.OFFLINE, ...more } = {},
) {
	const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...more });
	await context.addInitScript(
		([set, factor]) => {
			// where a test is not about it, what others do is shown at once
			if (!localStorage.getItem('fratelli.settings'))
				localStorage.setItem('fratelli.settings', JSON.stringify(set));
			localStorage.setItem('fratelli.dwell', JSON.stringify(factor));
		},
		[{ pace: 'once', briefing: false, ...settings }, dwell],
	);
	const page = await context.newPage();
	page.setDefaultTimeout(patience(20000));
	const wrongs = [];
	page.on('pageerror', (e) => wrongs.push(e.message));
	page.on(
		'console',
		(m) =>
			m.type() === 'error' &&
			!/WebSocket|ERR_CONNECTION|Failed to load resource/.test(m.text()) &&
			wrongs.push(m.text()),
	);
	await page.goto(`${base}/${lobby ? '' : '#/rules/drill'}`);
	await page.waitForSelector(lobby ? '.new-battle' : '.rule-book', { timeout: 90000 });
	return { page, context, wrongs };
}

/** Makes a game without clicking through the lobby; gives its id and the invitations. */
export const make = (page, battle, system, scenario, seats) =>
	page.evaluate(
		async (wanted) => {
			const me = await (await fetch('/api/me')).json();
			const answer = await fetch('/api/games', {
				method: 'POST',
				headers: { 'Content-Type': 'application/json', 'X-Fratelli': me.csrf },
				body: JSON.stringify({ options: {}, ...wanted }),
			});
			return answer.json();
		},
		{ battle, system, scenario, seats },
	);

/** A question to the service, as the page would ask it: GET, or POST with a body. */
export const ask = (page, path, body) =>
	page.evaluate(
		async ([at, what]) => {
			const me = what ? await (await fetch('/api/me')).json() : null;
			const answer = await fetch(
				at,
				what
					? {
							method: 'POST',
							headers: { 'Content-Type': 'application/json', 'X-Fratelli': me.csrf },
							body: JSON.stringify(what),
						}
					: {},
			);
			return answer.json();
		},
		[path, body],
	);

let keys = 0;
/** Answers for us, elsewhere, as quickly as it goes, as long as `on(view)` holds: what ends a phase, or the default. */
export async function answer(page, id, on) {
	for (let i = 0; i < 120; i++) {
		const v = await ask(page, `/api/games/${id}/view`);
		if (v.over || !on(v)) return v;
		if (!v.mine) {
			await rest(page, 100);
			continue;
		}
		const o = v.orders.find((x) => x.role === 'done') ?? v.orders[v.usual ?? 0];
		await ask(page, `/api/games/${id}/orders`, {
			n: v.n,
			key: `answer-${process.pid}-${keys++}`,
			orders: [o.words],
		});
	}
	return ask(page, `/api/games/${id}/view`);
}

export async function enter(page, base, id, secret) {
	await page.goto(`${base}/#/game/${id}${secret ? `/join/${secret}` : ''}`);
	await page.waitForSelector('.map-picture svg', { timeout: 180000 });
}

// --- a hand: it moves there, rests, presses and releases ---------------------------------------------------------------------------

/** The pointer goes there on a line, as a hand does, not at once. */
export const glide = (page, x, y, steps = 6) => page.mouse.move(x, y, { steps });
export const rest = (page, ms) => page.waitForTimeout(ms);
/** What the press did is on the screen. */
const drawn = (page) =>
	page
		.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
		.catch(() => undefined);

/** Presses and releases at a point, after having moved there. */
export async function press(page, [x, y], { dwell = 0, button = 'left' } = {}) {
	await glide(page, x, y);
	if (dwell) await rest(page, dwell);
	await page.mouse.down({ button });
	await page.mouse.up({ button });
	await drawn(page);
}

/** Waits until it is there and nothing covers it, and moves there. */
async function reach(page, it, { timeout = patience(20000) } = {}) {
	await it.waitFor({ state: 'visible', timeout });
	await it.scrollIntoViewIfNeeded({ timeout });
	const b = await it.boundingBox({ timeout });
	await glide(page, b.x + b.width / 2, b.y + b.height / 2);
	await it.hover({ timeout }); // fails if something lies over it
}

/** Presses what a selector or locator finds: waits until it is there and nothing covers it, moves there, and presses. */
export async function tap(page, what, { dwell = 0, ...more } = {}) {
	await reach(page, typeof what === 'string' ? page.locator(what).first() : what, more);
	if (dwell) await rest(page, dwell);
	await page.mouse.down();
	await page.mouse.up();
	await drawn(page);
}

/** Draws a slider's handle to its beginning. */
export async function drawBack(page, selector) {
	const it = page.locator(selector).first();
	await reach(page, it);
	const b = await it.boundingBox(),
		y = b.y + b.height / 2,
		at = await it.evaluate((i) => (i.value - i.min) / (i.max - i.min || 1));
	await glide(page, b.x + 8 + (b.width - 16) * at, y); // where the handle is
	await page.mouse.down();
	await glide(page, b.x + 1, y, 12);
	await page.mouse.up();
	await drawn(page);
}

// --- playing by clicking: no rule system is known here either --------------------------------------------------------------------

let luck = 7;
const below = (n) => (luck = (luck * 48271) % 2147483647) % n;

/** What the question bar shows: its state as words, the order number and whether anything is under way. */
export const look = (page) =>
	page.evaluate(() => {
		const bar = document.querySelector('.question-bar');
		const inView = (e) => {
			const b = e.getBoundingClientRect();
			return (
				b.width > 0 &&
				b.left > 60 &&
				b.right < innerWidth - 400 &&
				b.top > 70 &&
				b.bottom < innerHeight - 130
			);
		};
		return {
			over: !!bar?.classList.contains('over'),
			mine: !!bar?.classList.contains('mine'),
			busy: !!bar?.classList.contains('busy'),
			curtain: !!document.querySelector('.curtain'),
			slip: document.querySelectorAll('.slip .order').length,
			warning: !!document.querySelector('.warning'),
			goals: [...document.querySelectorAll('.goal')].filter(inView).map((g) => g.dataset.goal),
			acting: [...document.querySelectorAll('.stacks [data-drags]')]
				.filter(inView)
				.map((p) => p.dataset.piece),
			picked: document.querySelector('.stacks .picked')?.closest('[data-piece]')?.dataset.piece ?? null,
			answers: [...document.querySelectorAll('.question-bar .answers .answer:not(.quiet)')].map(
				(b) => ({
					text: b.textContent,
					done: b.classList.contains('done'),
					usual: b.classList.contains('usual'),
				}),
			),
			question: bar?.querySelector('.question')?.textContent ?? '',
		};
	});

/** How many entries the game has, as the page knows it. */
export const number = (page) =>
	page.evaluate(() => Number(document.querySelector('.replay input')?.max ?? 0));

async function clickAt(page, selector) {
	const box = await page
		.locator(selector)
		.first()
		.boundingBox()
		.catch(() => null);
	if (!box) return false;
	await press(page, [box.x + box.width / 2, box.y + box.height / 2]);
	return true;
}

/** One sensible click. `eager` tells how often a phase is left early, in percent. */
export async function move(page, eager = 20) {
	const s = await look(page);
	if (s.curtain) return tap(page, '.curtain button');
	if (s.busy || !s.mine) return page.waitForTimeout(25);
	const soon = { timeout: 1500 },
		gone = () => undefined; // what was seen may be gone by now: then we look again
	if (s.warning) return tap(page, '.warning .primary', soon).catch(gone);
	if (s.slip) return tap(page, page.locator('.slip .order').nth(below(s.slip)), soon).catch(gone);
	const done = s.answers.findIndex((a) => a.done);
	const others = s.answers.filter((a) => !a.done);
	if (done >= 0 && (below(100) < eager || (!s.goals.length && !s.acting.length && !others.length)))
		return tap(page, page.locator('.question-bar .answers .answer:not(.quiet)').nth(done), soon).catch(
			gone,
		);
	if (s.goals.length && below(100) < 85)
		return clickAt(page, `.goal[data-goal="${s.goals[below(s.goals.length)]}"]`);
	if (others.length && (s.picked || !s.acting.length || below(100) < 30))
		return tap(
			page,
			page
				.locator('.question-bar .answers .answer:not(.quiet)')
				.nth(s.answers.indexOf(others[below(others.length)])),
			soon,
		).catch(gone);
	if (s.acting.length) return clickAt(page, `.stacks [data-piece="${s.acting[below(s.acting.length)]}"]`);
	// whatever is out of sight is in the list beside the board
	if (!(await page.locator('.orders-leaf').count())) await tap(page, '#tab-orders');
	const take = page.locator('.orders-leaf .pieces .take'),
		order = page.locator('.orders-leaf .order');
	if (await order.count()) return tap(page, order.nth(below(await order.count())), soon).catch(gone);
	if (await take.count()) return tap(page, take.nth(below(await take.count())), soon).catch(gone);
	return page.waitForTimeout(50);
}

// --- waiting: for states, never for times ------------------------------------------------------------------------------------------

/** Until it holds; false if it does not within half a minute, which only a failure ever waits for. */
export const until = async (what, most = 60000) => {
	for (
		const end = Date.now() + patience(most);
		Date.now() < end;
		await new Promise((r) => setTimeout(r, 40))
	)
		if (await what()) return true;
	return false;
};

/** Is there soon something that fits? */
export const comes = (page, selector, state = 'visible') =>
	page.waitForSelector(selector, { state, timeout: patience(60000) }).then(
		() => true,
		() => false,
	);

/** Nothing is under way, and what was asked for is drawn. */
export const settled = (page) =>
	page.waitForFunction(() => !document.querySelector('.question-bar.busy'), null, { timeout: 90000 });

export const middle = async (page, selector) => {
	let b = null;
	await until(async () => (b = await page.locator(selector).first().boundingBox())); // between two drawings there is none
	return [b.x + b.width / 2, b.y + b.height / 2];
};

/** Where a file that was saved lies; a browser that is shared keeps its own elsewhere. */
export async function carried(file) {
	const to = join(mkdtempSync(join(tmpdir(), 'fratelli-page-')), file.suggestedFilename());
	await file.saveAs(to);
	return to;
}

// --- axe ------------------------------------------------------------------------------------------------------------------------------

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core calls serious or critical on the page as it is. */
export async function violations(page) {
	await page.evaluate(axe);
	return page.evaluate(async () => {
		const found = await window.axe.run(document, { resultTypes: ['violations'] });
		return found.violations
			.filter((v) => v.impact === 'serious' || v.impact === 'critical')
			.map(
				(v) =>
					`${v.id}: ${v.help}\n${v.nodes
						.slice(0, 4)
						.map((n) => `  ${n.target.join(' ')}: ${n.failureSummary.split('\n')[1] ?? ''}`)
						.join('\n')}`,
			);
	});
}

// --- TAP ----------------------------------------------------------------------------------------------------------------------------

let tests = 0,
	bad = 0;
export function ok(holds, what, why = '') {
	tests++;
	if (!holds) bad++;
	console.log(`${holds ? 'ok' : 'not ok'} ${tests} - ${what}`);
	if (!holds && why)
		console.log(
			String(why)
				.split('\n')
				.map((l) => `# ${l}`)
				.join('\n'),
		);
	return holds;
}

/** Runs one test file: everything it opens is closed, whatever happens. `own`: it restarts the service, so it needs one that is nobody else's. */
export async function run(name, body, { own = false } = {}) {
	const shared = process.env.FRATELLI_TABLE,
		at = process.env.FRATELLI_BROWSER;
	const table = shared && !own ? { base: shared, stop: async () => undefined } : await serve();
	const browser = at ? await withHands(await chromium.connect(at)) : await browse();
	try {
		await body(browser, table);
	} catch (e) {
		ok(false, name, e.stack ?? e);
		const pages = process.env.SHOTS ? browser.contexts().flatMap((c) => c.pages()) : [];
		for (const [i, page] of pages.entries())
			await page.screenshot({ path: `${process.env.SHOTS}/failed-${i}.png` }).catch(() => undefined);
	} finally {
		await browser.close(); // of a shared one only what was opened here
		await table.stop();
	}
	ok(!handless.length, "every click was a hand's", handless.slice(0, 6).join('\n'));
	console.log(`1..${tests}`);
	process.exitCode = bad ? 1 : 0;
}
