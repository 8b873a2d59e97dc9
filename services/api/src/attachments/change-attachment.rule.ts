import type { AttachmentEvent } from '@plimsoll/contracts/attachments/events';
import { MAX_ATTACHMENTS } from '@plimsoll/contracts/attachments/file-types';
import { isDeepStrictEqual } from 'node:util';
import { refuse, type Decision } from '../commands/decision.ts';
import type { WithActor } from '../incidents/policy.ts';
import { isNameTaken, present, type Attached } from './attached.ts';
import type { HoldingFiles } from './files-owners.ts';

/** What may be done to a file that is attached. */
export type FileChange =
  | { readonly command: 'change'; readonly name?: string; readonly personGuids?: readonly string[] }
  | { readonly command: 'delete' }
  | { readonly command: 'restore' }
  | { readonly command: 'erase'; readonly reason: string };

/** Who does what to which file. @param isThere whether its bytes have not gone. */
export type ChangingFile = WithActor & {
  readonly attachmentGuid: string;
  readonly change: FileChange;
  readonly isThere: boolean;
};

/**
 * Refuses AttachmentNotFound for what is not there, or was erased; what is deleted can be restored or erased by whoever
 * may. Erasing, and bringing back what was erased, is an admin's, in every state.
 */
export function changeAttachment(
  { actor, attachmentGuid, change, isThere }: ChangingFile,
  { eventId, attachments, awaited, refuses }: HoldingFiles,
): Decision<AttachmentEvent> {
  const file = attachments.find((one) => one.attachmentGuid === attachmentGuid);
  // Nobody waits for it any more: whoever may add a file may say so.
  if (!file && change.command === 'delete' && awaited.some((one) => one.attachmentGuid === attachmentGuid))
    return refuses('add') ?? [{ type: 'AttachmentDeleted', data: { attachmentGuid } }];
  if (!file || isHidden(file, { actor, change, isThere })) return refuse('AttachmentNotFound');
  const ofAdmins = change.command === 'erase' || file.state === 'ERASED';
  const refusal = ofAdmins ? (actor.isAdmin ? null : refuse('Forbidden')) : refuses('amend');
  if (refusal) return refusal;
  switch (change.command) {
    case 'change': {
      const told = differing(file, change);
      if (told.name !== undefined && isNameTaken(attachments, told.name, attachmentGuid))
        return refuse('DuplicateAttachmentName');
      return Object.keys(told).length > 0
        ? [{ type: 'AttachmentChanged', data: { attachmentGuid, eventId, ...told } }]
        : [];
    }
    case 'delete':
      return file.state === 'DELETED' ? [] : [{ type: 'AttachmentDeleted', data: { attachmentGuid } }];
    case 'restore':
      if (file.state === 'ATTACHED') return [];
      if (isNameTaken(attachments, file.name, attachmentGuid)) return refuse('DuplicateAttachmentName');
      return present(attachments).length >= MAX_ATTACHMENTS
        ? refuse('LimitReached')
        : [{ type: 'AttachmentRestored', data: { attachmentGuid } }];
    case 'erase':
      return [{ type: 'AttachmentErased', data: { attachmentGuid, eventId, reason: change.reason } }];
  }
}

/** Of an erased one nobody hears again but admins who bring it back while it is there; a deleted one is not changed. */
function isHidden(
  file: Attached,
  { actor, change, isThere }: Pick<ChangingFile, 'actor' | 'change' | 'isThere'>,
): boolean {
  if (file.state === 'ERASED') return !(change.command === 'restore' && actor.isAdmin && isThere);
  return file.state === 'DELETED' && change.command === 'change';
}

const differing = (file: Attached, { name, personGuids }: Extract<FileChange, { command: 'change' }>) => ({
  ...(name !== undefined && name !== file.name && { name }),
  ...(personGuids && !isDeepStrictEqual(personGuids, file.personGuids) && { personGuids: [...new Set(personGuids)] }),
});
