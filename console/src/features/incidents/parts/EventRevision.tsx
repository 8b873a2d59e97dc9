import { useQuery } from '@tanstack/react-query';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { paths } from '../../../lib/paths.ts';
import { useStarted } from '../../../lib/startup.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Stack } from '../../../ui/Section.tsx';
import { pastIncidentQuery, type Past } from '../api.ts';
import { EventRecord } from './EventRecord.tsx';
import { PastNotice } from './PastNotice.tsx';

/** The event as one of its revisions left it, or as the log knew it at an instant: what was approved, though it has been reopened and changed since. */
export function EventRevision({ now, past }: { now: IncidentDetail; past: Past }) {
  const { organization } = useStarted();
  const query = useQuery(pastIncidentQuery(organization.guid, now.eventId, past));
  return (
    <QueryView query={query} home={paths.event(now.eventId)}>
      {(then) => (
        <Stack>
          <PastNotice now={now} then={then} past={past} action={<ButtonLink size="s" to={paths.eventHistory(now.eventId)}>See the whole history</ButtonLink>} />
          <EventRecord incident={then} />
        </Stack>
      )}
    </QueryView>
  );
}
