import type { AttachmentEvent, AwaitedFile } from '@plimsoll/contracts/attachments/events';
import { isSameName } from '@plimsoll/contracts/attachments/file-types';

type Added = Extract<AttachmentEvent, { type: 'AttachmentAdded' }>['data'];

/** A file as the log tells of it. */
export interface Attached extends Added {
  readonly state: 'ATTACHED' | 'DELETED' | 'ERASED';
  readonly addedByGuid: string;
  readonly addedAt: string;
  /** Null unless it was erased. */
  readonly erasedAt: string | null;
}

/** The files of an incident or an action after one more event; those of others pass by. Throws when the log says what no decision could have written. */
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
  // One that was announced alone is not waited for any more.
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

/** What is awaited after one more event: until each has arrived, or nobody wants it any more. */
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

/** Those that are there. */
export const present = (files: readonly Attached[]): readonly Attached[] =>
  files.filter(({ state }) => state === 'ATTACHED');

/** Whether another file that is there is called so. */
export const isNameTaken = (files: readonly Attached[], name: string, attachmentGuid: string): boolean =>
  present(files).some((file) => file.attachmentGuid !== attachmentGuid && isSameName(file.name, name));
