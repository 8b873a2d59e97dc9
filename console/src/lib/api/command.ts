import { useMutation, useQueryClient, type DataTag, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { request } from './http.ts';
import { newGuid } from '../format/ids.ts';
import type { Answer, OperationInput, CommandId, QueryId } from './operation.ts';

interface Consequences<Id extends CommandId> {
  /** Queries whose cached data is invalidated once the command is accepted. */
  staleAfter: readonly QueryId[];
  /** The query whose data the command's response also provides. */
  answers?: (asked: OperationInput<Id>) => { queryKey: DataTag<QueryKey, Answer<Id>, Error> };
  /** Resolves without waiting for invalidated queries to refetch, since the page is left anyway. */
  leaves?: boolean;
}

/** A command and its effect on cached queries. */
export interface Command<Id extends CommandId> extends Consequences<Id> {
  id: Id;
}

/** Declares a command with the queries it invalidates: `command('approveIncident', { staleAfter: [...] })`. */
export const command = <Id extends CommandId>(id: Id, consequences: Consequences<Id>): Command<Id> => ({
  id,
  ...consequences,
});

export interface Sent<Id extends CommandId> {
  asked: OperationInput<Id>;
  /** Idempotency key: the server executes a command once per key, however often it is sent. */
  key: string;
  /** The revision that the user has seen. */
  revision?: number;
}

function follow<Id extends CommandId>(
  client: QueryClient,
  { staleAfter, answers, leaves }: Command<Id>,
  asked: OperationInput<Id>,
  answer: Answer<Id>,
): Promise<void> | undefined {
  if (answers) client.setQueryData(answers(asked).queryKey, answer);
  const stale: readonly unknown[] = staleAfter;
  const followed = client.invalidateQueries({ predicate: ({ queryKey }) => stale.includes(queryKey[0]) });
  return leaves ? undefined : followed;
}

/**
 * Sends a command. A key is sent once: a second tap joins the first, while it is in flight and after it was accepted.
 */
export function useCommand<Id extends CommandId>(what: Command<Id>) {
  const client = useQueryClient();
  const flight = useRef<{ key: string; landing: Promise<Answer<Id>> }>(undefined);
  const mutation = useMutation({
    mutationFn: ({ asked, key, revision }: Sent<Id>) => request(what.id, asked, { key, revision }),
    onSuccess: (answer, { asked }) => follow(client, what, asked, answer),
    onError: () => void (flight.current = undefined),
  });
  return {
    isPending: mutation.isPending,
    /** Sends the command. Throws an ApiProblem. */
    send: (sent: Sent<Id>): Promise<Answer<Id>> => {
      if (flight.current?.key !== sent.key) flight.current = { key: sent.key, landing: mutation.mutateAsync(sent) };
      return flight.current.landing;
    },
  };
}

/** One idempotency key per instance of a form. Renew it after the command was accepted if the form stays open. */
export function useFormKey(): { key: string; renew: () => void } {
  const [key, setKey] = useState(() => newGuid());
  return { key, renew: () => setKey(newGuid()) };
}
