// Rings on the board around what the guide speaks of. They lie above everything and take no clicks.
import type { Lattice } from '../table/lattice';
import type { Place } from '../service/words';
import { spotOf } from '../field/geometry';

const NS = 'http://www.w3.org/2000/svg';

/** On a table without hexes: an inch and a half around the place. */
const around = (place: Place): string => {
	const at = spotOf(place);
	return at
		? Array.from(
				{ length: 24 },
				(_, i) =>
					`${(at.x + 15 * Math.cos((i * Math.PI) / 12)).toFixed(1)},${(at.y + 15 * Math.sin((i * Math.PI) / 12)).toFixed(1)}`,
			).join(' ')
		: '';
};

export function rings(lattice: Lattice, places: Place[]): void {
	const board = document.querySelector('svg.counters');
	if (!board) return;
	let layer = board.querySelector(':scope > .guide-rings');
	if (!layer) {
		layer = document.createElementNS(NS, 'g');
		layer.setAttribute('class', 'guide-rings');
		layer.setAttribute('aria-hidden', 'true');
		board.append(layer);
	}
	layer.replaceChildren(
		...[...new Set(places)].map((place) => {
			const ring = document.createElementNS(NS, 'polygon');
			ring.setAttribute('points', lattice.outline(place, 1.04) || around(place));
			ring.setAttribute('data-ring', place);
			return ring;
		}),
	);
}

/** The card goes to the other side of the sheet if it lies on what it speaks of. */
export function stepAside(card: Element | null): void {
	card?.classList.remove('aside');
	const c = card?.getBoundingClientRect();
	const covered =
		c &&
		[...document.querySelectorAll('.guide-rings polygon')].some((ring) => {
			const r = ring.getBoundingClientRect();
			return r.right > c.left && r.left < c.right && r.bottom > c.top && r.top < c.bottom;
		});
	if (covered) card!.classList.add('aside');
}
