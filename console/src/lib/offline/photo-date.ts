import { APP1, ENTRY_BYTES, EXIF_MARK, openExif, TIFF_MARK } from './exif-reader.ts';

/** When a photo was taken, from its EXIF: the camera's local time, and its UTC offset if recorded. */
export interface Taken {
  /** '2026:11:17 06:41:05' */
  readonly at: string;
  /** '-07:00' */
  readonly offset: string | null;
}

/** How many bytes at the start of a photo are searched for its date. */
export const HEAD_BYTES = 65_536;

const EXIF_FOLDER = 0x8769;
const GPS_FOLDER = 0x8825;
const TAKEN_AT = 0x9003;
const TAKEN_OFFSET = 0x9011;
const ASCII = 2;
const LONG = 4;

/**
 * Reads when a photo was taken; null if it does not say, or is not a JPEG.
 * @param head its first bytes.
 */
export function takenIn(head: ArrayBuffer): Taken | null {
  try {
    const exif = openExif(head);
    const folder = exif?.first.get(EXIF_FOLDER);
    if (!exif || folder === undefined) return null;
    const { view, tiff, isLittle } = exif;
    const entries = exif.entriesAt(view.getUint32(folder + 8, isLittle));
    const textOf = (tag: number): string | null => {
      const entry = entries.get(tag);
      if (entry === undefined || view.getUint16(entry + 2, isLittle) !== ASCII) return null;
      const length = view.getUint32(entry + 4, isLittle);
      const from = length > 4 ? tiff + view.getUint32(entry + 8, isLittle) : entry + 8;
      return String.fromCharCode(...new Uint8Array(head, from, Math.min(length, 32))).replace(/\0.*$/s, '');
    };
    const at = textOf(TAKEN_AT);
    const offset = textOf(TAKEN_OFFSET);
    return at && /^\d{4}:\d\d:\d\d \d\d:\d\d:\d\d$/.test(at)
      ? { at, offset: offset && /^[+-]\d\d:\d\d$/.test(offset) ? offset : null }
      : null;
  } catch {
    // Truncated or malformed EXIF yields no date.
    return null;
  }
}

/** An entry to write: its value has the highest byte first. */
export interface ExifEntry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: Uint8Array;
}

const asciiOf = (tag: number, text: string): ExifEntry => ({
  tag,
  type: ASCII,
  count: text.length + 1,
  value: Uint8Array.from([...text, '\0'], (sign) => sign.charCodeAt(0)),
});
const FIRST_FOLDER = 8;
const sizeOf = (entries: number): number => 2 + entries * ENTRY_BYTES + 4;

/** An EXIF segment with the date of a photo, its position, or both. */
export function exifOf(taken: Taken | null, position: readonly ExifEntry[] = []): Uint8Array<ArrayBuffer> {
  const dates = taken
    ? [asciiOf(TAKEN_AT, taken.at), ...(taken.offset ? [asciiOf(TAKEN_OFFSET, taken.offset)] : [])]
    : [];
  const folders = [
    { tag: EXIF_FOLDER, entries: dates },
    { tag: GPS_FOLDER, entries: position },
  ].filter(({ entries }) => entries.length > 0);
  const starts: number[] = [];
  let end = FIRST_FOLDER + sizeOf(folders.length);
  for (const { entries } of folders) {
    starts.push(end);
    end += sizeOf(entries.length);
  }
  const valueBytes = [...dates, ...position].reduce((sum, { value }) => sum + (value.length > 4 ? value.length : 0), 0);
  const segment = new Uint8Array(4 + EXIF_MARK.length + end + valueBytes);
  segment.set([APP1 >> 8, APP1 & 0xff, (segment.length - 2) >> 8, (segment.length - 2) & 0xff, ...EXIF_MARK]);
  const tiff = 4 + EXIF_MARK.length;
  const view = new DataView(segment.buffer, tiff);
  const head = (from: number, { tag, type, count }: Omit<ExifEntry, 'value'>) => {
    view.setUint16(from, tag);
    view.setUint16(from + 2, type);
    view.setUint32(from + 4, count);
  };
  view.setUint16(0, 0x4d4d);
  view.setUint16(2, TIFF_MARK);
  view.setUint32(4, FIRST_FOLDER);
  view.setUint16(FIRST_FOLDER, folders.length);
  folders.forEach(({ tag, entries }, folder) => {
    const pointer = FIRST_FOLDER + 2 + folder * ENTRY_BYTES;
    head(pointer, { tag, type: LONG, count: 1 });
    view.setUint32(pointer + 8, starts[folder]!);
    view.setUint16(starts[folder]!, entries.length);
    entries.forEach((entry, index) => {
      const from = starts[folder]! + 2 + index * ENTRY_BYTES;
      head(from, entry);
      const isInline = entry.value.length <= 4;
      if (!isInline) view.setUint32(from + 8, end);
      segment.set(entry.value, tiff + (isInline ? from + 8 : end));
      if (!isInline) end += entry.value.length;
    });
  });
  return segment;
}

/** Inserts an EXIF segment at the start of a JPEG. */
export const withExif = (jpeg: Uint8Array<ArrayBuffer>, exif: Uint8Array<ArrayBuffer>): Blob =>
  new Blob([jpeg.subarray(0, 2), exif, jpeg.subarray(2)], { type: 'image/jpeg' });

/**
 * Names a photo after the minute it was taken.
 * @param fallback used if the photo has no date.
 */
export function minuteName(taken: Taken | null, fallback: Date, ending: string): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const [date, time] = taken
    ? [taken.at.slice(0, 10).replaceAll(':', '-'), taken.at.slice(11, 16).replace(':', '.')]
    : [
        `${fallback.getFullYear()}-${two(fallback.getMonth() + 1)}-${two(fallback.getDate())}`,
        `${two(fallback.getHours())}.${two(fallback.getMinutes())}`,
      ];
  return `${date} ${time}.${ending}`;
}
