import { MAX_ATTACHMENTS, type FileType } from '@plimsoll/contracts/attachments/file-types';
import type { AttachmentEvent } from '@plimsoll/contracts/attachments/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { isNameTaken, present } from './attached.ts';
import type { HoldingFiles } from './files-owners.ts';

export interface NewFile {
  readonly attachmentGuid: string;
  readonly fileGuid: string;
  readonly name: string;
  readonly contentType: FileType;
  readonly size: number;
  readonly sha256: string;
  readonly receivedSha256: string;
  readonly isDamaged: boolean;
  readonly questionGuid: string | null;
}

/**
 * Refusal of a new file by its name and number, or null. Checked before the file is read, and again when it is
 * attached.
 */
export function mayAttach(
  { attachmentGuid, name }: Pick<NewFile, 'attachmentGuid' | 'name'>,
  { attachments, refuses }: HoldingFiles,
): Decision<never> {
  const refusal = refuses('add');
  if (refusal) return refusal;
  if (attachments.some((file) => file.attachmentGuid === attachmentGuid)) return [];
  if (isNameTaken(attachments, name, attachmentGuid)) return refuse('DuplicateAttachmentName');
  return present(attachments).length >= MAX_ATTACHMENTS ? refuse('LimitReached') : [];
}

/**
 * Attaches a file whose bytes are durable; the same bytes again write nothing. Refuses: DuplicateGuid for other bytes
 * under the same guid.
 */
export function putAttachment(file: NewFile, holding: HoldingFiles): Decision<AttachmentEvent> {
  const permitted = mayAttach(file, holding);
  if ('refused' in permitted) return permitted;
  const { eventId, taskGuid, attachments, awaited } = holding;
  const known = attachments.find(({ attachmentGuid }) => attachmentGuid === file.attachmentGuid);
  if (known)
    return known.state === 'ATTACHED' && known.receivedSha256 === file.receivedSha256 ? [] : refuse('DuplicateGuid');
  return [
    {
      type: 'AttachmentAdded',
      data: {
        ...file,
        questionGuid:
          file.questionGuid ??
          awaited.find(({ attachmentGuid }) => attachmentGuid === file.attachmentGuid)?.questionGuid ??
          null,
        eventId,
        taskGuid,
        personGuids: [],
      },
    },
  ];
}
