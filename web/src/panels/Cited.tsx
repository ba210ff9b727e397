// A text in which hexes are cited by their number: each shows where it is, when one points at it, and is brought into view by a click.
import type { JSX } from 'preact';
import { useTable } from '../table/use';

export function Cited({ text }: { text: string }): JSX.Element {
	const { game, desk } = useTable();
	const parts = text.split(/\b(\d{4})\b/);
	return (
		<>
			{parts.map((p, i) =>
				i % 2 && game.hex.has(p) ? (
					<button
						key={i}
						class="cited"
						data-cited={p}
						onPointerEnter={() => desk.mark([p])}
						onPointerLeave={() => desk.mark([])}
						onFocus={() => desk.mark([p])}
						onBlur={() => desk.mark([])}
						onClick={() => desk.point([p])}>
						{p}
					</button>
				) : (
					p
				),
			)}
		</>
	);
}
