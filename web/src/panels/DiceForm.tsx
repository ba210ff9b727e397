// Dice of one's own: an order that needs some says which, they are rolled on the real table, and their faces are told here.
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Game } from '../table/game';
import { useTable } from '../table/use';
import { Die } from './Dice';
import { RuleLink } from './RuleLink';

const FACES = 12; // as many are laid out to click; more are typed

export function DiceForm(): JSX.Element | null {
	const { wanted, now } = useTable().game;
	return wanted && <Faces key={`${now.n} ${wanted.dice.length} ${wanted.words.length}`} wanted={wanted} />;
}

function Faces({ wanted }: { wanted: NonNullable<Game['wanted']> }): JSX.Element {
	const { game } = useTable();
	const [faces, set] = useState<number[]>([]);
	const { dice, sides, pick, why, rule } = wanted.asked;
	const put = (i: number, face: number) => set(Object.assign([...faces], { [i]: face }));
	const all = Array.from({ length: dice }, (_, i) => faces[i] ?? 0);
	const good = all.every((f) => f >= 1 && f <= sides);
	const tell = (e: Event) => {
		e.preventDefault();
		if (good) void game.send(wanted.words, { dice: [...wanted.dice, ...all] });
	};
	return (
		<form class="dice-form" aria-label="Dice of your own" onSubmit={tell}>
			<p class="question">
				{pick
					? `Draw one of ${sides} chits`
					: `Roll ${dice === 1 ? 'a die' : `${dice} dice`} of ${sides}`}
				{why ? `: ${why}` : ''} <RuleLink rule={rule} />
			</p>
			{all.map((face, i) => (
				<div key={i} class="faces" role="group" aria-label={pick ? 'Chit' : `Die ${i + 1}`}>
					{sides <= FACES ? (
						Array.from({ length: sides }, (_, k) => k + 1).map((f) => (
							<button
								key={f}
								type="button"
								aria-pressed={f === face}
								aria-label={String(f)}
								onClick={() => put(i, f)}>
								{pick ? f : <Die face={f} sides={sides} />}
							</button>
						))
					) : (
						<input
							type="number"
							min={1}
							max={sides}
							value={face || ''}
							aria-label={`Face of die ${i + 1}`}
							onInput={(e) => put(i, Number(e.currentTarget.value))}
						/>
					)}
				</div>
			))}
			<div class="answers">
				<button class="answer primary" disabled={!good || game.busy}>
					{pick ? 'That is what was drawn' : 'That is what fell'}
				</button>
				<button type="button" class="answer quiet" onClick={() => game.forgetDice()}>
					Not this order
				</button>
			</div>
		</form>
	);
}
