import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { LoadLines } from '@plimsoll/contracts/metrics/events';
import type { Dashboard, LoadLinesAnswer } from '@plimsoll/contracts/metrics/http';
import { api, commandHeaders, take } from '../../lib/http.ts';
import type { Range } from './reckoning/range.ts';

/** The figures of some months; those before stay in sight while the next ones load. */
export const dashboardQuery = (organizationGuid: string, { from, to }: Range) =>
  queryOptions({
    queryKey: ['dashboard', organizationGuid, from, to],
    queryFn: ({ signal }) => take(api.GET('/api/dashboard/reported-events', { params: { query: { organizationGuid, from, to } }, signal })) as Promise<Dashboard>,
    placeholderData: keepPreviousData,
  });

/** The limits of a calendar year, and who set them; for those who may set them. */
export const loadLinesQuery = (orgGuid: string, year: number) =>
  queryOptions({
    queryKey: ['load-lines', orgGuid, year],
    queryFn: () => take(api.GET('/api/orgs/{orgGuid}/load-lines/{year}', { params: { path: { orgGuid, year: String(year) } } })) as Promise<LoadLinesAnswer>,
    staleTime: 0,
  });

export interface LimitsToSet {
  key: string;
  year: number;
  revision: number;
  limits: LoadLines;
}

/** Sets the limits of a year, for the revision that the person has seen; the charts follow. */
export function useSetLoadLines(orgGuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, year, revision, limits }: LimitsToSet) =>
      take(api.PUT('/api/orgs/{orgGuid}/load-lines/{year}', { params: { path: { orgGuid, year: String(year) } }, body: limits, headers: commandHeaders(key, revision) })) as Promise<LoadLinesAnswer>,
    onSuccess: (answer) => {
      client.setQueryData(loadLinesQuery(orgGuid, answer.year).queryKey, answer);
      return client.invalidateQueries({ queryKey: ['dashboard', orgGuid] });
    },
  });
}
