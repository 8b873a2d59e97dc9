import { del, entries, get, keys, set, update } from 'idb-keyval';
import { hasServerTime, now } from '../session/clock.ts';
import { deviceKeyOf } from '../offline/device-key.ts';
import { canSeal, openFor, sealFor, type Sealed } from '../offline/device-seal.ts';
import { forgetWithPerson } from '../session/sign-out.ts';

export interface Draft<Value = unknown> {
  value: Value;
  /** Instant of the last change. */
  savedAt: string;
}

export interface DraftStore {
  /** Throws if there is a draft that cannot be opened at the moment. */
  get: (key: string) => Promise<Draft | undefined>;
  set: (key: string, draft: Draft) => Promise<void>;
  del: (key: string) => Promise<void>;
  /** Drafts whose keys have a prefix, the latest first; those that cannot be opened at the moment are omitted. */
  list: (prefix: string) => Promise<(Draft & { key: string })[]>;
  /** Whether drafts outlive the page. */
  isLasting: boolean;
}

/** A draft as stored on the device: only the day of its last change can be read without the user's key. */
interface SealedDraft extends Sealed {
  savedAt: string;
}

/** How many days a draft is stored after its last change. */
export const DRAFT_RETENTION_DAYS = 30;
/** How many days an event that was read on this device is stored. */
const EVENT_RETENTION_DAYS = 7;
const DAY_MS = 86_400_000;

const isSealed = (stored: Draft | SealedDraft): stored is SealedDraft => 'sealed' in stored;
/**
 * Reports in the outbox never expire: they stay until they are sent or discarded. By a device's clock alone, which may be
 * wrong, nothing does.
 */
const isExpired = (key: string, { savedAt }: { savedAt: string }): boolean =>
  hasServerTime() &&
  !String(key).startsWith('outbox:') &&
  Date.parse(savedAt) + (String(key).startsWith('event:') ? EVENT_RETENTION_DAYS : DRAFT_RETENTION_DAYS) * DAY_MS <
    now().getTime();

/** The user whom a draft belongs to; a key consists of the form's kind, the user and a suffix. */
const personOf = (key: string): string | undefined =>
  /^(?:report|edit|month|dialog|outbox|start|event):([^:]+):/.exec(key)?.[1];

/** Additional authenticated data: binds a sealed draft to its user, form and time. */
const boundTo = (key: string, savedAt: string) => `plimsoll draft 1\n${key}\n${savedAt}`;

async function seal(key: string, { value, savedAt }: Draft): Promise<SealedDraft> {
  return {
    savedAt,
    ...(await sealFor(personOf(key) ?? '', boundTo(key, savedAt), new TextEncoder().encode(JSON.stringify(value)))),
  };
}

async function unseal(key: string, { savedAt, ...sealed }: SealedDraft): Promise<Draft | undefined> {
  const opened = await openFor(personOf(key) ?? '', boundTo(key, savedAt), sealed);
  // Data that this key does not open stays unreadable; it remains until it is overwritten.
  return opened ? { value: JSON.parse(new TextDecoder().decode(opened)), savedAt } : undefined;
}

const latestFirst = <StoredDraft extends Draft>(drafts: readonly StoredDraft[]): StoredDraft[] =>
  drafts.toSorted((one, other) => other.savedAt.localeCompare(one.savedAt));

const onDevice: DraftStore = {
  isLasting: true,
  async get(key) {
    const stored = await get<Draft | SealedDraft>(key);
    if (!stored) return undefined;
    if (isExpired(key, stored)) {
      await del(key);
      return undefined;
    }
    return isSealed(stored) ? unseal(key, stored) : stored;
  },
  set: async (key, draft) => set(key, await seal(key, draft)),
  del,
  async list(prefix) {
    const ours = (await entries<string, Draft | SealedDraft | undefined>()).filter(
      ([key, stored]) => stored && String(key).startsWith(prefix) && !isExpired(key, stored),
    );
    const opened = ours.map(async ([key, stored]) => {
      const draft = isSealed(stored!) ? await unseal(key, stored).catch(() => undefined) : stored!;
      return draft ? [{ ...draft, key }] : [];
    });
    return latestFirst((await Promise.all(opened)).flat());
  },
};

const inMemory = new Map<string, Draft>();
forgetWithPerson(() => inMemory.clear());

const onPage: DraftStore = {
  isLasting: false,
  get: async (key) => inMemory.get(key),
  set: async (key, draft) => void inMemory.set(key, draft),
  del: async (key) => void inMemory.delete(key),
  list: async (prefix) =>
    latestFirst([...inMemory].filter(([key]) => key.startsWith(prefix)).map(([key, draft]) => ({ ...draft, key }))),
};

/**
 * Storage of drafts: encrypted on the device. Without https there is no encryption, and they stay in the page's memory.
 */
export const sealedDrafts: DraftStore = canSeal ? onDevice : onPage;

/** Keys of drafts that have a prefix, including those that cannot be opened. */
export const draftKeys = async (prefix: string): Promise<string[]> =>
  (canSeal ? (await keys<string>()).map(String) : [...inMemory.keys()]).filter((key) => key.startsWith(prefix));

/** Deletes all but the newest of the drafts whose keys have a prefix, without opening them. */
export async function keepNewest(prefix: string, count: number): Promise<void> {
  if (!canSeal) return;
  const stored = (await entries<string, Draft | SealedDraft | undefined>()).filter(([key]) =>
    String(key).startsWith(prefix),
  );
  const oldest = stored.toSorted(([, one], [, other]) => (other?.savedAt ?? '').localeCompare(one?.savedAt ?? ''));
  for (const [key] of oldest.slice(count)) await del(key);
}

/** Opens the device's storage early, since that is slow on a phone, while the page is loading. */
export const openDrafts = (): void => void sealedDrafts.get('').catch(() => undefined);

/** Deletes drafts older than 30 days, of all users. */
async function dropExpiredDrafts(): Promise<void> {
  for (const [key, stored] of await entries<string, Draft | SealedDraft | undefined>())
    if (personOf(key) && (!stored || isExpired(key, stored))) await del(key);
}

/** Encrypts drafts of a user that an earlier version stored in plain text, without changing their dates. */
async function sealOpenDrafts(person: string): Promise<void> {
  for (const [key, stored] of await entries<string, Draft | SealedDraft | undefined>()) {
    if (personOf(key) !== person || !stored || isSealed(stored)) continue;
    const sealed = await seal(key, stored);
    // The draft may have been changed or deleted while it was being sealed.
    await update<Draft | SealedDraft | undefined>(key, (present) =>
      present && !isSealed(present) && present.savedAt === stored.savedAt ? sealed : present,
    );
  }
}

let preparedFor: string | null = null;

/**
 * Prepares this browser for a user, once per page: deletes expired drafts, fetches the user's key while there is a
 * network, and seals plain drafts. Never fails.
 */
export async function prepareDrafts(person: string): Promise<void> {
  if (preparedFor === person) return;
  preparedFor = person;
  try {
    await dropExpiredDrafts();
    if (!sealedDrafts.isLasting) return;
    await deviceKeyOf(person);
    await sealOpenDrafts(person);
  } catch {
    // Each draft requests the key again when it is needed; the next start does the rest.
  }
}
