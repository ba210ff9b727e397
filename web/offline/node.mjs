// The module in node, for the build, the tests and the figures.
import { build } from 'esbuild';
import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pack } from './pack.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** The program and its files: the project's data, and those folders of tests/ that are named. */
export async function load(tests = []) {
	const folder = mkdtempSync(join(tmpdir(), 'fratelli-wasm-'));
	await build({
		entryPoints: [join(root, 'web/offline/module.ts'), join(root, 'web/offline/wasi.ts')],
		bundle: true,
		format: 'esm',
		outdir: folder,
		outExtension: { '.js': '.mjs' },
		logLevel: 'error',
	});
	const { Program } = await import(pathToFileURL(join(folder, 'module.mjs')).href),
		{ unpack } = await import(pathToFileURL(join(folder, 'wasi.mjs')).href);
	rmSync(folder, { recursive: true });
	const module = await WebAssembly.compile(
		readFileSync(join(root, process.env.MODULE ?? 'build/wasm/fratelli.wasm')),
	);
	const packed = pack([
		[join(root, 'data'), 'data'],
		...tests.map((name) => [join(root, 'tests', name), `tests/${name}`]),
	]);
	return { Program, module, files: unpack(new Uint8Array(packed)), packed };
}

/** What the table says to who asks without a session. */
export async function said({ Program, module, files }, url) {
	let body = null;
	const p = await Program.begin(module, files, {
		answer: (a) => (body = a.status === 200 ? Buffer.from(a.body) : null),
		say() {},
		think() {},
		print: (stream, line) => console.error(line),
	});
	p.open(false, files.has('tests/battles/crossroads/battle.yaml'));
	p.ask(1, 'GET', url, [['Host', 'localhost']], new Uint8Array());
	while (p.turn()) continue;
	return body;
}

/** Runs the command in the module; gives what it said and how it ended. */
export async function command({ Program, module, files }, words) {
	const lines = ['', '', ''];
	const p = await Program.begin(module, files, {
		answer() {},
		say() {},
		think() {},
		print: (stream, line) => (lines[stream] += `${line}\n`),
		spent: () => process.cpuUsage().user / 1000,
	});
	let code;
	try {
		code = p.command(['fratelli', ...words]);
	} catch (e) {
		if (e.code === undefined) throw e;
		code = e.code;
	}
	return { code, out: lines[1], err: lines[2], memory: p.memory };
}
