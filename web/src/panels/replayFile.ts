// The replay as one file that plays anywhere: the map, the counters, what happened beat by beat, and a small player, all in one page without a
// single address in it. It holds what this side may know, and nothing else.
import type { View } from '../service/words';
import { beatsOf, type Beat } from '../table/beats';
import type { Game } from '../table/game';
import { sendForMap } from '../sheet/MapPicture';
import { stacks } from '../sheet/Stacks';

interface Frame {
	n: number;
	text: string[];
	at: Record<string, [number, number]>;
	gone: string[];
}
const faces: Record<string, [string, string]> = {
	blue: ['#3f5a7d', '#f7f0dd'],
	grey: ['#a39e90', '#231b14'],
	white: ['#f6f2e6', '#2b2018'],
	red: ['#9b3a2d', '#f9efdd'],
	green: ['#56693f', '#f7f0dd'],
	yellow: ['#d9b554', '#2b2018'],
	brown: ['#8a6a45', '#f9efdd'],
	black: ['#35302c', '#f3ead3'],
};

const escape = (text: string): string =>
	text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);

/** Where every counter lies in a view, a stack fanned a little. */
function places(game: Game, view: View): Record<string, [number, number]> {
	const size = game.board.table ? 6 : game.hand.lattice.size;
	return Object.fromEntries(
		stacks(game, view).flatMap((s) =>
			s.pieces.map(
				(p, i) =>
					[p.id, [Math.round(s.at.x + i * 0.06 * size), Math.round(s.at.y - i * 0.06 * size)]] as [
						string,
						[number, number],
					],
			),
		),
	);
}

function frame(
	before: Record<string, [number, number]>,
	now: Record<string, [number, number]>,
	n: number,
	b: Beat | null,
): Frame {
	const at = Object.fromEntries(Object.entries(now).filter(([id, p]) => before[id]?.join() !== p.join()));
	return {
		n,
		text: b ? b.events.filter((e) => e.kind !== 'modifier').map((e) => e.text) : [],
		at,
		gone: Object.keys(before).filter((id) => !now[id]),
	};
}

/** The player, as it stands in the file: it is a function so that it is checked like everything else, and is written out as its own text. */
function player(data: {
	frames: Frame[];
	size: number;
	faces: Record<string, [string, string]>;
	pieces: Record<string, { name: string; side: string }>;
}): void {
	const board = document.querySelector('#board')!,
		words = document.querySelector('#words')!,
		slider = document.querySelector<HTMLInputElement>('#at')!,
		button = document.querySelector('#play')!;
	const NS = 'http://www.w3.org/2000/svg',
		made: Record<string, SVGGElement> = {};
	const counter = (id: string): SVGGElement => {
		if (made[id]) return made[id]!;
		const g = document.createElementNS(NS, 'g'),
			r = document.createElementNS(NS, 'rect'),
			t = document.createElementNS(NS, 'text'),
			s = data.size;
		const [face, ink] = data.faces[data.pieces[id]?.side ?? ''] ?? ['#ccc', '#000'];
		for (const [k, v] of Object.entries({
			x: -s / 2,
			y: -s / 2,
			width: s,
			height: s,
			rx: s / 12,
			fill: face,
			stroke: '#2b2018',
			'stroke-width': s / 30,
		}))
			r.setAttribute(k, String(v));
		for (const [k, v] of Object.entries({
			'text-anchor': 'middle',
			y: s * 0.08,
			'font-size': s * 0.21,
			fill: ink,
		}))
			t.setAttribute(k, String(v));
		t.textContent = (data.pieces[id]?.name ?? id).slice(0, 11);
		g.append(r, t);
		g.style.transition = 'transform .6s';
		board.append(g);
		return (made[id] = g);
	};
	let now = -1,
		timer = 0;
	const show = (n: number) => {
		const state: Record<string, [number, number]> = {};
		for (let i = 0; i <= n; i++) {
			Object.assign(state, data.frames[i]!.at);
			for (const id of data.frames[i]!.gone) delete state[id];
		}
		for (const id of Object.keys(data.pieces)) {
			const p = state[id];
			if (!p && !made[id]) continue;
			const g = counter(id);
			g.style.display = p ? '' : 'none';
			if (p) g.style.transform = `translate(${p[0]}px, ${p[1]}px)`;
		}
		words.textContent = data.frames[n]!.text.join(' ');
		slider.value = String((now = n));
	};
	const stop = () => (clearTimeout(timer), (timer = 0), void (button.textContent = '▶'));
	const run = () => {
		if (now >= data.frames.length - 1) return stop();
		show(now + 1);
		timer = window.setTimeout(run, 900 + 30 * (words.textContent ?? '').length);
		button.textContent = '❚❚';
	};
	slider.max = String(data.frames.length - 1);
	slider.oninput = () => (stop(), show(Number(slider.value)));
	(button as HTMLButtonElement).onclick = () =>
		timer ? stop() : (now >= data.frames.length - 1 && show(0), run());
	show(0);
}

export async function replayFile(game: Game, told: (done: number, of: number) => void): Promise<Blob> {
	const map = await sendForMap(game.board),
		beats = beatsOf(game.log.filter((e) => !e.undone));
	const first = await game.viewAt(0);
	let before = places(game, first);
	const frames: Frame[] = [frame({}, before, 0, null)];
	for (const b of beats) {
		const now = places(game, await game.viewAt(b.to));
		frames.push(frame(before, now, b.to, b));
		before = now;
		told(frames.length, beats.length + 1);
	}
	const { board } = game,
		size = board.table ? 10 : game.hand.lattice.size * 0.72;
	const data = {
		frames,
		size,
		faces: Object.fromEntries(board.sides.map((s) => [s.id, faces[s.colour] ?? ['#ccc', '#000']])),
		pieces: Object.fromEntries(board.pieces.map((p) => [p.id, { name: p.name, side: p.side }])),
	};
	const box = /viewBox="([^"]+)"/.exec(map)?.[1] ?? '0 0 1000 1000';
	const title = escape(
		`${board.battle.title}: ${board.scenario.title}, by the rules of ${board.system.title}`,
	);
	const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{margin:0;background:#f3ead3;color:#2b2018;font:17px Georgia,serif;display:grid;grid-template-rows:auto 1fr auto auto;height:100vh}h1{font-size:1.2rem;font-weight:400;margin:.4rem 1rem}
#field{position:relative;overflow:hidden}#field svg{position:absolute;inset:0;width:100%;height:100%}#words{margin:0;padding:.4rem 1rem;min-height:3em;max-height:7em;overflow:auto}
#controls{display:flex;gap:1rem;padding:.4rem 1rem .8rem}#controls input{flex:1}button{font:inherit;min-width:3em}</style>
<h1>${title}</h1><div id="field">${map.replace(/<\?xml[^>]*\?>/, '')}<svg id="board" viewBox="${box}"></svg></div><p id="words"></p><div id="controls"><button id="play">▶</button><input id="at" type="range" min="0" value="0" aria-label="Beat"></div>
<script>(${player.toString()})(${JSON.stringify(data).replaceAll('<', '\\u003c')})</script></html>`;
	return new Blob([page], { type: 'text/html' });
}
