// Twelve things that were broken on 17 November 2026, one check each, so that none comes back. Each stands alone: where one fails the others are
// still seen. With FRATELLI_TABLE set to a service of that day (docs/page.md) every one of them fails. Sounds stand at the end.
import {
	answer,
	ask,
	comes,
	drawBack,
	enter,
	glide,
	look,
	make,
	move,
	number,
	ok,
	person,
	press,
	rest,
	run,
	settled,
	tap,
	until,
} from './lib.mjs';

const hill = ['bull_run', 'brothers_at_arms', 'matthews_hill'];
const both = (a, b) => ({ [a]: 'me', [b]: 'me' });

await run('twelve points', async (browser, table) => {
	let key = 0;
	const wrongs = [];
	/** One point: `look` gives '' if it holds, or what is wrong. */
	const point = async (n, what, check) => {
		if (process.env.POINTS && !process.env.POINTS.split(',').includes(String(n))) return;
		const told = await check().catch((e) => String(e).split('\n')[0]);
		ok(told === '', `point ${n}: ${what}`, told);
	};
	const someone = async (more = {}) => {
		const p = await person(browser, table.base, undefined, more);
		wrongs.push(p.wrongs);
		return p;
	};
	const view = (page, id) => ask(page, `/api/games/${id}/view`);
	const give = (page, id, v, words) =>
		ask(page, `/api/games/${id}/orders`, {
			n: v.n,
			key: `points-${process.pid}-${key++}`,
			orders: [].concat(words),
		});
	/** Answers by the default, or as `choose` wants, until a view fits. */
	const upTo = async (page, id, fits, choose = (v) => v.orders[v.usual ?? 0], most = 160) => {
		for (let i = 0; i < most; i++) {
			const v = await view(page, id);
			if (v.over) return null;
			if (fits(v)) return v;
			await give(page, id, v, choose(v).words);
		}
		return null;
	};
	const picked = (page) =>
		page.evaluate(
			() => document.querySelector('.stacks .picked')?.closest('[data-piece]')?.dataset.piece ?? null,
		);
	/** A free point of the topmost counter of these. */
	const topOf = (page, pieces) =>
		page.evaluate((list) => {
			const e = [...document.querySelectorAll('.stacks [data-piece]')]
					.filter((x) => list.includes(x.dataset.piece))
					.pop(),
				b = e.querySelector('.face').getBoundingClientRect();
			return { piece: e.dataset.piece, at: [b.left + b.width * 0.6, b.top + b.height * 0.4] };
		}, pieces);

	/** For how long each line of text stands on the screen, beside the leaves, from now on: by the page's own clock, in milliseconds. */
	const watch = (page) =>
		page.evaluate(() => {
			const lines = (e) => (e?.innerText ?? '').split('\n').map((l) => l.trim()),
				since = performance.now();
			window.stood = new Map();
			let last = since;
			setInterval(() => {
				const now = performance.now(),
					leaf = new Set(lines(document.querySelector('.side')));
				for (const line of new Set(lines(document.body)))
					if (line && !leaf.has(line))
						window.stood.set(line, (window.stood.get(line) ?? 0) + now - last);
				last = now;
			}, 30);
		});
	const stood = (page) => page.evaluate(() => [...window.stood]);

	await point(1, 'the counter under a hand that rests on a stack is the one that is taken up', async () => {
		const { page } = await someone();
		const { id } = await make(page, 'solferino', 'vae_victis', 'cemetery', both('allied', 'austrian'));
		let stack = [];
		await upTo(page, id, (v) => {
			const able = [...new Set(v.orders.filter((o) => o.role === 'pick').map((o) => o.piece))],
				at = (p) => v.pieces.find((q) => q.id === p).place[0];
			return (
				(stack =
					able.map((p) => able.filter((q) => at(q) === at(p))).find((list) => list.length > 1) ??
					[]).length > 1
			);
		});
		await enter(page, table.base, id);
		await page.waitForSelector('.stacks [data-drags]');
		const { piece, at } = await topOf(page, stack);
		await glide(page, ...at), await rest(page, 900);
		await page.mouse.down(), await rest(page, 70), await page.mouse.up();
		return (await until(async () => (await picked(page)) === piece))
			? ''
			: `${piece} was meant, ${await picked(page)} is in hand`;
	});

	await point(2, "a friend's turn is played back, and one's own long march walks", async () => {
		const { page } = await someone({ reducedMotion: 'no-preference', settings: { pace: 'normal' } }),
			{ page: friend } = await someone();
		const { id, invites } = await make(page, 'crossroads', 'drill', 'meeting', {
			west: 'me',
			east: 'friend',
		});
		await enter(friend, table.base, id, invites.east);
		await enter(page, table.base, id);
		const marches = (v) =>
			v.mine && v.question?.name === 'march' && v.orders.some((o) => o.role === 'pick');
		for (let i = 0; i < 40 && !marches(await view(page, id)); i++)
			for (const p of [page, friend]) {
				// whoever is asked answers, until we march
				const w = await view(p, id);
				if (w.mine && !(p === page && marches(w)))
					await give(
						p,
						id,
						w,
						(w.orders.find((o) => o.role === 'done') ?? w.orders[w.usual ?? 0]).words,
					);
			}
		await until(
			async () => (
				(await page.locator('.playback .skip').count()) &&
					(await tap(page, '.playback .skip', { timeout: 1000 }).catch(() => undefined)),
				(await page.locator('.stacks [data-drags]').count()) > 0
			),
		);
		// our own march, to the farthest place: it goes from hex to hex
		const v = await view(page, id),
			who = v.orders.find((o) => o.role === 'pick').piece;
		await press(page, (await topOf(page, [who])).at);
		await page.waitForSelector('.reached .reach', { timeout: 8000 });
		const far = await page.evaluate((p) => {
			const b = document.querySelector(`.stacks [data-piece="${p}"]`).getBoundingClientRect(),
				away = (r) => Math.hypot(r.left - b.left, r.top - b.top);
			const seen = [...document.querySelectorAll('.reached .reach')]
				.map((h) => h.getBoundingClientRect())
				.filter(
					(r) =>
						r.top > 80 &&
						r.bottom < innerHeight - 150 &&
						r.left > 70 &&
						r.right < innerWidth - 430,
				);
			const r = seen.sort((x, y) => away(y) - away(x))[0];
			window.spots = new Set();
			const watch = () => (
				window.spots.add(
					document.querySelector(`.stacks [data-piece="${p}"]`)?.getAttribute('transform'),
				),
				requestAnimationFrame(watch)
			);
			watch();
			return [r.left + r.width / 2, r.top + r.height / 2];
		}, who);
		await press(page, far);
		if (!(await until(() => page.evaluate(() => window.spots.size > 6))))
			return "the march of one's own was not seen";
		// the friend's turn, given as quickly as a computer gives its own: each sentence stays until it is read
		await answer(page, id, (w) => w.mine);
		await until(async () => (await view(friend, id)).mine);
		const { n: before } = await view(friend, id);
		await watch(page);
		for (let i = 0; i < 6; i++) {
			const w = await view(friend, id);
			if (!w.mine) break;
			await give(
				friend,
				id,
				w,
				(
					w.orders.find((o) => o.role === 'move') ??
					w.orders.find((o) => o.role === 'pick') ??
					w.orders[w.usual ?? 0]
				).words,
			);
		}
		const log = await ask(page, `/api/games/${id}/log?from=${before}`),
			board = await ask(page, `/api/games/${id}`);
		const marched = log.flatMap((e) => e.events).filter((e) => e.who && e.to);
		if (!marched.length) return 'the friend did nothing';
		const name = board.pieces.find((p) => p.id === marched[0].who).name;
		const shown = async () =>
			(await stood(page)).find(([line]) => line.includes(name) && /move|march/.test(line))?.[1] ?? 0;
		return (await until(async () => (await shown()) > 600))
			? ''
			: `the march of ${name} was told for ${await shown()} ms`;
	});

	await point(3, 'a click beyond reach says why, with its rule', async () => {
		const { page } = await someone();
		const { id } = await make(page, ...hill, both('union', 'confederate'));
		const v = await upTo(page, id, (w) => w.orders.some((o) => o.role === 'pick')),
			board = await ask(page, `/api/games/${id}`);
		const who = v.orders.find((o) => o.role === 'pick').piece,
			from = board.map.hexes.find((h) => h.n === v.pieces.find((p) => p.id === who).place[0]);
		await enter(page, table.base, id);
		await page.waitForSelector('.stacks [data-drags]');
		await tap(page, '#tab-orders');
		await tap(page, `.orders-leaf .take:has-text("${board.pieces.find((p) => p.id === who).name}")`);
		await page.waitForSelector('.reached .reach');
		const taken = new Set(v.pieces.flatMap((p) => p.place));
		const spots = await page.evaluate(
			(list) =>
				list.flatMap((h) => {
					const { x, y } = new DOMPoint(h.x / 10, h.y / 10).matrixTransform(
							document.querySelector('.counters').getScreenCTM(),
						),
						on = document.elementFromPoint(x, y);
					return x > 80 &&
						x < 900 &&
						y > 70 &&
						y < 560 &&
						on?.closest('svg.counters') &&
						!on.closest('[data-piece], .goal, .reach')
						? [[x, y]]
						: [];
				}),
			board.map.hexes
				.filter((h) => !taken.has(h.n))
				.sort(
					(a, b) => Math.hypot(b.x - from.x, b.y - from.y) - Math.hypot(a.x - from.x, a.y - from.y),
				),
		);
		await press(page, spots[0]);
		if (!(await until(() => page.locator('.notice.refusal .rule').count()))) return 'no reason';
		const told = await page.locator('.notice.refusal p').first().textContent();
		return /not now|pieces are moved now|not what is asked|answer the question/i.test(told) ? told : '';
	});

	await point(
		4,
		'what is shaded can be clicked now: a question that is no march shades only what it offers',
		async () => {
			const { page } = await someone();
			const given = (v) => new Set(v.orders.filter((o) => o.place && o.piece).map((o) => o.place)).size;
			for (let game = 0; game < 6; game++) {
				const { id } =
					game % 2
						? await make(
								page,
								'solferino',
								'all_are_brothers',
								'contracania',
								both('allied', 'austrian'),
							)
						: await make(page, 'raab', 'from_divisions', 'afternoon', both('french', 'austrian'));
				// everybody goes at the enemy, until somebody is asked whether a piece withdraws, advances or flinches
				const odd = (v) =>
					/withdraw|advance|flinch|retreat|pursu/.test(`${v.question?.name}`) &&
					v.orders.some((o) => o.piece);
				let i = game;
				const v = await upTo(
					page,
					id,
					odd,
					(w) => {
						const of = (role) => w.orders.filter((o) => o.role === role);
						const list = [of('assault'), of('fire'), of('move'), of('pick')].find(
							(l) => l.length,
						) ?? [w.orders[w.usual ?? 0]];
						return list[(i += 5) % list.length];
					},
					220,
				);
				if (!v) continue;
				await enter(page, table.base, id);
				await page.waitForSelector('.question-bar.mine');
				const { piece } = v.orders.find((o) => o.piece);
				if ((await picked(page)) !== piece) await press(page, (await topOf(page, [piece])).at);
				await rest(page, 500);
				const ends = await ask(page, `/api/games/${id}/about?piece=${piece}&as=${v.as}`).then(
					(r) => Object.keys(r.reach ?? {}).length,
					() => 0,
				); // chains that the service has tried
				const shaded = await page.locator('.reached .reach').count();
				return shaded > Math.max(ends, given(v))
					? `${v.question.text} shades ${shaded} hexes and offers ${given(v)}`
					: '';
			}
			return 'no such question came';
		},
	);

	await point(
		5,
		'names on the table collide neither with each other nor with other stands at fit zoom, and what is aimed at comes into sight',
		async () => {
			const { page } = await someone();
			const { id } = await make(
				page,
				'solferino',
				'tabletop_1859',
				'rocca',
				both('allied', 'austrian'),
			);
			await enter(page, table.base, id);
			await tap(page, '.instruments button[aria-label="Show both armies"]');
			await rest(page, 600);
			const crossed = await page.evaluate(() => {
				const small = (e, m) => {
					const r = e.getBoundingClientRect();
					return { left: r.left + m, right: r.right - m, top: r.top + m, bottom: r.bottom - m };
				};
				const names = [...document.querySelectorAll('.label')].map((e) => ({
					text: e.textContent,
					box: small(e, 2),
				}));
				const cross = (a, b) =>
					a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
				const commanders = [...document.querySelectorAll('.stand.commander .body')].map((e) =>
					small(e, 2),
				);
				return {
					names: names.length,
					pairs: names.flatMap((a, i) =>
						names
							.slice(i + 1)
							.filter((b) => cross(a.box, b.box))
							.map((b) => `${a.text} / ${b.text}`),
					),
					commanders: commanders.filter((a, i) => commanders.some((b, k) => k !== i && cross(a, b)))
						.length,
				};
			});
			if (crossed.names < 3 || crossed.pairs.length) return JSON.stringify(crossed);
			// hexes: the only target lies under the question when its enemy is taken up
			const { id: other } = await make(page, ...hill, both('union', 'confederate'));
			const v = await answer(page, other, (w) => !w.orders.some((o) => o.role === 'fire')),
				shot = v.orders.find((o) => o.role === 'fire');
			await enter(page, table.base, other);
			await page.waitForSelector('.question-bar.mine');
			const target = `.stacks [data-piece="${shot.target}"] .face`;
			const clear = () =>
				page.evaluate((s) => {
					const b = document.querySelector(s).getBoundingClientRect(),
						on = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
					return !!on?.closest('.sheet') && !on.closest('.question-bar, .slip, .guide');
				}, target);
			for (let i = 0; i < 8 && (await clear()); i++)
				await glide(page, 500, 120),
					await page.mouse.down(),
					await glide(page, 500, 260),
					await page.mouse.up(),
					await rest(page, 60);
			await tap(page, '#tab-orders');
			await tap(
				page,
				page
					.locator('.orders-leaf .take')
					.nth([...new Set(v.orders.map((o) => o.piece).filter(Boolean))].indexOf(shot.piece)),
			);
			return (await until(clear)) ? '' : 'the target stays hidden';
		},
	);

	await point(6, 'Solferino begins with a recommended pairing', async () => {
		const { page } = await someone({ lobby: true });
		await tap(page, '.battle-card:has-text("Solferino")');
		const chosen = await page
			.locator('.pairing-card[aria-pressed="true"], .scenarios .chosen')
			.first()
			.textContent();
		return /recommended/.test(chosen) ? '' : chosen;
	});

	await point(
		7,
		'my battles stand first, and one can be given up; its dice can then be proved',
		async () => {
			const { page } = await someone({ lobby: true });
			const { id } = await make(page, 'crossroads', 'drill', 'meeting', {
				west: 'me',
				east: 'computer:recruit',
			});
			await page.reload();
			await page.waitForSelector('.my-games li');
			const first = await page.evaluate(
				() => document.querySelector('.lobby main > section')?.className,
			);
			if (first !== 'my-games') return `first stands ${first}`;
			await tap(page, '.my-games .deeds button:has-text("Resign")');
			await tap(page, '.my-games .deeds .primary');
			await until(async () => /given up/i.test(await page.locator('.my-games').textContent()));
			await enter(page, table.base, id);
			await tap(page, '.question-bar.over button:has-text("Proof")');
			return (await comes(page, '.hash.true')) ? '' : 'the seed is kept secret';
		},
	);

	await point(8, 'who opens a battle is told whom he leads, what wins and when it ends', async () => {
		const { page } = await someone({ settings: { briefing: true } });
		const { id } = await make(page, ...hill, { union: 'me', confederate: 'computer:recruit' });
		await enter(page, table.base, id);
		const read = () => page.evaluate(() => document.body.innerText);
		const wanted = {
			'whom one leads': /you (lead|command|are) (the )?union/i,
			'what wins': /\bwins?\b|\bvictory\b/i,
			'when it ends': /\bends? (at|after|in)\b/i,
		};
		const missing = async () => {
			const text = await read();
			return Object.keys(wanted).filter((k) => !wanted[k].test(text));
		};
		return (await until(async () => !(await missing()).length, 10000))
			? ''
			: `not told: ${(await missing()).join(', ')}`;
	});

	await point(
		9,
		'a phase that is passed is not asked about; a piece that is forgotten is, until one does not want it',
		async () => {
			const { page } = await someone();
			const { id } = await make(page, 'crossroads', 'drill', 'meeting', both('west', 'east'));
			await upTo(page, id, (v) => v.question?.name === 'march');
			await enter(page, table.base, id);
			await page.waitForSelector('.answer.done');
			const before = await number(page);
			await tap(page, '.answer.done');
			if (!(await until(async () => (await number(page)) > before))) return 'who passes is asked';
			// on to where some have acted and a few are left
			const hasty = async () => {
				await settled(page);
				const s = await look(page);
				return s.acting.length > 0 && s.answers.some((a) => a.done);
			};
			let asked = false;
			for (let i = 0; i < 90 && !asked; i++) {
				await move(page, 0);
				if (!(await hasty())) continue;
				const n = await number(page);
				await tap(page, '.answer.done');
				await until(
					async () =>
						(asked = (await page.locator('.warning').count()) > 0) || (await number(page)) > n,
				);
			}
			if (!asked) return 'nobody asked about who was forgotten';
			if (!/can still act/.test(await page.locator('.warning').textContent()))
				return await page.locator('.warning').textContent();
			await tap(page, '.warning input[type="checkbox"]');
			await tap(page, '.warning button:has-text("Not yet")');
			const n = await number(page);
			await tap(page, '.answer.done');
			return (await until(async () => (await number(page)) > n)) ? '' : 'it asks again';
		},
	);

	await point(
		10,
		'the adviser shows a plan as arrows that can be taken as a whole, and promises nothing beyond the chances that were measured',
		async () => {
			const { page } = await someone();
			const { id } = await make(page, ...hill, { union: 'me', confederate: 'computer:recruit' });
			await answer(page, id, (v) => !(v.mine && v.orders.some((o) => o.role === 'pick')));
			await enter(page, table.base, id);
			await page.waitForSelector('.question-bar.mine');
			const arrows = () => page.locator('svg.counters [marker-end]').count(),
				before = await arrows(),
				from = await view(page, id);
			await tap(page, 'button:has-text("What would you do?")');
			await page.waitForSelector('.advice', { timeout: 20000 });
			const told = await page.locator('.advice').innerText(),
				drawn = (await arrows()) - before,
				wrong = [];
			const chances =
				/Two captains who go on from such a position: victory \d+ %, draw \d+ %, defeat \d+ %\./;
			if (/%/.test(told.replace(chances, ''))) wrong.push(`he promises: ${told}`);
			if (/\b\d{4}\b/.test(told) && !drawn) wrong.push(`he names places without an arrow: ${told}`);
			// taken as a whole: whoever is to march has marched
			await tap(page, '.advice .primary');
			await until(async () => (await view(page, id)).n > from.n);
			await settled(page);
			const { n } = await view(page, id);
			if (drawn && n - from.n < drawn) wrong.push(`of ${drawn} arrows ${n - from.n} orders came`);
			return wrong.join('\n');
		},
	);

	await point(
		11,
		'a question names and marks whose HQ it is about, and asks for a facing when only facings are left',
		async () => {
			const { page } = await someone();
			let v, id;
			for (let i = 0; i < 4 && !v; i++) {
				({ id } = await make(
					page,
					'solferino',
					'all_are_brothers',
					'san_martino',
					both('allied', 'austrian'),
				));
				v = await upTo(
					page,
					id,
					(w) => /Aggressive or Defensive/i.test(w.question?.text ?? ''),
					undefined,
					60,
				);
			}
			if (!v) return 'no HQ was asked';
			await enter(page, table.base, id);
			await page.waitForSelector('.question-bar.mine');
			const board = await ask(page, `/api/games/${id}`),
				hq = (await page.locator('.question').textContent()).trim();
			if (!board.pieces.some((p) => hq.includes(p.name)) || !(await page.locator('.subject').count()))
				return hq;
			const turns = (w) =>
				w.orders.length > 2 &&
				w.orders.every(
					(o) =>
						o.role === 'stop' ||
						o.role === 'done' ||
						/^\w+ \w+ (N|NE|E|SE|S|SW|W|NW)$/.test(o.words),
				);
			const { id: other } = await make(
				page,
				'solferino',
				'vae_victis',
				'cemetery',
				both('allied', 'austrian'),
			);
			const w = await upTo(
				page,
				other,
				turns,
				(x) =>
					x.orders.find((o) => o.role === 'pick') ??
					x.orders.find((o) => o.role === 'move') ??
					x.orders[x.usual ?? 0],
			);
			if (!w) return 'nobody had only facings left';
			await enter(page, table.base, other);
			await page.waitForSelector('.question-bar.mine');
			const asked = () => page.locator('.question').textContent();
			return (await until(async () => /Which way does .+ face\?/.test(await asked())))
				? ''
				: `${await asked()} ${w.orders.map((o) => o.words).slice(0, 8)}`;
		},
	);

	await point(12, 'the page and the dispatches are English', async () => {
		const { page } = await someone({ lobby: true });
		const odd = [
			/\b(1|one) (hexes|orders|points|steps|pieces|turns|inches|minutes|hours|men|guns|counters|days|battles|games|dice)\b/i,
			/\b(Austrians|Italians|Confederates) (infantry|cavalry|artillery|battery)\b/,
			/\b\w+ and [A-Z]\w+ (takes|marches|fires|loses|withdraws|moves)\b/,
			/notice of the browser/i,
			/keys of the keyboard/i,
			/on the mean/i,
			/bound 0\b/,
			/% to tell/,
			/\(s\)/,
			/\ba [aeio]\w/i,
			/\bundefined\b|\bnull\b|\bNaN\b/,
			/\b2\d\d hexes left/,
			/, no left/,
			/^can still act/,
			/ [,.;]/,
			/\.\.(?!\.)/,
			/\b(the|a|of|to|and) \1\b/i,
		];
		const found = [];
		const read = async (where) => {
			const text = await page.evaluate(() => document.body.innerText);
			for (const line of text.split('\n'))
				for (const bad of odd) if (bad.test(line)) found.push(`${where}: ${line.trim()} (${bad})`);
		};
		await read('lobby');
		for (const [battle, system, scenario, a, b] of [
			[...hill, 'union', 'confederate'],
			['solferino', 'vae_victis', 'cemetery', 'allied', 'austrian'],
			['solferino', 'all_are_brothers', 'contracania', 'allied', 'austrian'],
			['raab', 'from_divisions', 'afternoon', 'french', 'austrian'],
			['solferino', 'tabletop_1859', 'cemetery', 'allied', 'austrian'],
		]) {
			const { id } = await make(page, battle, system, scenario, both(a, b));
			let i = 0;
			await upTo(
				page,
				id,
				(v) => v.n > 70,
				(v) => v.orders[(i += 7) % v.orders.length],
				90,
			);
			await enter(page, table.base, id);
			await page.waitForSelector('.question-bar');
			for (const leaf of ['orders', 'log', 'armies', 'day', 'talk', 'more'])
				await tap(page, `#tab-${leaf}`), await rest(page, 150), await read(`${system}, ${leaf}`);
		}
		return [...new Set(found)].slice(0, 12).join('\n');
	});

	// sounds: only for who wants them; feet for a march, powder for a shot
	const { page } = await someone({ reducedMotion: 'no-preference', settings: { pace: 'fast' } });
	await page.addInitScript(() => {
		window.made = { feet: 0, powder: 0 };
		const Air = window.AudioContext;
		window.AudioContext = class extends Air {
			createOscillator() {
				return window.made.feet++, super.createOscillator();
			}
			createBufferSource() {
				return window.made.powder++, super.createBufferSource();
			}
		};
	});
	const { id } = await make(page, ...hill, both('union', 'confederate'));
	await upTo(
		page,
		id,
		(v) => v.n > 60,
		(v) =>
			v.orders.find((o) => o.role === 'fire') ??
			v.orders.find((o) => o.role === 'move') ??
			v.orders.find((o) => o.role === 'pick') ??
			v.orders[v.usual ?? 0],
		80,
	);
	await page.reload();
	await enter(page, table.base, id);
	const replay = async () => {
		await drawBack(page, '.replay input');
		await page.waitForSelector('.question-bar.replaying');
		await tap(page, '.replay [aria-label="Play"]');
	};
	await replay();
	await until(
		async () =>
			Number(
				await page
					.locator('.replay output')
					.textContent()
					.catch(() => 0),
			) > 12,
	);
	ok(
		(await page.evaluate(() => window.made.feet + window.made.powder)) === 0,
		'a battle is silent unless one wants to hear it',
	);
	await page.keyboard.press('Escape');
	await tap(page, '#tab-more');
	await page.locator('label:has-text("Sounds of the battle") input').click();
	await replay();
	ok(await until(() => page.evaluate(() => window.made.feet > 1)), 'then feet are heard on the road');
	ok(
		await until(() => page.evaluate(() => window.made.powder > 0), 90000),
		'and shots',
		JSON.stringify(await page.evaluate(() => window.made)),
	);
	ok(!wrongs.flat().length, 'nothing went wrong in the browsers', wrongs.flat().join('\n'));
});
