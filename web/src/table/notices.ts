// Telling a player who looks elsewhere that it is his move: the title, a drum, the browser's own notice. Each only if he wants it.
import { settings } from '../settings';
import type { Game } from './game';

let sounds: AudioContext | null = null;

/** Two soft beats of a drum, made here: there is no file to load. */
function drum(): void {
	try {
		sounds ??= new AudioContext();
		for (const [after, tone] of [[0, 150], [0.18, 120]] as const) {
			const at = sounds.currentTime + after;
			const skin = sounds.createOscillator();
			const hand = sounds.createGain();
			skin.frequency.setValueAtTime(tone, at);
			skin.frequency.exponentialRampToValueAtTime(55, at + 0.14);
			hand.gain.setValueAtTime(0.5, at);
			hand.gain.exponentialRampToValueAtTime(0.001, at + 0.2);
			skin.connect(hand).connect(sounds.destination);
			skin.start(at);
			skin.stop(at + 0.22);
		}
	} catch { /* no sound here */ }
}

export function callToArms(game: Game): void {
	const s = settings();
	if (s.sound) drum();
	if (s.notices && document.hidden && 'Notification' in window && Notification.permission === 'granted')
		new Notification(`${game.board.battle.title}: your move`, { body: game.now.question?.text ?? game.now.headline, tag: game.id });
}

export async function allowNotices(): Promise<boolean> {
	if (!('Notification' in window)) return false;
	return (await Notification.requestPermission()) === 'granted';
}
