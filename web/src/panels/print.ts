// The board on paper: map and counters as they stand, without anything around them (style/print.css).
export function printMap(): void {
	document.documentElement.classList.add('printing-map');
	addEventListener('afterprint', () => document.documentElement.classList.remove('printing-map'), {
		once: true,
	});
	requestAnimationFrame(() => window.print());
}
