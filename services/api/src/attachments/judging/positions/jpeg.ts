import { jpegSegments, type JpegSegment } from '../picture-parts.ts';
import type { Eraser, Range } from './eraser.ts';
import { eraseFromResources } from './iptc.ts';
import { saysPosition } from './position-names.ts';
import { eraseFromExif, eraseFromTiff } from './exif.ts';
import { eraseFromXmp } from './xmp.ts';

const SPACE = 0x20;
const COMMENT = 0xfe;
const APP0 = 0xe0;
const EXIF = 'Exif\0';
const XMP = 'http://ns.adobe.com/xap/1.0/\0';
const LONG_XMP = 'http://ns.adobe.com/xmp/extension/\0';
/** Its guid, its length, and the offset of this segment in it. */
const LONG_XMP_HEAD = LONG_XMP.length + 40;
const PHOTOSHOP = 'Photoshop 3.0\0';
const FLIR = 'FLIR\0';
const FLIR_HEAD = 8;

/** Segments that have no place for a location. */
const HARMLESS: readonly (readonly [marker: number, beginning: string])[] = [
  [0xe0, 'JFIF\0'],
  [0xe0, 'JFXX\0'],
  [0xe0, 'AVI1'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xe2, 'MPF\0'],
  [0xe2, 'urn:iso:'],
  [0xe3, '_JPSJPS_'],
  [0xe8, 'SPIFF\0'],
  [0xea, 'AROT\0'],
  [0xeb, 'HDR_RI '],
  [0xec, 'Ducky'],
  [0xee, 'Adobe'],
];
/** What a thermal camera of DJI measured. */
const THERMAL = new Set([0xe3, 0xe4, 0xe5]);

/**
 * Erases locations from the segments of a JPEG. Segments of vendors in a form that is not known are emptied, since they
 * may say where the picture was taken.
 */
export function eraseFromJpeg(content: Buffer, eraser: Eraser): void {
  const longXmp: { readonly order: string; readonly range: Range }[] = [];
  const resources: Range[] = [];
  const thermal: Range[] = [];
  const segments = [...jpegSegments(content)].filter(({ marker }) => marker >= APP0);
  const isDji = segments.some(
    ({ marker, from, to }) => marker === 0xe1 && content.subarray(from, to).includes('DJI\0', 0, 'latin1'),
  );
  for (const { marker, from, to } of segments) {
    eraser.read(1);
    const segment = content.subarray(from, to);
    const begins = (mark: string) => content.toString('latin1', from, from + mark.length) === mark;
    const isFirst = marker === 0xe1;
    if (marker === COMMENT) {
      if (saysPosition(segment.toString('latin1'))) eraser.fill(segment, SPACE);
    } else if (isFirst && begins(EXIF)) {
      if (!eraseFromExif(segment, eraser)) eraser.fill(segment, 0, EXIF.length);
    } else if (isFirst && begins(XMP)) eraseFromXmp(segment.subarray(XMP.length), eraser);
    else if (isFirst && begins(LONG_XMP))
      longXmp.push({ order: longXmpOrder(segment), range: { from: Math.min(from + LONG_XMP_HEAD, to), to } });
    else if (isFirst && begins(FLIR)) thermal.push({ from: Math.min(from + FLIR_HEAD, to), to });
    else if (marker === 0xed && begins(PHOTOSHOP)) resources.push({ from: from + PHOTOSHOP.length, to });
    else if (!isHarmless({ marker, from, to }, begins) && !(isDji && THERMAL.has(marker))) eraser.fill(segment, 0);
  }
  const pieces = longXmp.toSorted((one, other) => (one.order < other.order ? -1 : 1)).map(({ range }) => range);
  if (pieces.length > 0) eraser.gathered(content, pieces, (whole) => eraseFromXmp(whole, eraser));
  if (resources.length > 0)
    eraser.gathered(content, resources, (whole) => eraseFromResources(whole, eraser, eraseFromTiff));
  if (thermal.length > 0) eraser.gathered(content, thermal, (whole) => eraseFromFlir(whole, eraser));
}

const isHarmless = ({ marker }: JpegSegment, begins: (mark: string) => boolean): boolean =>
  marker === COMMENT || HARMLESS.some(([known, beginning]) => known === marker && begins(beginning));

/** Its guid and offset, which sort like the text. */
const longXmpOrder = (segment: Buffer): string => {
  const [guid, offset] = [LONG_XMP.length, LONG_XMP.length + 36];
  return segment.toString('latin1', guid, guid + 32) + segment.toString('hex', offset, offset + 4);
};

const FLIR_ENTRY_BYTES = 0x20;
const FLIR_GPS = 0x2b;

/** Erases the record with the location from the records of a thermal camera; what was measured stays. */
function eraseFromFlir(records: Buffer, eraser: Eraser): void {
  if (records.length < 0x40 || records.toString('latin1', 0, 3) !== 'FFF') return eraser.fill(records, 0);
  const version = records.readUInt32BE(0x14);
  const isLittle = version < 100 || version >= 200;
  const u32 = (at: number) => (isLittle ? records.readUInt32LE(at) : records.readUInt32BE(at));
  const [directory, count] = [u32(0x18), u32(0x1c)];
  for (let entry = directory; entry < directory + count * FLIR_ENTRY_BYTES; entry += FLIR_ENTRY_BYTES) {
    if (entry + FLIR_ENTRY_BYTES > records.length) return;
    eraser.read(1);
    const kind = isLittle ? records.readUInt16LE(entry) : records.readUInt16BE(entry);
    if (kind === FLIR_GPS) eraser.fill(records, 0, u32(entry + 0x0c), u32(entry + 0x0c) + u32(entry + 0x10));
  }
}
