// Sounds of the battle, made here, so that there is no file to load: a shot, feet on a road, a drum. Each only if the player wants it.
import { settings } from '../settings';
import type { Beat } from './beats';

let air: AudioContext | null = null;

function open(): AudioContext | null {
	try {
		return (air ??= new AudioContext());
	} catch {
		return null; // no sound here
	}
}

/** A beat of a drum, so many seconds from now. */
function skin(to: AudioContext, after: number, tone: number, loud: number): void {
	const at = to.currentTime + after,
		drum = to.createOscillator(),
		hand = to.createGain();
	drum.frequency.setValueAtTime(tone, at);
	drum.frequency.exponentialRampToValueAtTime(55, at + 0.14);
	hand.gain.setValueAtTime(loud, at);
	hand.gain.exponentialRampToValueAtTime(0.001, at + 0.2);
	drum.connect(hand).connect(to.destination);
	drum.start(at);
	drum.stop(at + 0.22);
}

/** Powder: noise that dies away, dark for guns. */
function powder(to: AudioContext, after: number, dark: number, long: number): void {
	const at = to.currentTime + after,
		n = Math.floor(to.sampleRate * long);
	const noise = to.createBuffer(1, n, to.sampleRate),
		data = noise.getChannelData(0);
	for (let i = 0; i < n; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / n) ** 3;
	const source = to.createBufferSource(),
		filter = to.createBiquadFilter(),
		hand = to.createGain();
	source.buffer = noise;
	filter.type = 'lowpass';
	filter.frequency.value = dark;
	hand.gain.value = 0.4;
	source.connect(filter).connect(hand).connect(to.destination);
	source.start(at);
}

/** Two soft beats: it is your move. */
export function drum(): void {
	const to = open();
	if (to) skin(to, 0, 150, 0.5), skin(to, 0.18, 120, 0.5);
}

/** What a beat sounds like: feet for a march, powder where something is aimed at somebody, and nothing for the rest. */
export function sound(b: Beat, guns: boolean): void {
	const to = settings().effects ? open() : null;
	if (!to) return;
	if (b.way.length) for (let i = 0; i < Math.min(10, 2 * b.way.length); i++) skin(to, i * 0.16, 90, 0.12);
	else if (b.events.some((e) => e.whom && e.dice?.length))
		for (let i = 0; i < (guns ? 1 : 4); i++) powder(to, i * 0.07, guns ? 420 : 1800, guns ? 0.9 : 0.25);
}
