import { del, entries, get, keys, set, update } from 'idb-keyval';
import { now } from '../session/clock.ts';
import { deviceKeyOf } from '../offline/device-key.ts';
import { canSeal, openFor, sealFor, type Sealed } from '../offline/device-seal.ts';
import { forgetWithPerson } from '../session/sign-out.ts';

export interface Draft<Value = unknown> {
  value: Value;
  /** When it was last changed: an instant. */
  savedAt: string;
}

export interface DraftStore {
  /** Throws when there is one that cannot be opened just now. */
  get: (key: string) => Promise<Draft | undefined>;
  set: (key: string, draft: Draft) => Promise<void>;
  del: (key: string) => Promise<void>;
  /** Those whose keys begin so, the latest first; what cannot be opened just now is left out. */
  list: (prefix: string) => Promise<(Draft & { key: string })[]>;
  /** Whether it outlives the page. */
  isLasting: boolean;
}

/** A draft as it lies on the device: nothing but the day of its last change can be read without its person's key. */
interface SealedDraft extends Sealed {
  savedAt: string;
}

/** So long after its last change a draft is kept. */
export const DAYS_KEPT = 30;
const DAY_MS = 86_400_000;

const isSealed = (kept: Draft | SealedDraft): kept is SealedDraft => 'sealed' in kept;
/** What waits to be sent waits until it has arrived, or somebody throws it away. */
const isExpired = (key: string, { savedAt }: { savedAt: string }): boolean =>
  !String(key).startsWith('outbox:') && Date.parse(savedAt) + DAYS_KEPT * DAY_MS < now().getTime();

/** Whose a draft is: its key names the form's kind, the person, and then what is theirs alone. */
const personOf = (key: string): string | undefined =>
  /^(?:report|edit|month|dialog|outbox|start):([^:]+):/.exec(key)?.[1];

/** What a sealed draft cannot be moved away from: the person, the form and the day. */
const boundTo = (key: string, savedAt: string) => `plimsoll draft 1\n${key}\n${savedAt}`;

async function seal(key: string, { value, savedAt }: Draft): Promise<SealedDraft> {
  return {
    savedAt,
    ...(await sealFor(personOf(key) ?? '', boundTo(key, savedAt), new TextEncoder().encode(JSON.stringify(value)))),
  };
}

async function unseal(key: string, { savedAt, ...sealed }: SealedDraft): Promise<Draft | undefined> {
  const opened = await openFor(personOf(key) ?? '', boundTo(key, savedAt), sealed);
  // Nobody can ever read what this key does not open; it stays until something is written over it.
  return opened ? { value: JSON.parse(new TextDecoder().decode(opened)), savedAt } : undefined;
}

const latestFirst = <Kept extends Draft>(drafts: readonly Kept[]): Kept[] =>
  drafts.toSorted((one, other) => other.savedAt.localeCompare(one.savedAt));

const onDevice: DraftStore = {
  isLasting: true,
  async get(key) {
    const kept = await get<Draft | SealedDraft>(key);
    if (!kept) return undefined;
    if (isExpired(key, kept)) {
      await del(key);
      return undefined;
    }
    return isSealed(kept) ? unseal(key, kept) : kept;
  },
  set: async (key, draft) => set(key, await seal(key, draft)),
  del,
  async list(prefix) {
    const ours = (await entries<string, Draft | SealedDraft | undefined>()).filter(
      ([key, kept]) => kept && String(key).startsWith(prefix) && !isExpired(key, kept),
    );
    const opened = ours.map(async ([key, kept]) => {
      const draft = isSealed(kept!) ? await unseal(key, kept).catch(() => undefined) : kept!;
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

/** Where drafts are kept: on the device, sealed. Without https there is nothing to seal them with, and the page alone keeps them. */
export const sealedDrafts: DraftStore = canSeal ? onDevice : onPage;

/** The keys of drafts that begin so, be they open to anybody or not. */
export const draftKeys = async (prefix: string): Promise<string[]> =>
  (canSeal ? (await keys<string>()).map(String) : [...inMemory.keys()]).filter((key) => key.startsWith(prefix));

/** Opens the device's store, which takes a phone its time, while the page is on its way. */
export const openDrafts = (): void => void sealedDrafts.get('').catch(() => undefined);

/** Forgets what is older than 30 days, whoever's it is. */
export async function dropExpiredDrafts(): Promise<void> {
  for (const [key, kept] of await entries<string, Draft | SealedDraft | undefined>())
    if (personOf(key) && (!kept || isExpired(key, kept))) await del(key);
}

/** Seals the drafts of a person that an earlier version left as they were typed. Their days stay. */
export async function sealOpenDrafts(person: string): Promise<void> {
  for (const [key, kept] of await entries<string, Draft | SealedDraft | undefined>()) {
    if (personOf(key) !== person || !kept || isSealed(kept)) continue;
    const sealed = await seal(key, kept);
    // Somebody may have typed on, or thrown it away, while it was being sealed.
    await update<Draft | SealedDraft | undefined>(key, (present) =>
      present && !isSealed(present) && present.savedAt === kept.savedAt ? sealed : present,
    );
  }
}

let preparedFor: string | null = null;

/** Makes this browser ready for a person, once a page: old drafts go, their key is fetched while there is a network, open drafts are sealed. Never fails. */
export async function prepareDrafts(person: string): Promise<void> {
  if (preparedFor === person) return;
  preparedFor = person;
  try {
    await dropExpiredDrafts();
    if (!sealedDrafts.isLasting) return;
    await deviceKeyOf(person);
    await sealOpenDrafts(person);
  } catch {
    // Each draft asks for the key again when it is needed; the rest is done by the next start.
  }
}
