// esbuild → dist: one script, one style sheet, the fonts; names carry a hash, so that they can be kept for ever.
import { build } from 'esbuild';
import { gzipSync } from 'node:zlib';
import { mkdirSync, readFileSync, rmSync, writeFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { companions, listed } from './companions.mjs';
import { offer } from './offline/offer.mjs';

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist/assets', { recursive: true });
const result = await build({
	entryPoints: { page: 'src/main.tsx' },
	bundle: true,
	minify: true,
	format: 'esm',
	target: 'es2022',
	metafile: true,
	sourcemap: false,
	outdir: 'dist/assets',
	entryNames: '[name]-[hash]',
	assetNames: '[name]-[hash]',
	publicPath: '/assets',
	jsx: 'automatic',
	jsxImportSource: 'preact',
	loader: { '.woff2': 'file', '.svg': 'file' },
	define: { COMPANIONS: JSON.stringify(listed) },
	logLevel: 'warning',
});
const made = Object.keys(result.metafile.outputs).map((path) => basename(path));
const named = (ending) => made.find((name) => name.startsWith('page-') && name.endsWith(ending));
const html = readFileSync('static/index.html', 'utf8')
	.replace('/assets/page.js', `/assets/${named('.js')}`)
	.replace('/assets/page.css', `/assets/${named('.css')}`);
// the faces that everything is set in are asked for at once
const preload = made
	.filter((name) =>
		/^(eb-garamond-latin-wght|im-fell-english(-sc)?-latin-400)-(normal|italic)-.*woff2$/.test(name),
	)
	.map((name) => `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin>\n`)
	.join('');
await companions();
writeFileSync('dist/index.html', html.replace('<link rel="stylesheet"', `${preload}<link rel="stylesheet"`));
for (const folder of ['dist', 'dist/assets'])
	for (const name of readdirSync(folder))
		if (/\.(html|js|css|svg)$/.test(name))
			writeFileSync(`${folder}/${name}.gz`, gzipSync(readFileSync(`${folder}/${name}`), { level: 9 }));
offer(); // the page without a server too, if it was built
