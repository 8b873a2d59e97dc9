import type { AttachmentEvent } from '@plimsoll/contracts/attachments/events';
import { MOST_ATTACHMENTS } from '@plimsoll/contracts/attachments/file-types';
import { isDeepStrictEqual } from 'node:util';
import { refuse, type Decision } from '../commands/decision.ts';
import { command } from '../commands/use-case.ts';
import type { Acting } from '../incidents/policy.ts';
import { isNameTaken, present, type Attached } from './attached.ts';
import { FilesOwners, type FilesOwner, type HoldingFiles } from './files-owners.ts';

/** Commands on an attached file. */
export type FileChange =
  | { readonly command: 'change'; readonly name?: string; readonly personGuids?: readonly string[] }
  | { readonly command: 'delete' }
  | { readonly command: 'restore' }
  | { readonly command: 'erase'; readonly reason: string };

/** Input of a change of a file. @param isThere whether its bytes still exist. */
export type ChangingFile = Acting & {
  readonly attachmentGuid: string;
  readonly change: FileChange;
  readonly isThere: boolean;
};

/**
 * Decides a change of a file. Refuses AttachmentNotFound for a file that does not exist or was erased; a deleted file
 * can be restored or erased. Only admins may erase, and restore an erased file, in every state.
 */
export function changeAttachment(
  { actor, attachmentGuid, change, isThere }: ChangingFile,
  { eventId, attachments, awaited, refuses }: HoldingFiles,
): Decision<AttachmentEvent> {
  const file = attachments.find((one) => one.attachmentGuid === attachmentGuid);
  // Cancels an announced file: allowed to everyone who may add one.
  if (!file && change.command === 'delete' && awaited.some((one) => one.attachmentGuid === attachmentGuid))
    return refuses('add') ?? [{ type: 'AttachmentDeleted', data: { attachmentGuid } }];
  if (!file || isHidden(file, { actor, change, isThere })) return refuse('AttachmentNotFound');
  const ofAdmins = change.command === 'erase' || file.state === 'ERASED';
  const refusal = ofAdmins ? (actor.isAdmin ? null : refuse('Forbidden')) : refuses('amend');
  if (refusal) return refusal;
  switch (change.command) {
    case 'change': {
      const changes = differing(file, change);
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
      return present(attachments).length >= MOST_ATTACHMENTS
        ? refuse('LimitReached')
        : [{ type: 'AttachmentRestored', data: { attachmentGuid } }];
    case 'erase':
      return [{ type: 'AttachmentErased', data: { attachmentGuid, eventId, reason: change.reason } }];
  }
}

/**
 * Whether a file is treated as not found: an erased one, except for an admin who restores it while its bytes exist, and
 * a deleted one for changes.
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

export const ChangeAttachment = command(
  'ChangeAttachment',
  [FilesOwners],
  (owners) => (_, envelope, owner: FilesOwner, attachmentGuid: string, change: FileChange, isThere: boolean) =>
    owners.change(envelope, owner, (holding) =>
      changeAttachment({ actor: envelope.actor, attachmentGuid, change, isThere }, holding),
    ),
);
