import { picture, pngChunk, pngWith } from '../../../test/attachments/phone-photos.ts';
import fc from 'fast-check';
import { deflateSync } from 'node:zlib';
import { anyPlace } from '../../../test/attachments/any-place.ts';
import { carriers, caseFile } from '../../../test/attachments/position-corpus.ts';
import { tiffOf } from '../../../test/attachments/tiff-of.ts';
import { judgeFile } from './judge-file.ts';

const text = (words: string) => Buffer.from(words, 'latin1');
const verdictOf = async (content: Buffer, ending: Parameters<typeof judgeFile>[1]) => {
  const judged = await judgeFile(Buffer.from(content), ending, false);
  return 'refused' in judged ? judged.refused : judged.isDamaged ? 'damaged' : 'accepted';
};

describe('what every viewer opens is accepted', () => {
  test.each([1, 2, 3, 7, 500])('a JPEG with %i bytes behind it, which are cut off', async (bytes) => {
    const photo = await picture().jpeg().toBuffer();
    expect(await judgeFile(Buffer.concat([photo, Buffer.alloc(bytes, 'x')]), 'jpg', false)).toMatchObject({
      content: photo,
      isDamaged: false,
    });
  });

  test('a JPEG with stray bytes between its segments', async () => {
    const photo = await picture().jpeg().toBuffer();
    const [first, rest] = [photo.subarray(0, 20), photo.subarray(20)];
    expect(await verdictOf(Buffer.concat([first, text('stray'), rest]), 'jpg')).toBe('accepted');
    expect(await verdictOf(caseFile('plus-one-byte.jpg'), 'jpg')).toBe('accepted');
  });

  test.each(['no-end-marker.jpg', 'truncated-last-tenth.jpg'])(
    'a photo that was cut short is damaged: %s',
    async (name) => {
      expect(await verdictOf(caseFile(name), 'jpg')).toBe('damaged');
    },
  );

  test.each(['jpg', 'png', 'gif', 'webp'] as const)(
    'a picture of which any part is there is damaged: .%s',
    async (ending) => {
      const photo = await picture()
        .toFormat(ending === 'jpg' ? 'jpeg' : ending)
        .toBuffer();
      for (const share of [0.5, 0.7, 0.9])
        expect([share, await verdictOf(photo.subarray(0, Math.round(photo.length * share)), ending)]).toEqual([
          share,
          'damaged',
        ]);
      expect(await verdictOf(photo, ending)).toBe('accepted');
    },
  );

  test('a HEIC whose pixels are cut off is damaged', async () => {
    const photo = caseFile('libheif-exif.heic');
    expect(await verdictOf(photo.subarray(0, photo.length - 200), 'heic')).toBe('damaged');
    expect(await verdictOf(photo, 'heic')).toBe('accepted');
  });

  test('what has no pixels is no picture', async () => {
    const photo = await picture().jpeg().toBuffer();
    expect(await verdictOf(photo.subarray(0, 100), 'jpg')).toBe('InvalidFileExtension');
  });

  test('a PDF with bytes before its beginning', async () => {
    const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF';
    for (const before of [
      '',
      '\n',
      '\u00ef\u00bb\u00bf',
      'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n',
      ' '.repeat(1_000),
    ])
      expect([before.length, await verdictOf(text(before + pdf), 'pdf')]).toEqual([before.length, 'accepted']);
    expect(await verdictOf(text(`<html><script>alert(1)</script>${pdf}`), 'pdf')).toBe('UnsupportedMediaType');
    expect(await verdictOf(text(' '.repeat(2_000) + pdf), 'pdf')).toBe('InvalidFileExtension');
    expect(await verdictOf(Buffer.concat([await picture().jpeg().toBuffer(), text(pdf)]), 'pdf')).toBe(
      'InvalidFileExtension',
    );
  });

  test.each(['chat.csv', 'mail.txt'])('a text with angle brackets: %s', async (name) => {
    expect(await verdictOf(caseFile(name), name.endsWith('csv') ? 'csv' : 'txt')).toBe('accepted');
  });

  test.each([
    'Temperature < 37, <body part>: hand',
    '<body part> hurt: left hand',
    'He wrote <script> in the log, then </html>',
    'javascript: is off',
    '1,"a <b> c"\n2,<object name>',
    '<Maria> The crane stopped',
    '< 24 hours',
  ])('a note: %s', async (note) => {
    for (const ending of ['txt', 'csv'] as const) expect(await verdictOf(text(note), ending)).toBe('accepted');
  });
});

