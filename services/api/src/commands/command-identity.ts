import { hash } from 'node:crypto';
import { canonicalText } from '@plimsoll/event-store/port/canonical-text';
import { nameBasedGuid, variantOf } from '@plimsoll/event-store/port/name-based-guid';

/** What identifies a request: two requests with equal values are the same command. */
export interface RequestIdentity {
  readonly tenant: string;
  readonly userGuid: string;
  readonly method: string;
  readonly path: string;
  /** The Idempotency-Key, a UUID in lower case. */
  readonly key: string;
}

/**
 * UUIDv5 of user, method, path and key. The organization is the namespace, so that guids never collide across
 * organizations.
 */
export const commandIdOf = ({ tenant, userGuid, method, path, key }: RequestIdentity): string =>
  nameBasedGuid(`${userGuid} ${method} ${path} ${key}`, tenant);

/** SHA-256 of the request, independent of the order of JSON fields. */
export function fingerprintOf(
  method: string,
  path: string,
  body: unknown,
  expectedRevision: number | null,
): Uint8Array {
  return hash('sha256', `${method} ${path}\n${expectedRevision ?? ''}\n${canonicalText(body) ?? ''}`, 'buffer');
}

const timeOf = (key: string): string | undefined =>
  key[14] === '7' ? key.replaceAll('-', '').slice(0, 12) : undefined;

/**
 * Makes guids for what a command creates; the n-th call gives the same guid for every repetition. They are UUIDv7 with
 * the key's time if the key is UUIDv7, else unordered UUIDv8.
 */
export function guidsOf(commandId: string, key: string): () => string {
  const time = timeOf(key);
  let count = 0;
  return () => {
    const hex = hash('sha256', `${commandId} ${count++}`);
    const head = time ?? hex.slice(0, 12);
    return `${head.slice(0, 8)}-${head.slice(8)}-${time ? '7' : '8'}${hex.slice(13, 16)}-${variantOf(hex[16]!)}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}
