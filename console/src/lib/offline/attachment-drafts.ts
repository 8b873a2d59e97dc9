import { useSyncExternalStore } from 'react';
import { freeName } from './file-names.ts';
import { newGuid } from '../format/ids.ts';
import { dequeueUpload, enqueueUpload, openQueuedUploads } from './upload-queue-storage.ts';
import { lastSignedIn } from '../session/session.ts';
import { forgetWithPerson } from '../session/sign-out.ts';

/** Where a file goes once it may: an event or an action, and how that is called in a sentence. */
export interface FileReceiver {
  readonly organizationGuid: string;
  readonly owner: { readonly kind: 'event' | 'task'; readonly guid: string };
  readonly words: string;
}

/** What lies on the device beside a file; `to` is null while its report is not sent. */
export interface AboutFile {
  readonly name: string;
  readonly to: FileReceiver | null;
}

/** A file that may go. */
export interface ReleasedFile {
  readonly attachmentGuid: string;
  readonly content: File;
  readonly to: FileReceiver;
}

/** Files that were chosen for a report that is still being written, by the guids that its answers name. */
let held: ReadonlyMap<string, File> = new Map();
/** Those of them that are not on the device yet: a page that went now would take them with it. */
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

/** Files that are being put on the device. */
let settling: Promise<unknown> = Promise.resolve();
const settle = (work: Promise<unknown>): void => void (settling = Promise.allSettled([settling, work]));

/** Waits until the device has the files that it is to keep: they lie there before their report does. */
export const filesSettled = async (): Promise<void> => void (await settling);

/** Holds files until their report has arrived, on this device too where it can; gives their guids. Photos are made small meanwhile. */
export function addAttachmentDrafts(files: readonly File[], isFromCamera = false): string[] {
  const person = lastSignedIn() ?? '';
  const added = files.map((content) => [newGuid(), content] as const);
  put(new Map([...held, ...added]));
  putUnderWay(new Set([...underWay, ...added.map(([guid]) => guid)]));
  for (const [attachmentGuid, content] of added)
    settle(
      makeSmall(person, attachmentGuid, content, isFromCamera).finally(() =>
        putUnderWay(new Set([...underWay].filter((guid) => guid !== attachmentGuid))),
      ),
    );
  return added.map(([guid]) => guid);
}

/** Puts a file on the device as it is to wait there. */
async function makeSmall(person: string, attachmentGuid: string, chosen: File, isFromCamera: boolean): Promise<void> {
  // Few reports have one: what makes them small comes with the first.
  const photo = await import('./shrink-photo.ts')
    .then(({ keptPhoto }) => keptPhoto(chosen, isFromCamera))
    .catch(() => chosen);
  // Somebody may have left it out meanwhile.
  if (!held.has(attachmentGuid)) return;
  const others = [...held].flatMap(([guid, { name }]) => (guid === attachmentGuid ? [] : [name]));
  const content = new File([photo], freeName(photo.name, others), {
    type: photo.type,
    lastModified: photo.lastModified,
  });
  put(new Map([...held].map(([guid, file]) => [guid, guid === attachmentGuid ? content : file] as const)));
  await enqueueUpload<AboutFile>(person, { attachmentGuid, about: { name: content.name, to: null }, content });
}

/** Forgets files that their report goes without. */
export function dropAttachmentDrafts(guids: readonly string[]): void {
  put(new Map([...held].filter(([guid]) => !guids.includes(guid))));
  for (const guid of guids) void dequeueUpload(lastSignedIn() ?? '', guid);
}

let restoredFor: string | null = null;

/** Takes back what an earlier page held for the reports of this person, once a page. */
export async function restoreAttachmentDrafts(): Promise<void> {
  const person = lastSignedIn();
  if (!person || restoredFor === person) return;
  restoredFor = person;
  const kept = await openQueuedUploads<AboutFile>(person).catch(() => []);
  put(
    new Map([
      ...kept
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
/** Those that are on their way to the device. */
export const useFilesUnderWay = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => underWay);

/** Those that another page of this browser holds. */
async function heldElsewhere(guids: readonly string[]): Promise<(readonly [string, File])[]> {
  if (guids.length === 0) return [];
  const kept = await openQueuedUploads<AboutFile>(lastSignedIn() ?? '').catch(() => []);
  return kept.flatMap(({ attachmentGuid, about, content }) =>
    about.to === null && guids.includes(attachmentGuid)
      ? [[attachmentGuid, new File([content], about.name)] as const]
      : [],
  );
}

/** Holds those, too, that another page of this browser holds. Gives which are not on this device. */
export async function missingFiles(guids: readonly string[]): Promise<string[]> {
  const found = await heldElsewhere(guids.filter((guid) => !held.has(guid)));
  if (found.length > 0) put(new Map([...held, ...found]));
  return guids.filter((guid) => !held.has(guid));
}

/** Sends files on to where their report is now. Once this is done the device knows where they go. */
export async function releaseFiles(guids: readonly string[], to: FileReceiver): Promise<void> {
  const found = new Map([
    ...[...held].filter(([guid]) => guids.includes(guid)),
    ...(await heldElsewhere(guids.filter((guid) => !held.has(guid)))),
  ]);
  const files = guids.flatMap((attachmentGuid) =>
    found.has(attachmentGuid) ? [{ attachmentGuid, content: found.get(attachmentGuid)!, to }] : [],
  );
  // Whoever sends them may not be at hand without a network: the next start finds where they go.
  await Promise.all(
    files.map(({ attachmentGuid, content }) =>
      enqueueUpload<AboutFile>(lastSignedIn() ?? '', { attachmentGuid, about: { name: content.name, to }, content }),
    ),
  );
  put(new Map([...held].filter(([guid]) => !guids.includes(guid))));
  if (files.length > 0) take?.(files);
}

/** Says who sends what is released. */
export const onReleasedFiles = (taken: typeof take): void => void (take = taken);
