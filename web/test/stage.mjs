// One service and one browser for all test files: `node test/stage.mjs NAME…`. Each file is a process of its own with people of its own; LANES of
// them are at work at once (most of their time they rest as a hand does), the longest first. Each is told whole when it is over.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve, shareBrowser } from './lib.mjs';

const here = dirname(fileURLToPath(import.meta.url)),
	names = process.argv.slice(2),
	lanes = Number(process.env.LANES ?? 3);
const table = await serve(),
	browser = await shareBrowser();
if (!process.env.OFFLINE) await (await fetch(`${table.base}/api/catalogue`)).text(); // what fits what is worked out once, before anybody waits for it
const env = { ...process.env, FRATELLI_TABLE: table.base, FRATELLI_BROWSER: browser.wsEndpoint() };
let failed = false;

/** Runs one file; what it says is kept until it ends. */
const play = (name) =>
	new Promise((done) => {
		const began = Date.now(),
			child = spawn('timeout', ['1200', 'node', join(here, `${name}.mjs`)], {
				env,
				stdio: ['ignore', 'pipe', 'pipe'],
			});
		let said = '';
		for (const from of [child.stdout, child.stderr]) from.on('data', (chunk) => (said += chunk));
		child.on('close', (code) => {
			failed ||= code !== 0;
			if (code && !/^not ok/m.test(said)) said += `not ok - ${name} ended with ${code}\n`;
			console.log(`# ${name}: ${((Date.now() - began) / 1000).toFixed(0)} s\n${said.trimEnd()}`);
			done();
		});
	});

const lane = async () => {
	for (let name; (name = names.shift()); ) await play(name);
};
await Promise.all(Array.from({ length: lanes }, lane));
await browser.close();
await table.stop();
process.exitCode = failed ? 1 : 0;
