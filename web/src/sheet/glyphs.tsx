// The arms as an engraver would cut them: crossed muskets, sabres, a field gun. Twenty-four units square, drawn in the current ink.
import type { JSX } from 'preact';

const infantry = (
	<g fill="none" stroke="currentColor" stroke-linecap="round">
		<path d="M6.2 18.6 18.6 5M17.8 18.6 5.4 5" stroke-width="1.7" />
		<path d="M18.6 5 21.4 1.9M5.4 5 2.6 1.9" stroke-width=".9" />
		<path d="M3.4 21.8 7.2 17.6M20.6 21.8 16.8 17.6" stroke-width="3.4" />
	</g>
);
const cavalry = (
	<g fill="none" stroke="currentColor" stroke-linecap="round">
		<path d="M3.2 2.6C5.2 9.6 10 15.4 17.4 18.6M20.8 2.6C18.8 9.6 14 15.4 6.6 18.6" stroke-width="1.8" />
		<path d="M15.9 20.6 18.9 16.4M8.1 20.6 5.1 16.4" stroke-width="1.5" />
		<path d="M17.2 18.4 21.4 21.4M6.8 18.4 2.6 21.4" stroke-width="2.5" />
	</g>
);
const artillery = (
	<g fill="currentColor" stroke="currentColor" stroke-linejoin="round" stroke-linecap="round">
		<path
			d="M1.6 9.4 14.6 7.2c1.7-.2 2.6.5 2.9 1.9l.3 1.5c.2 1.2-.4 2-1.8 2.2L2.3 12.3z"
			stroke-width=".6"
		/>
		<circle cx="18.6" cy="9.9" r="1" stroke="none" />
		<path d="M12.6 15.4 22.4 20" fill="none" stroke-width="1.9" />
		<g fill="none">
			<circle cx="10.6" cy="15.6" r="5.3" stroke-width="1.4" />
			<path
				d="M10.6 10.3v10.6M5.3 15.6h10.6M6.85 11.85l7.5 7.5M14.35 11.85l-7.5 7.5"
				stroke-width=".7"
			/>
		</g>
		<circle cx="10.6" cy="15.6" r="1.3" stroke="none" />
	</g>
);
const boat = (
	<g fill="none" stroke="currentColor" stroke-linejoin="round" stroke-linecap="round">
		<path d="M2 15.5h20l-2.6 5H5z" fill="currentColor" stroke-width=".8" />
		<path d="M11 15V4M11 4.6l7.6 8H11zM9.6 6.4 4.6 12.6h5z" stroke-width="1.1" />
	</g>
);
const star = 'M12 2.2l2.9 6.5 7.1.7-5.3 4.8 1.5 7L12 17.6l-6.2 3.6 1.5-7L2 9.4l7.1-.7z';
const leader = <path d={star} fill="currentColor" />;
const chief = (
	<g>
		<path d={star} fill="currentColor" transform="translate(4.2 2.6) scale(.65)" />
		<g fill="none" stroke="currentColor" stroke-width="1.3" stroke-linecap="round">
			<path d="M11.4 22C5 21 1.6 15.6 2.4 8.4M12.6 22C19 21 22.4 15.6 21.6 8.4" />
			<path d="M3 12.4 5.6 13M3.8 15.8 6.4 15.8M5.6 18.8 8 18M21 12.4 18.4 13M20.2 15.8 17.6 15.8M18.4 18.8 16 18" />
		</g>
	</g>
);
const marker = (
	<g fill="currentColor" stroke="currentColor">
		<path d="M6 22V2.4" stroke-width="1.6" stroke-linecap="round" />
		<path d="M6.6 3.4 19.4 5.2 15.4 8.4 19.4 12.2 6.6 12.2z" stroke="none" />
	</g>
);
const hidden = (
	<text
		x="12"
		y="18.4"
		font-size="19"
		text-anchor="middle"
		fill="currentColor"
		font-family="'IM Fell English',serif">
		?
	</text>
);

const glyphs: Record<string, JSX.Element> = {
	infantry,
	cavalry,
	artillery,
	boat,
	leader,
	chief,
	marker,
	hidden,
};
export const glyph = (symbol: string): JSX.Element => glyphs[symbol] ?? marker;

/** In words, for who does not see it. */
export const armName = (symbol: string): string =>
	({ chief: 'commander', hidden: 'unknown' })[symbol] ?? symbol;
