// The moderator: one page, one hand, no network. Five screens over one book; the tabs lie where the thumb is.
import { render } from 'preact';
import type { JSX } from 'preact';
import { useEffect, useReducer, useState } from 'preact/hooks';
import './style.css';
import { Card } from './card';
import { Keeper, keepDraft, phases, readDraft } from './book';
import { Fire, fireDraft, firedBy, type FireDraft } from './Fire';
import { Charge, chargeDraft, fightOf, type ChargeDraft } from './Charge';
import { Phase, phaseDraft, type PhaseDraft } from './Phase';
import { Units } from './Units';
import { Turn } from './Turn';
import { Reference } from './Reference';
import { Roster } from './Roster';

const source = `<!doctype html>\n${document.documentElement.outerHTML}`; // as it came, before anything is drawn

const tabs = [
	['fire', 'Fire'],
	['charge', 'Charge'],
	['units', 'Units'],
	['turn', 'Turn'],
	['reference', 'Card'],
] as const;
type Tab = (typeof tabs)[number][0];
interface Draft {
	tab: Tab;
	fire: FireDraft;
	charge: ChargeDraft;
	phase: PhaseDraft;
	open: string | null;
} // open: a sheet of the units

function Moderator({ card, keeper }: { card: Card; keeper: Keeper }): JSX.Element {
	const [, again] = useReducer<number, void>((n) => n + 1, 0);
	const [draft, setDraft] = useState<Draft>(() =>
		readDraft<Draft>({
			tab: 'turn',
			fire: fireDraft,
			charge: chargeDraft,
			phase: phaseDraft,
			open: null,
		}),
	);
	useEffect(() => keeper.listen(() => again()), [keeper]);
	const change = (d: Partial<Draft>) =>
		setDraft((old) => {
			const now = { ...old, ...d };
			keepDraft(now);
			return now;
		});
	const go = (d: Partial<Draft>) => (change(d), scrollTo(0, 0));
	const { book } = keeper;
	const lastStep = keeper.steps[keeper.steps.length - 1];
	return (
		<>
			<header class="top">
				<button class="phase" onClick={() => change({ tab: 'turn' })}>
					Turn {book.turn} · {phases[book.phase]}
				</button>
			</header>
			<main>
				{keeper.trouble && (
					<p class="trouble" role="alert">
						{keeper.trouble}
					</p>
				)}
				{draft.tab === 'fire' && (
					<Fire
						card={card}
						keeper={keeper}
						draft={draft.fire}
						set={(d) => change({ fire: { ...draft.fire, ...d } })}
					/>
				)}
				{draft.tab === 'charge' && (
					<Charge
						card={card}
						keeper={keeper}
						draft={draft.charge}
						set={(d) => change({ charge: { ...draft.charge, ...d } })}
					/>
				)}
				{draft.tab === 'units' && (
					<Units card={card} keeper={keeper} open={draft.open} look={(open) => change({ open })} />
				)}
				{draft.tab === 'turn' && (
					<Turn
						keeper={keeper}
						source={source}
						phase={
							<Phase
								card={card}
								keeper={keeper}
								draft={draft.phase}
								set={(d) => change({ phase: { ...draft.phase, ...d } })}
								fire={(u) =>
									go({
										tab: 'fire',
										fire: { ...draft.fire, ...firedBy(card, u, draft.fire) },
									})
								}
								fight={(by, target) =>
									go({ tab: 'charge', charge: fightOf(book, by, target) })
								}
								look={(open) => go({ tab: 'units', open })}
							/>
						}
					/>
				)}
				{draft.tab === 'reference' && <Reference />}
			</main>
			<nav class="tabs" aria-label="Screens, and undo">
				{tabs.map(([id, name]) => (
					<button
						key={id}
						aria-current={draft.tab === id ? 'page' : undefined}
						onClick={() => go({ tab: id, ...(id === 'units' ? { open: null } : {}) })}>
						{name}
					</button>
				))}
				<button class="undo" disabled={!keeper.canUndo} onClick={() => keeper.undo()}>
					Undo<span class="unseen">: {lastStep?.text}</span>
				</button>
			</nav>
			<Roster book={book} />
		</>
	);
}

const place = document.getElementById('moderator')!;
Card.open().then(
	(card) => render(<Moderator card={card} keeper={new Keeper()} />, place),
	(e: Error) => {
		place.innerHTML = '<p class="trouble" role="alert"></p>';
		place.firstElementChild!.textContent = `The card could not be opened in this browser: ${e.message}`;
	},
);

// Kept by a service worker where browsers allow one, and asked to be kept for good.
if (window.isSecureContext && 'serviceWorker' in navigator && location.protocol.startsWith('http'))
	navigator.serviceWorker.register('/companion.js', { scope: location.pathname }).catch(() => undefined);
void navigator.storage?.persist?.().catch(() => false);
