import { queryOptions } from '@tanstack/react-query';
import { command, useCommand } from '../../lib/api/command.ts';
import { limitConcurrency } from '../../lib/offline/limit-concurrency.ts';
import { requestBytes } from '../../lib/api/http.ts';
import type { OperationInput, QueryId } from '../../lib/api/operation.ts';
import { query } from '../../lib/api/query.ts';
import type { FilesOwner } from './holder.ts';

/** Query for the files of a corrective action. */
export const taskAttachmentsQuery = (organizationGuid: string, taskGuid: string) =>
  query('listTaskAttachments', { params: { taskGuid }, query: { organizationGuid } });

/** Identifies a file of an incident or a corrective action. */
export interface FileAddress {
  readonly organizationGuid: string;
  readonly owner: FilesOwner;
  readonly attachmentGuid: string;
}

export const addressedTo = ({ organizationGuid, owner: { kind, guid }, attachmentGuid }: FileAddress) => ({
  params: kind === 'event' ? { eventId: guid, attachmentGuid } : { taskGuid: guid, attachmentGuid },
  query: { organizationGuid },
});

const operations = {
  content: { event: 'getAttachmentContent', task: 'getTaskAttachmentContent' },
  thumbnail: { event: 'getAttachmentThumbnail', task: 'getTaskAttachmentThumbnail' },
} as const;

/**
 * Limits parallel thumbnail requests. The server renders thumbnails one at a time, so more of them would only queue
 * there and delay other requests.
 */
const throttled = limitConcurrency(4);

/** Query for a thumbnail of an image. Cached forever, because the bytes of an attachment guid never change. */
export function smallPictureQuery(file: FileAddress, width: '320' | '1280') {
  const id = operations.thumbnail[file.owner.kind];
  const { params, query: inQuery } = addressedTo(file);
  const input: OperationInput<typeof id> = { params, query: { ...inQuery, width } };
  return queryOptions<Blob>({
    queryKey: [id satisfies QueryId, input],
    queryFn: ({ signal }) => throttled(() => requestBytes(id, input, { signal }), signal),
    staleTime: Infinity,
  });
}

export const contentOf = (file: FileAddress): Promise<Blob> =>
  requestBytes(operations.content[file.owner.kind], addressedTo(file));

/** Queries that are stale after a file command. Each command also adds a revision to the incident or the task. */
export const staleAfterFiles: readonly QueryId[] = [
  'listAttachments',
  'getIncident',
  'getIncidentHistory',
  'listTaskAttachments',
  'getTask',
  'listTasks',
];

const commands = {
  change: { event: 'changeAttachment', task: 'changeTaskAttachment' },
  delete: { event: 'deleteAttachment', task: 'deleteTaskAttachment' },
  restore: { event: 'restoreAttachment', task: 'restoreTaskAttachment' },
  erase: { event: 'eraseAttachment', task: 'eraseTaskAttachment' },
} as const;

/** Command on a file of an incident or a corrective action. */
export const useFileCommand = (verb: keyof typeof commands, { kind }: FilesOwner) =>
  useCommand(command(commands[verb][kind], { staleAfter: staleAfterFiles }));
