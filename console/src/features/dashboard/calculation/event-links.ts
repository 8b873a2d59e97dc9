import type { FormSummary } from '@plimsoll/contracts/forms/form';
import { daysOf, type Range } from './range.ts';
import type { Metric } from './rate-series.ts';

const counts: Readonly<Record<Metric | 'leading' | 'lagging', (form: FormSummary) => boolean>> = {
  trif: ({ trifContributor }) => trifContributor,
  ltif: ({ ltifContributor }) => ltifContributor,
  mvif: ({ mvifContributor }) => mvifContributor,
  leading: ({ isLeading }) => isLeading,
  lagging: ({ isLeading }) => !isLeading,
};

/** The event list's filters that come nearest to what a figure counts: its days, and the forms that contribute to it. */
export function eventsSearch(forms: readonly FormSummary[], figure: Metric | 'leading' | 'lagging', range: Range): URLSearchParams {
  const search = new URLSearchParams(daysOf(range));
  for (const { formGuid } of forms.filter(counts[figure])) search.append('formGuid', formGuid);
  return search;
}
