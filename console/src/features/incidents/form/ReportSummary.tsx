import { headingOf } from '@plimsoll/contracts/incidents/vocabulary';
import { formatLongDay } from '../../../lib/time.ts';
import { OTHER, type EventFields, type Situation } from './event-fields.ts';

/** What is about to be reported, in two lines. */
export function ReportSummary({ fields, situation }: { fields: EventFields; situation: Situation }) {
  const worksite = situation.worksites.find(({ guid }) => guid === fields.worksite)?.name;
  const region = situation.regions.find(({ guid }) => guid === fields.regionGuid)?.name;
  const place = fields.worksite === OTHER ? [fields.location.trim(), region].filter(Boolean).join(', ') : worksite;
  const next = { NONE: 'It is closed as soon as it is reported.', REVIEW: 'It then goes to review.', REVIEW_AND_APPROVAL: 'It then goes to review and approval.' };
  return (
    <>
      <b>{headingOf(fields.description)}</b>
      <br />
      {[place, formatLongDay(fields.occurrenceDate), fields.occurrenceTime].filter(Boolean).join(', ')}. {next[situation.form.eventWorkflow]}
    </>
  );
}
