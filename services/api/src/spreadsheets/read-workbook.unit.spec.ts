import { readFileSync } from 'node:fs';
import { MessageChannel } from 'node:worker_threads';
import { readSheet } from '../../test/spreadsheets/read-sheet.ts';
import { columnName, plainForm, writeWorkbook, type WrittenCell } from '../../test/spreadsheets/write-workbook.ts';
import { cellErrorText } from './cell-error.ts';
import { isBroken, type BrokenLine, type TableRow } from './read-table.ts';
import { sendLines, summarize } from './read-table-thread.ts';
import { openWorkbook } from './read-workbook.ts';
import { parseLines } from './table-in-thread.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../../test/spreadsheets/workbooks/cases/${name}.xlsx`, import.meta.url));
const text = (words: string): WrittenCell => ({
  attributes: ' t="inlineStr"',
  content: (p) => `<${p}is><${p}t>${words}</${p}t></${p}is>`,
});
const names = [text('ID'), text('Worksite'), text('Description')];
const book = (...rows: (WrittenCell | null)[][]) => writeWorkbook([{ name: 'Events', rows }]);
const summaryOf = (content: Buffer, sheet?: number) =>
  summarize({ bytes: new Uint8Array(content), format: 'XLSX', sheet, maxRows: 50_000, sampleRows: 5 });