test.each([
  '<!doctype html><p>x',
  '  \n<HTML>',
  '<script src="x"></script>',
  '<!-- a remark --> <script>alert(1)</script>',
  '<?xml version="1.0"?><svg onload="alert(1)">',
  '\u00ef\u00bb\u00bf<html>',
  '<body onload="alert(1)">',
  '<img src=x onerror=alert(1)>',
  '<?php system("x");',
  '#!/bin/sh',
])('a page or a script is no text: %s', async (page) => {
  expect(await verdictOf(text(page), 'txt')).toBe('UnsupportedMediaType');
});

describe('a film whose locations cannot be looked for is refused, unless locations are kept', () => {
  const box = (type: string, ...content: readonly Buffer[]) => {
    const data = Buffer.concat(content);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length + 8);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, data]);
  };
  const refused = async (film: Buffer, ending: 'mov' | 'mp4') => {
    expect(await judgeFile(Buffer.from(film), ending, false)).toMatchObject({ refused: 'UnsupportedMediaType' });
    expect(await judgeFile(Buffer.from(film), ending, true)).toMatchObject({ content: film, isAsItCame: true });
  };

  test.each([
    ['a compressed movie header', box('cmov', box('dcom', text('zlib')), box('cmvd', deflateSync(Buffer.alloc(100))))],
    ['references to other films', box('rmra', box('rmda', box('rdrf', text('\0\0\0\0url \0\0\0\u0005a.mov'))))],
  ])('with %s', async (_, inMovie) => {
    const film = Buffer.concat([box('ftyp', text('qt  \0\0\0\0qt  ')), box('mdat', text('x')), box('moov', inMovie)]);
    await refused(film, 'mov');
  });

  const [here] = fc.sample(anyPlace, { numRuns: 1, seed: 47 });
  const located = (what: string) =>
    carriers.find((carrier) => carrier.what === `a film (.mp4) with ${what}`)!.make(here!);

  test('with a track of metadata without sizes of its samples', async () => {
    const film = await located('a track of metadata');
    film.write('none', film.lastIndexOf('stsz'), 'latin1');
    await refused(film, 'mp4');
  });

  test('with a track of metadata whose sizes break off', async () => {
    const film = await located('a track of metadata');
    const count = film.lastIndexOf('stsz') + 12;
    film.writeUInt32BE(2, count);
    // Its one chunk has both samples.
    film.writeUInt32BE(2, film.lastIndexOf('stsc') + 16);
    await refused(film, 'mp4');
  });

  test('with a track of metadata whose compact sizes are as no standard has them', async () => {
    const film = await located('a track of metadata with sizes of 8 bits');
    film[film.lastIndexOf('stz2') + 11] = 12;
    await refused(film, 'mp4');
  });
});

test('a small PNG whose packed EXIF is many times as large is accepted', async () => {
  const exif = tiffOf('II', [[[0x927c, 7, Buffer.alloc(200_000)]]]);
  const profile = text(`\nexif\n${String(exif.length).padStart(8)}\n${exif.toString('hex')}\n`);
  const png = await picture().resize(8, 8).png().toBuffer();
  const packed = pngChunk('zTXt', Buffer.concat([text('Raw profile type exif\0\0'), deflateSync(profile)]));
  expect(await verdictOf(pngWith(png, packed), 'png')).toBe('accepted');
});
