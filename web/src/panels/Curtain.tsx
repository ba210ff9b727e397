// Between two players at one screen: nothing is seen until the right one sits down.
import { useEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import { adjective } from '../grammar';
import { useTable } from '../table/use';

export function Curtain(): JSX.Element | null {
	const { game } = useTable();
	const button = useRef<HTMLButtonElement>(null);
	useEffect(() => button.current?.focus(), [game.curtain]);
	if (!game.curtain) return null;
	return (
		<div class="curtain" role="dialog" aria-modal="true" aria-label="The curtain is down">
			<div>
				<p class="flourish" aria-hidden="true">
					❦
				</p>
				<h2>The {adjective(game.side(game.curtain))} commander, please</h2>
				<p>The other player looks away.</p>
				<button class="primary" ref={button} onClick={() => game.raiseCurtain()}>
					I am ready
				</button>
			</div>
		</div>
	);
}
