// Sitting down: makes the game and goes there.
import { post } from '../service/courier';
import type { Side } from '../service/words';
import { keep } from '../settings';
import { go } from '../route';

export interface Wanted {
	battle: string;
	system: string;
	scenario: string;
	options: Record<string, number>;
	seats: Record<Side, string>;
	dice?: 'sealed' | 'ours';
	curtain: boolean;
}

export async function sitDown({
	curtain,
	...wanted
}: Wanted): Promise<{ id: string; invites?: Record<Side, string> }> {
	const made = await post<{ id: string; invites?: Record<Side, string> }>('/api/games', wanted);
	if (curtain) keep(`curtain.${made.id}`, true);
	if (made.invites && Object.keys(made.invites).length)
		sessionStorage.setItem(`invites.${made.id}`, JSON.stringify(made.invites));
	go(`/game/${made.id}`);
	return made;
}
