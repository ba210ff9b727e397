// What is kept in the browser: the blocks of the store, its size, the session, and the secrets of games by mail. Everything that belongs together is written in one
// transaction, which is complete only when the disk has it (durability strict).
import type { Correspondence } from './mail';
import type { Block } from './module';

export interface Kept {
	size: number;
	cookie: string;
	blocks: Block[];
	mail: Correspondence[];
}
const NAME = 'fratelli';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
	new Promise((yes, no) => {
		request.onsuccess = () => yes(request.result);
		request.onerror = () => no(request.error);
	});

export class Keeper {
	private constructor(private readonly db: IDBDatabase) {}

	static async open(): Promise<Keeper> {
		const opening = indexedDB.open(NAME, 1);
		opening.onupgradeneeded = () => {
			opening.result.createObjectStore('blocks');
			opening.result.createObjectStore('state');
		};
		return new Keeper(await done(opening));
	}

	async read(): Promise<Kept> {
		const t = this.db.transaction(['blocks', 'state'], 'readonly'),
			blocks = t.objectStore('blocks'),
			state = t.objectStore('state');
		const [keys, values, size, cookie, mail] = await Promise.all([
			done(blocks.getAllKeys()),
			done(blocks.getAll()),
			done(state.get('size')),
			done(state.get('cookie')),
			done(state.get('mail')),
		]);
		return {
			size: size ?? 0,
			cookie: cookie ?? '',
			mail: mail ?? [],
			blocks: keys.map((at, i) => ({ at: Number(at), bytes: values[i] as Uint8Array })),
		};
	}

	/** Fulfilled when it is on the disk; rejected if nothing of it is. */
	write(blocks: Block[], size: number, cookie: string, mail: Correspondence[]): Promise<void> {
		return new Promise((yes, no) => {
			const t = this.db.transaction(['blocks', 'state'], 'readwrite', { durability: 'strict' });
			t.oncomplete = () => yes();
			t.onabort = () => no(t.error);
			const store = t.objectStore('blocks');
			for (const b of blocks) store.put(b.bytes, b.at);
			t.objectStore('state').put(size, 'size');
			t.objectStore('state').put(cookie, 'cookie');
			t.objectStore('state').put(mail, 'mail');
		});
	}

	/** Instead of everything that is there. */
	replace(kept: Kept): Promise<void> {
		return new Promise((yes, no) => {
			const t = this.db.transaction(['blocks', 'state'], 'readwrite', { durability: 'strict' });
			t.oncomplete = () => yes();
			t.onabort = () => no(t.error);
			const store = t.objectStore('blocks');
			store.clear();
			for (const b of kept.blocks) store.put(b.bytes, b.at);
			t.objectStore('state').put(kept.size, 'size');
			t.objectStore('state').put(kept.cookie, 'cookie');
			t.objectStore('state').put(kept.mail, 'mail');
		});
	}
}
