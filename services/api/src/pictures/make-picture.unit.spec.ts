import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { makePicture } from './make-picture.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#026281' } });
const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
/** A PNG that declares a size but contains almost no pixels: a decoder allocates what it declares. */
function hollowPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const made = async (file: Buffer) => {
  const picture = await makePicture(file);
  if (!Buffer.isBuffer(picture)) throw new Error(picture.refused);
  return sharp(picture).metadata();
};

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'a picture in %s becomes WebP of 512 pixels at most, with its shape',
  async (format) => {
    expect(await made(await plain(1_000, 500).toFormat(format).toBuffer())).toMatchObject({
      format: 'webp',
      width: 512,
      height: 256,
    });
  },
);

test('a small one is not enlarged, and a rotated one is put upright', async () => {
  expect(await made(await plain(20, 10).png().toBuffer())).toMatchObject({ width: 20, height: 10 });
  expect(await made(await plain(20, 10).jpeg().withMetadata({ orientation: 6 }).toBuffer())).toMatchObject({
    width: 10,
    height: 20,
  });
});

test('nothing is left of where and by what it was taken', async () => {
  const taken = await plain(40, 40)
    .jpeg()
    .withExif({ IFD0: { Make: 'Secretcamera' }, IFD3: { GPSLatitude: '51/1 3/1 0/1', GPSLatitudeRef: 'N' } })
    .toBuffer();
  expect(taken.includes('Secretcamera')).toBe(true);
  const picture = await makePicture(taken);
  expect(Buffer.isBuffer(picture) && !picture.includes('Secretcamera') && !picture.includes('EXIF')).toBe(true);
});

test.each<[string, () => Buffer | Promise<Buffer>, string]>([
  [
    'a drawing',
    () =>
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
    'InvalidFileExtension',
  ],
  ['a text', () => Buffer.from('hello'), 'InvalidFileExtension'],
  ['a document', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj'), 'InvalidFileExtension'],
  ['nothing', () => Buffer.alloc(0), 'InvalidFileExtension'],
  ['half a picture', async () => (await plain(800, 800).jpeg().toBuffer()).subarray(0, 2_000), 'InvalidFileExtension'],
  ['a picture that says it is one and is none', () => hollowPng(100, 100), 'InvalidFileExtension'],
  ['51 megapixels in a small file', () => hollowPng(10_000, 5_100), 'AttachmentTooLarge'],
  ['a picture of 2,000 megapixels', () => hollowPng(50_000, 40_000), 'AttachmentTooLarge'],
])('%s is refused', async (_, file, refused) => {
  expect(await makePicture(await file())).toMatchObject({ refused, fieldErrors: [{ field: 'body' }] });
});
