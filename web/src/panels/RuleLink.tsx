// A rule's number; opens the rules there.
import type { JSX } from 'preact';
import { useContext } from 'preact/hooks';
import { TableContext } from '../table/use';

export function RuleLink({ rule }: { rule: string | null | undefined }): JSX.Element | null {
	const table = useContext(TableContext);
	if (!rule) return null;
	return (
		<button
			class="rule"
			data-rule-tip={rule}
			aria-label={`Rule ${rule}`}
			onClick={(e) => (e.stopPropagation(), table?.desk.openRule(rule))}>
			§{'\u2009'}
			{rule}
		</button>
	);
}
