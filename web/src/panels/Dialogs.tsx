// Sheets that lie over the board for a while: the report, the proof, an override, the keys.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren, JSX } from 'preact';
import { get } from '../service/courier';
import type { Proof } from '../service/words';
import { commitment } from '../commitment';
import { set, useSettings } from '../settings';
import { useTable } from '../table/use';
import { BattleReport } from './BattleReport';
import { BriefingText } from './Briefing';
import { OverrideForm } from './OverrideForm';

function Folio({
	title,
	close,
	children,
}: {
	title: string;
	close: () => void;
	children: ComponentChildren;
}): JSX.Element {
	const box = useRef<HTMLDialogElement>(null);
	const shut = () => box.current?.close(); // which gives the focus back, and then tells `close`
	useLayoutEffect(() => void (box.current && !box.current.open && box.current.showModal()), []);
	return (
		<dialog
			class="folio"
			ref={box}
			aria-label={title}
			onClose={close}
			onClick={(e) => e.target === box.current && shut()}>
			<header>
				<h2>{title}</h2>
				<button class="close" aria-label="Close" onClick={shut}>
					×
				</button>
			</header>
			<div class="folio-text">{children}</div>
		</dialog>
	);
}

function ProofText(): JSX.Element {
	const { game } = useTable();
	const [proof, set] = useState<Proof | null>(null);
	const [seed, setSeed] = useState('');
	useEffect(
		() =>
			void get<Proof>(`${game.path}/proof`).then(
				(p) => (set(p), setSeed(p.seed ?? '')),
				() => set({ commitment: game.board.commitment }),
			),
		[],
	);
	if (!proof) return <p>…</p>;
	const clean = seed.trim().toLowerCase();
	const good = /^[0-9a-f]{64}$/.test(clean);
	const found = good ? commitment(clean) : '';
	return (
		<>
			<p>
				Every die of this battle comes from one secret number, the seed, which was drawn before the
				first order. Nobody sees it while the battle lasts. But its <i>commitment</i>, a fingerprint
				from which the seed cannot be found, was shown from the start:
			</p>
			<p class="hash">{proof.commitment}</p>
			{proof.seed ? (
				<p>The battle is over, and this is the seed:</p>
			) : (
				<p>
					When the battle is over the seed is shown here. You can then see that it has this
					fingerprint, and that it gives exactly the dice that fell.
				</p>
			)}
			<label class="seed">
				Seed{' '}
				<input
					value={seed}
					spellcheck={false}
					placeholder="64 hexadecimal digits"
					onInput={(e) => setSeed(e.currentTarget.value)}
				/>
			</label>
			{good && (
				<>
					<p>
						Worked out in your own browser (BLAKE2b-256, keyed with “fratelli seed commitment”):
					</p>
					<p class={`hash ${found === proof.commitment ? 'true' : 'false'}`}>{found}</p>
					<p>
						<b>
							{found === proof.commitment
								? 'They are the same: the dice were settled before the first order.'
								: 'They differ: this is not the seed of this battle.'}
						</b>
					</p>
				</>
			)}
			<p class="of">
				To replay every die yourself: save the game and run <code>fratelli replay --verify</code>, or{' '}
				<code>fratelli verify</code> for the seed alone.
			</p>
		</>
	);
}

function BriefingFoot({ close }: { close: () => void }): JSX.Element {
	const s = useSettings();
	return (
		<div class="briefing-foot">
			<button
				class="primary large"
				onClick={(e) => (e.currentTarget.closest('dialog')?.close(), close())}>
				To the field
			</button>
			<label class="tick">
				<input
					type="checkbox"
					checked={s.briefing}
					onChange={(e) => set({ briefing: e.currentTarget.checked })}
				/>{' '}
				A briefing opens each battle. It is always on the leaf “Day”.
			</label>
		</div>
	);
}

const keys: [string, string][] = [
	['Tab', 'from the board to the question, the lists and back'],
	['Arrows', 'move the cursor over the hexes, when the board has the focus'],
	['Enter', 'acts at the cursor; elsewhere, accepts the stated default'],
	['N, Shift+N', 'the next piece that can act, and back'],
	['Escape', 'lays the piece down, closes what is open'],
	['U', 'takes the last order back'],
	['+ − 0', 'nearer, farther, both armies'],
	['S', 'lays out the stack at the cursor'],
	['Space, ← →', 'pause, back and on, while what others do is shown'],
	['[ and ]', 'an order back and on, in the replay'],
	['1 – 7', 'the leaves beside the board'],
	['?', 'this list'],
];

export function Dialogs(): JSX.Element | null {
	const { game, desk } = useTable();
	const close = () => desk.show(null);
	switch (desk.dialog) {
		case 'report':
			return (
				<Folio title="Battle report" close={close}>
					<BattleReport />
				</Folio>
			);
		case 'proof':
			return (
				<Folio title="Proof of the dice" close={close}>
					<ProofText />
				</Folio>
			);
		case 'override':
			return (
				<Folio title={game.alone ? 'Change something' : 'Propose a change'} close={close}>
					<OverrideForm done={close} />
				</Folio>
			);
		case 'keys':
			return (
				<Folio title="Keyboard shortcuts" close={close}>
					<dl class="keys">
						{keys.map(([k, what]) => (
							<div key={k}>
								<dt>
									<kbd>{k}</kbd>
								</dt>
								<dd>{what}</dd>
							</div>
						))}
					</dl>
				</Folio>
			);
		case 'briefing':
			return (
				<Folio title="Briefing" close={close}>
					<BriefingText />
					<BriefingFoot close={close} />
				</Folio>
			);
		default:
			return null;
	}
}
