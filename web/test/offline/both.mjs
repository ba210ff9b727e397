// One command of the program in chromium, in a worker of the page, and natively; and how much of the processor each has used. Processor time hardly depends on
// who else is at work, so ratios of it can be taken on a machine that others use too.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
process.env.OFFLINE ??= '1';
const { serve, program } = await import('../lib.mjs');

const root = join(import.meta.dirname, '../../..');
const TICK = 100; // of the kernel's clock for a process, a second

/** The command natively: what it says, and its seconds of the processor. */
export function natively(...words) {
	const timed = spawnSync('bash', ['-c', 'TIMEFORMAT="%U %S"; time "$@"', 'bash', program(), ...words], {
		cwd: root,
		env: { ...process.env, FRATELLI_DATA: join(root, 'data') },
		encoding: 'utf8',
		maxBuffer: 1 << 28,
	});
	const [user, system] = timed.stderr.trim().split('\n').pop().split(' ').map(Number);
	return { out: timed.stdout, code: timed.status, seconds: user + system };
}

/** A browser of its own with the offline page; `processes` are all of its own. */
export async function open() {
	const table = await serve(),
		folder = mkdtempSync(join(tmpdir(), 'fratelli-both-'));
	const context = await chromium.launchPersistentContext(folder, {
		executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
		args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
		viewport: { width: 1366, height: 768 },
	});
	const page = context.pages()[0];
	return {
		table,
		context,
		page,
		folder,
		processes: () =>
			readdirSync('/proc').filter(
				(n) => /^\d+$/.test(n) && read(`/proc/${n}/cmdline`).includes(folder),
			),
		close: async () => {
			await context.close();
			await table.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

const read = (path) => {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return ''; // it is gone
	}
};
const used = (stat) => {
	const field = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(field[11] ?? 0) + Number(field[12] ?? 0)) / TICK;
};

/** Seconds of the processor, of all threads of the browser or of those with this name. */
export function spent({ processes }, name = null) {
	let sum = 0;
	for (const pid of processes()) {
		if (!name) {
			sum += used(read(`/proc/${pid}/stat`));
			continue;
		}
		for (const task of readdirSync(`/proc/${pid}/task`))
			if (read(`/proc/${pid}/task/${task}/comm`).trim() === name)
				sum += used(read(`/proc/${pid}/task/${task}/stat`));
	}
	return sum;
}

const workers = ({ processes }) =>
	processes()
		.flatMap((pid) =>
			readdirSync(`/proc/${pid}/task`).map((task) => read(`/proc/${pid}/task/${task}/comm`).trim()),
		)
		.filter((name) => name === 'DedicatedWorker').length;

/** The command in a worker of the page, which must have been opened: what it says, and the worker's seconds of the processor. */
export async function inBrowser(browser, words, files = []) {
	browser.idle ??= workers(browser);
	await browser.page.evaluate(() => void window.commandWorker?.terminate());
	while (workers(browser) > browser.idle) await new Promise((r) => setTimeout(r, 200)); // its thread takes its time to go
	if (process.env.TRACE) console.log('# in the browser:', ...words);
	const before = spent(browser, 'DedicatedWorker');
	const said = await browser.page.evaluate(
		async ([argv, more]) => {
			const { folder } = await (await fetch('where.json')).json();
			const worker = (window.commandWorker = new Worker(`${folder}/study.js`, { type: 'module' }));
			return new Promise((done) => {
				worker.onmessage = ({ data }) => data.type !== 'wrote' && done({ ...data, files: [] });
				worker.postMessage({
					words: argv,
					files: more.map(([path, text]) => [path, new TextEncoder().encode(text)]),
				});
			});
		},
		[words, files],
	);
	return {
		out: said.out ?? '',
		code: said.code,
		why: said.err ?? said.text,
		seconds: spent(browser, 'DedicatedWorker') - before,
	};
}
