import { queryOptions, type keepPreviousData } from '@tanstack/react-query';
import { request } from './http.ts';
import type { Answer, Asked, QueryId } from './operation.ts';

interface QueryManners {
  staleTime?: number;
  refetchOnWindowFocus?: boolean;
  placeholderData?: typeof keepPreviousData;
}

/**
 * Query options for an API operation, with the operation and its input as key: `query('getForm', { params: { guid }
 * })`.
 */
export const query = <Id extends QueryId>(id: Id, asked: Asked<Id>, manners?: QueryManners) =>
  queryOptions<Answer<Id>>({
    queryKey: [id, asked],
    queryFn: ({ signal }) => request(id, asked, { signal }),
    ...manners,
  });
