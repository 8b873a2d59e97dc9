import type { Eraser } from './eraser.ts';
import { eraseFromIptc, eraseFromResources } from './iptc.ts';
import { eraseFromMakerNote } from './maker-note.ts';
import { openTiff } from './tiff.ts';
import { eraseFromXmp } from './xmp.ts';

const EXIF_MARK = Buffer.from('Exif\0\0', 'latin1');
const GPS_POINTER = 0x8825;
/** Pointers to further directories: EXIF, interoperability, SubIFDs. */
const POINTERS = new Set([0x8769, 0xa005, 0x014a]);
const XMP = 0x02bc;
const IPTC = 0x83bb;
const PHOTOSHOP = 0x8649;
const MAKER_NOTE = 0x927c;
/** Entries whose whole value is read. Any number of them may name the same bytes. */
const READ = new Set([XMP, IPTC, PHOTOSHOP, MAKER_NOTE]);
/** Where a map or an aerial picture is (GeoTIFF). */
const GEO = new Set([0x830e, 0x8480, 0x8482, 0x85d8, 0x87af, 0x87b0, 0x87b1]);

/**
 * Erases locations from a TIFF structure such as EXIF, also those in the XMP, IPTC and maker note in it. Returns whether
 * it was one.
 */
export function eraseFromTiff(bytes: Buffer, eraser: Eraser): boolean {
  const tiff = openTiff(bytes, eraser);
  if (!tiff) return false;
  const seen = new Set<number>();
  const waiting = [tiff.u32(4)];
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    if (directory === 0 || directory + 2 > bytes.length || seen.has(directory)) continue;
    seen.add(directory);
    for (const { tag, from, to } of tiff.entriesAt(directory)) {
      if (from + 4 > bytes.length && from >= to) continue;
      const value = bytes.subarray(from, to);
      if (READ.has(tag)) eraser.look(value.length);
      if (tag === GPS_POINTER && from + 4 <= bytes.length) tiff.eraseDirectory(tiff.u32(from));
      else if (POINTERS.has(tag)) for (let at = from; at + 4 <= to; at += 4) waiting.push(tiff.u32(at));
      else if (tag === XMP) eraseFromXmp(value, eraser);
      else if (tag === IPTC) eraseFromIptc(value, eraser);
      else if (tag === PHOTOSHOP) eraseFromResources(value, eraser, eraseFromTiff);
      else if (tag === MAKER_NOTE) eraseFromMakerNote(tiff, { from, to }, eraser);
      else if (GEO.has(tag)) eraser.fill(bytes, 0, from, to);
    }
    waiting.push(tiff.nextOf(directory));
  }
  return true;
}

/** Erases locations from EXIF, with its mark or without. Returns whether it was EXIF. */
export const eraseFromExif = (bytes: Buffer, eraser: Eraser): boolean =>
  eraseFromTiff(
    bytes.subarray(0, EXIF_MARK.length).equals(EXIF_MARK) ? bytes.subarray(EXIF_MARK.length) : bytes,
    eraser,
  );

/** Erases locations from all EXIF in a file that has its mark, such as in previews within metadata. */
export function eraseFromAllExif(content: Buffer, eraser: Eraser): void {
  for (let at = content.indexOf(EXIF_MARK); at >= 0; at = content.indexOf(EXIF_MARK, at + 1))
    eraseFromTiff(content.subarray(at + EXIF_MARK.length), eraser);
}
