// Draws a component again only when a property has changed.
import { Component, h, type FunctionComponent, type ComponentChild } from 'preact';

export function memo<P extends object>(draw: (p: P) => ComponentChild): FunctionComponent<P> {
	class Memo extends Component<P> {
		override shouldComponentUpdate(next: P): boolean {
			return Object.keys(next).some(
				(k) =>
					(next as Record<string, unknown>)[k] !==
					(this.props as unknown as Record<string, unknown>)[k],
			);
		}
		override render(): ComponentChild {
			return draw(this.props as P);
		}
	}
	return ((p: P) => h(Memo as never, p as never)) as FunctionComponent<P>;
}
