// What a game's board never changes: its pieces, hexes, sides and signs, and what they are called.
import { inches, spotOf } from '../field/geometry';
import type { Board, BoardPiece, Hex, PieceId, Place, Side, SideInfo, Sign } from '../service/words';

const STRIPES = 10; // colours of formations (style/sheet.css)

export class Names {
	board!: Board;
	readonly piece = new Map<PieceId, BoardPiece>();
	readonly hex = new Map<Place, Hex>();
	private readonly stripes = new Map<string, number>(); // formation → stripe

	protected lay(board: Board): void {
		this.board = board;
		for (const p of board.pieces) this.piece.set(p.id, p);
		for (const h of board.map?.hexes ?? []) this.hex.set(h.n, h);
		this.layStripes();
	}

	name(piece: PieceId | null): string {
		return piece ? (this.piece.get(piece)?.name ?? piece) : '';
	}
	side(side: Side | null | undefined): SideInfo | undefined {
		return this.board.sides.find((s) => s.id === side);
	}
	sideTitle(side: Side | null): string {
		return this.side(side)?.title ?? 'Nobody';
	}
	sideIndex(side: Side | null): number {
		return this.board.sides.findIndex((s) => s.id === side);
	}
	colourClass(side: Side | null): string {
		const i = this.sideIndex(side);
		return i < 0 ? 'side-none' : `side-${i} colour-${this.board.sides[i]!.colour}`;
	}
	placeName(place: Place | null): string {
		if (!place) return '';
		const hex = this.hex.get(place),
			spot = this.board.table && spotOf(place);
		if (spot) return `${inches(spot.x)} across, ${inches(spot.y)} down`;
		return hex?.name ? `${place} ${hex.name}` : place.replaceAll('_', ' ');
	}
	/** Which stripe its formation wears: the large formations of a side, one after the other. -1: none. */
	stripe(piece: PieceId): number {
		return this.stripes.get(this.piece.get(piece)?.formation ?? '') ?? -1;
	}
	private layStripes(): void {
		const { formations, sides } = this.board;
		for (const { id } of sides) {
			const of = formations.filter((f) => f.side === id);
			const tops = of.filter((f) => !f.parent);
			const bands = tops.length > 1 ? tops : of.filter((f) => f.parent === tops[0]?.id);
			const lay = (f: string, i: number): void => {
				this.stripes.set(f, i % STRIPES);
				for (const under of of) if (under.parent === f) lay(under.id, i);
			};
			if (bands.length > 1) bands.forEach((f, i) => lay(f.id, i));
		}
	}
	sign(kind: 'slot' | 'badge' | 'mark', name: string): Sign | undefined {
		return this.board.signs[kind].find((s) => s.name === name);
	}
}
