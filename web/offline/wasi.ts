// The part of WASI that the module uses: a folder in memory, clocks, random bytes, and the two streams for words. Read-only files come
// from the data pack; what the module writes (a study's report) stays in memory and can be read back.

export type Files = Map<string, Uint8Array>; // by path without the first slash
const DONE = 0,
	BADF = 8,
	INVAL = 28,
	NOENT = 44;
const DIRECTORY = 3,
	REGULAR = 4,
	CHARACTERS = 2;

/** A pack: the length of its list, the list [path, size] as JSON, then the files one after the other. */
export function unpack(pack: Uint8Array): Files {
	const n = new DataView(pack.buffer, pack.byteOffset).getUint32(0, true);
	const list = JSON.parse(new TextDecoder().decode(pack.subarray(4, 4 + n))) as [string, number][];
	const files: Files = new Map();
	let at = 4 + n;
	for (const [path, size] of list) {
		files.set(path, pack.subarray(at, at + size));
		at += size;
	}
	return files;
}

interface Open {
	path: string;
	folder: boolean;
	at: number;
	write: boolean;
}

export class Exit extends Error {
	constructor(readonly code: number) {
		super(`the module ended with ${code}`);
	}
}

export class Wasi {
	memory!: WebAssembly.Memory;
	private readonly open: (Open | null)[] = [
		null,
		null,
		null,
		{ path: '', folder: true, at: 0, write: false },
	];
	private readonly lines = ['', '', ''];
	/** Told of every write as it happens, with the file's path, or '' for the words on the second stream. */
	wrote: ((path: string, bytes: Uint8Array) => void) | null = null;

	constructor(
		readonly files: Files,
		private readonly say: (stream: number, line: string) => void,
		private readonly environment: string[] = [],
		private readonly spent?: () => number,
	) {}

	private get view(): DataView {
		return new DataView(this.memory.buffer);
	}
	private bytes(at: number, n: number): Uint8Array {
		return new Uint8Array(this.memory.buffer, at, n);
	}
	private path(at: number, n: number): string {
		const parts: string[] = [];
		for (const part of new TextDecoder().decode(this.bytes(at, n).slice()).split('/')) {
			if (part === '..') parts.pop();
			else if (part && part !== '.') parts.push(part);
		}
		return parts.join('/');
	}
	private isFolder(path: string): boolean {
		if (!path) return true;
		for (const name of this.files.keys()) if (name.startsWith(`${path}/`)) return true;
		return false;
	}
	private children(path: string): [string, boolean][] {
		const head = path ? `${path}/` : '',
			found = new Map<string, boolean>();
		for (const name of this.files.keys()) {
			if (!name.startsWith(head)) continue;
			const rest = name.slice(head.length),
				cut = rest.indexOf('/');
			found.set(cut < 0 ? rest : rest.slice(0, cut), cut >= 0);
		}
		return [...found];
	}
	private stat(path: string, at: number): number {
		const file = this.files.get(path),
			folder = !file && this.isFolder(path),
			v = this.view;
		if (!file && !folder) return NOENT;
		this.bytes(at, 64).fill(0);
		v.setUint8(at + 16, folder ? DIRECTORY : REGULAR);
		v.setBigUint64(at + 24, 1n, true);
		v.setBigUint64(at + 32, BigInt(file?.length ?? 0), true);
		return DONE;
	}

	private write(fd: number, from: Uint8Array): number {
		if (fd <= 2) {
			if (fd === 2) this.wrote?.('', from);
			const text = this.lines[fd] + new TextDecoder().decode(from),
				parts = text.split('\n');
			this.lines[fd] = parts.pop()!;
			for (const line of parts) this.say(fd, line);
			return DONE;
		}
		const f = this.open[fd];
		if (!f?.write) return BADF;
		const old = this.files.get(f.path) ?? new Uint8Array(),
			grown = new Uint8Array(Math.max(old.length, f.at + from.length));
		grown.set(old);
		grown.set(from, f.at);
		f.at += from.length;
		this.files.set(f.path, grown);
		this.wrote?.(f.path, from);
		return DONE;
	}

