// A rule book on a page of its own.
import type { JSX } from 'preact';
import { RuleBook } from '../panels/RulesLeaf';
import { go } from '../route';

export function RulesPage({ system, id }: { system: string; id: string | null }): JSX.Element {
	return (
		<div class="lobby rules-page">
			<header class="masthead small">
				<p>
					<a href="#/">Fratelli</a>
				</p>
				<h1>{system.replaceAll('_', ' ')}</h1>
			</header>
			<main>
				<RuleBook system={system} at={id} open={(r) => go(`/rules/${system}/${r}`)} />
			</main>
		</div>
	);
}
