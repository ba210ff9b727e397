// An adviser: the order the computer would give in our place, and why. For who plays alone or against the computer; between people nobody whispers.
import type { JSX } from 'preact';
import { useTable } from '../table/use';
import { RuleLink } from './RuleLink';

export function AdviceButton(): JSX.Element | null {
	const { game } = useTable();
	if (!game.advised || !game.mine || game.now.orders.length < 2) return null;
	return <button class="answer quiet" disabled={game.busy || game.asking} onClick={() => void game.askAdvice()}>{game.asking ? 'The adviser is thinking…' : 'What would you do?'}</button>;
}

export function Advice(): JSX.Element | null {
	const { game, desk } = useTable();
	const { advice } = game;
	if (!advice || advice.n !== game.now.n || !game.mine) return null;
	const order = game.now.orders.find((o) => o.words === advice.words);
	const place = order ? game.hand.placeOf(order) : null;
	return (
		<section class="advice" aria-label="Advice" aria-live="polite">
			<p><b>{advice.text}</b> <RuleLink rule={advice.rule} /></p>
			{advice.why && <p class="hint">{advice.why}</p>}
			<div class="answers">
				<button class="answer primary" disabled={game.busy} onClick={() => void game.send([advice.words])}>Do that</button>
				{place && <button class="answer" onClick={() => desk.point([place])}>Where is that?</button>}
				<button class="answer quiet" onClick={() => game.forgetAdvice()}>I know better</button>
			</div>
		</section>
	);
}
