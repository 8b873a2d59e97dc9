import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { ZipFile, type Options } from 'yazl';
import { plainForm, writeWorkbook } from '../../../test/spreadsheets/write-workbook.ts';
import { archiveEntries, unpacksTooFar } from './archive-limits.ts';
import { judgeFile } from './judge-file.ts';
import { officeType } from './office-type.ts';

const types = (quote: string, type = 'spreadsheetml.sheet') =>
  `<Types><Override PartName=${quote}/xl/workbook.xml${quote} ContentType=${quote}application/vnd.openxmlformats-officedocument.${type}.main+xml${quote}/></Types>`;

async function archive(add: (zip: ZipFile) => void, comment = ''): Promise<Buffer> {
  const zip = new ZipFile();
  add(zip);
  zip.end({ forceZip64Format: false, comment });
  return buffer(zip.outputStream as unknown as Readable);
}
/** In one pass: sizes follow the bytes. */
const streamed = (zip: ZipFile, name: string, content: Buffer | string, options: Partial<Options> = {}) =>
  zip.addReadStream(Readable.from([Buffer.from(content as string)]), name, options);

const forms: readonly (readonly [what: string, content: () => Promise<Buffer>])[] = [
  ['plain', () => writeWorkbook([{ name: 'Events', rows: [] }])],
  ['with numbers of 64 bits', () => writeWorkbook([{ name: 'Events', rows: [] }], [], { ...plainForm, isZip64: true })],
  [
    'written in one pass, its list of parts last, behind megabytes',
    () =>
      archive((zip) => {
        streamed(zip, 'xl/worksheets/sheet1.xml', randomBytes(3_000_000));
        streamed(zip, '[Content_Types].xml', types('"'));
      }),
  ],
  [
    'with a comment and folders',
    () =>
      archive((zip) => {
        zip.addEmptyDirectory('xl/');
        streamed(zip, '[Content_Types].xml', types("'"), { compress: false });
      }, 'saved by a program'),
  ],
];

test.each(forms)('a workbook is recognised in an archive %s', async (_, make) => {
  const content = await make();
  const entries = archiveEntries(content);
  if (typeof entries === 'string') throw new Error(entries);
  expect(officeType(content, entries)).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(await unpacksTooFar(content, entries)).toBe(false);
  expect(await judgeFile(content, 'xlsx', true)).toMatchObject({ isAsItCame: true });
  expect(await judgeFile(content, 'docx', true)).toMatchObject({ refused: 'InvalidFileExtension' });
});

test('macros are found by the list of parts, wherever it is', async () => {
  const content = await archive((zip) => {
    streamed(zip, 'xl/worksheets/sheet1.xml', randomBytes(3_000_000));
    streamed(
      zip,
      '[Content_Types].xml',
      '<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
    );
  });
  expect(await judgeFile(content, 'xlsx', true)).toMatchObject({ refused: 'UnsupportedMediaType' });
});

test('sizes of 64 bits that reach behind the file, or overlap, are refused', async () => {
  const content = await writeWorkbook([{ name: 'Events', rows: [] }], [], { ...plainForm, isZip64: true });
  const at = content.lastIndexOf(Buffer.from('504b0102', 'hex'));
  let field = at + 46 + content.readUInt16LE(at + 28);
  while (content.readUInt16LE(field) !== 1) field += 4 + content.readUInt16LE(field + 2);
  for (const [offset, value] of [
    [8, BigInt(content.length)],
    [16, 0n],
    [16, 2n ** 40n],
  ] as const) {
    const changed = Buffer.from(content);
    changed.writeBigUInt64LE(value, field + 4 + offset);
    expect(archiveEntries(changed)).toBe('OVER_LIMIT');
  }
});
