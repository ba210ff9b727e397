// Where we are: #/ (lobby), #/game/ID, #/game/ID/170 (as it stood after that order), #/game/ID/join/SECRET, #/rules/SYSTEM,
// #/mail and #/mail/MAIL,
// #/study/BATTLE/SYSTEM/SCENARIO/NAME=1,OTHER=0. A secret in the fragment never reaches a server's log.
import { useEffect, useMemo, useState } from 'preact/hooks';

export type Route =
	| { page: 'lobby' }
	| { page: 'game'; id: string; secret?: string; moment?: number }
	| { page: 'rules'; system: string; id?: string }
	| { page: 'study'; battle: string; system: string; scenario: string; options: string }
	| { page: 'mail'; mail: string };

export function read(): Route {
	const [page, id, verb, secret, more] = location.hash
		.replace(/^#\/?/, '')
		.split('/')
		.map(decodeURIComponent);
	if (page === 'game' && id)
		return verb === 'join' && secret
			? { page, id, secret }
			: /^\d+$/.test(verb ?? '')
				? { page, id, moment: Number(verb) }
				: { page, id };
	if (page === 'rules' && id) return { page, system: id, id: verb };
	if (page === 'mail') return { page, mail: id ?? '' };
	if (page === 'study' && id && verb && secret)
		return { page, battle: id, system: verb, scenario: secret, options: more ?? '' };
	return { page: 'lobby' };
}

export const go = (hash: string): void => void (location.hash = hash);

export function useRoute(): Route {
	const [hash, set] = useState(location.hash);
	useEffect(() => {
		const change = () => set(location.hash);
		addEventListener('hashchange', change);
		change(); // somebody may have gone on before we listened
		return () => removeEventListener('hashchange', change);
	}, []);
	return useMemo(read, [hash]);
}
