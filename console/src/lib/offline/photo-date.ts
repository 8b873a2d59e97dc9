/** When a photo was taken, from its EXIF: the camera's local time, and its UTC offset if recorded. */
export interface Taken {
  /** '2026:11:17 06:41:05' */
  readonly at: string;
  /** '-07:00' */
  readonly offset: string | null;
}

/** How many bytes at the start of a photo are searched for its date. */
export const HEAD_BYTES = 65_536;

const SOI = 0xffd8;
const APP1 = 0xffe1;
/** 'Exif' and two NUL bytes. */
const EXIF_MARK = [0x45, 0x78, 0x69, 0x66, 0, 0];
const TIFF_MARK = 42;
const EXIF_FOLDER = 0x8769;
const TAKEN_AT = 0x9003;
const TAKEN_OFFSET = 0x9011;
const ASCII = 2;
const LONG = 4;
const ENTRY_BYTES = 12;

/** Offset of the TIFF in a JPEG's EXIF segment; null if there is none. */
function tiffIn(view: DataView): number | null {
  if (view.byteLength < 4 || view.getUint16(0) !== SOI) return null;
  for (let at = 2; at + 10 <= view.byteLength && view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint16(at) === APP1 && EXIF_MARK.every((byte, place) => view.getUint8(at + 4 + place) === byte))
      return at + 4 + EXIF_MARK.length;
  }
  return null;
}

/** The entries of a TIFF directory: the offset of each one, by tag. */
function entriesAt(view: DataView, at: number, isLittle: boolean): ReadonlyMap<number, number> {
  const count = view.getUint16(at, isLittle);
  return new Map(
    Array.from({ length: count }, (_, index) => at + 2 + index * ENTRY_BYTES).map((entry) => [
      view.getUint16(entry, isLittle),
      entry,
    ]),
  );
}

/**
 * Reads when a photo was taken; null if it does not say, or is not a JPEG.
 * @param head its first bytes.
 */
export function takenIn(head: ArrayBuffer): Taken | null {
  const view = new DataView(head);
  const tiff = tiffIn(view);
  try {
    if (tiff === null) return null;
    const isLittle = view.getUint16(tiff) === 0x4949;
    if (view.getUint16(tiff + 2, isLittle) !== TIFF_MARK) return null;
    const folder = entriesAt(view, tiff + view.getUint32(tiff + 4, isLittle), isLittle).get(EXIF_FOLDER);
    if (folder === undefined) return null;
    const entries = entriesAt(view, tiff + view.getUint32(folder + 8, isLittle), isLittle);
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

/** An EXIF segment with only the date of a photo. */
export function exifOf({ at, offset }: Taken): Uint8Array<ArrayBuffer> {
  const texts = [[TAKEN_AT, at], ...(offset ? [[TAKEN_OFFSET, offset]] : [])] as [number, string][];
  const FIRST_FOLDER = 8;
  const exifFolder = FIRST_FOLDER + 2 + ENTRY_BYTES + 4;
  const textsFrom = exifFolder + 2 + texts.length * ENTRY_BYTES + 4;
  const tiffBytes = textsFrom + texts.reduce((sum, [, text]) => sum + text.length + 1, 0);
  const segment = new Uint8Array(4 + EXIF_MARK.length + tiffBytes);
  segment.set([APP1 >> 8, APP1 & 0xff, (segment.length - 2) >> 8, (segment.length - 2) & 0xff, ...EXIF_MARK]);
  const view = new DataView(segment.buffer, 4 + EXIF_MARK.length);
  view.setUint16(0, 0x4d4d);
  view.setUint16(2, TIFF_MARK);
  view.setUint32(4, FIRST_FOLDER);
  const entry = (from: number, tag: number, type: number, count: number, value: number) => {
    view.setUint16(from, tag);
    view.setUint16(from + 2, type);
    view.setUint32(from + 4, count);
    view.setUint32(from + 8, value);
  };
  view.setUint16(FIRST_FOLDER, 1);
  entry(FIRST_FOLDER + 2, EXIF_FOLDER, LONG, 1, exifFolder);
  view.setUint16(exifFolder, texts.length);
  let textAt = textsFrom;
  texts.forEach(([tag, text], index) => {
    entry(exifFolder + 2 + index * ENTRY_BYTES, tag, ASCII, text.length + 1, textAt);
    [...text].forEach((sign, place) => view.setUint8(textAt + place, sign.charCodeAt(0)));
    textAt += text.length + 1;
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
