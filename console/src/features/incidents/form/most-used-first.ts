import type { OfferedForm } from '@plimsoll/contracts/forms/form';

/** Forms by their number of events; equally used ones keep their order. */
export const mostUsedFirst = <Counted extends Pick<OfferedForm, 'eventCount'>>(forms: readonly Counted[]): Counted[] =>
  forms.toSorted((one, other) => other.eventCount - one.eventCount);
