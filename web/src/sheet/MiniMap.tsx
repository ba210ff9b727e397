// The whole field in a corner: where the armies stand, and the frame of what is seen. A press or a drag on it looks there.
import { useEffect, useRef } from 'preact/hooks';
import type { JSX, RefObject } from 'preact';
import { useTable } from '../table/use';
import type { Side } from '../service/words';
import type { Point } from '../table/lattice';
import type { Frame } from './MapPicture';
import type { Glass } from './zoom';

interface Dot {
	key: string;
	at: Point;
	side: Side | null;
}

/** `troops`: where somebody stands, and whose he is. */
export function MiniMap({
	glass,
	frame,
	troops,
}: {
	glass: RefObject<Glass | null>;
	frame: Frame;
	troops: Dot[];
}): JSX.Element {
	const { game } = useTable();
	const box = useRef<SVGSVGElement>(null),
		seen = useRef<SVGRectElement>(null);
	const dot = Math.max(frame.w, frame.h) / 60;
	useEffect(() => {
		const g = glass.current;
		if (!g) return;
		const draw = () => {
			const w = g.window;
			for (const [name, value] of Object.entries({ x: w.x, y: w.y, width: w.w, height: w.h }))
				seen.current?.setAttribute(name, String(value));
		};
		draw();
		return g.follow(draw);
	}, [frame, glass.current]);
	const look = (e: PointerEvent) => {
		const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(box.current!.getScreenCTM()!.inverse());
		glass.current?.centre(at);
	};
	return (
		<svg
			class="mini-map"
			ref={box}
			viewBox={`${frame.x} ${frame.y} ${frame.w} ${frame.h}`}
			role="img"
			aria-label="The whole field"
			data-tip="The whole field, and the frame of what you see. Press to look there."
			onPointerDown={(e) => (
				e.stopPropagation(), e.currentTarget.setPointerCapture(e.pointerId), look(e)
			)}
			onPointerMove={(e) => e.buttons && look(e)}
			onClick={(e) => e.stopPropagation()}>
			<rect class="ground" x={frame.x} y={frame.y} width={frame.w} height={frame.h} />
			{troops.map(({ key, at, side }) => (
				<rect
					key={key}
					class={`dot ${game.colourClass(side)}`}
					x={at.x - dot}
					y={at.y - dot}
					width={dot * 2}
					height={dot * 2}
				/>
			))}
			<rect class="seen" ref={seen} />
		</svg>
	);
}
