// A page that was loaded before the service was renewed would misread what it is told: it says so, and offers to be loaded again.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { outdated } from './service/courier';

export function Outdated(): JSX.Element | null {
	const [is, set] = useState(outdated.is);
	useEffect(() => {
		outdated.changed = () => set(true);
		set(outdated.is);
	}, []);
	if (!is) return null;
	return (
		<p class="outdated" role="alert">
			This page is of another version than the table it speaks to.{' '}
			<button onClick={() => location.reload()}>Load it again</button>
		</p>
	);
}
