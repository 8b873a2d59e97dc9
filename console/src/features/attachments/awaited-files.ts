import { newGuid } from '../../lib/format/ids.ts';
import { request } from '../../lib/api/http.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { addressedTo, staleAfterFiles, type FileAddress } from './api.ts';

/** Refetches everything that shows files. */
export const refreshLists = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => (staleAfterFiles as readonly unknown[]).includes(queryKey[0]),
  });

const deleteId = { event: 'deleteAttachment', task: 'deleteTaskAttachment' } as const;

/**
 * Tells the server that an announced file will not come. Without a network the event goes on waiting, and its page offers
 * to wait no longer. Never fails.
 */
export async function stopAwaiting(file: FileAddress): Promise<void> {
  const { params, query } = addressedTo(file);
  await request(deleteId[file.owner.kind], { params, query }, { key: newGuid(), isBackground: true }).then(
    refreshLists,
    () => undefined,
  );
}
