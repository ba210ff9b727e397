// In chromium: two people with a browser each play a whole game by mail, without any server between them. Mails that were changed, opened twice, out of
// order or by somebody else are refused with a reason, and the dice can be checked. WAY=strict or quick; both without it. TAP.
process.env.OFFLINE ??= '1';
const { run, person, ok, comes, until, ask, tap, violations } = await import('../lib.mjs');

const letter = async (page) => (await ask(page, '/here/mail')).at(-1);
const linkOf = async (page) => await page.locator('.mail-link').first().inputValue();
const refused = async (page, text) =>
	(
		await page.evaluate(
			async (t) =>
				(
					await fetch('/here/mail/read', { method: 'POST', body: JSON.stringify({ text: t }) })
				).json(),
			text,
		)
	).error ?? '';
const open = (page, link) => page.evaluate((l) => (location.hash = l.replace(/^[^#]*/, '')), link);
/** Another letter in the middle of it. */
const changed = (link) =>
	link.replace(/.{20}$/, (end) => [...end].map((c, i) => (i === 9 ? (c === 'A' ? 'B' : 'A') : c)).join(''));

let keys = 0,
	luck = 7;
const below = (n) => (luck = (luck * 48271) % 2147483647) % n;
/** Plays for the one whose move it is until there is a mail to send: what ends a phase, or any order now and then, so that dice fall. */
async function moves(page) {
	for (let i = 0; i < 400; i++) {
		const l = await letter(page);
		if (l.state !== 'mine') return l;
		const v = await ask(page, `/api/games/${l.game}/view`);
		if (v.over || !v.mine) continue;
		const o =
			(below(100) < 20 && v.orders.find((x) => x.role === 'done')) || v.orders[below(v.orders.length)];
		await ask(page, `/api/games/${l.game}/orders`, {
			n: v.n,
			key: `mail-${process.pid}-${keys++}`,
			orders: [o.words],
		});
	}
	return letter(page);
}

/** The invitation, from the lobby, and its acceptance. */
async function begin(host, guest, base, way) {
	await host.goto(`${base}/#/`);
	await comes(host, '.new-battle');
	const made = await host.evaluate(
		async (w) =>
			(
				await fetch('/here/mail/invite', {
					method: 'POST',
					body: JSON.stringify({
						card: {
							battle: 'crossroads',
							system: 'drill',
							scenario: 'meeting',
							options: {},
							sides: ['west', 'east'],
							way: w,
						},
						side: 0,
					}),
				})
			).json(),
		way,
	);
	await host.goto(`${base}/#/mail`);
	await comes(host, '.mail-link');
	const invitation = await linkOf(host);
	await guest.goto(invitation);
	ok(await comes(guest, '.invitation'), `${way}: the link shows the invitation`);
	ok(
		/hidden on this screen/.test(await guest.locator('.invitation').textContent()),
		'which says what is fair and what is not',
	);
	await guest.locator('.invitation .primary').click();
	ok(await comes(guest, '.mail-link'), 'and is accepted: there is a mail to send back');
	return { id: made.id, invitation, acceptance: await linkOf(guest) };
}

async function whole(browser, base, way) {
	const [a, b, thief] = await Promise.all([
		person(browser, base),
		person(browser, base),
		person(browser, base),
	]);
	await thief.page.goto(`${base}/#/mail`);
	const { invitation, acceptance } = await begin(a.page, b.page, base, way);
	ok(/your own/.test(await refused(a.page, invitation)), 'who invites cannot accept');
	await open(a.page, acceptance);
	ok(await until(async () => (await letter(a.page)).game), 'the answer begins the game');
	let mails = 2,
		told = '',
		previous = acceptance,
		throws = 0;
	for (let turn = 0; turn < 600; turn++) {
		const [one, other] = turn % 2 ? [b.page, a.page] : [a.page, b.page],
			l = await moves(one);
		if (!l.out || (l.state === 'over' && l.last < mails)) break;
		if (l.pending) throws++;
		const link = `${base}/#/mail/${l.out}`;
		if (turn === 2) {
			ok(
				/changed|damaged/.test((told = await refused(other, changed(link)))),
				'a mail that was changed is refused',
				told,
			);
			ok(
				/not in this browser/.test((told = await refused(thief.page, link))),
				'one that was stolen is refused',
				told,
			);
			ok(
				/already/.test((told = await refused(one, previous))),
				'one that was opened before is refused',
				told,
			);
			ok(/your own/.test((told = await refused(one, link))), "as is one's own", told);
		}
		await open(other, link);
		if (
			!ok(
				await until(async () => (await letter(other)).last >= l.last),
				`${way}: mail ${l.last} is taken`,
			)
		) {
			console.log(`# ${await other.locator('[role=alert]').allTextContents()}`);
			break;
		}
		if (turn === 2) {
			// two turns later it is out of order for the one who has not seen it
			const ahead = await moves(other);
			const skipped = ahead.out && (await refused(thief.page, ahead.out));
			ok(
				/not in this browser/.test(skipped),
				'a thief gets no further with the next one either',
				skipped,
			);
		}
		(previous = link), (mails = l.last + 1);
		if ((await letter(other)).state === 'over' && !(await letter(other)).out) break;
	}
	const [end, also] = [await letter(a.page), await letter(b.page)];
	const views = [
		await ask(a.page, `/api/games/${end.game}/view`),
		await ask(b.page, `/api/games/${also.game}/view`),
	];
	ok(
		views.every((v) => v.over) && views[0].result?.winner === views[1].result?.winner,
		`${way}: the game is over on both sides, with one result`,
		JSON.stringify(views.map((v) => [v.n, v.over, v.result])),
	);
	ok(
		views[0].headline === views[1].headline &&
			JSON.stringify(views[0].tracks) === JSON.stringify(views[1].tracks),
		'and one position',
	);
	for (const p of [a.page, b.page]) {
		const { id } = await letter(p),
			said = await ask(p, `/here/mail/verify?id=${id}`);
		ok(said.seeds > 0, `the dice can be checked: ${said.seeds} seeds`, JSON.stringify(said));
	}
	if (way === 'strict') ok(throws > 0, `every throw waited for an answer: ${throws}`);
	console.log(`# ${way}: ${end.last + 1} mails`);
	ok(
		[a, b].every((p) => p.wrongs.filter((w) => !/409|422/.test(w)).length === 0),
		'nothing went wrong in the browsers',
		[...a.wrongs, ...b.wrongs].join('\n'),
	);
	return { a, b, end };
}

await run('games by mail', async (browser, table) => {
	const { a, end } = await whole(browser, table.base, process.env.WAY ?? 'quick');

	// to a table: the file seats the other as a friend, and the game is there
	const save = await a.page.evaluate(
		async (id) => (await fetch(`/here/mail/along?id=${id}`)).text(),
		end.id,
	);
	ok(/^seat west me\nseat east friend\n/m.test(save), 'a game by mail goes to a table as a file');

	if (!process.env.WAY) await whole(browser, table.base, 'strict');

	// out of order: a mail whose predecessor was not opened
	const [c, d] = await Promise.all([person(browser, table.base), person(browser, table.base)]);
	const { acceptance } = await begin(c.page, d.page, table.base, 'quick');
	await open(c.page, acceptance);
	await until(async () => (await letter(c.page)).game);
	await c.page.goto(`${table.base}/#/mail`);
	await comes(c.page, '.letters');
	ok((await violations(c.page)).length === 0, 'the page has no serious fault of accessibility');
	const first = await moves(c.page);
	await open(d.page, `${table.base}/#/mail/${first.out}`);
	await until(async () => (await letter(d.page)).last >= first.last);
	const early = await d.page.evaluate(async () =>
		(await fetch('/here/export')).arrayBuffer().then((x) => x.byteLength),
	);
	ok(early > 0, 'games by mail are in the export');
	const theirs = await moves(d.page);
	const e = await person(browser, table.base); // the same person before that mail: brought back from an export
	const before = await c.page.evaluate(async () =>
		Array.from(new Uint8Array(await (await fetch('/here/export')).arrayBuffer())),
	);
	await open(c.page, `${table.base}/#/mail/${theirs.out}`);
	await until(async () => (await letter(c.page)).last >= theirs.last);
	const third = await moves(c.page);
	await open(d.page, `${table.base}/#/mail/${third.out}`);
	await until(async () => (await letter(d.page)).last >= third.last);
	const fourth = await moves(d.page);
	await e.page.goto(`${table.base}/`);
	await comes(e.page, '.keeping');
	await e.page.evaluate(
		async (bytes) => (await fetch('/here/import', { method: 'POST', body: new Uint8Array(bytes) })).ok,
		before,
	);
	const why = await refused(e.page, fourth.out);
	ok(/missing/.test(why), 'a mail out of order is refused, and says which one is missing', why);
	await tap(c.page, 'a.home, header a').catch(() => undefined);
});
