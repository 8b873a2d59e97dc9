import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { request } from '../../../lib/http.ts';
import { useNews } from '../../../lib/news.ts';
import { ApiProblem } from '../../../lib/problem.ts';
import { useStarted } from '../../../lib/startup.ts';
import { incidentHistoryQuery, incidentQuery } from '../api.ts';

interface NewerEvent {
  /** What is to be said of it; null while what is shown is the newest. */
  words: string | null;
  load: () => void;
}

const isGone = (fault: unknown): boolean => fault instanceof ApiProblem && (fault.status === 403 || fault.status === 404);
const toTitle = () => document.querySelector('h1')?.focus();

/** Looks, whenever somebody has done something, whether the event that is shown has gone on. What is shown stays until it is loaded. */
export function useNewerEvent({ eventId, number, revision }: Pick<IncidentDetail, 'eventId' | 'number' | 'revision'>): NewerEvent {
  const { organization } = useStarted();
  const client = useQueryClient();
  const [newest, setNewest] = useState<IncidentDetail | 'GONE' | null>(null);
  const { queryKey } = incidentQuery(organization.guid, eventId);

  useNews(() => {
    // What the person has done themselves is on its way to the page anyway.
    if (client.isFetching({ queryKey }) > 0) return;
    request('getIncident', { params: { eventId }, query: { organizationGuid: organization.guid } }).then(setNewest, (fault: unknown) => isGone(fault) && setNewest('GONE'));
  });

  const load = () => {
    if (newest === 'GONE') {
      setNewest(null);
      void client.resetQueries({ queryKey }).finally(() => requestAnimationFrame(toTitle));
      return;
    }
    client.setQueryData(queryKey, newest ?? undefined);
    void client.invalidateQueries({ queryKey: incidentHistoryQuery(organization.guid, eventId).queryKey });
    toTitle();
  };

  if (newest === 'GONE') return { words: `Event ${number} is no longer open to you.`, load };
  return { words: newest && newest.revision > revision ? `Event ${number} has changed since you opened it.` : null, load };
}
