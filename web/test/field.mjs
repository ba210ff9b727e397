// A table without hexes: an outline is dragged, turned and asked about; refused with its reason; put down; by touch and by keyboard; sight, arcs,
// exact odds before fire, and the charts where they apply.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { enter, look, make, move, number, ok, person, run } from './lib.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const shots = process.env.SHOTS;
const view = (page) =>
	page.evaluate(() => fetch(`/api/games/${location.hash.split('/')[2]}/view`).then((r) => r.json()));

/** Plays on until the rules ask this, of a piece that can do more than stand. */
async function until(page, question, more = () => true) {
	for (let i = 0; i < 150; i++) {
		const v = await view(page);
		if (v.over) return null;
		if (v.question?.name === question && v.mine && more(v)) {
			await page.waitForFunction(
				(n) =>
					Number(document.querySelector('.replay input')?.max) === n &&
					!document.querySelector('.question-bar.busy'),
				v.n,
			);
			return v;
		}
		const attack = page.locator('.question-bar .answer', { hasText: 'assault' }).first();
		if (v.question?.name === 'chit' && (await attack.count()))
			await attack.click({ timeout: 1500 }).catch(() => undefined); // so that brigades move
		else await move(page, 10);
	}
	return null;
}
/** An offered march of a brigade that may go anywhere and keeps its formation. */
const march = (v, only) =>
	v.orders.find((o) => {
		const p = v.pieces.find((q) => q.id === o.piece);
		return (
			p &&
			(!only || only === p.id) &&
			o.role === 'move' &&
			o.place &&
			o.place !== p.place[0] &&
			p.symbol === 'infantry' &&
			p.slot[2] === 'assault' &&
			p.slot[3] === o.words.split(' ').pop()
		);
	});
const mover = (v) => march(v)?.piece;

