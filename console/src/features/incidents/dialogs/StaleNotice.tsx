import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { incidentHistoryQuery, incidentQuery } from '../api.ts';
import { changesSince } from '../history/history-labels.ts';

/** Notice that the incident was changed meanwhile, by whom and how. Loading the changes does not discard the form. */
export function StaleNotice({ incident }: { incident: IncidentDetail }) {
  const { organization } = useStarted();
  const client = useQueryClient();
  const history = useQuery({ ...incidentHistoryQuery(organization.guid, incident.eventId), staleTime: 0 });
  const changes = history.data ? changesSince(history.data, incident.revision, incident.timeZone) : [];
  const load = () =>
    void client.invalidateQueries({ queryKey: incidentQuery(organization.guid, incident.eventId).queryKey });
  return (
    <Banner
      tone="warning"
      live
      action={
        <Button size="s" onClick={load}>
          Show the latest
        </Button>
      }
    >
      <b>This event changed since you opened it.</b> {changes.join(' ')} What you typed stays here.
    </Banner>
  );
}
