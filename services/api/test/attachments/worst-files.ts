import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import type { FileEnding } from '@plimsoll/contracts/attachments/file-types';
import sharp from 'sharp';
import { jpegWith, pngChunk, pngWith } from './phone-photos.ts';

/** Files that once took time which grew with the square of their size. */
export interface WorstFile {
  readonly what: string;
  readonly ending: FileEnding;
  /** About this many bytes. */
  make(bytes: number): Buffer | Promise<Buffer>;
}

const plain = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#385' } });
const repeated = (words: string, bytes: number) =>
  Buffer.alloc(bytes - (bytes % words.length), Buffer.from(words, 'latin1'));
const inPng = async (words: Buffer) => pngWith(await plain().png().toBuffer(), pngChunk('iTXt', words));
const box = (type: string, content: Buffer) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};

/** EXIF, lowest byte first, with a directory of positions whose entries claim to be as large as they can. */
function claimingExif(bytes: number): Buffer {
  const tiff = Buffer.alloc(bytes, 1);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x8825, 10);
  tiff.writeUInt32LE(26, 18);
  tiff.writeUInt32LE(0, 22);
  const count = Math.min(0xffff, Math.floor((bytes - 28) / 24));
  tiff.writeUInt16LE(count, 26);
  for (let entry = 0; entry < count; entry++) {
    const at = 28 + entry * 12;
    tiff.writeUInt16LE(5, at + 2);
    tiff.writeUInt32LE(0x0fffffff, at + 4);
    tiff.writeUInt32LE(28 + count * 12, at + 8);
  }
  return tiff;
}

