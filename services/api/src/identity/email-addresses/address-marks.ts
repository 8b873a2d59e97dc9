import { createHmac } from 'node:crypto';

/** Keyed hashes of addresses, regardless of case: tables store these for addresses that are not verified yet. */
export class AddressMarks {
  readonly #key: Buffer;

  /** @param sealingKey 32 bytes in base64. */
  constructor(sealingKey: string) {
    this.#key = createHmac('sha256', Buffer.from(sealingKey, 'base64')).update('addresses of sign-ups').digest();
  }

  of(emailAddress: string): Buffer {
    return createHmac('sha256', this.#key).update(emailAddress.toLowerCase()).digest();
  }
}
