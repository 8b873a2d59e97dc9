import { hash } from 'node:crypto';
import { writeGuid } from '@plimsoll/postgres/guid-bytes';

const NAMESPACE_BYTES = 16;

/**
 * Returns the UUIDv5 (RFC 9562, 5.5) of a name within a namespace. @throws TypeError if the namespace is not a guid.
 */
export function nameBasedGuid(name: string, namespace: string): string {
  const bytes = Buffer.allocUnsafe(NAMESPACE_BYTES + Buffer.byteLength(name));
  writeGuid(namespace, bytes, 0);
  bytes.write(name, NAMESPACE_BYTES);
  const hex = hash('sha1', bytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variantOf(hex[16]!)}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns the hex digit with the variant bits (10 in binary), keeping the two lower bits of the given digit. */
export const variantOf = (digit: string): string => '89ab'[parseInt(digit, 16) & 0x3]!;
