import { endingOf, fileTypes, type FileType } from '@plimsoll/contracts/attachments/file-types';
import fc from 'fast-check';
import { phoneFiles, pngChunk } from '../../../../test/attachments/phone-photos.ts';
import { erasePositions } from './erase-positions.ts';

const text = (words: string) => Buffer.from(words, 'latin1');
const xmp = (words: string) => text(`<x:xmpmeta><rdf:RDF ${words}></rdf:RDF></x:xmpmeta>`);
const box = (type: string, content: Buffer) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};
/** Parts of files, with and without a location. */
const words = fc.constantFrom(
  'a:b="1"',
  'exif:GPSLatitude="59,54.8N"',
  '><exif:GPSLongitude>10,45E</exif:GPSLongitude',
  '',
);
const noise = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes));
const place = fc.constantFrom('+59.9139+010.7522+012.000/', '+59.9139', 'Oslo');
const boxed = fc.oneof(
  place.map((where) => box('moov', box('udta', text(where)))),
  fc.constant(box('moov', box('loci', text('Pier 4')))),
  noise.map((bytes) => box('mdat', bytes)),
  words.map((word) => box('uuid', xmp(word))),
  words.map((word) => box('mdat', xmp(word))),
);
const films = fc
  .array(boxed, { maxLength: 5 })
  .map((parts) => ({ type: 'video/mp4' as const, content: Buffer.concat(parts) }));
const pictures = fc
  .array(fc.oneof(noise, words.map(xmp), fc.constant(text('Exif\0\0II*\0'))), { maxLength: 6 })
  .map((parts) => ({ type: 'image/jpeg' as const, content: Buffer.concat(parts) }));
/** With a wrong checksum, as a faulty program writes it: it is corrected. */
const wrongSum = (part: Buffer) => Buffer.concat([part.subarray(0, -1), Buffer.from([part.at(-1)! ^ 1])]);
const drawings = fc
  .array(
    fc
      .tuple(fc.constantFrom('iTXt', 'tEXt', 'IDAT'), words, fc.boolean())
      .map(([type, word, isRight]) => (isRight ? pngChunk(type, xmp(word)) : wrongSum(pngChunk(type, xmp(word))))),
    { maxLength: 4 },
  )
  .map((parts) => ({ type: 'image/png' as const, content: Buffer.concat([Buffer.alloc(8), ...parts]) }));

/** Cleans in place, as far as nothing is packed. */
const isErased = (content: Buffer, type: FileType): boolean => erasePositions(content, type).hasErased;

describe('whether a position was overwritten', () => {
  test('reports locations in any bytes, and none once they are erased', () => {
    fc.assert(
      fc.property(fc.oneof(films, pictures, drawings), ({ type, content }) => {
        const after = Buffer.from(content);
        expect(isErased(after, type)).toBe(!after.equals(content));
        expect(after).toHaveLength(content.length);
        expect(isErased(after, type)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test('finds what phones write', async () => {
    for (const { what, name, make } of phoneFiles) {
      const content = await make();
      const after = Buffer.from(content);
      expect({ what, told: isErased(after, fileTypes[endingOf(name)!]) }).toEqual({
        what,
        told: !after.equals(content),
      });
    }
  });

  test('is not looked for in what a video shows and plays: there the same bytes are there by chance', () => {
    const film = Buffer.concat([
      box('ftyp', text('isom')),
      box('mdat', xmp('exif:GPSLatitude="59,54.8N"')),
      box('moov', text('+59.9139+010.7522/')),
    ]);
    const after = Buffer.from(film);
    expect(isErased(after, 'video/mp4')).toBe(true);
    expect([after.includes('exif:GPSLatitude="59,54.8N"'), after.includes('+59.9139')]).toEqual([true, false]);
  });
});
