import type { QueryFunction, QueryKey, SkipToken } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { queryClient } from './query-client.ts';
import { loadStartup, type Started } from '../session/startup.ts';

interface Address {
  search: URLSearchParams;
  params: Readonly<Record<string, string | undefined>>;
}

/** What `query` gives. */
interface Question {
  queryKey: QueryKey;
  queryFn?: QueryFunction<unknown> | SkipToken;
}

/** A loader that asks a page's questions while its chunk is still on the way: `prefetching(({ organization }) => [formsQuery(organization.guid)])`. */
export function prefetching(questions: (started: Started, address: Address) => readonly Question[]) {
  return async ({ request, params }: LoaderFunctionArgs): Promise<null> => {
    const started = await loadStartup(request);
    for (const question of questions(started, { search: new URL(request.url).searchParams, params }))
      void queryClient.prefetchQuery(question);
    return null;
  };
}
