import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts personal bytes in rows of ordinary tables, outside the event log. Each value is bound to its row's guid. */
export class SealedBytes {
  readonly #key: KeyObject;

  /**
   * @param sealingKey 32 bytes.
   * @param purpose of the rows ('plimsoll mailbox'): a value sealed for one purpose cannot be opened for another.
   */
  constructor(sealingKey: Uint8Array, purpose: string) {
    this.#key = createSecretKey(Buffer.from(hkdfSync('sha256', createSecretKey(sealingKey), '', purpose, 32)));
  }

  seal(guid: string, content: Uint8Array): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(guid));
    return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  }

  /**
   * Decrypts a row's bytes. @throws if they were sealed for another row, for another purpose, or with another
   * SEALING_KEY.
   */
  open(guid: string, sealed: Buffer): Buffer {
    const decipher = createDecipheriv(ALGORITHM, this.#key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(guid));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  }
}

/** Encrypts values of rows as JSON; see `SealedBytes`. */
export class SealedRows<Content> {
  readonly #bytes: SealedBytes;

  /**
   * @param sealingKey 32 bytes.
   * @param purpose of the rows.
   */
  constructor(sealingKey: Uint8Array, purpose: string) {
    this.#bytes = new SealedBytes(sealingKey, purpose);
  }

  seal(guid: string, content: Content): Buffer {
    return this.#bytes.seal(guid, Buffer.from(JSON.stringify(content)));
  }

  /** Decrypts a row's value. @throws as `SealedBytes` does. */
  open(guid: string, sealed: Buffer): Content {
    return JSON.parse(this.#bytes.open(guid, sealed).toString('utf8')) as Content;
  }
}
