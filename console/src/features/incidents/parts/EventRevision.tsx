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
import { incidentRevisionQuery } from '../api.ts';
import { EventRecord } from '../event-details.route.tsx';
import css from './EventProse.module.css';

/** The event as one of its revisions left it: what was approved, though it has been reopened and changed since. */
export function EventRevision({ now, revision }: { now: IncidentDetail; revision: number }) {
  const { organization } = useStarted();
  const query = useQuery(incidentRevisionQuery(organization.guid, now.eventId, revision));
  const isApproved = now.approvedRevision === revision;
  return (
    <QueryView query={query} home={paths.event(now.eventId)}>
      {(then) => (
        <Stack>
          <Section title={isApproved ? approvedRevisionText(revision) : `Revision ${revision}`} action={<StateBadge state={then.state} word={stateTexts[then.state]} />}>
            <div className={css.asOf}>
              <Banner action={<ButtonLink size="s" to={paths.eventHistory(now.eventId)}>See the whole history</ButtonLink>}>
                {then.asOf && `This is how event ${then.number} read after revision ${revision} of ${then.asOf.latest}, made ${formatInstant(then.asOf.at, then.timeZone, { withZone: true })}.`}
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
