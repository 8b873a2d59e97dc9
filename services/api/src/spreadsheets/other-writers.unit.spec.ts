import { readdirSync, readFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import { readSheet, withoutBlankEnd } from '../../test/spreadsheets/read-sheet.ts';
import { judgeFile } from '../attachments/judging/judge-file.ts';

const folder = new URL('../../test/spreadsheets/workbooks/', import.meta.url);

interface Cell {
  readonly kind: 'text' | 'rich' | 'number' | 'day' | 'time' | 'moment' | 'bool' | 'empty';
  readonly expected: string;
  readonly text?: string;
  readonly runs?: readonly string[];
  readonly number?: number;
  readonly moment?: string;
  readonly time?: string;
  readonly value?: boolean;
  readonly format?: string;
}

/** A table as `write-workbooks.py` describes it. */
interface Table {
  readonly title: string;
  readonly hiddenBefore: boolean;
  readonly hiddenBehind: boolean;
  readonly is1904: boolean;
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}
const tables: readonly Table[] = JSON.parse(readFileSync(new URL('tables.json', folder), 'utf8'));
const stored = readdirSync(folder);

function valueOf({ kind, text, runs, number, moment, time, value }: Cell): ExcelJS.CellValue {
  switch (kind) {
    case 'text':
      return text!;
    case 'rich':
      return { richText: runs!.map((run) => ({ text: run })) };
    case 'number':
      return number!;
    case 'day':
    case 'moment':
      return new Date(`${moment!}Z`);
    case 'time':
      return new Date(`1899-12-30T${time!}:00Z`);
    case 'bool':
      return value!;
    case 'empty':
      return null;
  }
}

async function byExceljs({ title, hiddenBefore, hiddenBehind, is1904, header, rows }: Table): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  book.properties.date1904 = is1904;
  const hidden = (name: string) => book.addWorksheet(name, { state: 'hidden' }).addRow(['Not', 'this', 'one']);
  if (hiddenBefore) hidden('Lists');
  const sheet = book.addWorksheet(title);
  if (hiddenBehind) hidden('Old');
  sheet.addRow(header);
  for (const [at, row] of rows.entries())
    for (const [index, cell] of row.entries()) {
      const written = sheet.getCell(at + 2, index + 1);
      // The library counts a time without a day from 1899 in both date systems.
      written.value = cell.kind === 'time' && is1904 ? dayPart(cell.time!) : valueOf(cell);
      if (cell.format) written.numFmt = cell.format;
    }
  return Buffer.from(await book.xlsx.writeBuffer());
}
const dayPart = (time: string): number => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) / 1_440;

async function expectRead(content: Buffer, { title, hiddenBefore, hiddenBehind, header, rows }: Table): Promise<void> {
  const { sheets, sheet, rows: read } = await readSheet(content);
  const names = [...(hiddenBefore ? ['Lists'] : []), title, ...(hiddenBehind ? ['Old'] : [])];
  expect(sheets).toEqual(names.map((name, index) => ({ index, name, isHidden: name !== title })));
  expect(sheet).toBe(names.indexOf(title));
  expect(read).toEqual([
    [1, ...header],
    ...rows.map((row, at) => [at + 2, ...withoutBlankEnd(row.map(({ expected }) => expected))]),
  ]);
  expect(await judgeFile(content, 'xlsx', true)).toMatchObject({ isAsItCame: true });
}

describe('the same twenty tables read the same', () => {
  test('there are twenty', () => expect(tables).toHaveLength(20));
  test.each(tables.map((table, at) => [at + 1, table] as const))('written by exceljs: table %d', async (_, table) =>
    expectRead(await byExceljs(table), table),
  );
  describe.each(['openpyxl', 'xlsxwriter', 'libreoffice'])('written by %s', (library) => {
    test.each(tables.map((table, at) => [at + 1, table] as const))('table %d', async (number, table) => {
      const name = `${library}-${String(number).padStart(2, '0')}.xlsx`;
      expect(stored).toContain(name);
      await expectRead(readFileSync(new URL(name, folder)), table);
    });
  });
});
