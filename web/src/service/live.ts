// The live connection: says that the game moved on, heals itself, and says when it is dead.

export type LiveState = 'opening' | 'open' | 'lost' | 'closed';
export interface LiveMessage {
	type: string;
	n?: number;
	[more: string]: unknown;
}

export class Live {
	state: LiveState = 'opening';
	private socket: WebSocket | null = null;
	private tries = 0;
	private timer = 0;

	constructor(
		private readonly game: string,
		private readonly since: () => number,
		private readonly hear: (message: LiveMessage) => void,
		private readonly changed: (state: LiveState) => void,
	) {
		this.connect();
		addEventListener('online', this.wake);
		document.addEventListener('visibilitychange', this.wake);
	}

	close(): void {
		this.set('closed');
		clearTimeout(this.timer);
		removeEventListener('online', this.wake);
		document.removeEventListener('visibilitychange', this.wake);
		this.socket?.close();
	}

	/** For tests and for "try now". */
	readonly wake = (): void => {
		if (this.state !== 'lost' || document.hidden) return;
		clearTimeout(this.timer);
		this.tries = 0;
		this.connect();
	};

	private set(state: LiveState): void {
		if (this.state === state) return;
		this.state = state;
		this.changed(state);
	}

	private connect(): void {
		if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
		const address = new URL(`/api/games/${this.game}/live?since=${this.since()}`, location.href);
		address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
		const socket = new WebSocket(address);
		this.socket = socket;
		socket.onopen = () => {
			this.tries = 0;
			const again = this.state === 'lost';
			this.set('open');
			if (again) this.hear({ type: 'entries' }); // whatever happened meanwhile
		};
		socket.onmessage = (e) => {
			try {
				this.hear(JSON.parse(String(e.data)) as LiveMessage);
			} catch {
				/* not for us */
			}
		};
		socket.onclose = () => {
			if (this.state === 'closed' || this.socket !== socket) return;
			this.set('lost');
			this.again();
		};
	}

	private again(): void {
		clearTimeout(this.timer);
		const wait = Math.min(300 * 1.7 ** this.tries++, 8000) * (0.75 + Math.random() / 2);
		this.timer = window.setTimeout(() => this.connect(), wait);
	}
}
