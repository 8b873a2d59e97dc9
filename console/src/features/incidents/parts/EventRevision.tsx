import { useQuery } from '@tanstack/react-query';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { approvedRevisionText, stateTexts } from '@plimsoll/contracts/incidents/event-texts';
import { paths } from '../../../lib/paths.ts';
import { useStarted } from '../../../lib/startup.ts';
import { formatInstant } from '../../../lib/time.ts';
import { StateBadge } from '../../../ui/Badge.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { ButtonLink } from '../../../ui/Button.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Section, Stack } from '../../../ui/Section.tsx';
import { pastIncidentQuery, type Past } from '../api.ts';
import { EventRecord } from './EventRecord.tsx';
import css from './EventProse.module.css';

/** The event as one of its revisions left it, or as the log knew it at an instant: what was approved, though it has been reopened and changed since. */
export function EventRevision({ now, past }: { now: IncidentDetail; past: Past }) {
  const { organization } = useStarted();
  const query = useQuery(pastIncidentQuery(organization.guid, now.eventId, past));
  const asOf = 'asOf' in past ? formatInstant(past.asOf, now.timeZone, { withZone: true }) : null;
  return (
    <QueryView query={query} home={paths.event(now.eventId)}>
      {(then) => (
        <Stack>
          <Section title={asOf ? `As it was on ${asOf}` : now.approvedRevision === then.revision ? approvedRevisionText(then.revision) : `Revision ${then.revision}`} action={<StateBadge state={then.state} word={stateTexts[then.state]} />}>
            <div className={css.asOf}>
              <Banner action={<ButtonLink size="s" to={paths.eventHistory(now.eventId)}>See the whole history</ButtonLink>}>
                {then.asOf && `This is how event ${then.number} read ${asOf ? `on ${asOf}, ` : ''}after revision ${then.revision} of ${then.asOf.latest}, made ${formatInstant(then.asOf.at, then.timeZone, { withZone: true })}.`}
                {' What has been erased since then is not shown.'}
              </Banner>
            </div>
          </Section>
          <EventRecord incident={then} />
        </Stack>
      )}
    </QueryView>
  );
}
