import type { FormSummary } from '@plimsoll/contracts/forms/form';
import type { Dashboard } from '@plimsoll/contracts/metrics/http';
import { halfUp } from './half-up.ts';
import { listText } from './month-labels.ts';

export const sumOf = (dashboard: Dashboard, kind: 'leading' | 'lagging'): number =>
  dashboard.months.reduce((sum, month) => sum + month[kind], 0);

/** 'One incident for every 6.8 leading events'; undefined if either count is zero. */
export function ratioText(dashboard: Dashboard): string | undefined {
  const [leading, lagging] = [sumOf(dashboard, 'leading'), sumOf(dashboard, 'lagging')];
  if (leading === 0 || lagging === 0) return undefined;
  return `One incident for every ${halfUp(leading / lagging, 1)} leading events`;
}

/** Names of the organization's forms that count as leading: 'Inspection, safety observation and toolbox talk'. */
export function leadingText(forms: readonly FormSummary[]): string | undefined {
  const names = forms.filter(({ isLeading }) => isLeading).map(({ name }) => name);
  if (names.length === 0) return undefined;
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} other forms`] : names;
  const text = listText(shown.map((name) => name.toLowerCase()));
  return text.charAt(0).toUpperCase() + text.slice(1);
}
