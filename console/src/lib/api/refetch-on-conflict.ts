import { useQueryClient } from '@tanstack/react-query';
import { textOf } from '@plimsoll/contracts/errors/errors';
import type { QueryId } from './operation.ts';
import { ApiProblem } from './problem.ts';
import { refusalWith } from './refusal.ts';

/**
 * Handles the refusal of a command on shared data: refetches the given queries and, on a stale revision, asks the user
 * to review the current data and send again. Always throws.
 */
export function useRefetchOnConflict(...ids: QueryId[]): (error: unknown) => never {
  const client = useQueryClient();
  const stale: readonly unknown[] = ids;
  return (error) => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => stale.includes(queryKey[0]) });
    throw error instanceof ApiProblem && error.className === 'StaleRevision'
      ? refusalWith(`${textOf('StaleRevision')}. Look at what stands here now, and send again if yours still holds.`)
      : error;
  };
}
