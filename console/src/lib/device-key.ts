import { request } from './http.ts';
import { claimsNow } from './session.ts';
import { forgetWithPerson } from './sign-out.ts';

/** The key lives here and nowhere else, and cannot be taken out of its box. */
let held: { person: string; key: Promise<CryptoKey> } | null = null;
forgetWithPerson(() => (held = null));

/**
 * The key that seals what this browser keeps for a person, who is signed in (AES-256-GCM). Asked for once a page.
 * Throws an ApiProblem when the server cannot be reached, and an Error for anybody else's.
 */
export function deviceKeyOf(person: string): Promise<CryptoKey> {
  if (held?.person === person) return held.key;
  const key = fetchKey(person);
  held = { person, key };
  key.catch(() => {
    if (held?.key === key) held = null;
  });
  return key;
}

async function fetchKey(person: string): Promise<CryptoKey> {
  const { key } = await request('getDeviceKey', {});
  if (claimsNow()?.sub !== person) throw new Error('The key of another person');
  const bytes = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']).finally(() => bytes.fill(0));
}
