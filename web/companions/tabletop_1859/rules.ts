// What the moderator does with the card's answers: results are owed until all have fired (comp.12), turns change flags, losses are counted.
import { Arm, Is, Weapon, type Card, type Effect } from './card';
import { CHARGES, FIRE, phases, type Book, type Chief, type Keeper, type Pen, type Unit } from './book';
import { effectWords } from './odds';

export const weaponNames = [
	'Rifled guns',
	'Smoothbore guns',
	'Rockets',
	'Rifles',
	'Jäger rifles',
	'Muskets, Italian line',
];
export const armNames = ['Infantry', 'Cavalry', 'Artillery'];
export const isGun = (w: Weapon): boolean => w <= Weapon.Rockets;

export const d10 = (): number => die(10);
export function die(sides: number): number {
	const box = new Uint8Array(1),
		most = 256 - (256 % sides);
	do crypto.getRandomValues(box);
	while (box[0]! >= most);
	return 1 + (box[0]! % sides);
}

/** The ranges worth a button: where a table row or a rule ends, as far as the weapon carries. */
export function ranges(card: Card, weapon: Weapon): number[] {
	const { artillery, rifle, limit, sure, doubled } = card.ranges;
	const most = limit[weapon]!;
	const ends = isGun(weapon)
		? [...artillery, ...(weapon === Weapon.Smoothbore ? [sure] : [])]
		: [...rifle, doubled];
	return [...new Set([...ends, most])].filter((r) => r <= most).sort((a, b) => a - b);
}

export const unitFlags = (u: Unit): number =>
	(u.order === 'disorganised' ? Is.Disorganised : u.order === 'routed' ? Is.Disorganised | Is.Routed : 0) |
	(u.underFire ? Is.UnderFire : 0);
export const meleeFlags = (u: Unit): number =>
	unitFlags(u) |
	(u.arm === Arm.Infantry && u.french ? Is.FrenchFoot : 0) |
	(u.arm === Arm.Infantry && u.italian ? Is.ItalianFoot : 0);

export const stateWords = (u: Unit): string =>
	[
		u.gone ? 'destroyed' : u.order === 'good' ? '' : u.order,
		u.underFire ? 'under fire' : '',
		u.owed ? `owed: ${effectWords(u.owed)}` : '',
		u.rallied ? 'good order next turn' : '',
		u.tied ? 'in a fight that goes on' : u.charges ? 'charges' : u.fired ? 'has fired' : '',
	]
		.filter(Boolean)
		.join(', ');

/** The losses, disorder and rout of a result; where it goes is done with the figures. */
export function suffer(pen: Pen, u: Unit, e: Effect): string {
	const stands = Math.max(0, u.stands - e.losses);
	const order = e.routs ? 'routed' : e.disorganised && u.order === 'good' ? 'disorganised' : u.order;
	const off = !!u.charges && !!(e.stopped || e.back || e.disorganised); // comp.12b
	pen.unit(u.id, {
		stands,
		order,
		owed: null,
		stopped: u.stopped || !!e.underFire,
		...(off ? { charges: null } : {}),
		...(stands === 0 ? { gone: true } : {}),
	});
	return `${u.name}: ${effectWords(e)}${stands === 0 ? ', and is gone' : off ? '; its charge is off' : ''}`;
}

const owing = (b: Book): Unit[] => Object.values(b.units).filter((u) => u.owed);

export function carryOutFire(pen: Pen): string[] {
	return owing(pen.book).map((u) => suffer(pen, u, u.owed!));
}

/** The next phase; leaving Fire carries out what is owed, a new turn brings what was to come "next turn". */
export function nextPhase(keeper: Keeper): void {
	keeper.step((pen) => {
		const { phase, turn } = pen.book;
		const done = phase === FIRE ? carryOutFire(pen) : [];
		const last = phase === phases.length - 1;
		if (phase === CHARGES)
			for (const u of Object.values(pen.book.units))
				if (u.charges && !u.tied) pen.unit(u.id, { charges: null });
		pen.set(['phase'], last ? 0 : phase + 1);
		if (last) {
			pen.set(['turn'], turn + 1);
			pen.set(['begins'], null);
			for (const u of Object.values(pen.book.units)) {
				if (u.underFire !== u.stopped || u.stopped)
					pen.unit(u.id, { underFire: u.stopped, stopped: false }); // fcrt.33
				if (u.fired) pen.unit(u.id, { fired: false });
				if (u.rallied) pen.unit(u.id, { order: 'good', rallied: false }); // rally.4
			}
			for (const c of Object.values(pen.book.chiefs)) {
				if (c.replaced)
					pen.chief(c.id, { fate: 'leads', replaced: false }); // rally.6: with the same rating
				else if (c.fate === 'killed') pen.chief(c.id, { fate: 'missed' }); // rally.5: from the next turn on
			}
		}
		const name = `Turn ${pen.book.turn}, ${phases[pen.book.phase]}`;
		return {
			text: done.length ? `${done.join('. ')}. ${name}` : name,
			rules: done.length ? ['AMB-02'] : [],
		};
	});
}

export const owes = (b: Book): number => owing(b).length;

export const standing = (b: Book, side?: number): Unit[] =>
	Object.values(b.units).filter((u) => !u.gone && (side === undefined || u.side === side));
/** Who commands it, as far as the lists say. */
export const chiefOf = (b: Book, u: Unit | undefined): Chief | undefined =>
	u?.of
		? Object.values(b.chiefs).find((c) => c.side === u.side && c.of === u.of && c.fate === 'leads')
		: undefined;
/** Charges declared, and fights that go on, target by target (charge.5). */
export function charged(b: Book): { target: Unit; by: Unit[] }[] {
	return standing(b)
		.map((target) => ({ target, by: standing(b).filter((u) => u.charges === target.id) }))
		.filter((f) => f.by.length);
}
