// Companion pages. A rule system may bring a page of its own, for what a board cannot do (companions/<system>/companion.json): it becomes one
// HTML file with script, style, type, rules, charts and rosters in it, which works without a network and can be carried away.
// Its calculations are the rule system's own: C files of its folder, compiled to WebAssembly by clang and lld.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
	copyFileSync,
	existsSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const folders = existsSync('companions') ? readdirSync('companions') : [];

/** companions as the lobby lists them */
export const listed = folders.map((system) => {
	const { path, title, text } = JSON.parse(readFileSync(`companions/${system}/companion.json`, 'utf8'));
	return { system, path, title, text };
});

/** The program that knows rules, charts and musters: as the tests choose it, otherwise the newest that knows the system. */
function programs() {
	if (process.env.FRATELLI) return [resolve('..', process.env.FRATELLI)];
	const built = existsSync('../build')
		? readdirSync('../build', { withFileTypes: true })
				.map((d) => join('../build', d.name, 'fratelli'))
				.filter((p) => existsSync(p))
		: [];
	return built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs).map((p) => resolve(p));
}
const run = (program, words, more = {}) =>
	execFileSync(program, words, {
		encoding: 'utf8',
		maxBuffer: 64 << 20,
		env: { FRATELLI_DATA: resolve('../data'), ...process.env },
		...more,
	});

function asking(system) {
	const knows = programs().find((p) => {
		try {
			return run(p, ['rules', system, '--charts'], { stdio: ['ignore', 'pipe', 'ignore'] });
		} catch {
			return false;
		}
	});
	if (!knows)
		throw new Error(
			`no program here knows ${system}; build it first: tools/build release fratelli --buildtype=release`,
		);
	return (...words) => JSON.parse(run(knows, words));
}

/** Every scenario that the system plays well enough, with its armies. */
function rosters(system, ask) {
	const list = ask('list', '--json');
	return list.battles
		.flatMap((battle) =>
			battle.scenarios.flatMap((scenario) => {
				const fit = scenario.gradings.find((s) => s.system === system);
				if (!fit || fit.grade === 'test only') return [];
				const { sides, formations, pieces } = ask(
					'muster',
					battle.id,
					system,
					'--scenario',
					scenario.id,
					'--json',
				);
				const named = new Set(pieces.map((p) => p.formation));
				return [
					{
						battle: battle.id,
						title: battle.title,
						scenario: scenario.id,
						named: scenario.title,
						grade: fit.grade,
						sides,
						formations: Object.fromEntries(
							Object.entries(formations).filter(([id]) => named.has(id)),
						),
						pieces,
					},
				];
			}),
		)
		.sort((a, b) => b.grade.localeCompare(a.grade)); // recommended ones first
}

function wasm(system, { c, exports }) {
	const folder = mkdtempSync(join(tmpdir(), 'fratelli-wasm-')),
		out = join(folder, 'card.wasm');
	try {
		execFileSync(
			'clang',
			[
				'--target=wasm32',
				'-nostdlib',
				'-ffreestanding',
				'-std=c17',
				'-O2',
				'-mbulk-memory',
				'-Wall',
				'-Wextra',
				'-Werror',
				'-I../src',
				'-Wl,--no-entry',
				'-Wl,--export=__heap_base',
				...exports.map((name) => `-Wl,--export=${name}`),
				'-o',
				out,
				...c.map((name) => `../src/rules/${system}/${name}`),
			],
			{ stdio: ['ignore', 'inherit', 'inherit'] },
		);
		return readFileSync(out).toString('base64');
	} finally {
		rmSync(folder, { recursive: true });
	}
}

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

async function page(system) {
	const about = JSON.parse(readFileSync(`companions/${system}/companion.json`, 'utf8'));
	const ask = asking(system);
	const given = {
		wasm: wasm(system, about),
		charts: ask('rules', system, '--charts'),
		rules: ask('rules', system, '--json').map(({ id, heading, text }) => ({ id, heading, text })),
		rosters: rosters(system, ask),
	};
	const made = await build({
		entryPoints: [`companions/${system}/main.tsx`],
		bundle: true,
		minify: true,
		format: 'iife',
		target: 'es2022',
		write: false,
		outdir: 'dist',
		jsx: 'automatic',
		jsxImportSource: 'preact',
		loader: { '.woff2': 'dataurl' },
		define: { COMPANION: JSON.stringify(given) },
		logLevel: 'warning',
	});
	const text = (ending) =>
		made.outputFiles
			.find((f) => f.path.endsWith(ending))
			.text.trim()
			.replaceAll('</script', '<\\/script');
	const script = text('.js'),
		style = text('.css');
	const html = readFileSync(`companions/${system}/page.html`, 'utf8')
		.replace('/* style */', () => style)
		.replace('/* script */', () => script);
	writeFileSync(`dist/${about.path}.html`, html);
	// Nothing but this very script and style may run in it. A phone that has fetched it keeps it for an evening.
	writeFileSync(
		`dist/${about.path}.html.headers`,
		`Content-Security-Policy: default-src 'none'; script-src ${hash(script)} 'wasm-unsafe-eval'; style-src ${hash(style)}; font-src data:; img-src data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\nCache-Control: max-age=43200\n`,
	);
}

export async function companions() {
	if (!folders.length) return;
	copyFileSync('static/companion.js', 'dist/companion.js');
	writeFileSync(
		'dist/companion.js.headers',
		`Content-Security-Policy: default-src 'none'; connect-src 'self'\n`,
	);
	for (const system of folders) await page(system);
}
