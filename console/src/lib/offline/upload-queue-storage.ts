import { createStore, del, entries, keys, set, type UseStore } from 'idb-keyval';
import { canSeal, openFor, sealFor, type Sealed } from './device-seal.ts';

/** A file that waits on this device to be uploaded, with its metadata. */
export interface QueuedUpload<Metadata> {
  attachmentGuid: string;
  about: Metadata;
  content: Blob;
}

/** A stored file: its metadata is encrypted like its content. */
interface StoredUpload {
  about: Sealed;
  content: Sealed;
}

let opened: UseStore | null = null;
/** A store apart from the drafts, so that listing drafts reads no photos. */
const store = (): UseStore => (opened ??= createStore('plimsoll-unsent-files', 'files'));

const keyOf = (person: string, attachmentGuid: string): string => `${person}:${attachmentGuid}`;
const boundTo = (key: string, part: 'about' | 'content'): string => `plimsoll unsent file 1\n${key}\n${part}`;

/**
 * Stores a file on this device, encrypted for its user. Returns whether that worked: it fails without https, or if
 * storage is full.
 */
export async function enqueueUpload<Metadata>(
  person: string,
  { attachmentGuid, about, content }: QueuedUpload<Metadata>,
): Promise<boolean> {
  if (!canSeal) return false;
  const key = keyOf(person, attachmentGuid);
  try {
    const bytes = await content.arrayBuffer();
    const [sealedAbout, sealedContent] = await Promise.all([
      sealFor(person, boundTo(key, 'about'), new TextEncoder().encode(JSON.stringify(about))),
      sealFor(person, boundTo(key, 'content'), bytes),
    ]);
    await set(key, { about: sealedAbout, content: sealedContent } satisfies StoredUpload, store());
    return true;
  } catch {
    return false;
  }
}

/** Deletes a stored file: it was uploaded or discarded. Never fails. */
export const dequeueUpload = (person: string, attachmentGuid: string): Promise<void> =>
  canSeal ? del(keyOf(person, attachmentGuid), store()).catch(() => undefined) : Promise.resolve();

/** The guids of a user's waiting files, and how many belong to other users. */
export async function queuedUploads(person: string): Promise<{ own: string[]; others: number }> {
  const all = canSeal ? (await keys<string>(store()).catch(() => [])).map(String) : [];
  const own = all.filter((key) => key.startsWith(`${person}:`)).map((key) => key.slice(person.length + 1));
  return { own, others: all.length - own.length };
}

/** Opens the waiting files of a signed-in user. Those that cannot be opened are omitted and stay stored. */
export async function openQueuedUploads<Metadata>(person: string): Promise<QueuedUpload<Metadata>[]> {
  const found = (await entries<string, StoredUpload>(store())).filter(([key]) => String(key).startsWith(`${person}:`));
  const files = found.map(async ([key, locked]): Promise<QueuedUpload<Metadata>[]> => {
    const [about, content] = await Promise.all([
      openFor(person, boundTo(key, 'about'), locked.about),
      openFor(person, boundTo(key, 'content'), locked.content),
    ]);
    return about && content
      ? [
          {
            attachmentGuid: key.slice(person.length + 1),
            about: JSON.parse(new TextDecoder().decode(about)) as Metadata,
            content: new Blob([content]),
          },
        ]
      : [];
  });
  return (await Promise.all(files)).flat();
}
