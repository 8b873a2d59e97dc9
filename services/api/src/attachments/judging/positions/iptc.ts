import { type Eraser } from './eraser.ts';
import { eraseFromXmp } from './xmp.ts';

const SPACE = 0x20;
const MARK = 0x1c;
const APPLICATION_RECORD = 2;
/** Content location code and name, city, sublocation, province, country code and name (IIM 4.2). */
const PLACES = new Set([26, 27, 90, 92, 95, 100, 101]);

/** Erases the names of places from IPTC-IIM records. */
export function eraseFromIptc(records: Buffer, eraser: Eraser): void {
  for (let at = 0; at + 5 <= records.length && records[at] === MARK; ) {
    const short = records.readUInt16BE(at + 3);
    // A length of more than 15 bits is written in as many bytes as the rest says.
    const lengthBytes = short & 0x8000 ? short & 0x7fff : 0;
    if (lengthBytes > 4 || at + 5 + lengthBytes > records.length) return;
    const from = at + 5 + lengthBytes;
    const length = lengthBytes > 0 ? records.readUIntBE(at + 5, lengthBytes) : short;
    eraser.read(1);
    if (records[at + 1] === APPLICATION_RECORD && PLACES.has(records[at + 2]!))
      eraser.fill(records, SPACE, from, from + length);
    at = from + length;
  }
}

const RESOURCE = Buffer.from('8BIM', 'latin1');
const IPTC = 0x0404;
const EXIF = [0x0422, 0x0423];
const XMP = 0x0424;

/**
 * Erases locations from the resources of Photoshop.
 * @param eraseFromTiff for the EXIF in them.
 */
export function eraseFromResources(
  resources: Buffer,
  eraser: Eraser,
  eraseFromTiff: (tiff: Buffer, eraser: Eraser) => void,
): void {
  for (let at = 0; at + 12 <= resources.length; ) {
    if (!resources.subarray(at, at + 4).equals(RESOURCE)) {
      at = resources.indexOf(RESOURCE, at + 1);
      if (at < 0) return;
      continue;
    }
    const id = resources.readUInt16BE(at + 4);
    const nameBytes = 1 + resources[at + 6]!;
    const size = at + 6 + nameBytes + (nameBytes % 2);
    if (size + 4 > resources.length) return;
    const length = resources.readUInt32BE(size);
    const part = resources.subarray(size + 4, size + 4 + length);
    eraser.read(1);
    if (id === IPTC) eraseFromIptc(part, eraser);
    if (EXIF.includes(id)) eraseFromTiff(part, eraser);
    if (id === XMP) eraseFromXmp(part, eraser);
    at = size + 4 + length + (length % 2);
  }
}
