import { queryOptions } from '@tanstack/react-query';
import { command } from '../../lib/command.ts';
import { requestBytes } from '../../lib/http.ts';
import type { Asked, QueryId } from '../../lib/operation.ts';
import { query } from '../../lib/query.ts';

/** The files of an event, or those that it had after a revision. */
export const attachmentsQuery = (organizationGuid: string, eventId: string, revision?: number) => query('listAttachments', { params: { eventId }, query: { organizationGuid, revision } });

/** A file of an event, as its routes name it. */
export interface FileAddress {
  readonly organizationGuid: string;
  readonly eventId: string;
  readonly attachmentGuid: string;
}

export const addressedTo = ({ organizationGuid, eventId, attachmentGuid }: FileAddress) => ({ params: { eventId, attachmentGuid }, query: { organizationGuid } });

/** A small picture of a picture. Under one guid the bytes are the same for good. */
export function smallPictureQuery(file: FileAddress, width: '320' | '1280') {
  const { params, query: inQuery } = addressedTo(file);
  const asked: Asked<'getAttachmentThumbnail'> = { params, query: { ...inQuery, width } };
  return queryOptions<Blob>({ queryKey: ['getAttachmentThumbnail' satisfies QueryId, asked], queryFn: ({ signal }) => requestBytes('getAttachmentThumbnail', asked, { signal }), staleTime: Infinity });
}

export const contentOf = (file: FileAddress): Promise<Blob> => requestBytes('getAttachmentContent', addressedTo(file));

/** The event has gone on by a revision, too. */
export const staleAfterFiles: readonly QueryId[] = ['listAttachments', 'getIncident', 'getIncidentHistory'];

export const changeAttachment = command('changeAttachment', { staleAfter: staleAfterFiles });
export const deleteAttachment = command('deleteAttachment', { staleAfter: staleAfterFiles });
export const restoreAttachment = command('restoreAttachment', { staleAfter: staleAfterFiles });
export const eraseAttachment = command('eraseAttachment', { staleAfter: staleAfterFiles });
