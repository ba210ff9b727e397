// What a player sets once for every game: kept in this browser alone.
import { useEffect, useState } from 'preact/hooks';

/** How fast what others do is played back. */
export type Pace = 'slow' | 'normal' | 'fast' | 'once';

export interface Settings {
	palette: 'period' | 'colourblind' | 'contrast';
	light: 'day' | 'night' | 'system';
	numbers: boolean;
	grid: boolean;
	sound: boolean;
	effects: boolean; // sounds of the battle
	notices: boolean;
	curtain: boolean;
	lettering: 'small' | 'normal' | 'large';
	pace: Pace;
	briefing: boolean;
	forgotten: boolean; // ask before a phase ends with pieces that have not acted
}

const usual: Settings = {
	palette: 'period',
	light: 'system',
	numbers: false,
	grid: true,
	sound: false,
	effects: false,
	notices: false,
	curtain: true,
	lettering: 'normal',
	pace: 'normal',
	forgotten: true,
	briefing: true,
};
const listeners = new Set<() => void>();
let present: Settings = { ...usual, ...read<Partial<Settings>>('settings', {}) };

export function read<T>(name: string, otherwise: T): T {
	try {
		const text = localStorage.getItem(`fratelli.${name}`);
		return text === null ? otherwise : (JSON.parse(text) as T);
	} catch {
		return otherwise;
	}
}

export function keep(name: string, value: unknown): void {
	try {
		localStorage.setItem(`fratelli.${name}`, JSON.stringify(value));
	} catch {
		/* private window: then it is forgotten */
	}
}

/** A time that the hand must rest. Tests that are not about it make it short (localStorage, fratelli.dwell: a factor). */
export const dwell = (ms: number): number => ms * read('dwell', 1);

export const settings = (): Settings => present;

export function set(change: Partial<Settings>): void {
	present = { ...present, ...change };
	keep('settings', present);
	show();
	listeners.forEach((l) => l());
}

/** Puts the choices on the document, where the style sheets look for them. */
export function show(): void {
	const root = document.documentElement;
	const dark =
		present.light === 'night' ||
		(present.light === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
	root.dataset.palette = present.palette;
	root.dataset.light = dark ? 'night' : 'day';
	root.dataset.lettering = present.lettering;
}

export function useSettings(): Settings {
	const [, again] = useState(0);
	useEffect(() => {
		const l = () => again((n) => n + 1);
		listeners.add(l);
		return () => void listeners.delete(l);
	}, []);
	return present;
}
