// A worker for whatever takes long: odds, reports, maps, hints, the computer's choices. It has a copy of the store, changes nothing, and can be
// ended at any time.
import { Program } from './module';
import type { FromMind, ToMind } from './words';

let program: Promise<Program> | null = null;
let behind = false;
const say = (message: FromMind) => postMessage(message);

async function begin(m: Extract<ToMind, { type: 'begin' }>): Promise<Program> {
	const p = await Program.begin(m.module, m.files, {
		answer: (a) => say({ type: 'answer', ...a }),
		say: () => undefined,
		think: () => undefined,
		print: (_, line) => console.info(line),
	});
	p.restore(m.size, m.blocks);
	p.open(true, m.files.has('tests/battles/crossroads/battle.yaml'));
	say({ type: 'ready' });
	return p;
}

onmessage = async ({ data }: MessageEvent<ToMind>) => {
	if (data.type === 'begin') {
		program = begin(data);
		return;
	}
	const p = await program!;
	if (data.type === 'blocks') {
		p.restore(data.size, data.blocks);
		behind = true;
		return;
	}
	if (behind) p.caughtUp();
	behind = false;
	if (data.type === 'ask') p.ask(data.id, data.method, data.url, data.headers, data.body);
	else p.think(data.id, data.game, data.side);
	while (p.turn()) continue;
};
