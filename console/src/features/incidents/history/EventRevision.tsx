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

/** Shows a past version of an incident, such as the approved one after it has been reopened and changed. */
export function EventRevision({ now, past }: { now: IncidentDetail; past: Past }) {
  const { organization } = useStarted();
  // Keep the previous revision until the next one has loaded, because the slider passes many.
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
