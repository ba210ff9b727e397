// Dice: type what you rolled with a thumb, or let the page roll.
import type { JSX } from 'preact';
import { die } from './rules';

export function Keypad({
	sides,
	label,
	colour,
	roll,
}: {
	sides: 6 | 10;
	label: string;
	colour: 'coloured' | 'white' | 'six';
	roll: (face: number) => void;
}): JSX.Element {
	return (
		<section class={`keypad ${colour}`} aria-label={label}>
			<h2>{label}</h2>
			<div class="faces">
				{Array.from({ length: sides }, (_, i) => i + 1).map((n) => (
					<button
						key={n}
						class="face"
						onClick={() => roll(n)}
						aria-label={`${n === 10 ? '0, which is ten' : n}`}>
						{n === 10 ? 0 : n}
					</button>
				))}
			</div>
			<button class="auto" onClick={() => roll(die(sides))}>
				Roll for me
			</button>
		</section>
	);
}

export const shown = (face: number, sides = 10): string => (sides === 10 && face === 10 ? '0' : String(face));
