// Dice as they fell: pips for six sides, figures for others.
import type { JSX } from 'preact';

const pips: Record<number, [number, number][]> = {
	1: [[12, 12]],
	2: [
		[7, 7],
		[17, 17],
	],
	3: [
		[7, 7],
		[12, 12],
		[17, 17],
	],
	4: [
		[7, 7],
		[17, 7],
		[7, 17],
		[17, 17],
	],
	5: [
		[7, 7],
		[17, 7],
		[12, 12],
		[7, 17],
		[17, 17],
	],
	6: [
		[7, 6],
		[17, 6],
		[7, 12],
		[17, 12],
		[7, 18],
		[17, 18],
	],
};

export function Die({ face, sides }: { face: number; sides: number }): JSX.Element {
	const dots = sides === 6 ? pips[face] : undefined;
	return (
		<svg class="die" viewBox="0 0 24 24" role="img" aria-label={`${face} on a die of ${sides}`}>
			{sides === 6 ? (
				<rect x="2" y="2" width="20" height="20" rx="4" />
			) : (
				<path d="M12 1 22 8.6V16L12 23 2 16V8.6z" />
			)}
			{dots ? (
				dots.map(([x, y], i) => <circle key={i} cx={x} cy={y} r="2.1" />)
			) : (
				<text x="12" y="16.4" text-anchor="middle">
					{face}
				</text>
			)}
		</svg>
	);
}

export const Dice = ({ dice, sides }: { dice: number[]; sides: number }): JSX.Element => (
	<span class="dice">
		{dice.map((f, i) => (
			<Die key={i} face={f} sides={sides} />
		))}
	</span>
);
