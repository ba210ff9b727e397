// Fratelli's page. It knows no rule system and no battle: everything on it is what the service says.
import { render } from 'preact';
import type { JSX } from 'preact';
import './style/fonts.css';
import './style/paper.css';
import './style/lobby.css';
import './style/table.css';
import './style/sheet.css';
import './style/field.css';
import './style/leaves.css';
import './style/guide.css';
import './style/phone.css';
import './style/palettes.css';
import './style/print.css';
import 'uplot/dist/uPlot.min.css';
import { useRoute } from './route';
import { show } from './settings';
import { Outdated } from './Outdated';
import { Tips } from './Tips';
import { Lobby } from './lobby/Lobby';
import { GamePage } from './table/GamePage';
import { RulesPage } from './lobby/RulesPage';
import { MailPage } from './mail/MailPage';
import { StudyPage } from './study/StudyPage';

function Page(): JSX.Element {
	const route = useRoute();
	if (route.page === 'game')
		return <GamePage key={route.id} id={route.id} secret={route.secret} moment={route.moment} />;
	if (route.page === 'rules') return <RulesPage system={route.system} id={route.id ?? null} />;
	if (route.page === 'study')
		return (
			<StudyPage
				key={`${route.battle} ${route.system} ${route.scenario} ${route.options}`}
				{...route}
			/>
		);
	if (route.page === 'mail') return <MailPage mail={route.mail} />;
	return <Lobby />;
}

show();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
render(
	<>
		<Outdated />
		<Page />
		<Tips />
	</>,
	document.getElementById('page')!,
);
