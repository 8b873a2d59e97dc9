import { inflateRawSync } from 'node:zlib';
import { contentOf, type ArchiveEntry } from './archive-limits.ts';

const PART = '[content_types].xml';
const MAX_BYTES = 1_048_576;
const UTF_16_MARK = Buffer.from([0xff, 0xfe]);
const MAIN = /ContentType\s*=\s*["']([^"']+)\.main\+xml["']/i;

/**
 * The type of an Office document according to the list of its parts; null for other archives. The list is found by the
 * archive's directory: programs that write in one pass put it last, behind parts of any size.
 */
export function officeType(zip: Buffer, entries: readonly ArchiveEntry[]): string | null {
  const entry = entries.find(({ name }) => name.toLowerCase() === PART);
  const from = entry && contentOf(zip, entry);
  if (!entry || from == null || entry.packed > MAX_BYTES) return null;
  const packed = zip.subarray(from, from + entry.packed);
  try {
    const bytes = entry.method === 8 ? inflateRawSync(packed, { maxOutputLength: MAX_BYTES }) : packed;
    const isWide = bytes.subarray(0, 2).equals(UTF_16_MARK);
    return MAIN.exec(bytes.toString(isWide ? 'utf16le' : 'utf8'))?.[1]?.toLowerCase() ?? null;
  } catch {
    return null;
  }
}
