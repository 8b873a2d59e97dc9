import type { AttachmentEvent } from '@plimsoll/contracts/attachments/events';
import { MAX_ATTACHMENTS } from '@plimsoll/contracts/attachments/file-types';
import { isDeepStrictEqual } from 'node:util';
import { refuse, type Decision } from '../commands/decision.ts';
import type { WithActor } from '../incidents/policy.ts';
import { holdsFile, type LegalHolds } from '../privacy/legal-holds.ts';
import { isNameTaken, present, type Attached } from './attached.ts';
import type { HoldingFiles } from './files-owners.ts';

/** Changes of an attached file. */
export type FileChange =
  | { readonly command: 'change'; readonly name?: string; readonly personGuids?: readonly string[] }
  | { readonly command: 'delete' }
  | { readonly command: 'restore' }
  | { readonly command: 'erase'; readonly reason: string };

/** A change with its actor and its file. @param isThere whether its bytes still exist. */
export type ChangingFile = WithActor & {
  readonly attachmentGuid: string;
  readonly change: FileChange;
  readonly isThere: boolean;
  readonly holds: LegalHolds;
};

/** Whether legal holds can refuse a change: one that erases the file, or that takes people off it. */
export const mayMeetHolds = (change: FileChange): boolean =>
  change.command === 'erase' || (change.command === 'change' && change.personGuids !== undefined);

/**
 * Changes an attached file. Refuses: AttachmentNotFound for an unknown or erased file. People who may amend can restore
 * or erase a deleted file; only admins erase, and restore an erased file, in every state. Refuses LegalHoldPrevents for
 * erasing a file that a hold protects, and for taking people off it, which would end the protection.
 */
export function changeAttachment(
  { actor, attachmentGuid, change, isThere, holds }: ChangingFile,
  { eventId, attachments, awaited, refuses }: HoldingFiles,
): Decision<AttachmentEvent> {
  const file = attachments.find((one) => one.attachmentGuid === attachmentGuid);
  // An announced file that will not arrive: people who may add files may cancel it.
  if (!file && change.command === 'delete' && awaited.some((one) => one.attachmentGuid === attachmentGuid))
    return refuses('add') ?? [{ type: 'AttachmentDeleted', data: { attachmentGuid } }];
  if (!file || isHidden(file, { actor, change, isThere })) return refuse('AttachmentNotFound');
  const ofAdmins = change.command === 'erase' || file.state === 'ERASED';
  const refusal = ofAdmins ? (actor.isAdmin ? null : refuse('Forbidden')) : refuses('amend');
  if (refusal) return refusal;
  switch (change.command) {
    case 'change': {
      const changes = differing(file, change);
      const dropped = changes.personGuids
        ? file.personGuids.filter((guid) => !changes.personGuids!.includes(guid))
        : [];
      if (dropped.length > 0 && holdsFile(holds, { eventId, personGuids: dropped })) return refuse('LegalHoldPrevents');
      if (changes.name !== undefined && isNameTaken(attachments, changes.name, attachmentGuid))
        return refuse('DuplicateAttachmentName');
      return Object.keys(changes).length > 0
        ? [{ type: 'AttachmentChanged', data: { attachmentGuid, eventId, ...changes } }]
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
      if (holdsFile(holds, file)) return refuse('LegalHoldPrevents');
      return [{ type: 'AttachmentErased', data: { attachmentGuid, eventId, reason: change.reason } }];
  }
}

/**
 * Whether the file counts as not found. An erased file is visible only to admins who restore it while its bytes exist;
 * a deleted one cannot be renamed.
 */
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