	private each(iovs: number, n: number, work: (at: number, length: number) => number): number {
		let all = 0;
		for (let i = 0; i < n; i++) {
			const v = this.view,
				done = work(v.getUint32(iovs + 8 * i, true), v.getUint32(iovs + 8 * i + 4, true));
			if (done < 0) return -1;
			all += done;
		}
		return all;
	}

	private read(f: Open, to: number, n: number): number {
		const file = this.files.get(f.path) ?? new Uint8Array(),
			part = file.subarray(f.at, f.at + n);
		this.bytes(to, part.length).set(part);
		f.at += part.length;
		return part.length;
	}

	readonly imports: Record<string, (...args: never[]) => number> = {
		args_sizes_get: (n: number, size: number) => (
			this.view.setUint32(n, 0, true), this.view.setUint32(size, 0, true), DONE
		),
		args_get: () => DONE,
		environ_sizes_get: (n: number, size: number) => {
			this.view.setUint32(n, this.environment.length, true);
			this.view.setUint32(
				size,
				this.environment.reduce((sum, e) => sum + e.length + 1, 0),
				true,
			);
			return DONE;
		},
		environ_get: (list: number, at: number) => {
			for (const [i, e] of this.environment.entries()) {
				this.view.setUint32(list + 4 * i, at, true);
				this.bytes(at, e.length + 1).set(new TextEncoder().encode(`${e}\0`));
				at += e.length + 1;
			}
			return DONE;
		},
		clock_time_get: (clock: number, _precision: bigint, out: number) => {
			const ms = clock === 0 ? Date.now() : clock >= 2 && this.spent ? this.spent() : performance.now(); // 2, 3: time of the processor
			this.view.setBigUint64(out, BigInt(Math.round(ms * 1000)) * 1000n, true);
			return DONE;
		},
		clock_res_get: (_clock: number, out: number) => (this.view.setBigUint64(out, 1000n, true), DONE),
		random_get: (at: number, n: number) => {
			for (let i = 0; i < n; i += 65536)
				crypto.getRandomValues(this.bytes(at + i, Math.min(65536, n - i)) as Uint8Array<ArrayBuffer>);
			return DONE;
		},
		sched_yield: () => DONE,
		poll_oneoff: () => INVAL,
		proc_exit: (code: number) => {
			throw new Exit(code);
		},
		fd_prestat_get: (fd: number, out: number) =>
			fd !== 3
				? BADF
				: (this.view.setUint32(out, 0, true), this.view.setUint32(out + 4, 1, true), DONE),
		fd_prestat_dir_name: (_fd: number, at: number) => (this.view.setUint8(at, 47), DONE),
		fd_fdstat_get: (fd: number, out: number) => {
			if (fd > 2 && !this.open[fd]) return BADF;
			this.bytes(out, 24).fill(0);
			this.view.setUint8(out, fd <= 2 ? CHARACTERS : this.open[fd]!.folder ? DIRECTORY : REGULAR);
			// who may not seek is a terminal: a program that draws its progress there does so only if somebody looks
			this.view.setBigUint64(
				out + 8,
				fd === 2 && this.wrote ? ~0x24n & 0xffffffffffffffffn : ~0n & 0xffffffffffffffffn,
				true,
			);
			this.view.setBigUint64(out + 16, ~0n & 0xffffffffffffffffn, true);
			return DONE;
		},
		fd_fdstat_set_flags: () => DONE,
		fd_close: (fd: number) => (this.open[fd] ? ((this.open[fd] = null), DONE) : BADF),
		fd_sync: () => DONE,
		fd_datasync: () => DONE,
		fd_write: (fd: number, iovs: number, n: number, out: number) => {
			const all = this.each(iovs, n, (at, length) =>
				this.write(fd, this.bytes(at, length).slice()) ? -1 : length,
			);
			if (all < 0) return BADF;
			this.view.setUint32(out, all, true);
			return DONE;
		},
		fd_read: (fd: number, iovs: number, n: number, out: number) => {
			const f = this.open[fd];
			if (fd > 2 && (!f || f.folder)) return BADF;
			this.view.setUint32(
				out,
				f ? this.each(iovs, n, (at, length) => this.read(f, at, length)) : 0,
				true,
			);
			return DONE;
		},
		fd_seek: (fd: number, by: bigint, whence: number, out: number) => {
			const f = this.open[fd];
			if (!f) return fd <= 2 ? 70 : BADF; // a stream cannot seek
			f.at =
				Number(by) + (whence === 0 ? 0 : whence === 1 ? f.at : (this.files.get(f.path)?.length ?? 0));
			this.view.setBigUint64(out, BigInt(f.at), true);
			return DONE;
		},
		fd_readdir: (fd: number, to: number, room: number, cookie: bigint, out: number) => {
			const f = this.open[fd];
			if (!f?.folder) return BADF;
			let used = 0;
			for (const [i, [name, folder]] of [...this.children(f.path).entries()].slice(Number(cookie))) {
				const text = new TextEncoder().encode(name),
					entry = new Uint8Array(24 + text.length),
					v = new DataView(entry.buffer);
				v.setBigUint64(0, BigInt(i + 1), true);
				v.setBigUint64(8, BigInt(i + 1), true);
				v.setUint32(16, text.length, true);
				v.setUint8(20, folder ? DIRECTORY : REGULAR);
				entry.set(text, 24);
				const part = entry.subarray(0, room - used);
				this.bytes(to + used, part.length).set(part);
				used += part.length;
				if (used === room) break;
			}
			this.view.setUint32(out, used, true);
			return DONE;
		},
		fd_filestat_get: (fd: number, out: number) =>
			fd <= 2
				? (this.bytes(out, 64).fill(0), this.view.setUint8(out + 16, CHARACTERS), DONE)
				: this.open[fd]
					? this.stat(this.open[fd]!.path, out)
					: BADF,
		fd_filestat_set_size: (fd: number, size: bigint) => {
			const f = this.open[fd];
			if (!f?.write) return BADF;
			const cut = new Uint8Array(Number(size));
			cut.set((this.files.get(f.path) ?? new Uint8Array()).subarray(0, Number(size)));
			this.files.set(f.path, cut);
			return DONE;
		},
		path_filestat_get: (_fd: number, _flags: number, at: number, n: number, out: number) =>
			this.stat(this.path(at, n), out),
		path_open: (
			_fd: number,
			_follow: number,
			at: number,
			n: number,
			how: number,
			rights: bigint,
			_inherit: bigint,
			flags: number,
			out: number,
		) => {
			const path = this.path(at, n),
				file = this.files.get(path),
				folder = !file && this.isFolder(path);
			const write = (rights & 64n) !== 0n && !folder;
			if (!file && !folder && !(how & 1)) return NOENT; // 1: make it
			if (folder && how & 1) return 31;
			if ((!file && !folder) || (how & 8 && write)) this.files.set(path, new Uint8Array()); // 8: empty it
			let fd = 4;
			while (this.open[fd]) fd++;
			this.open[fd] = { path, folder, at: flags & 1 ? (file?.length ?? 0) : 0, write };
			this.view.setUint32(out, fd, true);
			return DONE;
		},
		path_create_directory: () => DONE,
		path_unlink_file: (_fd: number, at: number, n: number) =>
			this.files.delete(this.path(at, n)) ? DONE : NOENT,
		path_remove_directory: () => DONE,
		path_rename: (_fd: number, at: number, n: number, _to: number, to: number, m: number) => {
			const file = this.files.get(this.path(at, n));
			if (!file) return NOENT;
			this.files.delete(this.path(at, n));
			this.files.set(this.path(to, m), file);
			return DONE;
		},
		path_readlink: () => INVAL,
		path_symlink: () => INVAL,
		path_link: () => INVAL,
		fd_renumber: () => INVAL,
		fd_advise: () => DONE,
		fd_allocate: () => DONE,
	};
}
