import ExcelJS from 'exceljs';
import type { TableFormat } from '../../src/spreadsheets/read-table-thread.ts';

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
];
