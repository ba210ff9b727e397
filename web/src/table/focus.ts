// The focus is never lost: an order takes away the button that gave it, or puts it out of use for a moment, and browsers then forget
// where one was. It goes back to the same thing, or to where that was.
import { useEffect } from 'preact/hooks';
import type { Game } from './game';

const places = '.guide,.slip,.question-bar,#leaf,.tray,.sheet';

/** Where to go on when something of that place is gone. Enter twice must not give two orders, so it is the question itself, not its first answer. */
function successor(place: Element | null): HTMLElement | null {
	const find = (selector: string) => document.querySelector<HTMLElement>(selector);
	if (place?.matches('.slip,.sheet')) return find('svg.counters');
	if (place?.matches('#leaf')) return find('#leaf');
	if (place?.matches('.guide'))
		return find('.guide .guide-buttons button, .guide-again') ?? find('.question-bar');
	return find('.question-bar') ?? find('svg.counters');
}

const usable = (e: HTMLElement): boolean => e.isConnected && !(e as HTMLButtonElement).disabled;

export function useKeptFocus(game: Game): void {
	useEffect(() => {
		let last: HTMLElement | null = null,
			place: Element | null = null;
		const come = (e: FocusEvent) => ((last = e.target as HTMLElement), (place = last.closest(places)));
		const go = (e: FocusEvent) =>
			queueMicrotask(() => {
				// still there: he went of his own will. What is taken away is gone by then
				if (last && last === e.target && document.activeElement === document.body && usable(last))
					last = null;
			});
		const look = () => {
			if (!last || game.busy || document.activeElement !== document.body) return;
			(usable(last) ? last : successor(place))?.focus({ preventScroll: true });
		};
		const soon = () => requestAnimationFrame(look); // once the change is drawn
		addEventListener('focusin', come);
		addEventListener('focusout', go);
		const still = game.listen(soon);
		return () => (removeEventListener('focusin', come), removeEventListener('focusout', go), still());
	}, [game]);
}
