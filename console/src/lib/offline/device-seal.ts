import { deviceKeyOf } from './device-key.ts';

/** What lies on the device and nobody reads without its person's key (AES-256-GCM). */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

/** Whether this browser seals anything: over plain http none does. */
export const canSeal = Boolean(globalThis.crypto?.subtle);

/** Seals bytes for a person who is signed in. @param boundTo what they cannot be moved away from. Throws when their key cannot be had. */
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

/** Opens them again; null for what the person's key does not open. Throws when the key cannot be had. */
export async function openFor(person: string, boundTo: string, { iv, sealed }: Sealed): Promise<ArrayBuffer | null> {
  const key = await deviceKeyOf(person);
  return crypto.subtle
    .decrypt({ name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(boundTo) }, key, sealed)
    .catch(() => null);
}
