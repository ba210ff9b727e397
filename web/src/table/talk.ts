// What the players say to each other: words, and changes they propose.
import { get } from '../service/courier';
import { capital, theSide } from '../grammar';
import type { ChatLine, Proposal } from '../service/words';
import type { Game } from './game';

export class Talk {
	chat: ChatLine[] = [];
	proposals: Proposal[] = [];

	constructor(private readonly game: Game) {}

	async read(): Promise<void> {
		if (this.game.spectator) return;
		const lines = await get<ChatLine[]>(`${this.game.path}/chat`).catch(() => this.chat);
		this.chat = [...lines, ...this.chat.filter((c) => !lines.some((l) => l.id === c.id))]; // some may have been heard meanwhile
		this.game.tell();
	}

	/** The message has all of it; the list may not have it yet. */
	hear(line: ChatLine): void {
		if (this.game.spectator || this.chat.some((c) => c.id === line.id)) return;
		this.chat = [...this.chat, line];
		if (!this.game.board.you.includes(line.side ?? ''))
			this.game.note('news', `${this.game.sideTitle(line.side)}: ${line.text}`, null);
		this.game.tell();
	}

	async readProposals(): Promise<void> {
		if (this.game.spectator) return;
		this.proposals = await get<Proposal[]>(`${this.game.path}/override`).catch(() => this.proposals);
		this.game.tell();
	}

	/** The message has all of it; the list may not have it yet. */
	hearProposal(p: Proposal): void {
		if (this.game.spectator || !p.proposal || this.proposals.some((q) => q.proposal === p.proposal))
			return;
		this.proposals = [...this.proposals, p];
		if (!this.game.board.you.includes(p.side))
			this.game.note(
				'news',
				`${capital(theSide(this.game.side(p.side)))} propose a change: “${p.reason}”. You can agree to it under Talk.`,
				null,
			);
		this.game.tell();
	}
}
