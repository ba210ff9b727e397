// web/build offline → dist-offline: the page, the module, the data pack and a service worker. Everything but index.html, sw.js and the manifest lies in
// a folder named after what is in it, so that it can be kept for ever and two versions never mix. OFFLINE_TESTS=1 packs the tests' battles too.
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	copyFileSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { load, said } from './offline/node.mjs';
import { offer } from './offline/offer.mjs';
import { pack } from './offline/pack.mjs';

const out = process.env.OFFLINE_OUT ?? 'dist-offline',
	work = `${out}/v`;
try {
	execFileSync('../tools/wasm', { stdio: ['ignore', 'inherit', 'inherit'] });
} catch (e) {
	process.exit(e.status ?? 1);
}
rmSync(out, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
await build({
	entryPoints: {
		page: 'src/main.tsx',
		end: 'offline/main.ts',
		table: 'offline/table.worker.ts',
		mind: 'offline/mind.worker.ts',
		study: 'offline/study.worker.ts',
	},
	bundle: true,
	minify: true,
	format: 'esm',
	target: 'es2022',
	outdir: work,
	assetNames: '[name]',
	publicPath: './',
	jsx: 'automatic',
	jsxImportSource: 'preact',
	loader: { '.woff2': 'file', '.svg': 'file' },
	define: { COMPANIONS: '[]' },
	logLevel: 'warning',
});
copyFileSync('../build/wasm/fratelli.wasm', `${work}/fratelli.wasm`);
// The catalogue takes a while: every scenario is mustered under every book. What the module says of it is packed, so that no page waits for it.
const tests = process.env.OFFLINE_TESTS ? ['battles'] : [];
const catalogue = await said(await load(tests), '/api/catalogue');
writeFileSync(
	`${work}/data.bin`,
	pack([
		['../data', 'data'],
		...tests.map((name) => [`../tests/${name}`, `tests/${name}`]),
		[catalogue, 'said/catalogue.json'],
	]),
);

const hash = createHash('sha256');
for (const name of readdirSync(work).sort()) hash.update(name).update(readFileSync(`${work}/${name}`));
const version = `v-${hash.digest('hex').slice(0, 12)}`;
renameSync(work, `${out}/${version}`);

const policy =
	"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";
const faces = readdirSync(`${out}/${version}`).filter((name) =>
	/^(eb-garamond-latin-wght|im-fell-english(-sc)?-latin-400)-(normal|italic).*woff2$/.test(name),
);
writeFileSync(
	`${out}/index.html`,
	readFileSync('static/index.html', 'utf8')
		.replace(
			'<meta name="viewport"',
			`<meta http-equiv="Content-Security-Policy" content="${policy}">\n<meta name="viewport"`,
		)
		.replace(
			'<link rel="stylesheet" href="/assets/page.css">',
			`<link rel="manifest" href="manifest.webmanifest">\n${faces.map((f) => `<link rel="preload" href="${version}/${f}" as="font" type="font/woff2" crossorigin>\n`).join('')}<link rel="stylesheet" href="${version}/page.css">`,
		)
		.replace(
			'<script type="module" src="/assets/page.js"></script>',
			`<script type="module" src="${version}/end.js"></script>\n<script type="module" src="${version}/page.js"></script>`,
		),
);
for (const name of ['manifest.webmanifest', 'icon.svg', 'icon-192.png', 'icon-512.png'])
	copyFileSync(`offline/static/${name}`, `${out}/${name}`);
writeFileSync(`${out}/where.json`, JSON.stringify({ folder: version })); // for a page that wants a worker of this version
const listed = [
	'./',
	'where.json',
	'manifest.webmanifest',
	'icon.svg',
	'icon-192.png',
	'icon-512.png',
	...readdirSync(`${out}/${version}`).map((name) => `${version}/${name}`),
];
writeFileSync(
	`${out}/sw.js`,
	readFileSync('offline/static/sw.js', 'utf8')
		.replace('VERSION', JSON.stringify(version))
		.replace('FILES', JSON.stringify(listed)),
);
if (out === 'dist-offline') offer();
