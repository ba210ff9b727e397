// A worker that runs one command of the program to its end: a part of a study, a tournament, a report. What it writes meanwhile is told at once. It is
// stopped by ending the worker.
import { Program } from './module';
import { Exit, unpack } from './wasi';
import type { FromStudy, ToStudy } from '../src/study/words';

const say = (message: FromStudy) => postMessage(message);
const got = async (name: string): Promise<ArrayBuffer> => {
	const answer = await fetch(new URL(name, import.meta.url));
	if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
	return answer.arrayBuffer();
};

async function run({ words, files }: ToStudy): Promise<void> {
	const [module, data] = await Promise.all([
		got('fratelli.wasm').then((bytes) => WebAssembly.compile(bytes)),
		got('data.bin'),
	]);
	const lines = ['', '', ''];
	const program = await Program.begin(module, new Map([...unpack(new Uint8Array(data)), ...files]), {
		answer: () => undefined,
		say: () => undefined,
		think: () => undefined,
		print: (stream, line) => (lines[stream] += `${line}\n`),
	});
	const text = new TextDecoder();
	program.wasi.wrote = (path, bytes) => {
		const words = text.decode(bytes);
		if (path || /\d/.test(words)) say({ type: 'wrote', path, text: words }); // of a bar that is drawn only the numbers
	};
	let code = 0;
	try {
		code = program.command(['fratelli', ...words]);
	} catch (e) {
		if (!(e instanceof Exit)) throw e;
		code = e.code;
	}
	const made = [...program.wasi.files].filter(([path]) => path.startsWith('study/'));
	say({ type: 'done', code, out: lines[1]!, err: lines[2]!, files: made });
}

onmessage = ({ data }: MessageEvent<ToStudy>) =>
	void run(data).catch((e: Error) => say({ type: 'failed', text: e.message }));
