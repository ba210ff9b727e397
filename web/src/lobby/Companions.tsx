// Pages that rule systems bring of their own, for what a board on a screen cannot do.
import type { JSX } from 'preact';

declare const COMPANIONS: { system: string; path: string; title: string; text: string }[]; // put here by the build

export function Companions(): JSX.Element | null {
	if (!COMPANIONS.length) return null;
	return (
		<section class="companions" aria-labelledby="companions-title">
			<h2 id="companions-title">At a real table</h2>
			<ul>
				{COMPANIONS.map((c) => (
					<li key={c.path}>
						<a href={`/${c.path}`}>{c.title}</a> <span class="prose">{c.text}</span>
					</li>
				))}
			</ul>
		</section>
	);
}
