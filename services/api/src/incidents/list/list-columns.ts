import type { Question } from '@plimsoll/contracts/forms/form';
import {
  CHANGED_SINCE_REVIEW,
  eventFieldTexts,
  riskBandTexts,
  stateTexts,
} from '@plimsoll/contracts/incidents/event-texts';
import type { WholeIncident } from '@plimsoll/projections/incidents/incident-list/whole-list';
import type { Cell } from '../../spreadsheets/rows.ts';

export interface ListColumn {
  readonly title: string;
  readonly cell: (incident: WholeIncident) => Cell;
}

const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No');

/**
 * Columns of an exported list: those of the list, and further fields of the report. Dates are ISO 8601, instants in
 * UTC.
 */
export const listColumns: readonly ListColumn[] = [
  { title: 'No.', cell: ({ item }) => item.number },
  { title: 'Form', cell: ({ item }) => item.formName },
  { title: eventFieldTexts.occurrenceDate, cell: ({ item }) => item.occurrenceDate },
  { title: eventFieldTexts.occurrenceTime, cell: ({ item }) => item.occurrenceTime },
  { title: eventFieldTexts.timeZone, cell: ({ item }) => item.timeZone },
  { title: eventFieldTexts.description, cell: ({ description }) => description },
  { title: eventFieldTexts.immediateActions, cell: ({ immediateActions }) => immediateActions },
  { title: eventFieldTexts.worksite, cell: ({ item }) => item.place.worksiteName },
  { title: eventFieldTexts.region, cell: ({ item }) => item.place.regionName },
  { title: eventFieldTexts.location, cell: ({ item }) => item.place.location },
  { title: eventFieldTexts.reportingGroup, cell: ({ reportingGroupName }) => reportingGroupName },
  { title: eventFieldTexts.reporter, cell: ({ item }) => item.reporter.name },
  { title: 'Reported at', cell: ({ item }) => item.reportedAt },
  { title: eventFieldTexts.state, cell: ({ item }) => stateTexts[item.deleted ? 'DELETED' : item.state] },
  {
    title: 'With',
    cell: ({ item: { holder } }) => holder && [holder.name, holder.alsoWith?.name].filter(Boolean).join(', '),
  },
  { title: eventFieldTexts.reviewer, cell: ({ item }) => item.reviewer?.name ?? null },
  { title: eventFieldTexts.approver, cell: ({ item }) => item.approver?.name ?? null },
  { title: eventFieldTexts.severity, cell: ({ item }) => item.severity },
  { title: eventFieldTexts.likelihood, cell: ({ item }) => item.likelihood },
  { title: eventFieldTexts.risk, cell: ({ item }) => item.riskBand && riskBandTexts[item.riskBand] },
  { title: 'Risk score', cell: ({ item }) => item.riskScore },
  { title: CHANGED_SINCE_REVIEW, cell: ({ item }) => yesOrNo(item.changedSinceReview) },
  { title: 'Leading', cell: ({ item }) => yesOrNo(item.isLeading) },
  { title: 'Sensitive', cell: ({ item }) => yesOrNo(item.isSensitive) },
];

/** Column for a question, with its answer in the wording of the version that the incident was reported with. */
export const questionColumn = ({ questionGuid, text }: Pick<Question, 'questionGuid' | 'text'>): ListColumn => ({
  title: text,
  cell: ({ answers }) => answers.get(questionGuid) ?? null,
});
