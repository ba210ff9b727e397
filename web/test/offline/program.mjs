// For tests and figures in node: the module with the project's data, as web/offline/module.ts has it. Prints what a command prints.
//   node web/test/offline/program.mjs random … ; FRATELLI_CASES=1 packs tests/ too
import { build } from 'esbuild';
import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pack } from '../../offline/pack.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

export async function load() {
	const folder = mkdtempSync(join(tmpdir(), 'fratelli-wasm-'));
	await build({ entryPoints: [join(root, 'web/offline/module.ts'), join(root, 'web/offline/wasi.ts')], bundle: true, format: 'esm', outdir: folder, outExtension: { '.js': '.mjs' }, logLevel: 'error' });
	const { Program } = await import(pathToFileURL(join(folder, 'module.mjs')).href), { unpack } = await import(pathToFileURL(join(folder, 'wasi.mjs')).href);
	rmSync(folder, { recursive: true });
	const module = await WebAssembly.compile(readFileSync(join(root, 'build/wasm/fratelli.wasm')));
	const files = unpack(new Uint8Array(pack([[join(root, 'data'), 'data'], [join(root, 'tests/battles'), 'tests/battles'], [join(root, 'tests/cases'), 'tests/cases']])));
	return { Program, module, files };
}

/** Runs the command in the module; gives what it said and how it ended. */
export async function command({ Program, module, files }, words) {
	const said = ['', '', ''];
	const p = await Program.begin(module, files, { answer() {}, say() {}, think() {}, print: (stream, line) => (said[stream] += `${line}\n`) });
	let code;
	try {
		code = p.command(['fratelli', ...words]);
	} catch (e) {
		if (e.code === undefined) throw e;
		code = e.code;
	}
	return { code, out: said[1], err: said[2], memory: p.memory };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const { code, out, err } = await command(await load(), process.argv.slice(2));
	process.stdout.write(out);
	process.stderr.write(err);
	process.exitCode = code;
}
