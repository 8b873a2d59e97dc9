import { openExif } from './exif-reader.ts';
import type { ExifEntry } from './photo-date.ts';

const GPS_FOLDER = 0x8825;
/** Bytes per value, by type. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
/** Numbers of these types are stored in units of so many bytes. */
const UNIT_BYTES = [0, 1, 1, 2, 4, 4, 1, 1, 2, 4, 4, 4, 8];
/** Longer values do not fit into the segment of a photo. */
const MAX_VALUE_BYTES = 1_000;
const SAYS_POSITION = /gps|latitude|longitude/i;

/**
 * The position in the EXIF of a JPEG, with the highest byte first; null if it has none.
 * @param head its first bytes.
 */
export function positionIn(head: ArrayBuffer): ExifEntry[] | null {
  try {
    const exif = openExif(head);
    const folder = exif?.first.get(GPS_FOLDER);
    if (!exif || folder === undefined) return null;
    const { view, tiff, isLittle } = exif;
    const entries = [...exif.entriesAt(view.getUint32(folder + 8, isLittle))].flatMap(([tag, entry]): ExifEntry[] => {
      const type = view.getUint16(entry + 2, isLittle);
      const count = view.getUint32(entry + 4, isLittle);
      const bytes = (TYPE_BYTES[type] ?? 0) * count;
      if (bytes === 0 || bytes > MAX_VALUE_BYTES) return [];
      const from = bytes > 4 ? tiff + view.getUint32(entry + 8, isLittle) : entry + 8;
      return [{ tag, type, count, value: inOrder(new Uint8Array(head, from, bytes), UNIT_BYTES[type]!, isLittle) }];
    });
    return entries.length > 0 ? entries : null;
  } catch {
    // Truncated or malformed EXIF yields no position.
    return null;
  }
}

/** The bytes of numbers with the highest byte first. */
function inOrder(bytes: Uint8Array, unit: number, isLittle: boolean): Uint8Array {
  if (!isLittle || unit === 1) return bytes;
  return Uint8Array.from(bytes, (_, at) => bytes[at - (at % unit) + unit - 1 - (at % unit)]!);
}

/**
 * Whether a photo may have a position that would be lost if the photo was drawn again: only EXIF of a JPEG is read here.
 * @param head its first bytes.
 */
export function losesPosition(head: ArrayBuffer): boolean {
  const [first, second] = new Uint8Array(head);
  if (first !== 0xff || second !== 0xd8) return true;
  return positionIn(head) === null && SAYS_POSITION.test(new TextDecoder('latin1').decode(head));
}
