// A map as a small picture. Maps are drawn when they are first asked for, so they are asked for one after the other: the table stays free
// for who wants to sit down.
import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';

let last: Promise<void> = Promise.resolve();

function load(address: string): Promise<void> {
	const mine = last.then(() => new Promise<void>((done) => {
		const picture = new Image();
		picture.onload = picture.onerror = () => done();
		picture.src = address;
	}));
	last = mine;
	return mine;
}

export function Thumb({ address, alt }: { address: string; alt: string }): JSX.Element {
	const [ready, setReady] = useState('');
	useEffect(() => {
		let gone = false;
		void load(address).then(() => !gone && setReady(address));
		return () => void (gone = true);
	}, [address]);
	return ready === address ? <img class="thumb" src={address} alt={alt} /> : <span class="thumb" {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })} />;
}
