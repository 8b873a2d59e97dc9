import { judge, Mismatch, NoBundle } from '../../verify-page/judge.js';

/** A ZIP with one stored file. */
function zipOf(name: string, content: string): Buffer {
  const [path, bytes] = [Buffer.from(name), Buffer.from(content)];
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt32LE(bytes.length, 14);
  head.writeUInt32LE(bytes.length, 18);
  head.writeUInt16LE(path.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, path, bytes]);
  const entry = Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), head, Buffer.alloc(14), path]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(entry.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, entry, Buffer.from('PK\u0005\u0006'), end]);
}
const judged = (content: Uint8Array) =>
  judge(new Blob([new Uint8Array(content)])).then(
    () => 'intact',
    (error: unknown) => error,
  );

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['one byte', Buffer.from('x')],
  ['a text', Buffer.from('Dear auditor, '.repeat(5_000))],
  ['a PDF', Buffer.from('%PDF-1.7\n%%EOF')],
  ['another ZIP', zipOf('Photos of May/IMG 1.jpg', 'x')],
  ['a workbook', zipOf('xl/workbook.xml', '<workbook/>')],
])('%s is called no bundle, rather than an altered one', async (_, content) => {
  expect(await judged(content)).toBeInstanceOf(NoBundle);
});

test.each([
  ['a ZIP that was cut off', zipOf('manifest.json', '{}').subarray(0, 60)],
  ['one whose list of files is damaged', zipOf('manifest.json', '{}').fill('?', 45, 49)],
  ['one with a manifest and nothing else', zipOf('manifest.json', '{}')],
])('%s is called altered', async (_, content) => {
  expect(await judged(content)).toBeInstanceOf(Mismatch);
});
