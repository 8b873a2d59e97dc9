import { hash } from 'node:crypto';
import { writeGuid } from '@plimsoll/postgres/guid-bytes';

const NAMESPACE_BYTES = 16;

/** The UUIDv5 of a name within a namespace, which is a guid itself (RFC 9562, 5.5). @throws TypeError when it is not. */
export function nameBasedGuid(name: string, namespace: string): string {
  const bytes = Buffer.allocUnsafe(NAMESPACE_BYTES + Buffer.byteLength(name));
  writeGuid(namespace, bytes, 0);
  bytes.write(name, NAMESPACE_BYTES);
  const hex = hash('sha1', bytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variantOf(hex[16]!)}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The hex digit that says the variant (10 in binary) and keeps the two other bits of the one that stood there. */
export const variantOf = (digit: string): string => '89ab'[parseInt(digit, 16) & 0x3]!;
