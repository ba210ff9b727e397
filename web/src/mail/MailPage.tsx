// Games by mail: opening what came, and sending what is ready.
import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { theSide } from '../grammar';
import { go } from '../route';
import { get, introduce } from '../service/courier';
import type { Catalogue } from '../service/words';
import {
	acceptMail,
	byMail,
	forget,
	HONEST,
	letters,
	readMail,
	verify,
	wayWords,
	type Card,
	type Letter,
} from './mail';
import { Sending } from './Sending';

const states: Record<Letter['state'], string> = {
	invited: 'You have invited somebody: send this.',
	accepted: 'You have accepted: send this, and wait for their first mail.',
	mine: 'Your move.',
	theirs: 'Their move: send this.',
	rolling: 'Your order waits for its dice: send this.',
	over: 'The battle is over.',
};

function title(catalogue: Catalogue, card: Card, mine: 0 | 1): string {
	const b = catalogue.battles.find((x) => x.id === card.battle),
		s = b?.scenarios.find((x) => x.id === card.scenario),
		book = catalogue.systems.find((x) => x.id === card.system);
	const side = b?.sides.find((x) => x.id === card.sides[mine]);
	return `${b?.title ?? card.battle}: ${s?.title ?? card.scenario}, ${book?.title ?? card.system}; you lead ${side ? theSide(side) : card.sides[mine]}`;
}

function Dice({ of }: { of: Letter }): JSX.Element {
	const [said, tell] = useState('');
	const check = () =>
		verify(of.id).then(
			({ seeds }) =>
				tell(
					`All ${seeds} seeds follow from both sides' secrets, which were promised before the first order.`,
				),
			(e: Error) => tell(e.message),
		);
	return (
		<p>
			<button class="link" onClick={() => void check()}>
				Check the dice
			</button>{' '}
			<span role="status">{said}</span>
		</p>
	);
}

function One({ of, catalogue, gone }: { of: Letter; catalogue: Catalogue; gone: () => void }): JSX.Element {
	const [sure, ask] = useState(false);
	return (
		<li class={of.state === 'mine' ? 'yours' : ''}>
			<h3>
				{of.game ? (
					<a href={`#/game/${of.game}`}>{title(catalogue, of.card, of.mine)}</a>
				) : (
					title(catalogue, of.card, of.mine)
				)}
			</h3>
			<p>
				{states[of.state]} {wayWords[of.card.way][0]} way.
			</p>
			{of.out && of.state !== 'mine' && <Sending mail={of.out} n={of.last} />}
			{of.game && <Dice of={of} />}
			{of.game && (
				<p>
					<a href={`/here/mail/along?id=${of.id}`} download={`${of.card.battle}-by-mail.save`}>
						Move it to a table
					</a>
					: the file, brought to a table on a server, goes on there; they get its invitation.
				</p>
			)}
			<p>
				{sure ? (
					<>
						Its secrets go too, and it cannot go on by mail.{' '}
						<button onClick={() => void forget(of.id).then(gone)}>Yes, forget it</button>{' '}
						<button onClick={() => ask(false)}>No</button>
					</>
				) : (
					<button class="link" onClick={() => ask(true)}>
						Forget it
					</button>
				)}
			</p>
		</li>
	);
}

function Invitation({
	of,
	text,
	catalogue,
	accepted,
	refuse,
}: {
	of: Letter;
	text: string;
	catalogue: Catalogue;
	accepted: () => void;
	refuse: (why: string) => void;
}): JSX.Element {
	return (
		<section class="invitation" aria-labelledby="invitation">
			<h2 id="invitation">
				<span>An invitation</span>
			</h2>
			<p>
				{title(catalogue, of.card, of.mine)}. {wayWords[of.card.way][0]} way:{' '}
				{wayWords[of.card.way][1]}
			</p>
			<p class="prose">{HONEST}</p>
			<button
				class="primary large"
				onClick={() => void acceptMail(text).then(accepted, (e: Error) => refuse(e.message))}>
				Accept
			</button>
		</section>
	);
}

export function MailPage({ mail }: { mail: string }): JSX.Element {
	const [catalogue, set] = useState<Catalogue | null>(null);
	const [all, setAll] = useState<Letter[]>([]);
	const [pasted, paste] = useState('');
	const [offer, show] = useState<{ of: Letter; text: string } | null>(null);
	const [trouble, complain] = useState('');
	const look = () => letters().then(setAll, (e: Error) => complain(e.message));
	const open = (text: string) =>
		readMail(text).then(
			(l) => {
				complain('');
				if (l.invitation) return show({ of: l, text });
				if (l.game && l.state === 'mine') return go(`/game/${l.game}`);
				return look();
			},
			(e: Error) => (complain(e.message), void look()),
		);
	useEffect(
		() =>
			void introduce()
				.then(() => get<Catalogue>('/api/catalogue'))
				.then(
					(c) => {
						set(c);
						if (!byMail())
							return complain('Games by mail are for the page that needs no server.');
						void look();
						if (mail) void open(mail);
					},
					(e: Error) => complain(e.message),
				),
		[mail],
	);
	return (
		<div class="lobby mail-page">
			<header class="masthead small">
				<p>
					<a href="#/">Fratelli</a>
				</p>
				<h1>By mail</h1>
			</header>
			<main>
				{trouble && (
					<p role="alert" class="lobby-trouble">
						{trouble}
					</p>
				)}
				{catalogue && offer && (
					<Invitation
						of={offer.of}
						text={offer.text}
						catalogue={catalogue}
						refuse={complain}
						accepted={() => (show(null), go('/mail'), void look())}
					/>
				)}
				<section aria-labelledby="open-mail">
					<h2 id="open-mail">
						<span>Open a mail</span>
					</h2>
					<label>
						The link, or what is in the file{' '}
						<textarea
							class="paste"
							rows={3}
							value={pasted}
							onInput={(e) => paste(e.currentTarget.value)}
						/>
					</label>
					<p>
						<button disabled={!pasted.trim()} onClick={() => void open(pasted)}>
							Open it
						</button>{' '}
						<label class="file">
							or a file{' '}
							<input
								type="file"
								onChange={(e) => void e.currentTarget.files?.[0]?.text().then(open)}
							/>
						</label>
					</p>
				</section>
				{catalogue && all.length > 0 && (
					<section aria-labelledby="all-mail">
						<h2 id="all-mail">
							<span>Your games by mail</span>
						</h2>
						<ul class="letters">
							{all.map((l) => (
								<One key={l.id} of={l} catalogue={catalogue} gone={() => void look()} />
							))}
						</ul>
					</section>
				)}
			</main>
		</div>
	);
}
