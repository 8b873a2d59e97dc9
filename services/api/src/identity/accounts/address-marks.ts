import { createHmac } from 'node:crypto';

/** How tables know an address that is not shown to be anybody's yet: by a keyed hash, whatever its case. */
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
