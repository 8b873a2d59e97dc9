import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { incidentsPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Stack } from '../../../ui/layout/Section.tsx';
import { pastIncidentQuery, type Past } from '../api.ts';
import { EventRecord } from '../record/EventRecord.tsx';
import { PastNotice } from './PastNotice.tsx';
import { RevisionSlider } from './RevisionSlider.tsx';

/** The event as one of its revisions left it, or as the log knew it at an instant: what was approved, though it has been reopened and changed since. */
export function EventRevision({ now, past }: { now: IncidentDetail; past: Past }) {
  const { organization } = useStarted();
  // What was read stays until the next has come: the slider passes many.
  const query = useQuery({
    ...pastIncidentQuery(organization.guid, now.eventId, past),
    placeholderData: keepPreviousData,
  });
  const [, setSearch] = useSearchParams();
  const isThere = 'revision' in past && past.revision <= now.revision;
  return (
    <Stack>
      {isThere && (
        <RevisionSlider
          now={now}
          shown={past.revision}
          onChange={(revision) =>
            setSearch({ revision: String(revision) }, { replace: true, preventScrollReset: true })
          }
        />
      )}
      <QueryView query={query} home={incidentsPaths.event(now.eventId)}>
        {(then) => (
          <Stack>
            <PastNotice
              now={now}
              then={then}
              past={past}
              action={
                <ButtonLink size="s" to={incidentsPaths.eventHistory(now.eventId)}>
                  See the whole history
                </ButtonLink>
              }
            />
            <EventRecord incident={then} />
          </Stack>
        )}
      </QueryView>
    </Stack>
  );
}
