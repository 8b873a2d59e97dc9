import { deviceKeyOf } from './device-key.ts';

/** Data encrypted with its user's key (AES-256-GCM). */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

/** Whether this browser can encrypt: none does over plain http. */
export const canSeal = Boolean(globalThis.crypto?.subtle);

/**
 * Encrypts bytes for a signed-in user.
 * @param boundTo additional authenticated data, which binds the result to its place. Throws if the key is not
 * available.
 */
export async function sealFor(person: string, boundTo: string, bytes: BufferSource): Promise<Sealed> {
  const key = await deviceKeyOf(person);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return {
    iv,
    sealed: await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(boundTo) },
      key,
      bytes,
    ),
  };
}

/** Decrypts sealed data; null if the user's key does not open it. Throws if the key is not available. */
export async function openFor(person: string, boundTo: string, { iv, sealed }: Sealed): Promise<ArrayBuffer | null> {
  const key = await deviceKeyOf(person);
  return crypto.subtle
    .decrypt({ name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(boundTo) }, key, sealed)
    .catch(() => null);
}