await run('a table without hexes', async (browser, table) => {
	for (const [size, viewport, more] of [
		['laptop', { width: 1366, height: 768 }, {}],
		['phone', { width: 844, height: 390 }, { hasTouch: true }],
		['large', { width: 2560, height: 1440 }, {}],
	]) {
		const { page, wrongs } = await person(browser, table.base, viewport, { bypassCSP: true, ...more });
		const shoot = (name) =>
			shots ? page.screenshot({ path: `${shots}/field-${size}-${name}.png` }) : undefined;
		const { id, error } = await make(page, 'solferino', 'tabletop_1859', 'cemetery', {
			allied: 'me',
			austrian: 'me',
		});
		if (!ok(id, `${size}: the table is laid`, error)) continue;
		await enter(page, table.base, id);
		ok(
			await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
			`${size}: it fits the screen`,
		);
		const v = await until(page, 'move', mover);
		if (!ok(v, `${size}: a brigade is asked where it goes`)) continue;
		const piece = mover(v),
			at = () => page.locator(`[data-piece="${piece}"] .body`).boundingBox();
		if ((await look(page)).picked !== piece) {
			if (!(await page.locator('.orders-leaf').count())) await page.click('#tab-orders');
			await page
				.locator('.orders-leaf .take')
				.nth(
					v.orders
						.map((o) => o.piece)
						.filter((p, i, all) => p && all.indexOf(p) === i)
						.indexOf(piece),
				)
				.click();
		}
		const clear = async () => {
			// the sheet is free, and both armies on it
			if (size === 'phone' && (await page.locator('.side.open').count()))
				await page.click('.side [aria-selected="true"]');
			await page.click('.instruments button[aria-label="Show both armies"]');
			await page.waitForTimeout(350);
		};
		await clear();
		await page.waitForSelector('.field-reach polygon');
		ok(true, `${size}: its reach is drawn`);
		await shoot('reach');

		// drag it a little way: the rules allow it or say why not; then far off the mark: they say why not
		const box = await at(),
			centre = [box.x + box.width / 2, box.y + box.height / 2];
		const drag = async (dx, dy) => {
			await page.mouse.move(...centre);
			await page.mouse.down();
			await page.mouse.move(centre[0] + dx / 2, centre[1] + dy / 2, { steps: 3 });
			await page.mouse.move(centre[0] + dx, centre[1] + dy, { steps: 3 });
			await page.mouse.up();
			await page.waitForSelector('.ghost-slip .verdict.good, .ghost-slip .verdict.bad');
		};
		const verdict = () => page.locator('.ghost-slip .verdict').innerText();
		const scale = await page.evaluate(
			() =>
				document.querySelector('svg.counters').getBoundingClientRect().width /
				document.querySelector('svg.counters').viewBox.baseVal.width,
		);
		await drag(130 * scale, 0);
		ok(
			(await page.locator('.ghost.bad').count()) && (await verdict()).length > 12,
			`${size}: too far is refused with its reason: ${await verdict()}`,
		);
		ok(await page.locator('.ghost-slip .verdict .rule').count(), `${size}: and its rule`);
		await shoot('refused');
		await page.click('.ghost-slip .leave');
		const goal = march(v, piece);
		const [x, y] = goal.place.split(',').map(Number),
			p = v.pieces.find((q) => q.id === piece);
		await drag((x - p.x) * scale * 0.5, (y - p.y) * scale * 0.5);
		if (size !== 'phone') {
			const turn = await page.locator('.turn-handle').boundingBox(),
				before = await page.locator('.turning output').innerText();
			await page.mouse.move(turn.x + turn.width / 2, turn.y + turn.height / 2);
			await page.mouse.down();
			await page.mouse.move(turn.x + 30, turn.y + 40, { steps: 4 });
			await page.mouse.up();
			ok(
				(await page.locator('.turning output').innerText()) !== before,
				`${size}: the handle turns it: ${before} to ${await page.locator('.turning output').innerText()}`,
			);
			await page.click('.ghost-slip .leave');
			await drag((x - p.x) * scale * 0.5, (y - p.y) * scale * 0.5);
		}
		await shoot('ghost');
		const n = await number(page);
		if (await page.locator('.ghost.good').count()) {
			await page.click('.ghost-slip .primary');
			await page
				.waitForFunction((n) => Number(document.querySelector('.replay input')?.max) !== n, n)
				.catch(() => undefined);
			const now = (await view(page)).pieces.find((q) => q.id === piece);
			ok(
				Math.hypot(now.x - (p.x + (x - p.x) / 2), now.y - (p.y + (y - p.y) / 2)) < 4,
				`${size}: it stands where it was put: ${now.x},${now.y}`,
			);
			await page.click('.question-bar .undo');
			await page
				.waitForFunction(
					(at) => document.querySelector('svg.counters').innerHTML.includes(at),
					`translate(${p.x} ${p.y})`,
				)
				.catch(() => undefined);
		} else ok(false, `${size}: half the way to an offered place is allowed`, await verdict());

		if (size === 'laptop') {
			// by keyboard alone
			const was = (await view(page)).n;
			await page.evaluate(() => document.querySelector('svg.counters').focus());
			for (let i = 0; i < 12 && (await look(page)).picked !== piece; i++)
				await page.keyboard.press('n');
			await page.keyboard.press('Shift+ArrowRight');
			await page.keyboard.press('Shift+ArrowRight');
			ok(
				/: 0\.2″/.test(await page.locator('#cursor-words').innerText()),
				'arrow keys nudge it by a tenth, and say so',
				await page.locator('#cursor-words').innerText(),
			);
			await page.keyboard.press('ArrowLeft');
			await page.keyboard.press(']');
			const facing = await page.locator('.turning output').innerText();
			ok(facing === `${(p.facing + 15) % 360}°`, 'a bracket turns it by 15 degrees', facing);
			await page.keyboard.press('[');
			await page.waitForSelector('.ghost-slip .verdict.good, .ghost-slip .verdict.bad');
			await page.keyboard.press('Escape');
			ok(
				(await page.locator('.ghost').count()) === 0 && (await view(page)).n === was,
				'Escape leaves everything as it was',
			);
			await page.keyboard.press('Enter');
			ok(await page.locator('.slip .order').count(), 'Enter lays out its orders');
			await page.keyboard.press('Escape');

			// the line of sight, in inches
			await page.click('.instruments button[aria-label="Line of sight"]');
			const [a, b] = [
				await page.locator('.stand').nth(0).boundingBox(),
				await page.locator('.stand').nth(8).boundingBox(),
			];
			await page.mouse.click(a.x + a.width / 2, a.y + a.height / 2);
			if (!(await page.locator('.sight line').count()))
				await page.mouse.click(b.x + b.width / 2, b.y + b.height / 2);
			await page.waitForSelector('.sight.clear, .sight.blocked');
			ok(
				/[\d.]+″/.test(await page.locator('.sight text').textContent()),
				`the sight tool measures: ${await page.locator('.sight text').textContent()}`,
			);
			await page.click('.instruments button[aria-label="Line of sight"]');
		}

		// fire: exact odds, every modifier with its rule, and the charts that apply
		const f = await until(page, 'fire', (w) => w.orders.some((o) => o.role === 'fire'));
		if (ok(f, `${size}: somebody can fire`)) {
			const order = f.orders.find((o) => o.role === 'fire');
			if ((await look(page)).picked !== order.piece)
				await page.evaluate(() => document.querySelector('svg.counters').focus()),
					await page.keyboard.press('n');
			await page.waitForSelector('.field-arc polygon');
			await clear();
			ok(true, `${size}: its arc of fire is drawn`);
			const target = await page.locator(`[data-piece="${order.target}"] .body`).boundingBox();
			const hidden = await page.evaluate(
				([x, y, id]) => document.elementFromPoint(x, y)?.closest('[data-piece],[data-goal]') == null,
				[target.x + target.width / 2, target.y + target.height / 2, order.target],
			);
			if (hidden)
				await page.evaluate(() => document.querySelector('svg.counters').focus()),
					await page.keyboard.press('Enter'); // out of sight: laid out beside the piece
			else await page.mouse.click(target.x + target.width / 2, target.y + target.height / 2);
			await page.waitForSelector('.slip .odds table');
			ok(
				/Exact odds/.test(await page.locator('.slip .odds').innerText()) ||
					(await page.locator('.slip .odds caption').innerText()).match(/exact/i),
				`${size}: exact odds before it fires`,
			);
			await shoot('fire');
			if (size === 'laptop') {
				await page.click('#tab-rules');
				await page
					.locator('.rules-leaf button:has-text("Charts"), .rules-leaf summary:has-text("Charts")')
					.first()
					.click()
					.catch(() => undefined);
				ok(
					await page.waitForSelector('.chart .cell.here').then(
						() => true,
						() => false,
					),
					'the charts mark the cell of the table that applies',
				);
				ok(
					(await page.locator('.head').boundingBox()).y === 0,
					'and the table has not been shifted under them',
				);
				await shoot('charts');
				await page.evaluate(axe);
				const bad = await page.evaluate(async () =>
					(await window.axe.run(document, { resultTypes: ['violations'] })).violations
						.filter((x) => ['serious', 'critical'].includes(x.impact))
						.map(
							(x) =>
								`${x.id}: ${x.nodes
									.slice(0, 3)
									.map((y) => y.target.join(' '))
									.join('; ')}`,
						),
				);
				ok(bad.length === 0, 'no serious violation', bad.join('\n'));
			}
		}
		ok(wrongs.length === 0, `${size}: nothing went wrong in the browser`, wrongs.join('\n'));
		await page.context().close();
	}
});
