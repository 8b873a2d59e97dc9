import { clear, createStore, get, keys, set, type UseStore } from 'idb-keyval';
import { request } from '../api/http.ts';
import { claimsNow } from '../session/session.ts';
import { forgetWithPerson } from '../session/sign-out.ts';

/** The key in memory. It is also stored on the device while its user is signed in, as a non-extractable CryptoKey. */
let held: { person: string; key: Promise<CryptoKey> } | null = null;

let opened: UseStore | null = null;
const store = (): UseStore => (opened ??= createStore('plimsoll-device-keys', 'keys'));

forgetWithPerson(() => {
  held = null;
  if (globalThis.indexedDB) void clear(store()).catch(() => undefined);
});

/** The user whose key is stored on this device: who is signed in here, also while offline. Null if nobody is. */
export const storedPerson = async (): Promise<string | null> =>
  (await keys<string>(store()).catch(() => []))[0] ?? null;

/**
 * The key that encrypts the local data of the signed-in user (AES-256-GCM). Requested once per sign-in. Throws an
 * ApiProblem if the server cannot be reached, and an Error if the session is another user's.
 */
export function deviceKeyOf(person: string): Promise<CryptoKey> {
  if (held?.person === person) return held.key;
  const key = storedKey(person).then((stored) => stored ?? fetchKey(person));
  held = { person, key };
  key.catch(() => {
    if (held?.key === key) held = null;
  });
  return key;
}

const storedKey = (person: string): Promise<CryptoKey | undefined> =>
  get<CryptoKey>(person, store()).catch(() => undefined);

/** Stores the key, so that a start without a network can open local data. Replaces any other user's key. */
async function keep(person: string, key: CryptoKey): Promise<void> {
  await clear(store());
  await set(person, key, store());
}

async function fetchKey(person: string): Promise<CryptoKey> {
  const { key } = await request('getDeviceKey', {});
  if (claimsNow()?.sub !== person) throw new Error('The key of another person');
  const bytes = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0));
  const cryptoKey = await crypto.subtle
    .importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
    .finally(() => bytes.fill(0));
  await keep(person, cryptoKey).catch(() => undefined);
  return cryptoKey;
}
