// Over the board of a game by mail: whose move it is, and the mail to send.
import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { useTable } from '../table/use';
import { byMail, HONEST, letters, type Letter } from './mail';
import { Sending } from './Sending';

const words: Record<Letter['state'], string> = {
	invited: '',
	accepted: '',
	mine: 'By mail: it is your move. When you are done, a mail is ready here.',
	theirs: 'By mail: it is their move. Send them this:',
	rolling: 'By mail: your order waits for its dice. Send this; the dice fall when they have answered.',
	over: 'By mail: the battle is over.',
};

export function MailBar(): JSX.Element | null {
	const { game } = useTable();
	const [letter, set] = useState<Letter | null>(null);
	const { n } = game.now;
	useEffect(() => {
		if (!byMail()) return;
		const look = () =>
			void letters().then(
				(all) => set(all.find((l) => l.game === game.id) ?? null),
				() => undefined,
			);
		look();
		const timer = setInterval(look, 3000); // an order that waits for its dice moves nothing on the board
		return () => clearInterval(timer);
	}, [game.id, n]);
	if (!letter) return null;
	return (
		<section class="mail-bar" aria-label="By mail">
			<p>
				{words[letter.state]} <a href="#/mail">All games by mail</a>
			</p>
			{letter.out && letter.state !== 'mine' && <Sending mail={letter.out} n={letter.last} />}
			<details>
				<summary>What is fair here, and what is not</summary>
				<p class="prose">{HONEST}</p>
			</details>
		</section>
	);
}
