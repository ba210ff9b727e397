// When the stack viewer is open, and for which stack. It opens when the hand rests on a stack, and stays as long as the hand is on the
// stack or in the viewer. Opened by a click on the disc, by touch or by key it is pinned: it stays until one turns away from it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { dwell } from '../settings';

const REST = 420; // milliseconds that the hand rests on a stack before it is laid out
const AWAY = 320; // and that it may be elsewhere before it is put together again

export interface Viewing {
	open: string | null; // the stack's key
	pinned: boolean;
	over: (stack: string | null, inViewer: boolean) => void; // where the hand is
	pin: (stack: string) => void;
	close: (but?: string | null) => void; // `but`: it does not open for this one again before the hand has left it
}

export function useViewing(): Viewing {
	const [state, set] = useState<{ open: string | null; pinned: boolean }>({ open: null, pinned: false });
	const now = useRef(state);
	const timer = useRef(0);
	const quiet = useRef<string | null>(null);
	const aim = useRef<string | null>(null); // what the timer will do: open this one, or (null) close
	const put = (open: string | null, pinned: boolean) => {
		clearTimeout(timer.current);
		timer.current = 0;
		now.current = { open, pinned };
		set(now.current);
	};
	useEffect(() => () => clearTimeout(timer.current), []);
	const wait = (to: string | null, ms: number) => {
		if (timer.current && aim.current === to) return;
		clearTimeout(timer.current);
		aim.current = to;
		timer.current = window.setTimeout(() => put(to, false), dwell(ms));
	};
	const rest = () => (clearTimeout(timer.current), void (timer.current = 0));
	return {
		...state,
		over: (stack, inViewer) => {
			const { open, pinned } = now.current;
			if (stack !== quiet.current) quiet.current = null;
			else if (stack) return rest();
			if (inViewer || stack === open) return rest();
			if (pinned) return;
			if (stack) wait(stack, open ? Math.max(REST, AWAY) : REST);
			else if (open) wait(null, AWAY);
			else rest();
		},
		pin: (stack) => put(stack, true),
		close: (but = null) => ((quiet.current = but), put(null, false)),
	};
}
