// Views as they come, one after the other: what is in them is looked up often, and most of it has not changed since the last.
import type { Order, PieceId, View, ViewPiece } from '../service/words';

/** Made once for each thing it is asked of. */
function once<K extends object, V>(make: (of: K) => V): (of: K) => V {
	const made = new WeakMap<K, V>();
	return (of) => {
		let v = made.get(of);
		if (v === undefined) made.set(of, (v = make(of)));
		return v;
	};
}

export const byId = once(
	(v: View): ReadonlyMap<PieceId, ViewPiece> => new Map(v.pieces.map((p) => [p.id, p])),
);

/** Who has an order to give, first come first. */
export const acting = once(
	(orders: Order[]): ReadonlySet<PieceId> =>
		new Set(orders.map((o) => o.piece).filter((p): p is PieceId => p !== null)),
);

/** The new view, with the old one's pieces where they are still the same: what shows them need not be drawn again. */
export function unchanged(before: View, view: View): View {
	const old = byId(before);
	const same = (p: ViewPiece): ViewPiece => {
		const was = old.get(p.id);
		return was && JSON.stringify(was) === JSON.stringify(p) ? was : p;
	};
	return { ...view, pieces: view.pieces.map(same) };
}
