// A map as a small picture. Maps are drawn when they are first asked for, so they are asked for one after the other: the table stays free
// for who wants to sit down.
import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { picture } from '../service/courier';

let last: Promise<unknown> = Promise.resolve();
const drawn = new Map<string, Promise<string>>();

/** Where the picture is, once it is there. */
function load(address: string): Promise<string> {
	const before = last,
		mine = drawn.get(address) ?? before.then(() => picture(address));
	drawn.set(address, mine);
	last = mine;
	return mine;
}

export function Thumb({ address, alt }: { address: string; alt: string }): JSX.Element {
	const [ready, setReady] = useState('');
	useEffect(() => {
		let gone = false;
		load(address).then(
			(at) => !gone && setReady(at),
			() => undefined,
		);
		return () => void (gone = true);
	}, [address]);
	return ready ? (
		<img class="thumb" src={ready} alt={alt} />
	) : (
		<span class="thumb" {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })} />
	);
}
