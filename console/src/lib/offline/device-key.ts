import { clear, createStore, get, keys, set, type UseStore } from 'idb-keyval';
import { request } from '../api/http.ts';
import { claimsNow } from '../session/session.ts';
import { forgetWithPerson } from '../session/sign-out.ts';

/** On this page, and on the device while its person is signed in; it cannot be taken out of its box. */
let held: { person: string; key: Promise<CryptoKey> } | null = null;

let opened: UseStore | null = null;
const store = (): UseStore => (opened ??= createStore('plimsoll-device-keys', 'keys'));

forgetWithPerson(() => {
  held = null;
  if (globalThis.indexedDB) void clear(store()).catch(() => undefined);
});

/** Whose key this device keeps: who is signed in here, also where no server can be asked. Null where nobody is. */
export const keptPerson = async (): Promise<string | null> => (await keys<string>(store()).catch(() => []))[0] ?? null;

/**
 * The key that seals what this browser keeps for a person, who is signed in (AES-256-GCM). Asked for once a sign-in.
 * Throws an ApiProblem when the server cannot be reached, and an Error for anybody else's.
 */
export function deviceKeyOf(person: string): Promise<CryptoKey> {
  if (held?.person === person) return held.key;
  const key = keptKey(person).then((kept) => kept ?? fetchKey(person));
  held = { person, key };
  key.catch(() => {
    if (held?.key === key) held = null;
  });
  return key;
}

const keptKey = (person: string): Promise<CryptoKey | undefined> =>
  get<CryptoKey>(person, store()).catch(() => undefined);

/** So that a start without a network opens what lies here. Nobody else's is kept beside it. */
async function keep(person: string, key: CryptoKey): Promise<void> {
  await clear(store());
  await set(person, key, store());
}

async function fetchKey(person: string): Promise<CryptoKey> {
  const { key } = await request('getDeviceKey', {});
  if (claimsNow()?.sub !== person) throw new Error('The key of another person');
  const bytes = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0));
  const boxed = await crypto.subtle
    .importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
    .finally(() => bytes.fill(0));
  await keep(person, boxed).catch(() => undefined);
  return boxed;
}
