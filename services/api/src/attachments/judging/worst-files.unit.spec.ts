import { fileEndings } from '@plimsoll/contracts/attachments/file-types';
import { worstFiles, zipOf } from '../../../test/attachments/worst-files.ts';
import { cpuMsOf } from '../../../test/cpu-time.ts';
import { judgeFile } from './judge-file.ts';

/** Far more than a file of this size takes, and far less than a loop within a loop over it does. */
const BYTES = 1_000_000;
const MAX_MS = 20_000;

test.each(worstFiles)(
  '$what ($ending): checked in a time that grows with the size alone',
  async ({ ending, make }) => {
    const content = await make(BYTES);
    expect(await cpuMsOf(() => judgeFile(Buffer.from(content), ending, false), 3)).toBeLessThan(MAX_MS);
  },
  120_000,
);

test('a file of any type and of any length from nothing on is accepted or refused, and never an error', async () => {
  const beginnings: Readonly<Record<string, Buffer>> = {
    nothing: Buffer.alloc(0),
    zip: Buffer.from('504b030414000000080000000000000000', 'hex'),
    jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    png: Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
    gif: Buffer.from('GIF89a'),
    webp: Buffer.from('RIFF\x04\0\0\0WEBPVP8 ', 'latin1'),
    mp4: Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1'),
    heic: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    pdf: Buffer.from('%PDF-1.7\n'),
    cfb: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  };
  const failed: string[] = [];
  for (const [name, beginning] of Object.entries(beginnings))
    for (const ending of fileEndings)
      for (let length = 0; length <= 32; length++) {
        const content = Buffer.concat([beginning, Buffer.alloc(32)]).subarray(0, length);
        await judgeFile(Buffer.from(content), ending, false).catch((error: Error) =>
          failed.push(`${name} as .${ending}, ${length} bytes: ${error.message}`),
        );
      }
  expect(failed).toEqual([]);
});

test('an old document that ends within the name of a macro is not an error', async () => {
  const content = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(120),
    Buffer.from('VBA', 'utf16le'),
  ]);
  expect(await judgeFile(content, 'doc', false)).toMatchObject({ contentType: 'application/msword' });
});

test.each([
  ['UTF-16 with its lowest byte first', Buffer.from('\ufeff<html><script>alert(1)</script>', 'utf16le')],
  ['UTF-16 with its highest byte first', Buffer.from('\ufeff<html><script>alert(1)</script>', 'utf16le').swap16()],
  ['UTF-8', Buffer.from('\ufeff<html><script>alert(1)</script>')],
])('a page in %s is not attached as a text', async (_, content) => {
  for (const ending of ['txt', 'csv'] as const)
    expect(await judgeFile(content, ending, false)).toMatchObject({ refused: 'UnsupportedMediaType' });
});

test('a text in UTF-16 is attached', async () => {
  expect(await judgeFile(Buffer.from('\ufeffLast, näme 㱨瑭', 'utf16le'), 'txt', false)).toMatchObject({
    contentType: 'text/plain',
  });
});

describe('an archive', () => {
  const part = (name: string, more = {}) => ({ name, packed: Buffer.from([3, 0]), ...more });
  test('whose entries overlap is refused', async () => {
    expect(await judgeFile(zipOf([part('a'), part('b', { at: 0 })]), 'docx', false)).toMatchObject({
      refused: 'PayloadTooLarge',
    });
  });
  test('with more than 10,000 entries is refused', async () => {
    const many = Array.from({ length: 10_001 }, (_, index) => part(String(index)));
    expect(await judgeFile(zipOf(many), 'docx', false)).toMatchObject({ refused: 'PayloadTooLarge' });
  });
});
