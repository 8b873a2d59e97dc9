import ExcelJS from 'exceljs';
import type { TableFormat } from '../../src/spreadsheets/read-table-thread.ts';
import { columnName, plainForm, writeWorkbook, type WrittenCell } from './write-workbook.ts';

/** Tables that once took time which grew with the square of their size, or rows by the breadth of a sheet. */
export interface WorstTable {
  readonly what: string;
  readonly format: TableFormat;
  /** About this many bytes. */
  make(bytes: number): Buffer | Promise<Buffer>;
}

async function workbook(fill: (sheet: ExcelJS.Worksheet) => void): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  fill(book.addWorksheet('Events'));
  return Buffer.from(await book.xlsx.writeBuffer());
}
const last = 'XFD';
/** A sheet of one cell, whose part is as it is given. */
const part = (content: string, merged: readonly string[] = []): Promise<Buffer> => {
  const cell: WrittenCell = { attributes: ' t="inlineStr"', content: () => content };
  return writeWorkbook([{ name: 'Events', rows: [[cell], [cell]], merged }], [], plainForm);
};
const many = (bytes: number, each: (at: number) => string): string[] =>
  Array.from({ length: Math.ceil(bytes / each(0).length) }, (_, at) => each(at));

export const worstTables: readonly WorstTable[] = [
  { what: 'nothing but line feeds', format: 'CSV', make: (bytes) => Buffer.alloc(bytes, '\n') },
  {
    what: 'line feeds before a header',
    format: 'CSV',
    make: (bytes) => Buffer.concat([Buffer.alloc(bytes, ' \n'), Buffer.from('a,b\n1,2\n')]),
  },
  {
    what: 'more columns than anyone needs',
    format: 'CSV',
    make: (bytes) =>
      Buffer.from(
        `${Array.from({ length: 5_000 }, (_, index) => `c${index}`).join(',')}\n`.repeat(2) + ','.repeat(bytes),
      ),
  },
  {
    what: 'quotes without an end',
    format: 'CSV',
    make: (bytes) => Buffer.concat([Buffer.from('a,b\n'), Buffer.alloc(bytes, '"a"b')]),
  },
  { what: 'a header of quotes', format: 'CSV', make: (bytes) => Buffer.alloc(bytes, '"a"b,') },
  {
    what: 'lines of separators',
    format: 'CSV',
    make: (bytes) => Buffer.concat([Buffer.from('a,b\n'), Buffer.alloc(bytes, `${','.repeat(499)}\n`)]),
  },
  {
    what: 'signs of an unusual encoding',
    format: 'CSV',
    make: (bytes) => Buffer.concat([Buffer.from('a,b\n'), Buffer.alloc(bytes, '\x81\x8d\xa4\xe5')]),
  },
  {
    what: 'a sheet that uses its last column only',
    format: 'XLSX',
    make: (bytes) =>
      workbook((sheet) => {
        for (let row = 1; row <= Math.max(100, bytes / 100); row++) sheet.getCell(`${last}${row}`).value = row;
      }),
  },
  {
    what: 'a sheet whose rows are formatted up to the last column',
    format: 'XLSX',
    make: (bytes) =>
      workbook((sheet) => {
        for (let row = 1; row <= Math.max(100, bytes / 200); row++) {
          sheet.getCell(`A${row}`).value = row === 1 ? 'ID' : row;
          sheet.getCell(`${last}${row}`).font = { bold: true };
        }
      }),
  },
  {
    what: 'merged cells that overlap',
    format: 'XLSX',
    make: (bytes) =>
      part(
        '<is><t>ID</t></is>',
        many(bytes, (at) => `A1:B${at + 2}`),
      ),
  },
  {
    what: 'merged cells from the first row to the last',
    format: 'XLSX',
    make: (bytes) =>
      part(
        '<is><t>ID</t></is>',
        many(bytes, () => 'A1:XFD1048576'),
      ),
  },
  {
    what: 'columns that are each merged from the first row to the last',
    format: 'XLSX',
    make: (bytes) =>
      writeWorkbook([
        {
          name: 'Events',
          rows: many(bytes, () => '<row r="1"><c r="A1"><v>1</v></c></row>').map(() => [{ content: () => '<v>1</v>' }]),
          merged: Array.from({ length: 500 }, (_, at) => `${columnName(at + 1)}1:${columnName(at + 1)}1048576`),
        },
      ]),
  },
  { what: 'elements in elements', format: 'XLSX', make: (bytes) => part(many(bytes / 2, () => '<a>').join('')) },
  {
    what: 'elements that each name a vocabulary',
    format: 'XLSX',
    make: (bytes) => part(many(bytes, (at) => `<a xmlns:n${at}="u"/>`).join('')),
  },
  {
    what: 'an element of many attributes',
    format: 'XLSX',
    make: (bytes) => part(`<a ${many(bytes, (at) => `n${at}="" `).join('')}/>`),
  },
  {
    what: 'runs of rich text',
    format: 'XLSX',
    make: (bytes) => part(`<is>${'<r><t>_x</t></r>'.repeat(bytes / 16)}</is>`),
  },
  {
    what: 'a text of beginnings of escapes',
    format: 'XLSX',
    make: (bytes) => part(`<is><t>${'_x00'.repeat(bytes / 4)}</t></is>`),
  },
  {
    what: 'more sheets than anyone can choose from',
    format: 'XLSX',
    make: (bytes) =>
      writeWorkbook(Array.from({ length: Math.min(bytes / 160, 2_000) }, (_, at) => ({ name: `Tab ${at}`, rows: [] }))),
  },
  {
    what: 'shared texts that cells refer to',
    format: 'XLSX',
    make: (bytes) =>
      writeWorkbook(
        [
          {
            name: 'Events',
            rows: many(bytes, (at) => `<v>${at}</v>`).map((value) => [{ attributes: ' t="s"', content: () => value }]),
          },
        ],
        many(bytes, (at) => `<t>text ${at}</t>`).map((text) => () => text),
      ),
  },
];
