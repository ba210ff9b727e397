// What the service says about an order, a piece or a place: asked once while the game stands as it does.
import { get, post } from '../service/courier';
import type { About, Odds, Order, PieceId, Place } from '../service/words';
import type { Game } from './game';

/** What is asked about: `threats` and `odds` are '1'. */
export type Asking = Partial<
	Record<
		'piece' | 'place' | 'whom' | 'by' | 'facing' | 'choice' | 'order' | 'overlays' | 'threats' | 'odds',
		string
	>
>;

export class Answers {
	private readonly odds = new Map<string, Promise<Odds>>();
	private readonly said = new Map<string, Promise<About>>();

	constructor(private readonly game: Game) {}

	/** The game has moved on. */
	forget(): void {
		this.odds.clear();
		this.said.clear();
	}

	/** Odds of an order. One that only announces something is carried out by what can follow it. */
	oddsOf({ words }: Order): Promise<Odds> {
		return (
			this.odds.get(words) ??
			this.rememberOdds(words, post<Odds>(`${this.game.path}/odds`, { orders: [words], carried: true }))
		);
	}

	private rememberOdds(words: string, odds: Promise<Odds>): Promise<Odds> {
		odds.catch(() => this.odds.delete(words));
		this.odds.set(words, odds);
		return odds;
	}

	/** The odds of orders that are laid out together, in one request; what it does not tell is asked singly. */
	foretell(piece: PieceId, place: Place, orders: Order[]): void {
		const unknown = orders.filter((o) => !this.odds.has(o.words));
		if (unknown.length < 2) return;
		const said = this.about({ piece, place, odds: '1' });
		for (const { words } of unknown)
			this.rememberOdds(
				words,
				said.then(
					(a) =>
						a.odds?.[words] ??
						post<Odds>(`${this.game.path}/odds`, { orders: [words], carried: true }),
				),
			);
	}

	/** Everything about a piece or a place, as docs/service.md has it; asked once while the game stands as it does. */
	about(what: Asking): Promise<About> {
		const query = new URLSearchParams(what as Record<string, string>);
		if (this.game.now.as) query.set('as', this.game.now.as);
		const key = query.toString();
		let known = this.said.get(key);
		if (!known) {
			known = get<About>(`${this.game.path}/about?${key}`);
			known.catch(() => this.said.delete(key));
			this.said.set(key, known);
		}
		return known;
	}
}
