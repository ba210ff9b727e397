// The data pack: every file of some folders in one, as wasi.ts reads it.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** folders: [where it lies, or its bytes; what it is called in the pack]. */
export function pack(folders) {
	const list = [],
		parts = [];
	const add = (from, to) => {
		if (from instanceof Uint8Array) {
			list.push([to, from.length]);
			parts.push(from);
		} else if (statSync(from).isDirectory())
			for (const name of readdirSync(from).sort()) add(join(from, name), `${to}/${name}`);
		else {
			const bytes = readFileSync(from);
			list.push([to, bytes.length]);
			parts.push(bytes);
		}
	};
	for (const [from, to] of folders) add(from, to);
	const head = Buffer.from(JSON.stringify(list)),
		size = Buffer.alloc(4);
	size.writeUInt32LE(head.length);
	return Buffer.concat([size, head, ...parts]);
}
