import { createSecretKey, hash, hkdfSync } from 'node:crypto';

const BLOCK_BYTES = 64;
const HALF_BYTES = 16;
const BYTES = 2 * HALF_BYTES;
const MAX_MESSAGE_BYTES = 256;

/**
 * Computes fingerprints of requests, to detect a command id that is reused for another request. The first 16 bytes are
 * an HMAC of the request, so a reader cannot guess it. The other 16 are an HMAC of tenant, command and the first half,
 * so a verifier detects an altered fingerprint without knowing the request. Both are HMAC-SHA-256 under keys derived
 * from SEALING_KEY.
 */
export class Fingerprints {
  readonly #ofRequest: (message: Uint8Array) => string;
  readonly #ofCommand: (message: Uint8Array) => string;
  /** Tenant LF command LF first half. */
  readonly #command = Buffer.alloc(36 + 1 + 36 + 1 + HALF_BYTES, '\n');

  /** @param sealingKey 32 bytes. */
  constructor(sealingKey: Uint8Array) {
    this.#ofRequest = hmacUnder(derived(sealingKey, 'plimsoll fingerprints of requests'));
    this.#ofCommand = hmacUnder(derived(sealingKey, 'plimsoll fingerprints of commands'));
  }

  /**
   * Returns the 32 bytes to store. Guids are in lower case.
   * @param asked SHA-256 of the request.
   */
  of(tenant: string, commandId: string, asked: Uint8Array): Buffer {
    const fingerprint = Buffer.allocUnsafe(BYTES);
    fingerprint.write(this.#ofRequest(asked), 0, HALF_BYTES, 'latin1');
    fingerprint.write(this.#second(tenant, commandId, fingerprint), HALF_BYTES, HALF_BYTES, 'latin1');
    return fingerprint;
  }

  /** Whether this fingerprint was made for this command: only a holder of the key can make one. */
  isGenuine(tenant: string, commandId: string, fingerprint: Buffer): boolean {
    return (
      fingerprint.length === BYTES &&
      this.#second(tenant, commandId, fingerprint).slice(0, HALF_BYTES) === fingerprint.toString('latin1', HALF_BYTES)
    );
  }

  #second(tenant: string, commandId: string, fingerprint: Buffer): string {
    this.#command.write(tenant, 0, 'latin1');
    this.#command.write(commandId, 37, 'latin1');
    fingerprint.copy(this.#command, 74, 0, HALF_BYTES);
    return this.#ofCommand(this.#command);
  }
}

const derived = (sealingKey: Uint8Array, info: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', createSecretKey(sealingKey), '', info, 32));

/**
 * HMAC-SHA-256 (RFC 2104) of short messages under one key, in latin1. Two one-shot digests cost a quarter of an HMAC
 * object, and every append needs two.
 * @throws RangeError for a message of more than 256 bytes.
 */
export function hmacUnder(key: Uint8Array): (message: Uint8Array) => string {
  const inner = padded(key, 0x36, MAX_MESSAGE_BYTES);
  const outer = padded(key, 0x5c, 32);
  return (message) => {
    inner.set(message, BLOCK_BYTES);
    outer.write(hash('sha256', inner.subarray(0, BLOCK_BYTES + message.length), 'binary'), BLOCK_BYTES, 'latin1');
    return hash('sha256', outer, 'binary');
  };
}

function padded(key: Uint8Array, pad: number, more: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES + more);
  for (let at = 0; at < BLOCK_BYTES; at++) block[at] = (key[at] ?? 0) ^ pad;
  return block;
}
