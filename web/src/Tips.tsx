// Tooltips of our own, for everything that has a title: by hover, by focus with the keyboard, and by a long press. A rule's number shows the rule
// itself. The browser's own are kept away while ours is shown, since they come late, small and not at all by touch.
import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { dwell } from './settings';
import { book } from './panels/RulesLeaf';

interface Tip {
	text: string;
	x: number;
	y: number;
	below: boolean;
}
const REST = 500,
	PRESS = 550,
	AWAY = 6;

/** The nearest thing that explains itself: an attribute of its own, or the first child of a drawing. */
function explained(from: Element | null): { e: Element; title: SVGTitleElement | null } | null {
	for (let e = from; e && e !== document.body; e = e.parentElement) {
		if (e.hasAttribute('data-rule-tip') || e.hasAttribute('title') || e.hasAttribute('data-tip'))
			return { e, title: null };
		const first = e.firstElementChild;
		if (first instanceof SVGTitleElement) return { e, title: first };
	}
	return null;
}

async function textOf({ e, title }: NonNullable<ReturnType<typeof explained>>): Promise<string> {
	const rule = e.getAttribute('data-rule-tip'),
		system = e.closest('[data-system]')?.getAttribute('data-system');
	if (rule && system) {
		const found = (await book(system).catch(() => [])).find((r) => r.id === rule);
		if (found) return `§ ${rule}: ${found.text.replaceAll('**', '')}`;
	}
	return e.getAttribute('title') ?? e.getAttribute('data-tip') ?? title?.textContent ?? '';
}

export function Tips(): JSX.Element | null {
	const [tip, show] = useState<Tip | null>(null);
	useEffect(() => {
		let over: Element | null = null,
			timer = 0,
			quiet: (() => void) | null = null,
			came = false, // something has come under a hand that rests: it explains itself when the hand moves
			at = { x: 0, y: 0 };
		const hide = () => {
			clearTimeout(timer);
			over = null;
			quiet?.();
			quiet = null;
			show(null);
		};
		/** Takes the browser's own away until ours is gone. */
		const hush = (e: Element, title: SVGTitleElement | null) => {
			const words = e.getAttribute('title'),
				drawn = title?.textContent ?? '';
			if (words !== null) e.setAttribute('data-tip', words), e.removeAttribute('title');
			if (title) title.textContent = '';
			quiet = () => {
				if (words !== null) e.setAttribute('title', words), e.removeAttribute('data-tip');
				if (title && !title.textContent) title.textContent = drawn;
			};
		};
		const plan = (target: Element | null, wait: number, place: () => { x: number; y: number }) => {
			const found = explained(target);
			if (found?.e === over) return;
			hide();
			if (!found) return;
			over = found.e;
			timer = window.setTimeout(async () => {
				const text = await textOf(found);
				if (
					!text ||
					over !== found.e ||
					!found.e.isConnected ||
					(found.e.closest('.stacks') && document.querySelector('.viewer'))
				)
					return; // the viewer says it all
				hush(found.e, found.title);
				const { x, y } = place();
				show({
					text,
					x: Math.max(8, Math.min(x, innerWidth - 330)),
					y,
					below: y < innerHeight * 0.6,
				});
			}, dwell(wait));
		};
		const enter = (e: PointerEvent) => {
			came = e.clientX === at.x && e.clientY === at.y;
			at = { x: e.clientX, y: e.clientY };
			if (came) return hide();
			if (e.pointerType !== 'touch' && !e.buttons) plan(e.target as Element, REST, () => at);
		};
		const move = (e: PointerEvent) => {
			if (Math.hypot(e.clientX - at.x, e.clientY - at.y) > AWAY && e.pointerType === 'touch') hide();
			if (e.pointerType === 'touch') return;
			const moved = e.clientX !== at.x || e.clientY !== at.y;
			at = { x: e.clientX, y: e.clientY };
			if (!came || !moved) return;
			came = false;
			if (!e.buttons) plan(e.target as Element, REST, () => at);
		};
		const press = (e: PointerEvent) => {
			hide();
			at = { x: e.clientX, y: e.clientY };
			if (e.pointerType === 'touch')
				plan(e.target as Element, PRESS, () => ({ x: at.x - 60, y: at.y - 30 }));
		};
		const focus = (e: FocusEvent) => {
			const on = e.target as Element;
			if (!on.matches?.(':focus-visible')) return;
			plan(on, REST, () => {
				const b = on.getBoundingClientRect();
				return { x: b.left, y: b.bottom };
			});
		};
		const key = () => hide();
		const listeners: [string, (e: never) => void][] = [
			['pointerover', enter],
			['pointermove', move],
			['pointerdown', press],
			['focusin', focus],
			['focusout', key],
			['keydown', key],
			['wheel', key],
		];
		for (const [name, l] of listeners)
			addEventListener(name, l as unknown as EventListener, { passive: true });
		return () => {
			hide();
			for (const [name, l] of listeners) removeEventListener(name, l as unknown as EventListener);
		};
	}, []);
	if (!tip) return null;
	return (
		<div
			class="tip"
			role="tooltip"
			style={{
				left: `${tip.x + 14}px`,
				...(tip.below ? { top: `${tip.y + 18}px` } : { bottom: `${innerHeight - tip.y + 12}px` }),
			}}>
			{tip.text}
		</div>
	);
}
