// Two surveys of the page at five sizes, under every book: texts that are cut off, and layout that shifts without a hand. It lists what it finds; not
// a test: `node web/test/survey.mjs`. SIZES=phone,laptop looks at these only.
import { enter, make, person, rest, run, tap } from './lib.mjs';

const sizes = {
	phone: { width: 390, height: 844 },
	sideways: { width: 844, height: 390 },
	tablet: { width: 1024, height: 768 },
	laptop: { width: 1366, height: 768 },
	large: { width: 1920, height: 1080 },
};
const books = [
	['bull_run', 'brothers_at_arms', 'matthews_hill', 'union', 'confederate'],
	['solferino', 'vae_victis', 'cemetery', 'allied', 'austrian'],
	['solferino', 'all_are_brothers', 'contracania', 'allied', 'austrian'],
	['raab', 'from_divisions', 'afternoon', 'french', 'austrian'],
	['solferino', 'tabletop_1859', 'cemetery', 'allied', 'austrian'],
];

const cut = (page) =>
	page.evaluate(() =>
		[...document.querySelectorAll('body *')].flatMap((e) => {
			const s = getComputedStyle(e),
				own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
			if (!own || !e.clientWidth || e.closest('.sr-only, svg, .visually-hidden, #cursor-words'))
				return [];
			const wide =
					e.scrollWidth > e.clientWidth + 1 &&
					s.overflowX !== 'visible' &&
					s.overflowX !== 'auto' &&
					s.overflowX !== 'scroll',
				high =
					e.scrollHeight > e.clientHeight + 3 &&
					(s.overflowY === 'hidden' || s.overflowY === 'clip');
			return wide || high
				? [
						`${e.tagName.toLowerCase()}.${e.className}: ${e.textContent.trim().slice(0, 60)} (${e.clientWidth} of ${e.scrollWidth})`,
					]
				: [];
		}),
	);

await run('survey', async (browser, table) => {
	const found = new Map(),
		tell = (where, list) => list.forEach((l) => found.set(l, [...(found.get(l) ?? []), where]));
	for (const [size, viewport] of Object.entries(sizes)) {
		if (process.env.SIZES && !process.env.SIZES.includes(size)) continue;
		const { page } = await person(browser, table.base, viewport, {
			lobby: true,
			hasTouch: viewport.width < 960,
		});
		await page.addInitScript(() => {
			window.shifts = [];
			new PerformanceObserver((list) =>
				list
					.getEntries()
					.forEach(
						(e) =>
							!e.hadRecentInput &&
							window.shifts.push(
								`${e.value.toFixed(4)} ${e.sources.map((s) => (s.node?.outerHTML ?? '').slice(0, 70)).join(' | ')}`,
							),
					),
			).observe({ type: 'layout-shift', buffered: true });
		});
		const shifts = async (where) =>
			tell(
				where,
				(await page.evaluate(() => window.shifts.splice(0))).map((s) => `shift ${s}`),
			);
		await page.goto('about:blank'), await page.goto(`${table.base}/`);
		await page.waitForSelector('.new-battle'), await rest(page, 1500);
		tell(`${size} lobby`, await cut(page)), await shifts(`${size} lobby`);
		for (const [battle, system, scenario, a, b] of books) {
			const { id } = await make(page, battle, system, scenario, { [a]: 'me', [b]: 'me' });
			await enter(page, table.base, id), await rest(page, 700);
			await shifts(`${size} ${system} board`);
			for (const leaf of ['orders', 'log', 'armies', 'day', 'rules', 'talk', 'more']) {
				await tap(page, `#tab-${leaf}`), await rest(page, 250);
				tell(`${size} ${system} ${leaf}`, await cut(page));
			}
			await rest(page, 600), await shifts(`${size} ${system} leaves`);
		}
		await page.context().close();
	}
	for (const [what, where] of found)
		console.log(`# ${what}\n#     ${[...new Set(where)].slice(0, 4).join('; ')}`);
});
