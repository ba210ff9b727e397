// Brings something into the middle of its leaf. Only the leaf is moved: the browser's own way also shifts the table under it.
export function bring(e: Element | null | undefined): void {
	const leaf = e?.closest('#leaf');
	if (!e) return;
	if (!leaf) return e.scrollIntoView({ block: 'center' });
	const at = e.getBoundingClientRect(),
		room = leaf.getBoundingClientRect();
	leaf.scrollTop += at.top + at.height / 2 - room.top - room.height / 2;
}
