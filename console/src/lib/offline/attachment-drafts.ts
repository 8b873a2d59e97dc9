import { useSyncExternalStore } from 'react';
import { freeName } from './file-names.ts';
import { newGuid } from '../format/ids.ts';
import type { PhotoHandling } from './shrink-photo.ts';
import { dequeueUpload, enqueueUpload, openQueuedUploads } from './upload-queue-storage.ts';
import { lastSignedIn } from '../session/session.ts';
import { forgetWithPerson } from '../session/sign-out.ts';

/** Where a file is uploaded to once it may be: an event or an action, and its name in a sentence. */
export interface FileReceiver {
  readonly organizationGuid: string;
  readonly owner: { readonly kind: 'event' | 'task'; readonly guid: string };
  readonly words: string;
}

/** Metadata stored with a file; `to` is null until its report is sent. */
export interface FileMetadata {
  readonly name: string;
  readonly to: FileReceiver | null;
  /** Whether a report has announced it, so that its event waits for it. */
  readonly isAwaited?: boolean;
  /** Why it was refused; it stays until the person saves or removes it. */
  readonly refused?: string;
}

/** A file that may be uploaded. */
export interface ReleasedFile {
  readonly attachmentGuid: string;
  readonly content: File;
  readonly to: FileReceiver;
}

/** Files that were chosen for a report in progress, by the guids in its answers. */
let held: ReadonlyMap<string, File> = new Map();
/** Guids of files that are not stored on the device yet, and would be lost with the page. */
let underWay: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
let take: ((files: readonly ReleasedFile[]) => void) | null = null;

function put(next: ReadonlyMap<string, File>): void {
  held = next;
  for (const listener of listeners) listener();
}
forgetWithPerson(() => put(new Map()));

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

function putUnderWay(next: ReadonlySet<string>): void {
  underWay = next;
  if (underWay.size > 0) addEventListener('beforeunload', askBeforeLeaving);
  else removeEventListener('beforeunload', askBeforeLeaving);
  for (const listener of listeners) listener();
}

/** Resolves when all files being stored have been. */
let settling: Promise<unknown> = Promise.resolve();
const settle = (work: Promise<unknown>): void => void (settling = Promise.allSettled([settling, work]));

/** Waits until all chosen files are stored, so that they are on the device before their report is. */
export const filesSettled = async (): Promise<void> => void (await settling);

/**
 * Adds files to a report in progress, stores them on this device if possible, and returns their guids. Photos are
 * shrunk meanwhile.
 */
export function addAttachmentDrafts(files: readonly File[], how: PhotoHandling = {}): string[] {
  const person = lastSignedIn() ?? '';
  const added = files.map((content) => [newGuid(), content] as const);
  put(new Map([...held, ...added]));
  putUnderWay(new Set([...underWay, ...added.map(([guid]) => guid)]));
  for (const [attachmentGuid, content] of added)
    settle(
      shrinkAndStore(person, attachmentGuid, content, how).finally(() =>
        putUnderWay(new Set([...underWay].filter((guid) => guid !== attachmentGuid))),
      ),
    );
  return added.map(([guid]) => guid);
}

/** Shrinks a file and stores it on the device. */
async function shrinkAndStore(person: string, attachmentGuid: string, chosen: File, how: PhotoHandling): Promise<void> {
  // Loaded on demand, since few reports have files.
  const photo = await import('./shrink-photo.ts')
    .then(({ photoToStore }) => photoToStore(chosen, how))
    .catch(() => chosen);
  // The file may have been removed meanwhile.
  if (!held.has(attachmentGuid)) return;
  const others = [...held].flatMap(([guid, { name }]) => (guid === attachmentGuid ? [] : [name]));
  const content = new File([photo], freeName(photo.name, others), {
    type: photo.type,
    lastModified: photo.lastModified,
  });
  put(new Map([...held].map(([guid, file]) => [guid, guid === attachmentGuid ? content : file] as const)));
  await enqueueUpload<FileMetadata>(person, { attachmentGuid, about: { name: content.name, to: null }, content });
}

/** Removes files from a report. */
export function dropAttachmentDrafts(guids: readonly string[]): void {
  put(new Map([...held].filter(([guid]) => !guids.includes(guid))));
  for (const guid of guids) void dequeueUpload(lastSignedIn() ?? '', guid);
}

let restoredFor: string | null = null;

/** Restores the files of this user's reports that an earlier page stored, once per page. */
export async function restoreAttachmentDrafts(): Promise<void> {
  const person = lastSignedIn();
  if (!person || restoredFor === person) return;
  restoredFor = person;
  const stored = await openQueuedUploads<FileMetadata>(person).catch(() => []);
  put(
    new Map([
      ...stored
        .filter(({ about }) => about.to === null)
        .map(({ attachmentGuid, about, content }) => [attachmentGuid, new File([content], about.name)] as const),
      ...held,
    ]),
  );
}

export const attachmentDraft = (guid: string): File | undefined => held.get(guid);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const useAttachmentDrafts = (): ReadonlyMap<string, File> => useSyncExternalStore(subscribe, () => held);
/** Guids of files that are still being stored. */
export const useFilesUnderWay = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => underWay);

/** Files that another page of this browser has stored. */
async function heldElsewhere(guids: readonly string[]): Promise<(readonly [string, File])[]> {
  if (guids.length === 0) return [];
  const stored = await openQueuedUploads<FileMetadata>(lastSignedIn() ?? '').catch(() => []);
  return stored.flatMap(({ attachmentGuid, about, content }) =>
    about.to === null && guids.includes(attachmentGuid)
      ? [[attachmentGuid, new File([content], about.name)] as const]
      : [],
  );
}

/** Takes over files that another page of this browser has stored. Returns the guids that are not on this device. */
export async function missingFiles(guids: readonly string[]): Promise<string[]> {
  const found = await heldElsewhere(guids.filter((guid) => !held.has(guid)));
  if (found.length > 0) put(new Map([...held, ...found]));
  return guids.filter((guid) => !held.has(guid));
}

/** Releases files for upload to where their report is now. Resolves once the device has stored their destination. */
export async function releaseFiles(guids: readonly string[], to: FileReceiver): Promise<void> {
  const found = new Map([
    ...[...held].filter(([guid]) => guids.includes(guid)),
    ...(await heldElsewhere(guids.filter((guid) => !held.has(guid)))),
  ]);
  const files = guids.flatMap((attachmentGuid) =>
    found.has(attachmentGuid) ? [{ attachmentGuid, content: found.get(attachmentGuid)!, to }] : [],
  );
  // Without a network the uploader's code may not be loaded; the next start finds the destination in storage.
  const areStored = await Promise.all(
    files.map(({ attachmentGuid, content }) =>
      enqueueUpload<FileMetadata>(lastSignedIn() ?? '', {
        attachmentGuid,
        about: { name: content.name, to, isAwaited: true },
        content,
      }),
    ),
  );
  // A file that is nowhere else stays in this page.
  const unstored = new Set(take ? [] : files.flatMap((file, index) => (areStored[index] ? [] : [file.attachmentGuid])));
  put(new Map([...held].filter(([guid]) => !guids.includes(guid) || unstored.has(guid))));
  if (files.length > 0) take?.(files);
}

/** Registers the uploader of released files. */
export const onReleasedFiles = (taken: typeof take): void => void (take = taken);
