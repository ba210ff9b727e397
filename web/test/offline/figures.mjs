// A measurement and no test: how the page without a server feels. From nothing to the lobby, again, to a board; frames while a marshal thinks; memory;
// how soon another mind is ready when one is cancelled. Times of the clock mean nothing on a busy machine: the load is told with them, and for what
// begins also the processor time of the whole browser, which hardly depends on it.
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { open, spent } from './both.mjs';
const { make, ask, until } = await import('../lib.mjs');

const say = (what, value) => console.log(`${what.padEnd(48)} ${value}   (load ${loadavg()[0].toFixed(0)})`);
const browser = await open(),
	{ page, table } = browser;

async function timed(what, work) {
	const before = spent(browser),
		began = performance.now();
	await work();
	say(
		what,
		`${((performance.now() - began) / 1000).toFixed(2)} s, of a processor ${(spent(browser) - before).toFixed(2)} s`,
	);
}
const lobby = async () => {
	await page.goto(`${table.base}/`);
	await page.waitForSelector('.new-battle', { timeout: 120000 });
};
await timed('an empty browser to the lobby', lobby);
await page.evaluate(async () => (await navigator.serviceWorker.ready).active);
await until(() => page.evaluate(async () => (await caches.keys()).some((k) => k.startsWith('v-'))));
await page.goto('about:blank');
await timed('the lobby a second time', lobby);

await page.evaluate(() =>
	localStorage.setItem('fratelli.settings', JSON.stringify({ pace: 'once', briefing: false })),
);
const board = async (id) => {
	await page.goto(`${table.base}/#/game/${id}`);
	await page.waitForSelector('.map-picture svg', { timeout: 240000 });
};
const small = process.env.ONLY
	? null
	: await make(page, 'bull_run', 'brothers_at_arms', 'matthews_hill', {
			union: 'me',
			confederate: 'me',
		});
if (small) await timed('the board of Matthews Hill', () => board(small.id));
const { id } = await make(page, 'solferino', 'brothers_at_arms', 'whole_day', {
	allied: 'me',
	austrian: 'computer:marshal',
});
await timed('the board of all Solferino', () => board(id));

// until the marshal thinks
let view;
const thinks = async () => {
	view = await ask(page, `/api/games/${id}/view`);
	if (!view.mine) return true;
	const o = view.orders.find((x) => x.role === 'done') ?? view.orders[view.usual ?? 0];
	await ask(page, `/api/games/${id}/orders`, { n: view.n, key: `f-${view.n}`, orders: [o.words] });
	return false;
};
await until(thinks, 120000);
const frames = await page.evaluate(
	() =>
		new Promise((done) => {
			const gaps = [];
			let last = performance.now();
			const next = (now) => {
				gaps.push(now - last);
				last = now;
				if (gaps.length < 240) requestAnimationFrame(next);
				else done(gaps.slice(1));
			};
			requestAnimationFrame(next);
		}),
);
const sorted = [...frames].sort((a, b) => a - b);
view = await ask(page, `/api/games/${id}/view`);
say(
	'frames while a marshal thinks, Solferino',
	`median ${sorted[120].toFixed(1)} ms, 95 % within ${sorted[227].toFixed(1)} ms, ${view.mine ? 'he had ended' : 'he thinks still'}`,
);
await new Promise((r) => setTimeout(r, 3000)); // what is no longer wanted is thrown away meanwhile
const memory = browser
	.processes()
	.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer'));
const dirty = (pid) =>
	Number(/Private_Dirty:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]) / 1024;
say('private memory of the page, Solferino and a marshal', `${Math.max(...memory.map(dirty)).toFixed(0)} MB`);
await browser.close();
