// The slip beside what is held: how far, which way, in what order, whether the rules allow it and why not; and the button that does it.
import type { JSX } from 'preact';
import { RuleLink } from '../panels/RuleLink';
import { useTable } from '../table/use';
import { inches } from './geometry';
import type { Hold } from './hold';

export function GhostSlip({ hold, at }: { hold: Hold; at: [number, number] }): JSX.Element | null {
	const { game } = useTable();
	const { ghost: g, current: v } = hold;
	if (!g) return null;
	const left = game.board.signs.slot.findIndex((s) => s.name === 'move');
	const most = left >= 0 ? game.shown(g.piece)?.slot[left] : '';
	return (
		<div
			class="slip ghost-slip"
			role="dialog"
			aria-label={`Where ${game.name(g.piece)} goes`}
			style={{ left: `${at[0]}px`, top: `${at[1]}px` }}>
			<h2>
				{game.name(g.piece)}{' '}
				<small>
					{inches(hold.moved)}
					{most ? ` of ${most}` : ''}
				</small>
			</h2>
			<div class="turning" role="group" aria-label="Facing">
				<button
					aria-label="Turn left by 15 degrees"
					onClick={() => hold.set({ facing: g.facing - 15 })}>
					↶
				</button>
				<output>{g.facing}°</output>
				<button
					aria-label="Turn right by 15 degrees"
					onClick={() => hold.set({ facing: g.facing + 15 })}>
					↷
				</button>
				{g.put.choices && (
					<select
						aria-label="In what order"
						value={g.choice ?? ''}
						onChange={(e) => hold.set({ choice: e.currentTarget.value })}>
						{g.put.choices.map((c) => (
							<option key={c} value={c}>
								{c.replaceAll('_', ' ')}
							</option>
						))}
					</select>
				)}
			</div>
			<p class={`verdict ${v ? (v.allowed ? 'good' : 'bad') : ''}`} role="status">
				{!v ? 'Measuring…' : v.allowed ? v.say || 'It can go there.' : v.text}{' '}
				{v && <RuleLink rule={v.rule} />}
			</p>
			<div class="commit">
				<button
					class={`primary ${v?.allowed ? 'order' : ''}`}
					disabled={!v?.allowed || game.busy}
					onClick={() => void hold.commit()}>
					Go there
				</button>
				<button class="order leave" onClick={() => hold.drop()}>
					Leave it
				</button>
			</div>
		</div>
	);
}
