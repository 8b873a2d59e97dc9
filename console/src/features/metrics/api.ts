import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { YearMonth } from '@plimsoll/contracts/calendar';
import type { MonthlyMetrics, RecordMonthlyMetricsRequest } from '@plimsoll/contracts/metrics/http';
import { api, commandHeaders, take } from '../../lib/http.ts';

/** The figures of a month, who entered them and when. */
export const monthQuery = (orgGuid: string, yearMonth: YearMonth) =>
  queryOptions({
    queryKey: ['monthly-metrics', orgGuid, yearMonth],
    queryFn: ({ signal }) => take(api.GET('/api/orgs/{orgGuid}/reporting-metrics/{yearMonth}', { params: { path: { orgGuid, yearMonth } }, signal })) as Promise<MonthlyMetrics>,
  });

export interface MonthToRecord {
  key: string;
  revision: number;
  body: RecordMonthlyMetricsRequest;
}

/** Enters a month's figures, for the revision that the person has seen; the charts and the bell follow. */
export function useRecordMonth(orgGuid: string, yearMonth: YearMonth) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, revision, body }: MonthToRecord) =>
      take(
        api.PUT('/api/orgs/{orgGuid}/reporting-metrics/{yearMonth}', { params: { path: { orgGuid, yearMonth } }, body, headers: commandHeaders(key, revision) }),
      ) as Promise<MonthlyMetrics>,
    onSuccess: (answer) => {
      client.setQueryData(monthQuery(orgGuid, yearMonth).queryKey, answer);
      return Promise.all([client.invalidateQueries({ queryKey: ['dashboard', orgGuid] }), client.invalidateQueries({ queryKey: ['notifications', orgGuid] })]);
    },
  });
}
