// The engraved map, fetched once and put under the counters as it is. It is part of the document, so that it is set in the page's type.
import { useEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Board } from '../service/words';

export interface Frame {
	x: number;
	y: number;
	w: number;
	h: number;
}

export function mapAddress(board: Pick<Board, 'battle' | 'system' | 'scenario'>, more = ''): string {
	return `/api/map/${board.battle.id}/${board.system.id}.svg?scenario=${board.scenario.id}${more}`;
}

let sent: { address: string; text: Promise<string> } | null = null;

/** Sends for the map; who asks for it next finds it on its way. */
export function sendForMap(board: Pick<Board, 'battle' | 'system' | 'scenario'>): Promise<string> {
	const address = mapAddress(board);
	if (sent?.address === address) return sent.text;
	const text = fetch(address, { credentials: 'same-origin' }).then((r) =>
		r.ok ? r.text() : Promise.reject(new Error(`The map could not be drawn (${r.status}).`)),
	);
	const here = (sent = { address, text });
	text.catch(() => sent === here && (sent = null));
	return text;
}

interface Props {
	board: Board;
	framed: (f: Frame) => void;
	failed: (why: string) => void;
}

export function MapPicture({ board, framed, failed }: Props): JSX.Element {
	const holder = useRef<HTMLDivElement>(null);
	const address = mapAddress(board);
	useEffect(() => {
		let gone = false;
		sendForMap(board)
			.then((text) => {
				if (gone || !holder.current) return;
				const picture = document.adoptNode(
					new DOMParser().parseFromString(text, 'image/svg+xml').documentElement,
				);
				const [x, y, w, h] = (picture.getAttribute('viewBox') ?? '0 0 1000 1000')
					.split(/[\s,]+/)
					.map(Number) as [number, number, number, number];
				picture.setAttribute('width', String(w));
				picture.setAttribute('height', String(h));
				picture.setAttribute('aria-hidden', 'true');
				picture.setAttribute('focusable', 'false');
				if (board.table) picture.setAttribute('preserveAspectRatio', 'none');
				holder.current.replaceChildren(picture);
				framed({ x, y, w, h });
			})
			.catch((e: Error) => !gone && failed(e.message));
		return () => void (gone = true);
	}, [address]);
	return <div class="map-picture" ref={holder} />;
}
