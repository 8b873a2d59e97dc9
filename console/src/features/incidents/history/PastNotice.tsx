import type { ReactNode } from 'react';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { approvedRevisionText, stateTexts } from '@plimsoll/contracts/incidents/event-texts';
import { formatInstant } from '../../../lib/format/time.ts';
import { StateBadge } from '../../../ui/feedback/Badge.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import type { Past } from '../api.ts';
import css from '../record/EventProse.module.css';

/**
 * Names the past version that is shown, and what it does not include.
 * @param action link or button that leaves it
 */
export function PastNotice({
  now,
  then,
  past,
  action,
}: {
  now: IncidentDetail;
  then: IncidentDetail;
  past: Past;
  action: ReactNode;
}) {
  const asOf = 'asOf' in past ? formatInstant(past.asOf, now.timeZone, { withZone: true }) : null;
  return (
    <Section
      title={
        asOf
          ? `As it was on ${asOf}`
          : now.approvedRevision === then.revision
            ? approvedRevisionText(then.revision)
            : `Revision ${then.revision}`
      }
      action={<StateBadge state={then.state} word={stateTexts[then.state]} />}
    >
      <div className={css.asOf}>
        <Banner action={action}>
          {then.asOf &&
            `This is how event ${then.number} read ${asOf ? `on ${asOf}, ` : ''}after revision ${then.revision} of ${then.asOf.latest}, made ${formatInstant(then.asOf.at, then.timeZone, { withZone: true })}.`}
          {' What has been erased since then is not shown.'}
        </Banner>
      </div>
    </Section>
  );
}
