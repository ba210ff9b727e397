// The browser is killed at random instants while orders are given: no acknowledged order may be lost, and no game damaged. KILLS=200 for the whole
// measure; ./check does a few. TAP.
import { chromium } from 'playwright-core';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
process.env.OFFLINE = '1';
const { serve, ok, ask, make } = await import('../lib.mjs');

const kills = Number(process.env.KILLS ?? 4),
	folder = mkdtempSync(join(tmpdir(), 'fratelli-kills-'));
const table = await serve();
const opened = async () => {
	const context = await chromium.launchPersistentContext(folder, {
		executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
		args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
	});
	const page = context.pages()[0] ?? (await context.newPage());
	await page.goto(`${table.base}/`);
	return { context, page };
};
/** Every process of this browser: they all name its folder, which is ours alone. */
const killAll = () => {
	for (const name of readdirSync('/proc')) {
		if (!/^\d+$/.test(name)) continue;
		try {
			if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(folder))
				process.kill(Number(name), 'SIGKILL');
		} catch {
			/* it is gone */
		}
	}
};

let id = '',
	acknowledged = 0,
	lost = 0,
	damaged = 0,
	given = 0;
for (let i = 0; i < kills; i++) {
	const { page, context } = await opened();
	if (!id) ({ id } = await make(page, 'crossroads', 'vae_victis', 'meeting', { west: 'me', east: 'me' }));
	const view = await ask(page, `/api/games/${id}/view`);
	if (view.error || view.stuck) damaged++;
	else if (view.n < acknowledged) lost++;
	if (view.over)
		({ id } = await make(page, 'crossroads', 'vae_victis', 'meeting', { west: 'me', east: 'me' })),
			(acknowledged = 0);
	else acknowledged = Math.max(acknowledged, view.n);
	// orders one after the other; what is acknowledged is told to us at once
	await page.exposeFunction('acknowledge', (n) => ((acknowledged = Math.max(acknowledged, n)), given++));
	const until = 30 + Math.random() * 900;
	const giving = page
		.evaluate(async (game) => {
			const me = await (await fetch('/api/me')).json();
			for (let k = 0; k < 1000; k++) {
				const v = await (await fetch(`/api/games/${game}/view`)).json();
				if (v.over) return;
				const answer = await fetch(`/api/games/${game}/orders`, {
					method: 'POST',
					headers: { 'X-Fratelli': me.csrf },
					body: JSON.stringify({
						n: v.n,
						key: crypto.randomUUID(),
						orders: [v.orders[v.usual ?? 0].words],
					}),
				});
				const done = await answer.json();
				if (answer.ok) await window.acknowledge(done.n);
			}
		}, id)
		.catch(() => undefined);
	await new Promise((r) => setTimeout(r, until));
	killAll();
	await giving;
	await context.close().catch(() => undefined);
}
const { page, context } = await opened();
const view = await ask(page, `/api/games/${id}/view`);
if (view.error || view.stuck) damaged++;
else if (view.n < acknowledged) lost++;
await context.close();
await table.stop();
rmSync(folder, { recursive: true, force: true });
console.log(`# ${kills} kills, ${given} orders acknowledged`);
ok(given > 0 && lost === 0, 'no acknowledged order is lost', `${lost} times`);
ok(damaged === 0, 'no game is damaged', `${damaged} times`);
console.log('1..2');
process.exitCode = lost || damaged || !given ? 1 : 0;
