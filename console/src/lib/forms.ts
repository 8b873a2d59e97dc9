import { queryOptions } from '@tanstack/react-query';
import type { FormSummary } from '@plimsoll/contracts/forms/form';
import { api, take } from './http.ts';

/** The forms that may be used to report. The events and the dashboard read the same answer. */
export const formsQuery = (organizationGuid: string) =>
  queryOptions({
    queryKey: ['forms', organizationGuid],
    queryFn: () => take(api.GET('/api/forms', { params: { query: { organizationGuid } } })) as Promise<{ items: FormSummary[]; totalCount: number }>,
    staleTime: 300_000,
  });
