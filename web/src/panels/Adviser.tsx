// An adviser: the orders the computer would give in our place, as arrows on the board, and why. For who plays alone or against the computer; between
// people nobody whispers. Chances are shown only where they were learned from
// games and held against other games (docs/opponent.md).
import type { JSX } from 'preact';
import { sentence } from '../grammar';
import type { Advice as Plan, Order, Place } from '../service/words';
import type { Game } from '../table/game';
import type { Point } from '../table/lattice';
import { useTable } from '../table/use';
import { RuleLink } from './RuleLink';

export function AdviceButton(): JSX.Element | null {
	const { game } = useTable();
	if (!game.advised || !game.mine || game.now.orders.length < 2) return null;
	return (
		<button
			class="answer quiet"
			disabled={game.busy || game.asking}
			onClick={() => void game.askAdvice()}>
			{game.asking ? 'The adviser is thinking…' : 'What would you do?'}
		</button>
	);
}

/** What is told of the plan: of each piece where its march ends and what it does besides, as one line each. That it is taken up and halts goes
 *  without saying, unless that is all of the plan. */
function lines(game: Game, { plan }: Plan): { key: string; text: string; rule: string | null }[] {
	if (plan.length === 1) return plan.map((o) => ({ key: o.words, text: sentence(o.text), rule: o.rule }));
	const marches = (o: Order): boolean => !!o.piece && !!o.place && o.role === 'move';
	const last = new Map(plan.filter(marches).map((o) => [o.piece, o]));
	const told = plan.filter((o) =>
		marches(o) ? last.get(o.piece) === o : o.role !== 'pick' && o.role !== 'stop',
	);
	return (told.length ? told : plan).map((o) => ({
		key: o.words,
		text: marches(o) ? `${game.name(o.piece)} to ${game.placeName(o.place)}.` : sentence(o.text),
		rule: o.rule,
	}));
}

/** The chances of the side that asks, as it stands now; together 100. */
export function outlookOf(o: { win: number; loss: number }): string {
	const win = Math.round(100 * o.win),
		loss = Math.min(100 - win, Math.round(100 * o.loss));
	return `Two captains who go on from such a position: victory ${win} %, draw ${100 - win - loss} %, defeat ${loss} %.`;
}

export function Advice(): JSX.Element | null {
	const { game, desk } = useTable();
	const { advice } = game;
	if (!advice || advice.n !== game.now.n || !game.mine) return null;
	const places = placesOf(game, advice),
		told = lines(game, advice);
	return (
		<section class="advice" aria-label="Advice" aria-live="polite">
			<ol>
				{told.map((o) => (
					<li key={o.key}>
						<b>{o.text}</b> <RuleLink rule={o.rule} />
					</li>
				))}
			</ol>
			{advice.why && <p class="hint">{advice.why}</p>}
			{advice.outlook && <p class="outlook">{outlookOf(advice.outlook)}</p>}
			<div class="answers">
				<button
					class="answer primary"
					disabled={game.busy}
					onClick={() => void game.send(advice.plan.map((o) => o.words))}>
					{advice.plan.length > 1 ? 'Do all of it' : 'Do that'}
				</button>
				{advice.plan.length > 1 && (
					<button
						class="answer"
						disabled={game.busy}
						onClick={() => void game.send([advice.plan[0]!.words])}>
						Only the first order
					</button>
				)}
				{places.length > 0 && (
					<button class="answer" onClick={() => desk.point(places)}>
						Where is that?
					</button>
				)}
				<button class="answer quiet" onClick={() => game.forgetAdvice()}>
					I know better
				</button>
			</div>
		</section>
	);
}

/** Where the plan leads: its goals, and those whom it is aimed at. */
export const placesOf = (game: Game, { plan }: Plan): Place[] =>
	plan.flatMap((o) => o.place ?? (o.target && game.shown(o.target)?.place[0]) ?? []);

interface Leg {
	a: Point;
	b: Point;
	shot: boolean;
}

/** Each stage of the plan as a line: where a piece goes, and whom it is aimed at. `centre` says where a place lies. */
export function legs(game: Game, { plan }: Plan, centre: (p: Place) => Point | undefined): Leg[] {
	const at = new Map<string, Place>();
	return plan.flatMap((o) => {
		const from = o.piece ? (at.get(o.piece) ?? game.shown(o.piece)?.place[0]) : undefined;
		const to = o.place ?? (o.target ? game.shown(o.target)?.place[0] : undefined);
		const a = from ? centre(from) : undefined,
			b = to ? centre(to) : undefined;
		if (o.piece && o.place && !o.target) at.set(o.piece, o.place);
		return a && b && from !== to ? [{ a, b, shot: !!o.target }] : [];
	});
}

export function PlanArrows({
	game,
	centre,
	width,
}: {
	game: Game;
	centre: (p: Place) => Point | undefined;
	width: number;
}): JSX.Element | null {
	const { advice } = game;
	if (!advice || advice.n !== game.now.n || !game.mine) return null;
	return (
		<g class="plan-arrows" aria-hidden="true">
			<defs>
				<marker
					id="head-plan"
					viewBox="0 0 10 10"
					refX="8"
					refY="5"
					markerWidth="3.4"
					markerHeight="3.4"
					orient="auto">
					<path d="M0 0 10 5 0 10z" />
				</marker>
			</defs>
			{legs(game, advice, centre).map(({ a, b, shot }, i) => (
				<line
					key={i}
					class={shot ? 'shot' : 'march'}
					x1={a.x}
					y1={a.y}
					x2={a.x + (b.x - a.x) * 0.86}
					y2={a.y + (b.y - a.y) * 0.86}
					stroke-width={width}
					marker-end="url(#head-plan)"
				/>
			))}
		</g>
	);
}
