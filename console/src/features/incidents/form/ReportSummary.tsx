import { headingOf } from '@plimsoll/contracts/incidents/vocabulary';
import { formatLongDay } from '../../../lib/format/time.ts';
import { useLoaded } from '../../../ui/feedback/useLoaded.ts';
import { OTHER, type EventFields, type Situation } from './fields/event-fields.ts';
import { useAsksAtOnce, useWhoIsAsked } from './who-is-asked.ts';

interface ReportSummaryProps {
  fields: EventFields;
  situation: Situation;
  /** The reviewer that was chosen. */
  reviewer: string | null;
}

/** Summary of a report in two lines, for its confirmation, and whether it alerts people. */
export function ReportSummary({ fields, situation, reviewer }: ReportSummaryProps) {
  const warning = useLoaded(() => import('./alarms/AlarmWarning.tsx'));
  const isAtOnce = useAsksAtOnce(situation);
  const asked = useWhoIsAsked(situation, fields);
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
      : isAtOnce && asked !== null
        ? `It goes to ${!asked || asked === 'FIRST_ON_LIST' ? 'the first person on the call list' : asked.name} for a review.`
        : `It then needs ${steps}; who reviews it is still to be decided.`;
  return (
    <>
      <b>{headingOf(fields.description)}</b>
      <br />
      {[place, formatLongDay(fields.occurrenceDate), fields.occurrenceTime].filter(Boolean).join(', ')}. {next}
      <span style={{ display: 'block', marginTop: 12 }}>
        {warning && <warning.AlarmWarning fields={fields} situation={situation} />}
      </span>
    </>
  );
}
