import { readFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { jpegWith, pngChunk, pngWith } from './phone-photos.ts';
import {
  latitude,
  locatedExif,
  locatedIptc,
  longitude,
  makerNoteExif,
  packet,
  photoshopResource,
  text,
  writtenForms,
  xmpProperties,
  type Place,
} from './position-parts.ts';
import { numberOf } from './tiff-of.ts';
import { videoCarriers } from './position-videos.ts';

export type Kind = 'jpg' | 'png' | 'webp' | 'gif' | 'mp4' | 'mov';

/** A way in which a file of some kind says where it was taken. */
export interface Carrier {
  readonly what: string;
  readonly kind: Kind;
  make(place: Place): Promise<Buffer>;
  /** The same in a given picture of this kind, so that one picture may say it in several ways. */
  into?(picture: Buffer, place: Place): Buffer;
}

/** Pictures without metadata, each made once. */
const plain = new Map<Kind, Promise<Buffer>>();
const plainOf = (kind: 'jpg' | 'png' | 'webp' | 'gif'): Promise<Buffer> => {
  const known = plain.get(kind);
  if (known) return known;
  const made = sharp({ create: { width: 48, height: 32, channels: 3, background: '#385' } })
    .toFormat(kind === 'jpg' ? 'jpeg' : kind)
    .toBuffer();
  plain.set(kind, made);
  return made;
};

const EXIF = text('Exif\0\0');
const XMP = text('http://ns.adobe.com/xap/1.0/\0');
const LONG_XMP = text('http://ns.adobe.com/xmp/extension/\0');
const PHOTOSHOP = text('Photoshop 3.0\0');
const APP1 = 0xe1;
const APP13 = 0xed;
type Segment = readonly [marker: number, content: Buffer];

const jpeg = (what: string, segments: (place: Place) => readonly Segment[]): Carrier => ({
  what: `a JPEG with ${what}`,
  kind: 'jpg',
  make: async (place) => jpegWith(await plainOf('jpg'), ...segments(place)),
  into: (picture, place) => jpegWith(picture, ...segments(place)),
});
const png = (what: string, chunks: (place: Place) => readonly Buffer[]): Carrier => ({
  what: `a PNG with ${what}`,
  kind: 'png',
  make: async (place) => pngWith(await plainOf('png'), ...chunks(place)),
  into: (picture, place) => pngWith(picture, ...chunks(place)),
});

/** XMP that is too long for one segment, cut within a property. */
function longXmp(words: string): Segment[] {
  const all = text(words, 'utf8');
  const guid = text('0123456789ABCDEF0123456789ABCDEF');
  const cut = words.indexOf('tude') + 2;
  return [all.subarray(0, cut), all.subarray(cut)].map((part, index) => [
    APP1,
    Buffer.concat([LONG_XMP, guid, numberOf('MM', 4, all.length), numberOf('MM', 4, index === 0 ? 0 : cut), part]),
  ]);
}

/** Records of a thermal camera: what was measured, and where. */
function flir(place: Place): Buffer {
  const gps = Buffer.alloc(0x80);
  gps.writeUInt32LE(1);
  gps.write('N\0E\0', 8, 'latin1');
  gps.writeDoubleLE(Number(latitude(place)), 0x10);
  gps.writeDoubleLE(Number(longitude(place)), 0x18);
  const head = Buffer.alloc(0x40);
  head.write('FFF\0', 'latin1');
  head.writeUInt32LE(101, 0x14);
  head.writeUInt32LE(0x40, 0x18);
  head.writeUInt32LE(1, 0x1c);
  const entry = Buffer.alloc(0x20);
  entry.writeUInt16LE(0x2b);
  entry.writeUInt32LE(0x60, 0x0c);
  entry.writeUInt32LE(gps.length, 0x10);
  return Buffer.concat([text('FLIR\0\u0001\0\0'), head, entry, gps]);
}

const rawProfile = (name: string, bytes: Buffer): Buffer =>
  text(`\n${name}\n${String(bytes.length).padStart(8)}\n${bytes.toString('hex').replaceAll(/.{72}/g, '$&\n')}\n`);
const packedText = (keyword: string, value: Buffer) =>
  pngChunk('zTXt', Buffer.concat([text(`${keyword}\0\0`), deflateSync(value)]));
const international = (words: string, isPacked: boolean) =>
  pngChunk(
    'iTXt',
    Buffer.concat([
      text(`XML:com.adobe.xmp\0${isPacked ? '\u0001' : '\0'}\0\0\0`),
      isPacked ? deflateSync(text(words, 'utf8')) : text(words, 'utf8'),
    ]),
  );

async function webpWith(...chunks: readonly (readonly [type: string, data: Buffer])[]): Promise<Buffer> {
  const written = chunks.map(([type, data]) =>
    Buffer.concat([text(type), numberOf('II', 4, data.length), data, Buffer.alloc(data.length % 2)]),
  );
  // A header that says which metadata follows the picture: EXIF and XMP.
  const extended = Buffer.concat([
    text('VP8X'),
    numberOf('II', 4, 10),
    Buffer.from([0x0c, 0, 0, 0, 47, 0, 0, 31, 0, 0]),
  ]);
  const body = Buffer.concat([text('WEBP'), extended, (await plainOf('webp')).subarray(12), ...written]);
  return Buffer.concat([text('RIFF'), numberOf('II', 4, body.length), body]);
}

async function gifWith(extension: Buffer): Promise<Buffer> {
  const gif = await plainOf('gif');
  const head = 13 + (gif[10]! & 0x80 ? 3 * 2 ** ((gif[10]! & 7) + 1) : 0);
  return Buffer.concat([gif.subarray(0, head), extension, gif.subarray(head)]);
}
/** A GIF with these bytes between its picture and its end. */
async function gifEndingWith(bytes: Buffer): Promise<Buffer> {
  const gif = await plainOf('gif');
  return Buffer.concat([gif.subarray(0, -1), bytes, gif.subarray(-1)]);
}
/** Bytes that lead readers to the end of the blocks, since they read XMP as blocks. */
const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0]);
const xmpExtension = (words: string) =>
  Buffer.concat([Buffer.from([0x21, 0xff, 11]), text('XMP DataXMP'), text(words, 'utf8'), trailer]);
