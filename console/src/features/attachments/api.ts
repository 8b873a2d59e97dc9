import { queryOptions } from '@tanstack/react-query';
import { command, useCommand } from '../../lib/api/command.ts';
import { limitConcurrency } from '../../lib/offline/limit-concurrency.ts';
import { requestBytes } from '../../lib/api/http.ts';
import type { Asked, QueryId } from '../../lib/api/operation.ts';
import { query } from '../../lib/api/query.ts';
import type { FilesOwner } from './holder.ts';

/** The files of a corrective action. */
export const taskAttachmentsQuery = (organizationGuid: string, taskGuid: string) =>
  query('listTaskAttachments', { params: { taskGuid }, query: { organizationGuid } });

/** A file of an event or of an action, as its routes name it. */
export interface FileAddress {
  readonly organizationGuid: string;
  readonly owner: FilesOwner;
  readonly attachmentGuid: string;
}

export const addressedTo = ({ organizationGuid, owner: { kind, guid }, attachmentGuid }: FileAddress) => ({
  params: kind === 'event' ? { eventId: guid, attachmentGuid } : { taskGuid: guid, attachmentGuid },
  query: { organizationGuid },
});

const questions = {
  content: { event: 'getAttachmentContent', task: 'getTaskAttachmentContent' },
  thumbnail: { event: 'getAttachmentThumbnail', task: 'getTaskAttachmentThumbnail' },
} as const;

/** The server makes them one after the other: more of them asked for together only wait there, and before whatever else is asked. */
const inTurn = limitConcurrency(4);

/** A small picture of a picture. Under one guid the bytes are the same for good. */
export function smallPictureQuery(file: FileAddress, width: '320' | '1280') {
  const id = questions.thumbnail[file.owner.kind];
  const { params, query: inQuery } = addressedTo(file);
  const asked: Asked<typeof id> = { params, query: { ...inQuery, width } };
  return queryOptions<Blob>({
    queryKey: [id satisfies QueryId, asked],
    queryFn: ({ signal }) => inTurn(() => requestBytes(id, asked, { signal }), signal),
    staleTime: Infinity,
  });
}

export const contentOf = (file: FileAddress): Promise<Blob> =>
  requestBytes(questions.content[file.owner.kind], addressedTo(file));

/** The event, or the action, has gone on by a revision, too. */
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

/** A command on a file of an event or of an action. */
export const useFileCommand = (verb: keyof typeof commands, { kind }: FilesOwner) =>
  useCommand(command(commands[verb][kind], { staleAfter: staleAfterFiles }));
