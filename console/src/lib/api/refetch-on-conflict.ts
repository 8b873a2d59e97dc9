import { useQueryClient } from '@tanstack/react-query';
import { textOf } from '@plimsoll/contracts/errors/errors';
import type { QueryId } from './operation.ts';
import { ApiProblem } from './problem.ts';
import { refusalWith } from './refusal.ts';

/**
 * For a command on what others change too, when it was refused: what stands there by now is asked for, and whoever was
 * slower sends once more, knowing it.
 */
export function useRefetchOnConflict(...ids: QueryId[]): (error: unknown) => never {
  const client = useQueryClient();
  const old: readonly unknown[] = ids;
  return (error) => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => old.includes(queryKey[0]) });
    throw error instanceof ApiProblem && error.className === 'StaleRevision'
      ? refusalWith(`${textOf('StaleRevision')}. Look at what stands here now, and send again if yours still holds.`)
      : error;
  };
}
