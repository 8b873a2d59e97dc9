import type { AttachmentEvent, AwaitedFile } from '@plimsoll/contracts/attachments/events';
import { isSameName } from '@plimsoll/contracts/attachments/file-types';
import { ERASED } from '@plimsoll/contracts/kernel/erased';

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
  const attachmentEvent = event as AttachmentEvent;
  if (attachmentEvent.type === 'AttachmentsAwaited') return files;
  if (attachmentEvent.type === 'AttachmentAdded')
    return [...files, { ...attachmentEvent.data, state: 'ATTACHED', addedByGuid: byGuid, addedAt: at, erasedAt: null }];
  // A file that was announced but never added is cancelled.
  if (
    attachmentEvent.type === 'AttachmentDeleted' &&
    !files.some(({ attachmentGuid }) => attachmentGuid === attachmentEvent.data.attachmentGuid)
  )
    return files;
  if (!files.some(({ attachmentGuid }) => attachmentGuid === attachmentEvent.data.attachmentGuid))
    throw new Error(`${attachmentEvent.type} of a file that was never added`);
  return files.map((file) =>
    file.attachmentGuid === attachmentEvent.data.attachmentGuid ? changed(file, attachmentEvent, at) : file,
  );
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
  const attachmentEvent = event as AttachmentEvent;
  if (attachmentEvent.type === 'AttachmentsAwaited') return attachmentEvent.data.awaited;
  return attachmentEvent.type === 'AttachmentAdded' || attachmentEvent.type === 'AttachmentDeleted'
    ? awaited.filter(({ attachmentGuid }) => attachmentGuid !== attachmentEvent.data.attachmentGuid)
    : awaited;
}

/** The files that are neither deleted nor erased. */
export const present = (files: readonly Attached[]): readonly Attached[] =>
  files.filter(({ state }) => state === 'ATTACHED');

/** Whether another present file has this name. Erased names are nobody's. */
export const isNameTaken = (files: readonly Attached[], name: string, attachmentGuid: string): boolean =>
  name !== ERASED &&
  present(files).some((file) => file.attachmentGuid !== attachmentGuid && isSameName(file.name, name));
