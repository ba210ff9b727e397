// Telling a player who looks elsewhere that it is his move: the title, a drum, the browser's own notice. Each only if he wants it.
import { settings } from '../settings';
import type { Game } from './game';
import { drum } from './sounds';

export function callToArms(game: Game): void {
	const s = settings();
	if (s.sound) drum();
	if (s.notices && document.hidden && 'Notification' in window && Notification.permission === 'granted')
		new Notification(`${game.board.battle.title}: your move`, {
			body: game.now.question?.text ?? game.now.headline,
			tag: game.id,
		});
}

export async function allowNotices(): Promise<boolean> {
	if (!('Notification' in window)) return false;
	return (await Notification.requestPermission()) === 'granted';
}
