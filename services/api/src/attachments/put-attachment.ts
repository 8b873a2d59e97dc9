import { MOST_ATTACHMENTS, type FileType } from '@plimsoll/contracts/attachments/file-types';
import type { AttachmentEvent } from '@plimsoll/contracts/attachments/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { command } from '../commands/use-case.ts';
import { isNameTaken, present } from './attached.ts';
import { FilesOwners, type FilesOwner, type HoldingFiles } from './files-owners.ts';

export interface NewFile {
  readonly attachmentGuid: string;
  readonly fileGuid: string;
  readonly name: string;
  readonly contentType: FileType;
  readonly size: number;
  readonly sha256: string;
  readonly receivedSha256: string;
  readonly questionGuid: string | null;
}

/** Checks what is known before the content: run before the body is read, and again when the file is attached. */
export function mayAttach(
  { attachmentGuid, name }: Pick<NewFile, 'attachmentGuid' | 'name'>,
  { attachments, refuses }: HoldingFiles,
): Decision<never> {
  const refusal = refuses('add');
  if (refusal) return refusal;
  if (attachments.some((file) => file.attachmentGuid === attachmentGuid)) return [];
  if (isNameTaken(attachments, name, attachmentGuid)) return refuse('DuplicateAttachmentName');
  return present(attachments).length >= MOST_ATTACHMENTS ? refuse('LimitReached') : [];
}

/**
 * Attaches a file whose bytes are durable. The same bytes again change nothing; others with the same guid are refused
 * (DuplicateGuid).
 */
export function putAttachment(file: NewFile, holding: HoldingFiles): Decision<AttachmentEvent> {
  const check = mayAttach(file, holding);
  if ('refused' in check) return check;
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

export const PutAttachment = command(
  'PutAttachment',
  [FilesOwners],
  (owners) => (_, envelope, owner: FilesOwner, file: NewFile) =>
    owners.change(envelope, owner, (holding) => putAttachment(file, holding), [
      { key: `attachment ${file.attachmentGuid}`, taken: 'DuplicateGuid' },
    ]),
);