const comment = (words: string) =>
  Buffer.concat([Buffer.from([0x21, 0xfe, words.length]), text(words), Buffer.alloc(1)]);
const vendorExtension = (words: string) =>
  Buffer.concat([
    Buffer.from([0x21, 0xff, 11]),
    text('VENDOR  1.0'),
    Buffer.from([words.length]),
    text(words),
    Buffer.alloc(1),
  ]);
/** An end of blocks where none began: viewers read on behind it. */
const STRAY = Buffer.alloc(1);
const UNKNOWN_BLOCK = Buffer.from([0x42]);

const nmea = (place: Place) => `$GPGGA,143000,${latitude(place)},N,${longitude(place)},E,1`;

export const carriers: readonly Carrier[] = [
  jpeg('EXIF, highest byte first', (place) => [[APP1, Buffer.concat([EXIF, locatedExif(place, 'MM')])]]),
  jpeg('EXIF, lowest byte first', (place) => [[APP1, Buffer.concat([EXIF, locatedExif(place, 'II')])]]),
  jpeg('the location named by the directory of EXIF', (place) => [
    [APP1, Buffer.concat([EXIF, locatedExif(place, 'II', true)])],
  ]),
  ...(['Panasonic', 'Nikon', 'Samsung'] as const).map((make) =>
    jpeg(`a maker note of ${make}`, (place) => [[APP1, Buffer.concat([EXIF, makerNoteExif(place, make)])]]),
  ),
  ...xmpProperties.map(({ what, make }) =>
    jpeg(`XMP of ${what}`, (place) => [[APP1, Buffer.concat([XMP, text(packet(make(place)), 'utf8')])]]),
  ),
  jpeg('XMP in UTF-16', (place) => [
    [APP1, Buffer.concat([XMP, text(packet(xmpProperties[0]!.make(place)), 'utf16le')])],
  ]),
  jpeg('XMP that is not well-formed', (place) => [
    [APP1, Buffer.concat([XMP, text(`<x:xmpmeta><a>${xmpProperties[1]!.make(place)}</x:xmpmeta>`)])],
  ]),
  jpeg('XMP in two segments', (place) => longXmp(packet(xmpProperties[1]!.make(place)))),
  jpeg('IPTC', (place) => [[APP13, Buffer.concat([PHOTOSHOP, photoshopResource(0x0404, locatedIptc(place))])]]),
  jpeg('IPTC in two segments', (place) => {
    const all = photoshopResource(0x0404, locatedIptc(place));
    return [all.subarray(0, 30), all.subarray(30)].map((part) => [APP13, Buffer.concat([PHOTOSHOP, part])] as const);
  }),
  jpeg('EXIF and XMP of Photoshop', (place) => [
    [
      APP13,
      Buffer.concat([
        PHOTOSHOP,
        photoshopResource(0x0422, locatedExif(place)),
        photoshopResource(0x0424, text(packet(xmpProperties[2]!.make(place)))),
      ]),
    ],
  ]),
  jpeg('records of a thermal camera', (place) => [[APP1, flir(place)]]),
  jpeg('a segment of an action camera', (place) => [
    [0xe6, Buffer.concat([text('GoPro\0'), text(`GPS5 ${latitude(place)} ${longitude(place)}`)])],
  ]),
  jpeg('a segment of a vendor', (place) => [[0xe5, text(`RMETA\0${latitude(place)} ${longitude(place)}`)]]),
  jpeg('a remark', (place) => [[0xfe, text(nmea(place))]]),
  png('EXIF', (place) => [pngChunk('eXIf', locatedExif(place))]),
  ...xmpProperties.flatMap(({ what, make }) => [
    png(`XMP of ${what}`, (place) => [international(packet(make(place)), false)]),
    png(`packed XMP of ${what}`, (place) => [international(packet(make(place)), true)]),
  ]),
  png('a raw profile of EXIF', (place) => [
    pngChunk(
      'tEXt',
      Buffer.concat([
        text('Raw profile type exif\0'),
        rawProfile('exif', Buffer.concat([EXIF, locatedExif(place, 'II')])),
      ]),
    ),
  ]),
  png('a packed raw profile of EXIF', (place) => [
    packedText('Raw profile type APP1', rawProfile('generic profile', Buffer.concat([EXIF, locatedExif(place)]))),
  ]),
  png('a packed raw profile of XMP', (place) => [
    packedText('Raw profile type xmp', rawProfile('xmp', text(packet(xmpProperties[1]!.make(place))))),
  ]),
  png('a packed raw profile of IPTC', (place) => [
    packedText('Raw profile type iptc', rawProfile('iptc', photoshopResource(0x0404, locatedIptc(place)))),
  ]),
  png('texts of properties', (place) => [
    pngChunk('tEXt', text(`exif:GPSLatitude\0${latitude(place)}`)),
    pngChunk('tEXt', text(`geo:long\0${longitude(place)}`)),
    packedText('Location', text(place.name)),
  ]),
  png('a chunk of a vendor', (place) => [pngChunk('vnDr', text(`${latitude(place)} ${longitude(place)}`))]),
  { what: 'a WebP with EXIF', kind: 'webp', make: (place) => webpWith(['EXIF', locatedExif(place, 'II')]) },
  {
    what: 'a WebP with EXIF and its mark',
    kind: 'webp',
    make: (place) => webpWith(['EXIF', Buffer.concat([EXIF, locatedExif(place)])]),
  },
  ...xmpProperties.map(
    ({ what, make }): Carrier => ({
      what: `a WebP with XMP of ${what}`,
      kind: 'webp',
      make: (place) => webpWith(['XMP ', text(packet(make(place)), 'utf8')]),
    }),
  ),
  {
    what: 'a WebP with a chunk of a vendor',
    kind: 'webp',
    make: (place) => webpWith(['vndr', text(`${latitude(place)} ${longitude(place)}`)]),
  },
  ...xmpProperties.map(
    ({ what, make }): Carrier => ({
      what: `a GIF with XMP of ${what}`,
      kind: 'gif',
      make: (place) => gifWith(xmpExtension(packet(make(place)))),
    }),
  ),
  { what: 'a GIF with a comment', kind: 'gif', make: (place) => gifWith(comment(nmea(place))) },
  {
    what: 'a GIF with a comment behind a stray zero',
    kind: 'gif',
    make: (place) => gifEndingWith(Buffer.concat([STRAY, comment(nmea(place))])),
  },
  {
    what: 'a GIF with an extension of a vendor behind a stray zero',
    kind: 'gif',
    make: (place) => gifEndingWith(Buffer.concat([STRAY, vendorExtension(nmea(place))])),
  },
  {
    what: 'a GIF with a comment behind an unknown block',
    kind: 'gif',
    make: (place) => gifEndingWith(Buffer.concat([UNKNOWN_BLOCK, comment(nmea(place))])),
  },
  ...videoCarriers.flatMap(({ what, make }) =>
    (['mp4', 'mov'] as const).map(
      (kind): Carrier => ({
        what: `a film (.${kind}) with ${what}`,
        kind,
        make: async (place) => {
          const film = make(place);
          if (kind === 'mov') film.write('qt  ', 8, 'latin1');
          return film;
        },
      }),
    ),
  ),
];

/** A file that failed once, as it came. */
export const caseFile = (name: string): Buffer => readFileSync(new URL(`cases/${name}`, import.meta.url));

/** The forms in which a file still says where it was taken, also within what is packed in it. */
export function findsIn(content: Buffer, place: Place): string[] {
  const unpacked: Buffer[] = [content];
  // What is packed begins with the same byte everywhere; anything else does not unpack.
  for (let at = content.indexOf(0x78); at >= 0; at = content.indexOf(0x78, at + 1)) {
    try {
      unpacked.push(inflateSync(content.subarray(at)));
    } catch {
      // Not packed.
    }
  }
  // Digits in hexadecimal are in lines.
  const inLines = unpacked.map((part) => text(part.toString('latin1').replaceAll('\n', '')));
  return [...unpacked, ...inLines].flatMap((part) =>
    writtenForms(place).flatMap((form) => (part.includes(form) ? [form.toString('latin1')] : [])),
  );
}
