import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

const MAX_UNPACKED = 200 * 2 ** 20;
const MAX_RATIO = 100;
const END = 0x06054b50;
const ENTRY = 0x02014b50;

export interface ArchiveEntry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly at: number;
}

/** Reads the central directory of a ZIP; null when it is invalid. */
export function archiveEntries(zip: Buffer): readonly ArchiveEntry[] | null {
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== END) end--;
  if (end < 0) return null;
  const entries: ArchiveEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== ENTRY) return null;
    const [nameBytes, extra, comment] = [
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ];
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameBytes),
      method: zip.readUInt16LE(at + 10),
      packed: zip.readUInt32LE(at + 20),
      at: zip.readUInt32LE(at + 42),
    });
    at += 46 + nameBytes + extra + comment;
  }
  return entries;
}

/**
 * Whether an archive exceeds the limits when unpacked. It is unpacked for real, since its declared sizes may be wrong;
 * the output is discarded.
 */
export async function unpacksTooFar(zip: Buffer, entries: readonly ArchiveEntry[]): Promise<boolean> {
  const max = Math.min(MAX_UNPACKED, zip.length * MAX_RATIO);
  let unpacked = 0;
  for (const { method, packed, at } of entries) {
    if (at + 30 > zip.length) return true;
    const from = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    if (method === 0) unpacked += packed;
    if (unpacked > max) return true;
    if (method !== 8) continue;
    const inflate = Readable.from([zip.subarray(from, from + packed)]).pipe(createInflateRaw());
    try {
      for await (const bytes of inflate) {
        unpacked += (bytes as Buffer).length;
        if (unpacked > max) return true;
      }
    } catch {
      // Damaged: the program that opens it will report that.
    } finally {
      inflate.destroy();
    }
  }
  return false;
}
