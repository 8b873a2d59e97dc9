import { headingOf } from '@plimsoll/contracts/incidents/vocabulary';
import { formatLongDay } from '../../../lib/format/time.ts';
import { OTHER, type EventFields, type Situation } from './fields/event-fields.ts';

/** Summary of a report in two lines, for its confirmation. */
export function ReportSummary({
  fields,
  situation,
  reviewer,
}: {
  fields: EventFields;
  situation: Situation;
  reviewer: string | null;
}) {
  const worksite = situation.worksites.find(({ guid }) => guid === fields.worksite)?.name;
  const region = situation.regions.find(({ guid }) => guid === fields.regionGuid)?.name;
  const place = fields.worksite === OTHER ? [fields.location.trim(), region].filter(Boolean).join(', ') : worksite;
  const steps = { NONE: null, REVIEW: 'a review', REVIEW_AND_APPROVAL: 'a review and an approval' }[
    situation.form.eventWorkflow
  ];
  const next = !steps
    ? 'It is closed as soon as it is reported.'
    : reviewer
      ? `${reviewer} is asked to review it.`
      : `It then needs ${steps}; who reviews it is still to be decided.`;
  return (
    <>
      <b>{headingOf(fields.description)}</b>
      <br />
      {[place, formatLongDay(fields.occurrenceDate), fields.occurrenceTime].filter(Boolean).join(', ')}. {next}
    </>
  );
}
