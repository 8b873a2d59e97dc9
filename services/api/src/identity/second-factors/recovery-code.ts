import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { RECOVERY_CODES } from '@plimsoll/contracts/identity/second-factors';

/** Crockford's Base32: O is read as zero, L as one. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 12;
const GROUP = 4;

/**
 * Derives the recovery codes of a set from its guid with a key, so that a repeated request gets the same codes. They
 * are only stored as hashes under another key.
 */
export class RecoveryCodeMaker {
  readonly #codes: KeyObject;
  readonly #hashes: KeyObject;

  /** @param sealingKey 32 bytes. */
  constructor(sealingKey: Uint8Array) {
    const derived = (purpose: string) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', createSecretKey(sealingKey), '', purpose, 32)));
    this.#codes = derived('plimsoll recovery codes');
    this.#hashes = derived('plimsoll hashes of recovery codes');
  }

  /** The codes in the displayed form: 'k3f7-09qx-hv2m'. */
  codesOf(setGuid: string): string[] {
    return Array.from({ length: RECOVERY_CODES }, (_, number) => {
      const bytes = createHmac('sha256', this.#codes).update(`${setGuid} ${number}`).digest().subarray(0, LENGTH);
      const code = Array.from(bytes, (byte) => SIGNS[byte % SIGNS.length]).join('');
      return code.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-');
    });
  }

  /** Hash to look up a code, regardless of how it is typed. */
  hashOf(code: string): Buffer {
    const plain = code
      .toLowerCase()
      .replaceAll(/[^0-9a-z]/g, '')
      .replaceAll('o', '0')
      .replaceAll(/[il]/g, '1');
    return createHmac('sha256', this.#hashes).update(plain).digest();
  }
}
