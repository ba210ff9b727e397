// Puts the offline page where the service finds it: at /offline/, and as an archive at /fratelli-offline.tgz. Does nothing if either is not built.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

// A worker has the policy that it was sent with. The service's own for scripts would let it fetch nothing.
const worker =
	"default-src 'none'; connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";

export function offer(folder = 'dist-offline') {
	if (!existsSync('dist/index.html') || !existsSync(`${folder}/index.html`)) return;
	rmSync('dist/offline', { recursive: true, force: true });
	cpSync(folder, 'dist/offline', { recursive: true });
	const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(
		readFileSync(`${folder}/index.html`, 'utf8'),
	)[1];
	writeFileSync(
		'dist/offline/index.html.headers',
		`Content-Security-Policy: ${policy}; frame-ancestors 'none'\n`,
	);
	const walk = (at) =>
		readdirSync(at).flatMap((name) =>
			statSync(join(at, name)).isDirectory() ? walk(join(at, name)) : [join(at, name)],
		);
	for (const file of walk('dist/offline')) {
		if (/(table|mind|study|sw)\.js$/.test(file))
			writeFileSync(`${file}.headers`, `Content-Security-Policy: ${worker}\n`);
		if (/\.(html|js|css|json|wasm|bin)$/.test(file))
			writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
	}
	writeFileSync(
		'dist/offline.html',
		'<!doctype html><html lang="en"><meta charset="utf-8"><title>Fratelli</title><meta http-equiv="refresh" content="0;url=offline/"><p><a href="offline/">Fratelli without a server</a></p></html>\n',
	);
	execFileSync('tar', [
		'-czf',
		'dist/fratelli-offline.tgz',
		'--transform',
		's,^,fratelli/,',
		'-C',
		folder,
		'.',
	]);
}
