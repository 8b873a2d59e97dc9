import { queryOptions, type keepPreviousData } from '@tanstack/react-query';
import { request } from './http.ts';
import type { Answer, Asked, QueryId } from './operation.ts';

interface QueryManners {
  staleTime?: number;
  refetchOnWindowFocus?: boolean;
  placeholderData?: typeof keepPreviousData;
}

/** A question to the API, known by its operation and what is asked: `query('getForm', { params: { guid } })`. */
export const query = <Id extends QueryId>(id: Id, asked: Asked<Id>, manners?: QueryManners) =>
  queryOptions<Answer<Id>>({
    queryKey: [id, asked],
    queryFn: ({ signal }) => request(id, asked, { signal }),
    ...manners,
  });
