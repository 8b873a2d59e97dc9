import type { QueryFunction, QueryKey, SkipToken } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { queryClient } from './query-client.ts';
import { loadStartup, type Started } from '../session/startup.ts';

interface Address {
  search: URLSearchParams;
  params: Readonly<Record<string, string | undefined>>;
}

/** Query options, as `query` returns them. */
interface QueryLike {
  queryKey: QueryKey;
  queryFn?: QueryFunction<unknown> | SkipToken;
}

/**
 * A route loader that starts a page's queries while its chunk is still loading: `prefetching(({ organization }) =>
 * [formsQuery(organization.guid)])`.
 */
export function prefetching(queriesOf: (started: Started, address: Address) => readonly QueryLike[]) {
  return async ({ request, params }: LoaderFunctionArgs): Promise<null> => {
    const started = await loadStartup(request);
    for (const question of queriesOf(started, { search: new URL(request.url).searchParams, params }))
      void queryClient.prefetchQuery(question);
    return null;
  };
}