/** EXIF with a directory of so many entries, all of which have this tag and name the same bytes, most of the file. */
function sharedExif(bytes: number, tag: number, count: number): Buffer {
  const tiff = Buffer.alloc(bytes);
  const value = 14 + count * 12;
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(count, 8);
  for (let at = 10; at < value - 4; at += 12) {
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(7, at + 2);
    tiff.writeUInt32LE(bytes - value, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  }
  tiff.fill('<a/>', value);
  return tiff;
}

/** EXIF with directories that overlap, each naming the next, which begins two bytes later. */
function chainedExif(bytes: number): Buffer {
  const tiff = Buffer.alloc(bytes);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  for (let at = 8; at + 18 < bytes; at += 16) {
    tiff.writeUInt16LE(1, at);
    tiff.writeUInt32LE(at + 16, at + 14);
  }
  return tiff;
}

const le = (...parts: readonly (readonly [bytes: 2 | 4, value: number])[]) => {
  const out = Buffer.alloc(parts.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of parts) at = out.writeUIntLE(value, at, bytes);
  return out;
};

/** A part of an archive: its name, its packed bytes, and where they are, unless they follow the part before. */
export interface ZipPart {
  readonly name: string;
  readonly packed: Buffer;
  readonly method?: 0 | 8;
  readonly at?: number;
}

/** An archive of these parts as they are given, whatever they claim. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const written: Buffer[] = [];
  const directory: Buffer[] = [];
  let end = 0;
  for (const { name, packed, method = 8, at } of parts) {
    const common = [
      [2, 20],
      [2, 0],
      [2, method],
      [4, 0],
      [4, crc32(packed)],
      [4, packed.length],
      [4, packed.length],
    ] as const;
    const start = at ?? end;
    if (at === undefined) {
      const head = Buffer.concat([
        le([4, 0x04034b50], ...common.slice(0), [2, name.length], [2, 0]),
        Buffer.from(name),
      ]);
      written.push(head, packed);
      end += head.length + packed.length;
    }
    directory.push(
      Buffer.concat([
        le([4, 0x02014b50], [2, 20], ...common, [2, name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, start]),
        Buffer.from(name),
      ]),
    );
  }
  const listed = Buffer.concat(directory);
  return Buffer.concat([
    ...written,
    listed,
    le([4, 0x06054b50], [2, 0], [2, 0], [2, parts.length], [2, parts.length], [4, listed.length], [4, end], [2, 0]),
  ]);
}

/** A film whose track of metadata has as many samples as fit, all of them the same bytes. */
function manySamples(bytes: number): Buffer {
  const samples = Math.floor(bytes / 4);
  const offsets = Buffer.alloc(4 * samples);
  const full = (type: string, ...content: Buffer[]) => box(type, Buffer.concat([Buffer.alloc(4), ...content]));
  const u32 = (...values: number[]) =>
    Buffer.concat(values.map((value) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')));
  const table = box(
    'stbl',
    Buffer.concat([
      full('stsc', u32(1, 1, 1_000_000, 1)),
      full('stsz', u32(1, 0xffffffff)),
      full('stco', u32(samples), offsets),
    ]),
  );
  const media = box('mdia', Buffer.concat([full('hdlr', u32(0), Buffer.from('meta')), box('minf', table)]));
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2mp41')),
    box('moov', box('trak', media)),
    box('mdat', Buffer.alloc(1_000)),
  ]);
}

/** A HEIC whose item of EXIF is in as many places as fit, all of them the whole file. */
function manyPlaces(bytes: number): Buffer {
  const u16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
  const extents = Math.min(0xffff, Math.floor(bytes / 8));
  const full = (type: string, content: Buffer) => box(type, Buffer.concat([Buffer.alloc(4), content]));
  const infe = box('infe', Buffer.concat([Buffer.from([2, 0, 0, 0]), u16(1), u16(0), Buffer.from('Exif\0')]));
  const iloc = full(
    'iloc',
    Buffer.concat([
      Buffer.from([0x44, 0x00]),
      u16(1),
      u16(1),
      u16(0),
      u16(extents),
      Buffer.alloc(8 * extents, Buffer.from('0000000000100000', 'hex')),
    ]),
  );
  return Buffer.concat([
    box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')),
    full(
      'meta',
      Buffer.concat([full('hdlr', Buffer.from('\0\0\0\0pict')), full('iinf', Buffer.concat([u16(1), infe])), iloc]),
    ),
    box('mdat', Buffer.alloc(1_000)),
  ]);
}

/** A HEIC that says over and over where its one item of XMP is, which is most of the file. */
function repeatedItem(bytes: number): Buffer {
  const u16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
  const u32 = (value: number) => Buffer.concat([u16(value >>> 16), u16(value & 0xffff)]);
  const count = 300;
  const full = (type: string, content: Buffer) => box(type, Buffer.concat([Buffer.alloc(4), content]));
  const infe = box(
    'infe',
    Buffer.concat([Buffer.from([2, 0, 0, 0]), u16(1), u16(0), Buffer.from('mime\0application/rdf+xml\0\0')]),
  );
  const packet = repeated('<a/>', bytes - 14 * count);
  const fileWith = (start: number) =>
    Buffer.concat([
      box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')),
      full(
        'meta',
        Buffer.concat([
          full('hdlr', Buffer.from('\0\0\0\0pict')),
          full('iinf', Buffer.concat([u16(1), infe])),
          full(
            'iloc',
            Buffer.concat([
              Buffer.from([0x44, 0x00]),
              u16(count),
              Buffer.alloc(14 * count, Buffer.concat([u16(1), u16(0), u16(1), u32(start), u32(packet.length)])),
            ]),
          ),
        ]),
      ),
      box('mdat', packet),
    ]);
  return fileWith(fileWith(0).length - packet.length);
}

const TYPES = Buffer.from(
  '<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
);
const documentParts: readonly ZipPart[] = [
  { name: '[Content_Types].xml', packed: deflateRawSync(TYPES) },
  { name: 'word/document.xml', packed: deflateRawSync(Buffer.from('<w:document/>')) },
];
/** Many stored blocks without content. */
const emptyBlocks = (bytes: number) => Buffer.alloc(bytes - (bytes % 5), Buffer.from([0, 0, 0, 0xff, 0xff]));

export const worstFiles: readonly WorstFile[] = [
  { what: 'beginnings of XMP without an end', ending: 'png', make: (bytes) => inPng(repeated('<x:xmpmeta ', bytes)) },
  {
    what: 'beginnings of XMP with one end',
    ending: 'png',
    make: (bytes) => inPng(Buffer.concat([repeated('<x:xmpmeta ', bytes), Buffer.from('</x:xmpmeta>')])),
  },
  {
    what: 'elements of positions that are not closed',
    ending: 'png',
    make: (bytes) =>
      inPng(
        Buffer.concat([Buffer.from('<x:xmpmeta>'), repeated('<exif:GPSLatitude>', bytes), Buffer.from('</x:xmpmeta>')]),
      ),
  },
  {
    what: 'elements of positions, each with a name of its own',
    ending: 'png',
    make: (bytes) =>
      inPng(
        Buffer.concat([
          Buffer.from('<x:xmpmeta>'),
          ...Array.from({ length: Math.floor(bytes / 20) }, (_, index) =>
            Buffer.from(`<e:GPS${String(index).padStart(13, 'a')}>`),
          ),
          Buffer.from('</x:xmpmeta>'),
        ]),
      ),
  },
  {
    what: 'attributes of positions that are not closed',
    ending: 'png',
    make: (bytes) =>
      inPng(
        Buffer.concat([
          Buffer.from('<x:xmpmeta>'),
          repeated(' e:GPSa="\'', bytes / 2),
          repeated(" e:GPSa='", bytes / 2),
          Buffer.from('</x:xmpmeta>'),
        ]),
      ),
  },
  {
    what: 'EXIF whose positions claim huge lengths',
    ending: 'png',
    make: async (bytes) => pngWith(await plain().png().toBuffer(), pngChunk('eXIf', claimingExif(bytes))),
  },
  // As many as take far too long where each is read, and yet end within a test.
  ...(
    [
      ['XMP', 0x02bc, 200],
      ['a maker note', 0x927c, 5_000],
    ] as const
  ).map(([what, tag, count]) => ({
    what: `EXIF whose entries all name the same bytes as ${what}`,
    ending: 'png' as const,
    make: async (bytes: number) =>
      pngWith(await plain().png().toBuffer(), pngChunk('eXIf', sharedExif(bytes, tag, count))),
  })),
  {
    what: 'EXIF with a long chain of directories',
    ending: 'png',
    make: async (bytes) => pngWith(await plain().png().toBuffer(), pngChunk('eXIf', chainedExif(bytes))),
  },
  {
    what: 'beginnings of EXIF, each with as many entries as there is room for',
    ending: 'png',
    make: async (bytes) =>
      pngWith(
        await plain().png().toBuffer(),
        pngChunk('tEXt', repeated('Exif\0\0II*\0\x08\0\0\0\xff\xff\x25\x88\x04\0\x01\0\0\0\x08\0\0\0', bytes)),
      ),
  },
  {
    what: 'segments of a JPEG with beginnings of XMP and EXIF',
    ending: 'jpg',
    make: async (bytes) =>
      jpegWith(
        await plain().jpeg().toBuffer(),
        ...Array.from(
          { length: Math.ceil(bytes / 60_000) },
          () => [0xe1, repeated('<x:xmpmeta <rdf:RDF Exif\0\0II*\0\x08\0\0\0\xff\xff', 60_000)] as const,
        ),
      ),
  },
  {
    what: 'a film of many empty boxes',
    ending: 'mp4',
    make: (bytes) =>
      Buffer.concat([
        box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2mp41')),
        Buffer.alloc(bytes - (bytes % 8), box('mdat', Buffer.alloc(0))),
      ]),
  },
  {
    what: 'a film whose texts look like places',
    ending: 'mp4',
    make: (bytes) =>
      Buffer.concat([
        box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2mp41')),
        box('moov', Buffer.concat([repeated('+11.1', bytes / 2), Buffer.alloc(bytes / 2, '+12.3+123.4+1.')])),
      ]),
  },
  { what: 'a film with many samples in the same place', ending: 'mp4', make: manySamples },
  { what: 'a HEIC with an item in many places', ending: 'heic', make: manyPlaces },
  { what: 'a HEIC with an item that is named many times', ending: 'heic', make: repeatedItem },
  {
    what: 'packed texts of nothing but zeros',
    ending: 'png',
    make: async (bytes) => {
      const packed = pngChunk(
        'zTXt',
        Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(20_000_000))]),
      );
      return pngWith(
        await plain().png().toBuffer(),
        ...Array.from({ length: Math.floor(bytes / packed.length) }, () => packed),
      );
    },
  },
  {
    what: 'XMP that is nested deeply',
    ending: 'png',
    make: (bytes) =>
      inPng(Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta>'), repeated('<a>', bytes)])),
  },
  {
    what: 'a raw profile without digits',
    ending: 'png',
    make: async (bytes) =>
      pngWith(
        await plain().png().toBuffer(),
        pngChunk('tEXt', Buffer.concat([Buffer.from('Raw profile type exif\0\nexif\n 8\n'), repeated('zz \n', bytes)])),
      ),
  },
  {
    what: 'a JPEG of markers alone',
    ending: 'jpg',
    make: async (bytes) => {
      const photo = await plain().jpeg().toBuffer();
      return Buffer.concat([photo.subarray(0, 2), repeated('\xff\x01', bytes), photo.subarray(2)]);
    },
  },
  {
    what: 'many entries of an archive over one stream',
    ending: 'docx',
    make: (bytes) => {
      const stream = emptyBlocks(bytes / 2);
      const at = zipOf(documentParts.map(({ name, packed }) => ({ name, packed }))).readUInt32LE(
        zipOf(documentParts).length - 6,
      );
      const many = Array.from({ length: Math.min(3_000, Math.floor(bytes / 200)) }, (_, index) => ({
        name: `word/media/${index}.xml`,
        packed: stream,
        ...(index > 0 && { at }),
      }));
      return zipOf([...documentParts, ...many]);
    },
  },
  {
    what: 'an archive of nothing but entries',
    ending: 'docx',
    make: (bytes) =>
      zipOf([
        ...documentParts,
        ...Array.from({ length: Math.min(60_000, Math.floor(bytes / 110)) }, (_, index) => ({
          name: `word/${index}.xml`,
          packed: Buffer.from([3, 0]),
        })),
      ]),
  },
  {
    what: 'an archive whose directory is not there',
    ending: 'xlsx',
    make: (bytes) => Buffer.concat([zipOf(documentParts).subarray(0, 200), Buffer.alloc(bytes, 'PK\x05')]),
  },
  {
    what: 'text that almost begins a page, over and over',
    ending: 'txt',
    make: (bytes) => repeated('<   <  <!doctype ', bytes),
  },
  {
    what: 'an old document with names of macros',
    ending: 'doc',
    make: (bytes) =>
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(bytes, Buffer.from('VBA', 'utf16le'))]),
  },
];
