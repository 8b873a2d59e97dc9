import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';

const GUID_BYTES = 16;
const NUMBER_BYTES = 4;
const MAC_BYTES = 32;

/** What a link names. */
export interface LinkedTo {
  readonly guids: readonly string[];
  /** 0 where the kind of link has none. */
  readonly number: number;
}

/** What links of a kind name: how many guids, and whether also a number. */
interface LinkShape {
  readonly purpose: 'plimsoll alarm links';
  readonly guids: number;
  readonly hasNumber?: boolean;
}

const bytesOf = (guid: string): Buffer => Buffer.from(guid.replaceAll('-', ''), 'hex');
const guidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * Tokens of links that open one thing to anyone who holds them: what the link names, with an HMAC under a key of the
 * purpose. A token is never stored: not in a table, a log or an event.
 */
export class LinkTokens {
  readonly #key: KeyObject;
  readonly #guids: number;
  readonly #hasNumber: boolean;

  /** @param sealingKey 32 bytes. */
  constructor(sealingKey: Uint8Array, { purpose, guids, hasNumber = false }: LinkShape) {
    this.#key = createSecretKey(Buffer.from(hkdfSync('sha256', createSecretKey(sealingKey), '', purpose, MAC_BYTES)));
    this.#guids = guids;
    this.#hasNumber = hasNumber;
  }

  /** Links of alarm mails: organization, alarm, person, and the round as the number. */
  static ofAlarms(sealingKey: Uint8Array): LinkTokens {
    return new LinkTokens(sealingKey, { purpose: 'plimsoll alarm links', guids: 3, hasNumber: true });
  }

  tokenOf(guids: readonly string[], number = 0): string {
    if (guids.length !== this.#guids) throw new Error(`A link names ${this.#guids} guids, not ${guids.length}`);
    const numbered = Buffer.alloc(this.#hasNumber ? NUMBER_BYTES : 0);
    if (this.#hasNumber) numbered.writeUInt32BE(number);
    const named = Buffer.concat([...guids.map(bytesOf), numbered]);
    return Buffer.concat([named, this.#macOf(named)]).toString('base64url');
  }

  /** What a token names; null for one that is malformed or forged. */
  read(token: string): LinkedTo | null {
    const length = this.#guids * GUID_BYTES + (this.#hasNumber ? NUMBER_BYTES : 0);
    const bytes = Buffer.from(token, 'base64url');
    // Decoding skips what is no base64url: only the text that was made is a token.
    if (bytes.length !== length + MAC_BYTES || bytes.toString('base64url') !== token) return null;
    const named = bytes.subarray(0, length);
    if (!timingSafeEqual(bytes.subarray(length), this.#macOf(named))) return null;
    return {
      guids: Array.from({ length: this.#guids }, (_, place) =>
        guidOf(named.subarray(place * GUID_BYTES, (place + 1) * GUID_BYTES)),
      ),
      number: this.#hasNumber ? named.readUInt32BE(this.#guids * GUID_BYTES) : 0,
    };
  }

  #macOf(named: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(named).digest();
  }
}
