import { Readable } from 'node:stream';
import { createInflateRaw, inflateRawSync } from 'node:zlib';

const MAX_UNPACKED = 200 * 2 ** 20;
const MAX_RATIO = 100;
const MAX_ENTRIES = 10_000;
const END = 0x06054b50;
const END_BYTES = 22;
/** The end of the directory is followed by a comment at most, whose length has 16 bits. */
const MAX_COMMENT = 0xffff;
const ENTRY = 0x02014b50;
const LOCAL_BYTES = 30;
/** In these places a larger number is elsewhere (ZIP64), which some programs write for small files too. */
const ELSEWHERE_16 = 0xffff;
const ELSEWHERE_32 = 0xffffffff;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const LOCATOR_64_BYTES = 20;
const EXTRA_64 = 1;
/** Such an entry has 4 MB at most when it is unpacked. */
const SMALL_BYTES = 4_096;

export interface ArchiveEntry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly at: number;
}

/**
 * Reads the central directory of a ZIP. `INVALID` when it has none; `OVER_LIMIT` with more than 10,000 entries, or when
 * entries share bytes, so that together they would be more than the file.
 */
export function archiveEntries(zip: Buffer): readonly ArchiveEntry[] | 'INVALID' | 'OVER_LIMIT' {
  const end = endOf(zip);
  if (end < 0) return 'INVALID';
  const place = directoryOf(zip, end);
  if (!place) return 'INVALID';
  const { count, directory } = place;
  if (count > MAX_ENTRIES) return 'OVER_LIMIT';
  const entries: ArchiveEntry[] = [];
  let at = directory;
  for (let left = count; left > 0; left--) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== ENTRY) return 'INVALID';
    const [nameBytes, extra, comment] = [
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ];
    const more = zip.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extra);
    const sizes = sizesOf([zip.readUInt32LE(at + 24), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)], more);
    if (!sizes) return 'INVALID';
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameBytes),
      method: zip.readUInt16LE(at + 10),
      packed: sizes[1],
      at: sizes[2],
    });
    at += 46 + nameBytes + extra + comment;
  }
  return areApart(zip, entries, directory) ? entries : 'OVER_LIMIT';
}

/** How many entries the directory has, and where it begins; null where that is damaged. */
function directoryOf(zip: Buffer, end: number): { readonly count: number; readonly directory: number } | null {
  const [count, directory] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 16)];
  if (count !== ELSEWHERE_16 && directory !== ELSEWHERE_32) return { count, directory };
  const locator = end - LOCATOR_64_BYTES;
  if (locator < 0 || zip.readUInt32LE(locator) !== LOCATOR_64) return { count, directory };
  const at = Number(zip.readBigUInt64LE(locator + 8));
  if (at + 56 > locator || zip.readUInt32LE(at) !== END_64) return null;
  return { count: Number(zip.readBigUInt64LE(at + 32)), directory: Number(zip.readBigUInt64LE(at + 48)) };
}

/** Unpacked size, packed size, and where the entry is. */
type Sizes = readonly [unpacked: number, packed: number, at: number];

/** The sizes of an entry, with those that are in its ZIP64 field; null where the field has fewer. */
function sizesOf(sizes: Sizes, extra: Buffer): Sizes | null {
  if (!sizes.includes(ELSEWHERE_32)) return sizes;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== EXTRA_64) continue;
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    if (field.length < sizes.filter((size) => size === ELSEWHERE_32).length * 8) return null;
    let read = 0;
    const known = (size: number) => (size === ELSEWHERE_32 ? Number(field.readBigUInt64LE(8 * read++)) : size);
    return [known(sizes[0]), known(sizes[1]), known(sizes[2])];
  }
  return sizes;
}

/** Where the end of the directory begins; it is at the end of the file. */
function endOf(zip: Buffer): number {
  const first = Math.max(0, zip.length - END_BYTES - MAX_COMMENT);
  for (let at = zip.length - END_BYTES; at >= first; at--) if (zip.readUInt32LE(at) === END) return at;
  return -1;
}

/** Whether no byte belongs to two entries, or to an entry and the directory. */
function areApart(zip: Buffer, entries: readonly ArchiveEntry[], directory: number): boolean {
  let end = 0;
  for (const entry of entries.toSorted((one, other) => one.at - other.at)) {
    const from = contentOf(zip, entry);
    if (entry.at < end || from === null || from + entry.packed > directory) return false;
    end = from + entry.packed;
  }
  return true;
}

/** Where the packed bytes of an entry begin; null beyond the end of the file. */
export function contentOf(zip: Buffer, { at }: ArchiveEntry): number | null {
  if (at + LOCAL_BYTES > zip.length) return null;
  return at + LOCAL_BYTES + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
}

/**
 * Whether an archive exceeds the limits when unpacked. It is unpacked for real, since its declared sizes may be wrong;
 * the output is discarded.
 */
export async function unpacksTooFar(zip: Buffer, entries: readonly ArchiveEntry[]): Promise<boolean> {
  const max = Math.min(MAX_UNPACKED, zip.length * MAX_RATIO);
  let unpacked = 0;
  for (const entry of entries) {
    const { method, packed } = entry;
    const from = contentOf(zip, entry);
    if (from === null) return true;
    if (method === 0) unpacked += packed;
    if (unpacked > max) return true;
    if (method !== 8) continue;
    const bytes = zip.subarray(from, from + packed);
    unpacked += packed <= SMALL_BYTES ? smallSize(bytes) : await sizeUpTo(bytes, max - unpacked);
    if (unpacked > max) return true;
  }
  return false;
}

/** Unpacked size of a small entry: a stream for each of thousands would take longer than unpacking. */
function smallSize(packed: Buffer): number {
  try {
    return inflateRawSync(packed).length;
  } catch {
    return 0;
  }
}

/** Unpacked size of an entry, up to a little more than `max`. */
async function sizeUpTo(packed: Buffer, max: number): Promise<number> {
  const inflate = Readable.from([packed]).pipe(createInflateRaw());
  let size = 0;
  try {
    for await (const bytes of inflate) {
      size += (bytes as Buffer).length;
      if (size > max) return size;
    }
  } catch {
    // Damaged: the program that opens it will report that.
  } finally {
    inflate.destroy();
  }
  return size;
}
