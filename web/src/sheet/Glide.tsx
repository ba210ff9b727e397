// A group that glides to where it is put; a march walks along its way, hex by hex. Step by step and not by a CSS transition: browsers that lift
// the moving group out of the drawing were seen to leave its old looks behind.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ComponentChildren, JSX } from 'preact';
import type { Point } from '../table/lattice';

const TIME = 260; // milliseconds for a straight move, and for each hex of a march
const MOST = 2600;
const still = matchMedia('(prefers-reduced-motion: reduce)');

interface Props {
	x: number;
	y: number;
	way?: Point[];
	rest: string;
	classes: string;
	piece: string;
	drags: boolean;
	children: ComponentChildren;
}

/** The point at a share t of a way through these points, each stretch taking the same time. */
function along(points: Point[], t: number): Point {
	const legs = points.length - 1,
		i = Math.min(legs - 1, Math.floor(t * legs)),
		f = t * legs - i;
	const a = points[i]!,
		b = points[i + 1]!;
	return { x: a.x + (b.x - a.x) * f, y: a.y + (b.y - a.y) * f };
}

export function Glide({ x, y, way, rest, classes, piece, drags, children }: Props): JSX.Element {
	const group = useRef<SVGGElement>(null);
	const at = useRef({ x, y });
	useLayoutEffect(() => {
		const from = { ...at.current };
		const put = (px: number, py: number) => {
			at.current = { x: px, y: py };
			group.current?.setAttribute('transform', `translate(${px.toFixed(2)} ${py.toFixed(2)}) ${rest}`);
		};
		if (still.matches || document.hidden || (Math.abs(from.x - x) < 0.5 && Math.abs(from.y - y) < 0.5))
			return put(x, y);
		put(from.x, from.y);
		const points = [from, ...(way ?? []), { x, y }];
		const time = Math.min(MOST, TIME * (points.length - 1));
		const start = performance.now();
		let frame = requestAnimationFrame(function step(now) {
			const t = Math.min(1, Math.max(0, (now - start) / time));
			const p = along(points, points.length > 2 ? t : 1 - (1 - t) ** 3);
			put(p.x, p.y);
			if (t < 1) frame = requestAnimationFrame(step);
		});
		return () => cancelAnimationFrame(frame);
	}, [x, y, rest]);
	return (
		<g ref={group} class={classes} data-piece={piece} {...(drags ? { 'data-drags': '' } : {})}>
			{children}
		</g>
	);
}
