// A study's report, as the program wrote it, shown on our page. It is a whole document with styles of its own, so it gets a shadow root, and its
// styles are put in by way of the object model: our security policy allows none in the text.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';

export function Report({ html }: { html: string }): JSX.Element {
	const box = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		const root = box.current!.shadowRoot ?? box.current!.attachShadow({ mode: 'open' });
		const styles: CSSStyleSheet[] = [];
		const bare = html
			.replace(/<style>([^<]*)<\/style>/g, (_, text: string) => {
				const sheet = new CSSStyleSheet();
				sheet.replaceSync(text.replace(/(^|[{},\s])(html|body|:root)(?=[\s{,])/g, '$1:host'));
				styles.push(sheet);
				return '';
			})
			.replace(/ style='([^']*)'/g, " data-style='$1'");
		const page = new DOMParser().parseFromString(bare, 'text/html');
		for (const script of page.querySelectorAll('script')) script.remove();
		root.adoptedStyleSheets = styles;
		root.replaceChildren(...page.body.childNodes);
		for (const e of root.querySelectorAll<HTMLElement | SVGElement>('[data-style]'))
			e.style.cssText = e.dataset.style!;
	}, [html]);
	return <div class="study-report" ref={box} />;
}
