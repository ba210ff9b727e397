// What happened, cut into beats: the pieces in which it is played back. A march of one piece is one beat, however many orders it took; every
// other entry of the log that has something to tell is one by itself. Orders of which nothing was seen are none.
import type { Entry, Event, Place, PieceId, Side } from '../service/words';

export interface Beat {
	from: number; // entries before it
	to: number; // and after it
	side: Side | null;
	entries: Entry[];
	events: Event[]; // what is told of it
	way: Place[]; // of a march: from where it set out to where it stands
	who: PieceId | null;
}

/** One step of one piece and nothing else. */
export const stepOf = (e: Entry): Event | null => {
	const [v, more] = e.events;
	return e.entry === 'order' && !e.undone && v && !more && v.who && !v.whom && v.where && v.to ? v : null;
};

export const counts = (e: Entry): boolean => !e.undone && e.n >= 0 && e.events.length > 0;

/** The first beat of these entries, and what is left of them. Entries that tell nothing are passed over. */
export function firstBeat(entries: Entry[]): { beat: Beat | null; rest: Entry[] } {
	const i = entries.findIndex(counts);
	if (i < 0) return { beat: null, rest: [] };
	const first = entries[i]!,
		step = stepOf(first);
	const of: Entry[] = [first],
		way: Place[] = step ? [step.where!, step.to!] : [];
	let k = i + 1;
	for (; step && k < entries.length; k++) {
		const e = entries[k]!,
			next = stepOf(e);
		if (!e.undone && !e.events.length) continue; // one was laid down and another taken up
		if (!next || next.who !== step.who || next.where !== way[way.length - 1]) break;
		of.push(e), way.push(next.to!);
	}
	const last = of[of.length - 1]!;
	const events = of.flatMap((e) => e.events);
	return {
		beat: {
			from: first.n,
			to: last.n + 1,
			side: first.side,
			entries: of,
			events,
			way,
			who: step?.who ?? events[0]?.who ?? null,
		},
		rest: entries.slice(entries.indexOf(last) + 1),
	};
}

export function beatsOf(entries: Entry[]): Beat[] {
	const beats: Beat[] = [];
	for (let left = entries; left.length; ) {
		const { beat, rest } = firstBeat(left);
		if (!beat) break;
		beats.push(beat);
		left = rest;
	}
	return beats;
}

/** What is read of it: rolls and modifiers belong to the sentence before them, and dice are seen. */
export const spoken = (events: Event[]): Event[] =>
	events.filter((e) => e.kind !== 'modifier' && e.kind !== 'roll');
export const rolled = (events: Event[]): Event[] => events.filter((e) => e.dice?.length);

/** So long it is shown at the ordinary pace, in milliseconds: a march as long as it walks, the rest as long as it is read. */
export function holdOf(b: Beat): number {
	const letters = spoken(b.events).reduce((n, e) => n + e.text.length, 0);
	if (b.way.length) return 650 + 260 * (b.way.length - 1);
	return Math.min(9000, 900 + 34 * letters + 700 * Math.min(3, rolled(b.events).length));
}

/** Where it happened: the camera goes there. */
export function placesOf(b: Beat, at: (piece: PieceId) => Place | undefined): Place[] {
	const of = b.events.flatMap((e) => [e.where, e.to, e.who && at(e.who), e.whom && at(e.whom)]);
	return [...new Set(of.filter((p): p is Place => !!p))].slice(0, 12);
}
