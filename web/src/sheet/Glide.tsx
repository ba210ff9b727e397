// A group that glides to where it is put. Step by step and not by a CSS transition: browsers that lift the moving group out of the drawing
// were seen to leave its old looks behind.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ComponentChildren, JSX } from 'preact';

const TIME = 260;
const still = matchMedia('(prefers-reduced-motion: reduce)');

interface Props { x: number; y: number; rest: string; classes: string; piece: string; drags: boolean; children: ComponentChildren }

export function Glide({ x, y, rest, classes, piece, drags, children }: Props): JSX.Element {
	const group = useRef<SVGGElement>(null);
	const at = useRef({ x, y });
	useLayoutEffect(() => {
		const from = { ...at.current };
		const put = (px: number, py: number) => {
			at.current = { x: px, y: py };
			group.current?.setAttribute('transform', `translate(${px.toFixed(2)} ${py.toFixed(2)}) ${rest}`);
		};
		if (still.matches || document.hidden || (Math.abs(from.x - x) < 0.5 && Math.abs(from.y - y) < 0.5)) return put(x, y);
		put(from.x, from.y);
		const start = performance.now();
		let frame = requestAnimationFrame(function step(now) {
			const t = Math.min(1, Math.max(0, (now - start) / TIME));
			const eased = 1 - (1 - t) ** 3;
			put(from.x + (x - from.x) * eased, from.y + (y - from.y) * eased);
			if (t < 1) frame = requestAnimationFrame(step);
		});
		return () => cancelAnimationFrame(frame);
	}, [x, y, rest]);
	return <g ref={group} class={classes} data-piece={piece} {...(drags ? { 'data-drags': '' } : {})}>{children}</g>;
}
