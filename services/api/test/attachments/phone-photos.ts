import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import ExifReader from 'exifreader';
import decodeHeic from 'heic-decode';
import mediaInfoFactory from 'mediainfo.js';
import sharp from 'sharp';
import { rationalsOf, tiffOf, type Order } from './tiff-of.ts';

/** When the photos were taken. */
export const TAKEN = '2026:03:02 14:30:00';
export const MAKER_NOTE = Buffer.concat([Buffer.from('Apple iOS\0\0\u0001MM'), randomBytes(200)]);
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Make="Testphone" exif:GPSLatitude="59,54.8333N"><exif:GPSLongitude>10,45.1333E</exif:GPSLongitude></rdf:Description></rdf:RDF></x:xmpmeta>`;

/** Written by libheif and ffmpeg, like those of a phone at 59°54′50″N 10°45′8″E. */
const stored = (name: string): Buffer => readFileSync(new URL(name, import.meta.url));

/** EXIF as phones write it: make, date, maker note, location, and a thumbnail. */
function phoneExif(order: Order, small: Buffer): Buffer {
  const text = (words: string) => Buffer.from(`${words}\0`);
  return tiffOf(
    order,
    [
      [
        [0x010f, 2, text('Testphone')],
        [0x8769, 4, { directory: 1 }],
        [0x8825, 4, { directory: 2 }],
      ],
      [
        [0x9003, 2, text(TAKEN)],
        [0x927c, 7, MAKER_NOTE],
      ],
      [
        [1, 2, text('N')],
        [2, 5, rationalsOf(order, 59, 54, 50)],
        [3, 2, text('E')],
        [4, 5, rationalsOf(order, 10, 45, 8)],
        [29, 2, text('2026:03:02')],
      ],
      [
        [0x0103, 3, 6],
        [0x0201, 4, { startOf: small }],
        [0x0202, 4, small.length],
      ],
    ],
    3,
  );
}

/** A noisy picture of 320 by 240 pixels that no camera has described yet. */
export const picture = () =>
  sharp({
    create: {
      width: 320,
      height: 240,
      channels: 3,
      background: '#385',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  });
const segment = (marker: number, content: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};
/** A JPEG with these segments inserted before its own. */
export const jpegWith = (jpeg: Buffer, ...segments: readonly (readonly [marker: number, content: Buffer])[]): Buffer =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    ...segments.map(([marker, content]) => segment(marker, content)),
    jpeg.subarray(2),
  ]);
/** A chunk of a PNG. */
export const pngChunk = (type: string, content: Buffer): Buffer => {
  const [head, sum] = [Buffer.alloc(8), Buffer.alloc(4)];
  head.writeUInt32BE(content.length);
  head.write(type, 4, 'latin1');
  sum.writeUInt32BE(crc32(content, crc32(Buffer.from(type))));
  return Buffer.concat([head, content, sum]);
};
const PNG_HEAD = 33;
/** A PNG with these chunks inserted before its pixels. */
export const pngWith = (png: Buffer, ...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, PNG_HEAD), ...chunks, png.subarray(PNG_HEAD)]);

async function phoneJpeg(order: Order, after: Buffer): Promise<Buffer> {
  const small = await sharp({ create: { width: 16, height: 12, channels: 3, background: '#385' } })
    .jpeg()
    .toBuffer();
  const photo = jpegWith(
    await picture().jpeg().toBuffer(),
    [0xe1, Buffer.concat([Buffer.from('Exif\0\0'), phoneExif(order, small)])],
    [0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${XMP}`)],
  );
  return Buffer.concat([photo, after]);
}

async function phonePng(): Promise<Buffer> {
  const exif = phoneExif(
    'MM',
    await sharp({ create: { width: 16, height: 12, channels: 3, background: '#385' } })
      .jpeg()
      .toBuffer(),
  );
  return pngWith(
    await picture().png().toBuffer(),
    pngChunk('eXIf', exif),
    pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`)),
  );
}

const phoneWebp = () =>
  picture()
    .webp()
    .withXmp(XMP)
    .withExif({
      IFD0: { Make: 'Testphone' },
      IFD2: { DateTimeOriginal: TAKEN },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 54/1 50/1', GPSLongitudeRef: 'E', GPSLongitude: '10/1 45/1 8/1' },
    })
    .toBuffer();

/**
 * Files from phones, each with a location in all places where phones write one. `cut`: number of bytes after the
 * picture's end.
 */
export const phoneFiles: readonly {
  readonly what: string;
  readonly name: string;
  readonly cut?: number;
  make(): Buffer | Promise<Buffer>;
}[] = [
  {
    what: 'a photo of a phone that writes the lowest byte first',
    name: 'little.jpg',
    make: () => phoneJpeg('II', Buffer.alloc(0)),
  },
  {
    what: 'a photo of one that writes the highest first, with a film behind it',
    name: 'moving.jpg',
    cut: stored('phone.mp4').length,
    make: () => phoneJpeg('MM', stored('phone.mp4')),
  },
  { what: 'a PNG', name: 'screen.png', make: phonePng },
  { what: 'a WebP', name: 'small.webp', make: phoneWebp },
  { what: 'a HEIC', name: 'photo.heic', make: () => stored('phone.heic') },
  { what: 'an MP4', name: 'film.mp4', make: () => stored('phone.mp4') },
  { what: 'a MOV', name: 'film.mov', make: () => stored('phone.mov') },
];

/** Metadata that independent libraries read in a file: everything like a location, and when it was taken. */
export async function readBy(
  content: Buffer,
  name: string,
): Promise<{ positions: string[]; taken: string | undefined }> {
  if (/\.(mp4|mov)$/.test(name)) {
    const reader = await mediaInfoFactory({ format: 'object' });
    const { media } = await reader.analyzeData(
      () => content.length,
      (bytes, from) => new Uint8Array(content.subarray(from, from + bytes)),
    );
    reader.close();
    const general = media!.track[0] as unknown as Record<string, string>;
    return {
      positions: Object.keys(general)
        .filter((field) => /location/i.test(field) && /\d/.test(general[field]!))
        .map((field) => `${field} ${general[field]}`),
      taken: general['Encoded_Date'],
    };
  }
  const { gps = {}, exif = {}, xmp = {} } = ExifReader.load(content, { expanded: true });
  const gpsFields = [...Object.entries(exif), ...Object.entries(xmp)].filter(([field]) =>
    /^GPS(?! ?Info)/.test(field),
  ) as [string, { description?: string }][];
  return {
    positions: [...Object.keys(gps), ...gpsFields.map(([field, value]) => `${field} ${value.description}`)],
    taken: exif['DateTimeOriginal']?.description,
  };
}

/** The decoded content of a file; for videos the bytes. */
export async function seenOf(content: Buffer, name: string): Promise<Buffer> {
  if (/\.(mp4|mov)$/.test(name)) {
    const at = content.indexOf('mdat', 0, 'latin1');
    return content.subarray(at, at - 4 + content.readUInt32BE(at - 4));
  }
  return name.endsWith('.heic')
    ? Buffer.from((await decodeHeic({ buffer: content })).data)
    : sharp(content).raw().toBuffer();
}
