import { createStore, del, entries, keys, set, type UseStore } from 'idb-keyval';
import { canSeal, openFor, sealFor, type Sealed } from './device-seal.ts';

/** A file that waits on this device to be sent, with what is known of where it goes. */
export interface QueuedUpload<About> {
  attachmentGuid: string;
  about: About;
  content: Blob;
}

/** As it lies there: its name and where it goes are sealed like its bytes. */
interface Locked {
  about: Sealed;
  content: Sealed;
}

let opened: UseStore | null = null;
/** Apart from the drafts, so that whoever looks for a draft reads no photo. */
const store = (): UseStore => (opened ??= createStore('plimsoll-unsent-files', 'files'));

const keyOf = (person: string, attachmentGuid: string): string => `${person}:${attachmentGuid}`;
const boundTo = (key: string, part: 'about' | 'content'): string => `plimsoll unsent file 1\n${key}\n${part}`;

/** Locks a file on this device for its person. Gives whether it lies there: not without https, nor where there is no room. */
export async function enqueueUpload<About>(
  person: string,
  { attachmentGuid, about, content }: QueuedUpload<About>,
): Promise<boolean> {
  if (!canSeal) return false;
  const key = keyOf(person, attachmentGuid);
  try {
    const bytes = await content.arrayBuffer();
    const [sealedAbout, sealedContent] = await Promise.all([
      sealFor(person, boundTo(key, 'about'), new TextEncoder().encode(JSON.stringify(about))),
      sealFor(person, boundTo(key, 'content'), bytes),
    ]);
    await set(key, { about: sealedAbout, content: sealedContent } satisfies Locked, store());
    return true;
  } catch {
    return false;
  }
}

/** Forgets one: it has arrived, or nobody wants it any more. Never fails. */
export const dequeueUpload = (person: string, attachmentGuid: string): Promise<void> =>
  canSeal ? del(keyOf(person, attachmentGuid), store()).catch(() => undefined) : Promise.resolve();

/** Which files wait here, by whom: those of a person, and how many are somebody else's. */
export async function queuedUploads(person: string): Promise<{ own: string[]; others: number }> {
  const all = canSeal ? (await keys<string>(store()).catch(() => [])).map(String) : [];
  const own = all.filter((key) => key.startsWith(`${person}:`)).map((key) => key.slice(person.length + 1));
  return { own, others: all.length - own.length };
}

/** Opens those of a person who is signed in; what cannot be opened just now is left out, and stays. */
export async function openQueuedUploads<About>(person: string): Promise<QueuedUpload<About>[]> {
  const found = (await entries<string, Locked>(store())).filter(([key]) => String(key).startsWith(`${person}:`));
  const files = found.map(async ([key, locked]): Promise<QueuedUpload<About>[]> => {
    const [about, content] = await Promise.all([
      openFor(person, boundTo(key, 'about'), locked.about),
      openFor(person, boundTo(key, 'content'), locked.content),
    ]);
    return about && content
      ? [
          {
            attachmentGuid: key.slice(person.length + 1),
            about: JSON.parse(new TextDecoder().decode(about)) as About,
            content: new Blob([content]),
          },
        ]
      : [];
  });
  return (await Promise.all(files)).flat();
}
