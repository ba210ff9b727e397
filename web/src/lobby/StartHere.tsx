// The card for who has never been here: one click, and the battle begins.
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { theSide } from '../grammar';
import type { Catalogue } from '../service/words';
import { gentlest, hoursWords } from './pairing';
import { sitDown } from './muster';
import { Thumb } from './Thumb';

export function StartHere({
	catalogue,
	played,
}: {
	catalogue: Catalogue;
	played: boolean;
}): JSX.Element | null {
	const [busy, setBusy] = useState(false);
	const [trouble, complain] = useState('');
	const first = gentlest(catalogue);
	if (!first) return null;
	const { pairing } = first;
	const battle = catalogue.battles.find((b) => b.id === pairing.battle)!;
	const scenario = battle.scenarios.find((s) => s.id === pairing.scenario)!;
	const system = catalogue.systems.find((s) => s.id === pairing.system)!;
	const level = catalogue.skills.find((l) => l.name !== 'random') ?? catalogue.skills[0];
	const start = () => {
		setBusy(true);
		sitDown({
			battle: battle.id,
			system: system.id,
			scenario: scenario.id,
			options: {},
			curtain: false,
			seats: {
				[battle.sides[0]!.id]: 'me',
				[battle.sides[1]!.id]: level ? `computer:${level.name}` : 'computer',
			},
		}).catch((e: Error) => (complain(e.message), setBusy(false)));
	};
	return (
		<section class="start-here" aria-labelledby="start-title">
			<Thumb
				address={`/api/map/${battle.id}/${system.id}.svg?scenario=${scenario.id}`}
				alt={`Map of ${battle.title}`}
			/>
			<div>
				<p class="kicker">{played ? 'Another quick one' : 'Start here'}</p>
				<h2 id="start-title">{battle.title}</h2>
				<p class="start-scenario">{scenario.title}</p>
				<p class="facts">
					{system.title} · {hoursWords(first.hours)} · {pairing.pieces} counters · you lead{' '}
					{theSide(battle.sides[0])} against the computer
				</p>
				<p class="prose">{scenario.text}</p>
				<button class="primary large" disabled={busy} onClick={start}>
					To the field
				</button>
				{trouble && <p role="alert">{trouble}</p>}
			</div>
		</section>
	);
}
