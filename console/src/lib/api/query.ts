import { queryOptions, type keepPreviousData } from '@tanstack/react-query';
import { request } from './http.ts';
import type { Answer, OperationInput, QueryId } from './operation.ts';

interface QueryTuning {
  staleTime?: number;
  refetchOnWindowFocus?: boolean;
  placeholderData?: typeof keepPreviousData;
}

/**
 * Query options for an API operation, with the operation and its input as key: `query('getForm', { params: { guid }
 * })`.
 */
export const query = <Id extends QueryId>(id: Id, input: OperationInput<Id>, tuning?: QueryTuning) =>
  queryOptions<Answer<Id>>({
    queryKey: [id, input],
    queryFn: ({ signal }) => request(id, input, { signal }),
    ...tuning,
  });
