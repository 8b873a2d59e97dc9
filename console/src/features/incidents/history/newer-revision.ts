import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { showAlert } from '../../../lib/format/alerts.ts';
import { request } from '../../../lib/api/http.ts';
import { useServerChanges } from '../../notifications/public/server-changes.ts';
import type { QueryId } from '../../../lib/api/operation.ts';
import { ApiProblem, errorText } from '../../../lib/api/problem.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { incidentHistoryQuery, incidentQuery } from '../api.ts';

export type Latest = Pick<IncidentDetail, 'number' | 'revision' | 'state' | 'allowedCommands'>;

interface NewerRevision {
  /** Text of the notice; null if the shown revision is the latest. */
  words: string | null;
  /** The latest revision that is known; null if it is the shown one. */
  latest: Latest | 'GONE' | null;
  load: () => void;
}

const isGone = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 403 || error.status === 404);
const toTitle = () => document.querySelector('h1')?.focus();

/**
 * Checks after any change on the server whether the shown incident has a newer revision. The page keeps its version
 * until `load`, which fetches the incident again, because it may have changed further.
 */
export function useNewerRevision({
  eventId,
  number,
  revision,
}: Pick<IncidentDetail, 'eventId' | 'number' | 'revision'>): NewerRevision {
  const { organization } = useStarted();
  const client = useQueryClient();
  const [newest, setNewest] = useState<Latest | 'GONE' | null>(null);
  const { queryKey } = incidentQuery(organization.guid, eventId);
  const ask = () => request('getIncident', { params: { eventId }, query: { organizationGuid: organization.guid } });

  useServerChanges(() => {
    // The user's own changes are already being loaded.
    if (client.isFetching({ queryKey }) > 0) return;
    ask().then(setNewest, (error: unknown) => isGone(error) && setNewest('GONE'));
  });

  const show = (latest: IncidentDetail) => {
    setNewest(latest);
    client.setQueryData(queryKey, latest);
    void client.invalidateQueries({ queryKey: incidentHistoryQuery(organization.guid, eventId).queryKey });
    void client.invalidateQueries({ queryKey: ['listAttachments'] satisfies [QueryId] });
    toTitle();
  };
  const fail = (error: unknown) => {
    if (!isGone(error))
      return showAlert({ type: 'error', title: `Event ${number} could not be loaded`, subtitle: errorText(error) });
    setNewest(null);
    void client.resetQueries({ queryKey }).finally(() => requestAnimationFrame(toTitle));
  };

  const latest = newest === 'GONE' || (newest !== null && newest.revision > revision) ? newest : null;
  const words =
    latest === 'GONE'
      ? `Event ${number} is no longer open to you.`
      : latest
        ? `Event ${number} has changed since you opened it.`
        : null;
  return { words, latest, load: () => void ask().then(show, fail) };
}
