import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './problem.ts';
import { forgetWithPerson } from '../session/sign-out.ts';

/** Retries only requests that did not reach the server; a refusal would be repeated. */
const shouldRetry = (failures: number, error: Error) =>
  failures < 2 && (!(error instanceof ApiProblem) || error.status === 0 || error.status >= 502);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: shouldRetry, retryDelay: 600, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

forgetWithPerson(() => queryClient.clear());
