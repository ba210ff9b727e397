// A plot by uPlot, in the page's ink.
import uPlot from 'uplot';
import { useEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';

export interface Line {
	label: string;
	values: (number | null)[];
	colour: string;
	dash?: number[];
}

export function Plot({
	title,
	x,
	lines,
	steps = false,
	xlabel,
}: {
	title: string;
	x: number[];
	lines: Line[];
	steps?: boolean;
	xlabel: string;
}): JSX.Element {
	const holder = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const box = holder.current;
		if (!box) return;
		const style = getComputedStyle(box);
		const ink = style.color;
		const faint = style.getPropertyValue('--faint').trim() || '#ccc';
		const font = `13px ${style.fontFamily}`;
		const axis = {
			stroke: ink,
			grid: { stroke: faint, width: 1 },
			ticks: { stroke: faint },
			font,
			labelFont: font,
		};
		const paths = steps ? uPlot.paths.stepped!({ align: 1 }) : undefined;
		const plot = new uPlot(
			{
				width: Math.max(280, box.clientWidth),
				height: 210,
				legend: { show: true },
				cursor: { drag: { x: false, y: false } },
				scales: { x: { time: false } },
				axes: [
					{ ...axis, label: xlabel, labelSize: 18, size: 34 },
					{ ...axis, size: 48 },
				],
				series: [
					{ label: xlabel },
					...lines.map((l) => ({
						label: l.label,
						stroke: l.colour,
						width: 2.2,
						paths,
						dash: l.dash,
						points: { show: false },
					})),
				],
			},
			[x, ...lines.map((l) => l.values)],
			box,
		);
		const watch = new ResizeObserver(() =>
			plot.setSize({ width: Math.max(280, box.clientWidth), height: 210 }),
		);
		watch.observe(box);
		return () => (watch.disconnect(), plot.destroy());
	}, [x, lines]);
	const words = lines
		.map(
			(l) =>
				`${l.label}: from ${l.values.find((v) => v !== null) ?? 0} to ${[...l.values].reverse().find((v) => v !== null) ?? 0}`,
		)
		.join('; ');
	return (
		<figure class="plot">
			<figcaption>{title}</figcaption>
			<div ref={holder} role="img" aria-label={`${title}. ${words}`} />
		</figure>
	);
}
