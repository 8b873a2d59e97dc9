import { MOST_ATTACHMENTS, type FileType } from '@plimsoll/contracts/attachments/file-types';
import type { AttachmentEvent } from '@plimsoll/contracts/attachments/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { command } from '../commands/use-case.ts';
import type { LiveIncident } from '../incidents/incident.ts';
import { IncidentLog } from '../incidents/incident-log.ts';
import { refusalOf, type Acting } from '../incidents/who-may.ts';
import { isNameTaken, present } from './attached.ts';

export interface NewFile {
  readonly attachmentGuid: string;
  readonly fileGuid: string;
  readonly name: string;
  readonly contentType: FileType;
  readonly size: number;
  readonly sha256: string;
  readonly receivedSha256: string;
  readonly eventId: string;
  readonly questionGuid: string | null;
}

/** What stands in the way of a file before anything of it is known but its name: said before it is read, and again when it is attached. */
export function mayAttach({ actor, attachmentGuid, name }: Acting & Pick<NewFile, 'attachmentGuid' | 'name'>, incident: LiveIncident): Decision<never> {
  const refusal = refusalOf('add-file', incident, { actor });
  if (refusal) return refusal;
  if (incident.attachments.some((file) => file.attachmentGuid === attachmentGuid)) return [];
  if (isNameTaken(incident.attachments, name, attachmentGuid)) return refuse('DuplicateAttachmentName');
  return present(incident.attachments).length >= MOST_ATTACHMENTS ? refuse('LimitReached') : [];
}

/** Attaches a file whose bytes are durable. The same bytes again change nothing; others under the same guid are refused (DuplicateGuid). */
export function putAttachment({ actor, file }: Acting & { readonly file: NewFile }, incident: LiveIncident): Decision<AttachmentEvent> {
  const standing = mayAttach({ actor, ...file }, incident);
  if ('refused' in standing) return standing;
  const known = incident.attachments.find(({ attachmentGuid }) => attachmentGuid === file.attachmentGuid);
  if (known) return known.state === 'ATTACHED' && known.receivedSha256 === file.receivedSha256 ? [] : refuse('DuplicateGuid');
  return [{ type: 'AttachmentAdded', data: { ...file, taskGuid: null, personGuids: [] } }];
}

export const PutAttachment = command('PutAttachment', [IncidentLog], (incidents) => (_, envelope, file: NewFile) =>
  incidents.change(envelope, file.eventId, (incident) => putAttachment({ actor: envelope.actor, file }, incident), { reservations: [{ key: `attachment ${file.attachmentGuid}`, taken: 'DuplicateGuid' }] }));

