// The guide at the table: a card that says what to try next, rings what it speaks of, and can be laid aside.
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Guide, Place } from '../service/words';
import { useTable, type Table } from '../table/use';
import { RuleLink } from '../panels/RuleLink';
import { Course } from './course';
import { rings, stepAside } from './rings';

/** Takes up who shall act, marks where, and puts the focus on the button if it is one. */
function show({ game, desk }: Table, course: Course): void {
	const step = course.step!;
	const order = course.offered()[0];
	const words = step.words.split(' ');
	const piece = order?.piece ?? words.find((w) => game.piece.has(w)) ?? null;
	const place = order ? game.hand.placeOf(order) : (words.find((w) => game.hex.has(w)) ?? null);
	course.hinted = true;
	if (step.expect === 'order' && piece && game.hand.acts(piece) && game.hand.picked !== piece)
		game.hand.pick(piece);
	desk.point([
		place,
		(piece && game.shown(piece)?.place[0]) || null,
		...pointed({ game, desk }, step.point),
	]);
	requestAnimationFrame(() => {
		const button = [...document.querySelectorAll<HTMLElement>('.answers .answer, .slip .order')].find(
			(b) => order && b.dataset.words === order.words,
		);
		button?.focus();
		(
			button ?? document.querySelector(`.goal.turn[data-goal="${CSS.escape(order?.words ?? '')}"]`)
		)?.classList.add('guide-shown');
	});
}

const pointed = ({ game }: Table, point: string[]): Place[] =>
	point.flatMap((p) => (game.hex.has(p) ? [p] : (game.shown(p)?.place[0] ?? [])));

function Step({ course }: { course: Course }): JSX.Element {
	const table = useTable();
	const step = course.step!;
	const waiting = (!table.game.now.mine || table.game.clock.following) && !table.game.now.over;
	return (
		<>
			<div class="guide-say" aria-live="polite">
				<p>
					{step.say} <RuleLink rule={step.rule} />
				</p>
				{course.hinted && step.hint && <p class="guide-hint">{step.hint}</p>}
				{waiting && <p class="guide-hint">The other side is at work; one moment.</p>}
			</div>
			<div class="guide-buttons">
				{step.expect === 'next' ? (
					<button class="primary" onClick={() => course.next()}>
						Next
					</button>
				) : (
					<>
						<button onClick={() => show(table, course)}>Show me</button>
						<button class="quiet" onClick={() => course.next()}>
							Skip
						</button>
					</>
				)}
			</div>
		</>
	);
}

function Card({ guide }: { guide: Guide }): JSX.Element | null {
	const table = useTable();
	const { game, desk } = table;
	const course = useMemo(() => new Course(game, guide.steps), [game]);
	useEffect(() => {
		if (!course.follow()) return;
		desk.marked = [];
		game.tell();
	});
	const places =
		course.hidden || course.left || game.clock.view || !course.step
			? []
			: pointed(table, course.step.point);
	const card = useRef<HTMLElement>(null);
	useEffect(() => (rings(game.hand.lattice, places), stepAside(card.current)), [places.join()]);
	useEffect(() => () => rings(game.hand.lattice, []), []);
	if (course.left) return null;
	if (course.hidden)
		return (
			<button class="guide-again" onClick={() => course.hide(false)}>
				The guide
			</button>
		);
	const of = course.steps.length;
	return (
		<section class="guide" ref={card} aria-label="The guide" data-expect={course.step?.expect}>
			<header>
				<h2>{guide.title}</h2>
				<button
					class="close"
					aria-label="Lay the guide aside"
					title="Lay the guide aside"
					onClick={() => course.hide(true)}>
					×
				</button>
			</header>
			{course.step && (
				<p class="guide-count" role="img" aria-label={`Step ${course.at + 1} of ${of}`}>
					{course.steps.map((_, i) => (
						<i key={i} class={i < course.at ? 'past' : i === course.at ? 'now' : ''} />
					))}
				</p>
			)}
			{course.at < 0 && (
				<>
					<div class="guide-say" aria-live="polite">
						<p>{guide.intro}</p>
					</div>
					<div class="guide-buttons">
						<button class="primary" onClick={() => course.next()}>
							Begin
						</button>
					</div>
				</>
			)}
			{course.step && <Step course={course} />}
			{course.at >= of && (
				<>
					<div class="guide-say" aria-live="polite">
						<p>{guide.closing}</p>
					</div>
					<div class="guide-buttons">
						<button class="primary" onClick={() => course.leave()}>
							Fight on alone
						</button>
						<a href="#/">To the lobby</a>
					</div>
				</>
			)}
		</section>
	);
}

export function GuideCard(): JSX.Element | null {
	const { game } = useTable();
	return game.board.guide && !game.spectator ? <Card guide={game.board.guide} /> : null;
}
