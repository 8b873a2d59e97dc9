import type { AttachmentEvent, AwaitedFile } from '@plimsoll/contracts/attachments/events';
import { isSameName } from '@plimsoll/contracts/attachments/file-types';

type Added = Extract<AttachmentEvent, { type: 'AttachmentAdded' }>['data'];

/** State of an attached file, built from the log. */
export interface Attached extends Added {
  readonly state: 'ATTACHED' | 'DELETED' | 'ERASED';
  readonly addedByGuid: string;
  readonly addedAt: string;
  /** Null unless it was erased. */
  readonly erasedAt: string | null;
}

/**
 * Applies an event to the files of an incident or task; other events are ignored. Throws on a sequence that no decision
 * could have written.
 */
export function attachedAfter(
  files: readonly Attached[],
  event: { readonly type: string; readonly data: unknown },
  { at, byGuid }: { readonly at: string; readonly byGuid: string },
): readonly Attached[] {
  if (!isOfFile(event)) return files;
  const told = event as AttachmentEvent;
  if (told.type === 'AttachmentsAwaited') return files;
  if (told.type === 'AttachmentAdded')
    return [...files, { ...told.data, state: 'ATTACHED', addedByGuid: byGuid, addedAt: at, erasedAt: null }];
  // A file that was announced but never added is cancelled.
  if (
    told.type === 'AttachmentDeleted' &&
    !files.some(({ attachmentGuid }) => attachmentGuid === told.data.attachmentGuid)
  )
    return files;
  if (!files.some(({ attachmentGuid }) => attachmentGuid === told.data.attachmentGuid))
    throw new Error(`${told.type} of a file that was never added`);
  return files.map((file) => (file.attachmentGuid === told.data.attachmentGuid ? changed(file, told, at) : file));
}

function changed(
  file: Attached,
  event: Exclude<AttachmentEvent, { type: 'AttachmentAdded' | 'AttachmentsAwaited' }>,
  at: string,
): Attached {
  switch (event.type) {
    case 'AttachmentChanged':
      return {
        ...file,
        ...(event.data.name !== undefined && { name: event.data.name }),
        ...(event.data.personGuids && { personGuids: event.data.personGuids }),
      };
    case 'AttachmentDeleted':
      return { ...file, state: 'DELETED' };
    case 'AttachmentRestored':
      return { ...file, state: 'ATTACHED', erasedAt: null };
    case 'AttachmentErased':
      return { ...file, state: 'ERASED', erasedAt: at };
  }
}

const isOfFile = ({ type }: { readonly type: string }): boolean => type.startsWith('Attachment');

/** Applies an event to the announced files: each stays until it is added or cancelled. */
export function awaitedAfter(
  awaited: readonly AwaitedFile[],
  event: { readonly type: string; readonly data: unknown },
): readonly AwaitedFile[] {
  if (!isOfFile(event)) return awaited;
  const told = event as AttachmentEvent;
  if (told.type === 'AttachmentsAwaited') return told.data.awaited;
  return told.type === 'AttachmentAdded' || told.type === 'AttachmentDeleted'
    ? awaited.filter(({ attachmentGuid }) => attachmentGuid !== told.data.attachmentGuid)
    : awaited;
}

/** The files that are neither deleted nor erased. */
export const present = (files: readonly Attached[]): readonly Attached[] =>
  files.filter(({ state }) => state === 'ATTACHED');

/** Whether another present file has this name. */
export const isNameTaken = (files: readonly Attached[], name: string, attachmentGuid: string): boolean =>
  present(files).some((file) => file.attachmentGuid !== attachmentGuid && isSameName(file.name, name));