/** A table as it is read in a thread, stored and parsed again. */
async function throughStorage(content: Buffer, sheet?: number): Promise<(TableRow | BrokenLine)[]> {
  const { port1, port2 } = new MessageChannel();
  const pieces: Buffer[] = [];
  port1.on('message', (piece: string) => {
    pieces.push(Buffer.from(piece));
    port1.postMessage('next');
  });
  await sendLines({ bytes: new Uint8Array(content), format: 'XLSX', sheet, port: port2 });
  port1.close();
  const { lines } = await parseLines(
    (async function* () {
      yield* pieces;
    })(),
  );
  const all: (TableRow | BrokenLine)[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

const head = ['ID', 'Date', 'Worksite', 'Description'];
const row = (id: string, description: string, day = '2026-04-28') => [2, id, day, 'Acheson Yard', description];

test.each([
  ['float', [...head, 'Litres spilled'], [...row('I-ZNF8', 'ZNF8'), '0.3']],
  ['small', [...head, 'Litres spilled'], [...row('I-ZNF9', 'ZNF9'), '0.00000015']],
  ['with-cached-value', [...head, 'Time', 'Notes'], [...row('FD1', 'ZFD1 formula date'), '14:30', '2026-04-28']],
  ['zero', [...head, 'Injured person', 'Classification'], [...row('F4', 'ZFORM4'), 'Jo Trial', '0']],
  ['inline-rich', head, row('P3', 'ZIRICH fell 2 m')],
  ['t-d', head, row('I-ZISOD1', 'ZISOD1')],
  ['t-d-time', head, row('I-ZISOD2', 'ZISOD2', '2026-04-28 14:30')],
  ['minimal', head, row('NR1', 'ZNR1 no references')],
  ['prefixed', head, row('I-ZPREFIX', 'ZPREFIX')],
  ['Sheet1-capital', head, row('I-ZPART2', 'ZPART2')],
  ['guid', head, row('I-ZPART3', 'ZPART3')],
  ['sheet.xml', head, row('I-ZPART1', 'ZPART1')],
  ['plain', head, row('I-ZZIP0', 'ZZIP0')],
  ['hash-id', ['#', ...head.slice(1)], row('A-1', 'ZSIGN three')],
  ['cr-escape', head, row('P4', 'ZCR line one\nline two')],
  ['cr-escape-inline', head, row('P5', 'ZCRI line one\nline two')],
])('%s.xlsx is read as Excel shows it', async (name, columns, cells) =>
  expect((await readSheet(fixture(name))).rows).toEqual([[1, ...columns], cells]),
);

test('columns with signs for names are read each by its own place', async () =>
  expect((await readSheet(fixture('hash-and-percent'))).rows).toEqual([
    [1, '#', ...head.slice(1), '%'],
    [...row('A-1', 'ZSIGN one'), '50'],
    [3, 'A-2', '2026-04-28', 'Acheson Yard', 'ZSIGN two', '50'],
  ]));

test('the first tab is the first that is shown, whatever its part is called, and with two a person chooses', async () => {
  const content = fixture('tabs-dragged');
  const sheets = [
    { index: 0, name: 'Incidents', isHidden: false },
    { index: 1, name: 'Old 2019', isHidden: false },
  ];
  expect(await summaryOf(content)).toMatchObject({
    sheets,
    sheet: null,
    sample: [row('T1', 'ZTAB right: first tab').slice(1)],
  });
  expect(await summaryOf(content, 0)).toMatchObject({ sheets, sheet: 0, rows: 1 });
  expect(await summaryOf(content, 1)).toMatchObject({
    sheet: 1,
    sample: [['T2', '2019-05-15', 'Acheson Yard', 'ZTAB wrong: second tab']],
  });
  expect(await summaryOf(content, 2)).toBe('it has no such sheet: choose another one');
});

test('an exported list is read as it was written', async () => {
  const { rows } = await readSheet(fixture('our-own-export'));
  expect(rows).toHaveLength(8);
  expect(rows[0]).toHaveLength(25);
  expect(rows.map(([line]) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(rows[2]).toContain('ZEXP _x0041_ literal');
  expect(rows[6]).toContain('=cmd ZEXP second\nwith CR');
});

test.each([
  ['classification', 'Cell F2 has a formula without a result. Open the workbook in Excel, save it, and send it again.'],
  ['classification-error', 'Cell F2 shows the error #N/A. Correct it in the workbook.'],
])('%s.xlsx has a cell without a value: its row keeps the error through threads and storage', async (name, words) => {
  const [line, ...rest] = await throughStorage(fixture(name));
  expect(rest).toEqual([]);
  if (!line || isBroken(line)) throw new Error('The row is broken');
  expect([...line.errors!].map(([index, error]) => [index, cellErrorText(error)])).toEqual([[5, words]]);
});

test('a cell without a value shows what it contains: the error or the formula, but no text of its own when it is merged', async () => {
  const [line] = await throughStorage(fixture('classification'));
  expect((line as TableRow).cells[5]).toBe('=IF(G2>0,"Lost time","First aid")');
  const content = await writeWorkbook([
    {
      name: 'Events',
      rows: [names, [text('1'), text('North'), text('a')], [text('2'), null, text('b')]],
      merged: ['B2:B3'],
    },
  ]);
  expect(await throughStorage(content)).toEqual([
    {
      line: 2,
      cells: ['1', 'North', 'a'],
    },
    {
      line: 3,
      cells: ['2', '', 'b'],
      errors: new Map([[1, { cell: 'B3', kind: 'MERGED', text: '', range: 'B2:B3' }]]),
    },
  ]);
});

test('a zero that no program has calculated is no result', async () => {
  const zero: WrittenCell = { content: (p) => `<${p}f>SUM(A1:A9)</${p}f><${p}v>0</${p}v>` };
  const written: WrittenCell = { content: (p) => `<${p}v>0</${p}v>` };
  const sheets = [{ name: 'Events', rows: [names, [text('1'), zero, written]] }];
  expect((await readSheet(await writeWorkbook(sheets))).rows[1]).toEqual([2, '1', '0', '0']);
  expect((await readSheet(await writeWorkbook(sheets, [], { ...plainForm, fullCalcOnLoad: true }))).rows[1]).toEqual([
    2,
    '1',
    { cell: 'B2', kind: 'FORMULA_WITHOUT_RESULT', text: '=SUM(A1:A9)' },
    '0',
  ]);
});

describe('the row of column names', () => {
  const merged = (first: (WrittenCell | null)[], second: (WrittenCell | null)[], ref: string) =>
    writeWorkbook([{ name: 'Events', rows: [first, second, names], merged: [ref] }]);
  test('may be merged where the columns below have nothing, as wide texts are', async () =>
    expect(
      await summaryOf(await merged([text('ID'), text('Description'), null], [text('1'), text('Fell'), null], 'B1:C1')),
    ).toMatchObject({ columns: ['ID', 'Description', ''], rows: 2 }));
  test('is not a title that is merged above the names', async () =>
    expect(await summaryOf(await merged([text('Log 2026'), null, null], names, 'A1:C1'))).toBe(
      'its first row has no column names. Cell B1 is part of the merged cells A1:C1. Unmerge them and fill in each cell.',
    ));
  test('has no errors', async () => {
    const error: WrittenCell = { attributes: ' t="e"', content: (p) => `<${p}v>#REF!</${p}v>` };
    expect(await summaryOf(await book([text('ID'), error], names))).toBe(
      'its first row has no column names. Cell B1 shows the error #REF!. Correct it in the workbook.',
    );
  });
  test('is the first that is not blank', async () =>
    expect(await summaryOf(await book([], [text(' '), null], names, [text('1')]))).toMatchObject({
      columns: ['ID', 'Worksite', 'Description'],
      rows: 1,
      sample: [['1', '', '']],
    }));
});

test('merged cells that span columns without a name break no row', async () => {
  const content = await writeWorkbook([
    { name: 'Events', rows: [names, [text('1'), text('North'), text('wide'), null, null]], merged: ['C2:E2'] },
  ]);
  expect(await throughStorage(content)).toMatchObject([{ line: 2, cells: ['1', 'North', 'wide'] }]);
});

test('an empty sheet has no columns, and blank rows are no rows', async () => {
  expect(await summaryOf(await book())).toMatchObject({ columns: [], rows: 0 });
  expect(await summaryOf(await book(names, [], [text('1')], [text('')], [null, text('North')]))).toMatchObject({
    rows: 2,
  });
});

test('columns go up to the 500th, and text behind it is refused', async () => {
  const wide = (columns: number) => Array.from({ length: columns }, (_, at) => text(columnName(at + 1)));
  const { columns } = await openWorkbook(await book(wide(500)));
  expect(columns.at(-1)).toBe(columnName(500));
  const reason = 'it has more than 500 columns: remove those that you do not need';
  expect(await summaryOf(await book(wide(501)))).toBe(reason);
  expect(await summaryOf(await book(names, wide(501)))).toBe(reason);
});

test.each([
  ['no archive', Buffer.from('a,b\n1,2\n')],
  [
    'an archive of something else',
    readFileSync(new URL('../../../../tools/test/frozen/fixtures/audit-bundle.zip', import.meta.url)),
  ],
])('%s is refused in a sentence', async (_, content) =>
  expect(await summaryOf(content)).toBe('it is not a workbook that can be read: save it again as .xlsx, or as .csv'),
);
