const SOI = 0xffd8;
export const APP1 = 0xffe1;
/** 'Exif' and two NUL bytes. */
export const EXIF_MARK = [0x45, 0x78, 0x69, 0x66, 0, 0];
export const TIFF_MARK = 42;
export const ENTRY_BYTES = 12;

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

/** The EXIF of a photo, with the entries of its first directory. */
export interface Exif {
  readonly view: DataView;
  /** Where its offsets begin. */
  readonly tiff: number;
  readonly isLittle: boolean;
  /** The entries of a directory: the offset of each one, by tag. */
  entriesAt(offset: number): ReadonlyMap<number, number>;
  readonly first: ReadonlyMap<number, number>;
}

/**
 * Opens the EXIF of a JPEG; null if it has none. Throws a RangeError for one that is cut off.
 * @param head its first bytes.
 */
export function openExif(head: ArrayBuffer): Exif | null {
  const view = new DataView(head);
  const tiff = tiffIn(view);
  if (tiff === null) return null;
  const isLittle = view.getUint16(tiff) === 0x4949;
  if (view.getUint16(tiff + 2, isLittle) !== TIFF_MARK) return null;
  const at = (offset: number) => entriesAt(view, tiff + offset, isLittle);
  return { view, tiff, isLittle, entriesAt: at, first: at(view.getUint32(tiff + 4, isLittle)) };
}
