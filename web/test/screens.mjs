// Makes docs/screens: what players meet, in all flows, at five sizes, small enough to be kept. Not a test: `node web/test/screens.mjs` after web/build.
// The browser itself makes them small. FRATELLI_TABLE names a service without the battles of the tests. SIZES=phone,laptop makes only these; RAW=folder keeps them as they were, too.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answer, ask, enter, glide, make, person, press, rest, run, tap, until } from './lib.mjs';
import { shrink } from './shrink.mjs';

const sizes = {
	phone: { width: 390, height: 844 },
	sideways: { width: 844, height: 390 },
	tablet: { width: 1024, height: 768 },
	laptop: { width: 1366, height: 768 },
	large: { width: 1920, height: 1080 },
};
const folder = join(dirname(fileURLToPath(import.meta.url)), '../../docs/screens');
const moving = { reducedMotion: 'no-preference' };

await run('screens', async (browser, table) => {
	mkdirSync(folder, { recursive: true });
	const easel = await browser.newPage();
	const only = process.env.SIZES?.split(',') ?? Object.keys(sizes);
	for (const old of readdirSync(folder))
		if (only.some((size) => old.startsWith(`${size}-`))) rmSync(join(folder, old));
	for (const [size, viewport] of Object.entries(sizes)) {
		if (!only.includes(size)) continue;
		const touch = viewport.width < 960,
			wide = size === 'laptop';
		const { page } = await person(browser, table.base, viewport, {
			...moving,
			lobby: true,
			...(touch ? { hasTouch: true } : {}),
			settings: { pace: 'normal', briefing: true },
		});
		let made = 0;
		const shoot = async (name) => {
			await rest(page, 350);
			const png = await page.screenshot(),
				as = `${size}-${String(++made).padStart(2, '0')}-${name}`;
			if (process.env.RAW) writeFileSync(join(process.env.RAW, `${as}.png`), png);
			writeFileSync(join(folder, `${as}.webp`), Buffer.from(await shrink(easel, png)));
		};
		const quietly = async (what) => {
			try {
				await what();
			} catch (e) {
				console.log(`# ${size}: ${String(e).split('\n')[0]}`);
			}
		};
		const set = (change) =>
			page.evaluate(
				(c) =>
					localStorage.setItem(
						'fratelli.settings',
						JSON.stringify({
							...JSON.parse(localStorage.getItem('fratelli.settings') ?? '{}'),
							...c,
						}),
					),
				change,
			);

		await page.waitForSelector('.start-here img.thumb', { timeout: 60000 });
		await shoot('lobby');
		// against the computer: the briefing, the enemy's round, a question, a piece in hand, a reason
		const { id } = await make(page, 'bull_run', 'brothers_at_arms', 'matthews_hill', {
			union: 'me',
			confederate: 'computer:recruit',
		});
		await enter(page, table.base, id);
		await page.waitForSelector('.briefing .victory');
		await shoot('briefing');
		await tap(page, '.briefing-foot .primary');
		await until(() => page.locator('.beats .now, .question-bar.mine').count());
		await shoot('the-enemy-moves');
		await until(async () => {
			// the enemy may think again after what has been passed over
			await tap(page, '.playback .skip', { timeout: 1000 }).catch(() => undefined);
			return page.locator('.question-bar.mine').count();
		}, 90000);
		await shoot('a-question');
		await quietly(async () => {
			await set({ pace: 'once' });
			await answer(page, id, (v) => !v.orders.some((o) => o.role === 'pick'));
			await page.reload();
			await page.waitForSelector('.stacks [data-drags]');
			await rest(page, 600);
			const at = await page.evaluate(
				() =>
					[...document.querySelectorAll('.stacks [data-drags]')]
						.map((e) => e.querySelector('.face').getBoundingClientRect())
						.map((b) => [b.left + b.width * 0.6, b.top + b.height * 0.4])[0],
			);
			await glide(page, ...at), await rest(page, 900);
			if (wide) await shoot('the-stack-viewer');
			await press(page, at);
			await page.waitForSelector('.reached .reach');
			await shoot('in-hand');
			const board = await ask(page, `/api/games/${id}`),
				{ reach } = await ask(
					page,
					`/api/games/${id}/about?piece=${(await ask(page, `/api/games/${id}/view`)).orders.find((o) => o.role === 'pick').piece}`,
				);
			for (const h of board.map.hexes.filter((x) => !reach[x.n])) {
				const p = await page.evaluate(
					([x, y]) => {
						const s = new DOMPoint(x / 10, y / 10).matrixTransform(
								document.querySelector('.counters').getScreenCTM(),
							),
							on = document.elementFromPoint(s.x, s.y);
						return on?.closest('svg.counters') && !on.closest('[data-piece]') ? [s.x, s.y] : null;
					},
					[h.x, h.y],
				);
				if (!p) continue;
				await press(page, p);
				break;
			}
			await until(() => page.locator('.notice.refusal').count(), 5000);
			await shoot('a-reason');
		});
		await quietly(async () => {
			await page.keyboard.press('Escape');
			await tap(page, 'button:has-text("What would you do?")', { timeout: 4000 });
			await until(() => page.locator('.advice li').count(), 12000);
			await shoot('the-adviser');
		});
		if (wide)
			for (const leaf of ['log', 'armies', 'day', 'rules', 'talk', 'more'])
				await quietly(
					async () => (await tap(page, `#tab-${leaf}`), await rest(page, 400), await shoot(leaf)),
				);
		if (wide)
			for (const [name, change] of [
				['night', { light: 'night' }],
				['contrast', { light: 'day', palette: 'contrast' }],
				['colourblind', { palette: 'colourblind' }],
			])
				await quietly(async () => {
					await set(change);
					await page.reload();
					await page.waitForSelector('.map-picture svg');
					await rest(page, 700);
					await shoot(name);
				});
		await set({ light: 'day', palette: 'period', briefing: false });
		await page.reload();
		// the table without hexes, the whole of Solferino, a guide
		if (size === 'laptop' || size === 'phone')
			await quietly(async () => {
				const field = await make(page, 'solferino', 'tabletop_1859', 'rocca', {
					allied: 'me',
					austrian: 'me',
				});
				await enter(page, table.base, field.id);
				await rest(page, 900);
				await shoot('a-table-without-hexes');
			});
		if (size === 'large' || wide)
			await quietly(async () => {
				const all = await make(page, 'solferino', 'all_are_brothers', 'whole_day', {
					allied: 'me',
					austrian: 'me',
				});
				await enter(page, table.base, all.id);
				await rest(page, 1200);
				await shoot('solferino');
				await tap(page, '.instruments button[aria-label="Show both armies"]');
				await rest(page, 600);
				await shoot('solferino-whole');
			});
		await quietly(async () => {
			await page.goto(`${table.base}/#/`);
			await page.waitForSelector('.my-games');
			await rest(page, 1200);
			await shoot('my-battles');
			if (!wide && size !== 'phone') return;
			await page.locator('.pairings').scrollIntoViewIfNeeded();
			await rest(page, 900);
			await shoot('a-new-battle');
			await tap(page, '.guide-begin');
			await page.waitForSelector('.guide');
			await page.waitForSelector('.map-picture svg', { timeout: 60000 });
			await rest(page, 900);
			await shoot('the-guide');
		});
		await page.context().close();
	}
	console.log(`# ${readdirSync(folder).length} screens`);
});
