// The roster as it is printed.
import type { JSX } from 'preact';
import { armNames, stateWords, weaponNames } from './rules';
import { chits, type Book } from './book';

export function Roster({ book }: { book: Book }): JSX.Element {
	return (
		<div class="roster">
			<h1>
				{book.title}, turn {book.turn}
			</h1>
			{([0, 1] as const).map((side) => (
				<table key={side}>
					<caption>{book.sides[side]}</caption>
					<thead>
						<tr>
							<th>Unit</th>
							<th>Arm</th>
							<th>Weapon</th>
							<th>MR</th>
							<th>Stands</th>
							<th>State</th>
						</tr>
					</thead>
					<tbody>
						{Object.values(book.units)
							.filter((u) => u.side === side)
							.map((u) => (
								<tr key={u.id}>
									<td>
										{u.name}
										{u.of && <small> {u.of}</small>}
									</td>
									<td>{armNames[u.arm]}</td>
									<td>{u.arm === 1 ? '' : weaponNames[u.weapon]}</td>
									<td>{u.morale}</td>
									<td>
										{'■'.repeat(u.stands)}
										{'□'.repeat(u.full - u.stands)}
									</td>
									<td>{stateWords(u)}</td>
								</tr>
							))}
						{Object.values(book.chiefs)
							.filter((c) => c.side === side)
							.map((c) => (
								<tr key={c.id}>
									<td>{c.name}</td>
									<td>Commander</td>
									<td />
									<td>{c.rating}</td>
									<td />
									<td>
										{c.fate !== 'leads' ? 'killed' : c.chit == null ? '' : chits[c.chit]}
									</td>
								</tr>
							))}
					</tbody>
				</table>
			))}
		</div>
	);
}
