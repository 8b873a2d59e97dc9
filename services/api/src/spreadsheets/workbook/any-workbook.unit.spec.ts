import fc from 'fast-check';
import { anyCell, anyForm, anyRows, is1904 } from '../../../test/spreadsheets/any-workbook.ts';
import { readSheet, withoutBlankEnd } from '../../../test/spreadsheets/read-sheet.ts';
import {
  columnName,
  plainForm,
  writeWorkbook,
  type WrittenCell,
  type WrittenSheet,
} from '../../../test/spreadsheets/write-workbook.ts';
import { judgeFile } from '../../attachments/judging/judge-file.ts';
import { cellErrorText } from '../cell-error.ts';
import { TableError } from '../table-error.ts';

const textCell = (text: string): WrittenCell => ({
  attributes: ' t="inlineStr"',
  content: (p) => `<${p}is><${p}t>${text}</${p}t></${p}is>`,
});
const sheetOf = (rows: (WrittenCell | null)[][], more: Partial<WrittenSheet> = {}): WrittenSheet => ({
  name: 'Events',
  rows,
  ...more,
});

test('a workbook says the same in every legal form, and is accepted as one', async () =>
  fc.assert(
    fc.asyncProperty(anyForm, anyRows(), async (form, rows) => {
      const strings: ((p: string) => string)[] = [];
      const written = rows.map((row) => row.map((cell) => cell.write(strings, is1904(form))));
      const content = await writeWorkbook([sheetOf(written)], strings, form);
      expect((await readSheet(content)).rows).toEqual(
        rows.flatMap((row, at) => {
          const cells = withoutBlankEnd(row.map(({ expected }) => expected));
          return cells.length > 0 ? [[at + 1, ...cells]] : [];
        }),
      );
      expect(await judgeFile(content, 'xlsx', true)).toMatchObject({ isAsItCame: true });
    }),
    { numRuns: 300 },
  ));

test('sheets have the order, names and visibility of their tabs, and each can be chosen', async () =>
  fc.assert(
    fc.asyncProperty(
      anyForm,
      fc.uniqueArray(
        fc.record({
          name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((name) => `<${name}> & "x"`),
          state: fc.constantFrom(undefined, 'visible' as const, 'hidden' as const, 'veryHidden' as const),
          kind: fc.constantFrom('worksheet' as const, 'worksheet' as const, 'chartsheet' as const),
        }),
        { minLength: 1, maxLength: 6, selector: ({ name }) => name },
      ),
      async (form, tabs) => {
        const content = await writeWorkbook(
          tabs.map((tab, at) => ({ ...tab, rows: [[textCell(`Tab ${at}`)]] })),
          [],
          form,
        );
        const tables = tabs.flatMap((tab, at) => (tab.kind === 'worksheet' ? [{ ...tab, at }] : []));
        const sheets = tables.map(({ name, state = 'visible' }, index) => ({
          index,
          name,
          isHidden: state !== 'visible',
        }));
        const visible = sheets.filter(({ isHidden }) => !isHidden);
        if (visible.length === 0) await expect(readSheet(content)).rejects.toThrow('it has no visible sheet');
        else
          expect(await readSheet(content)).toEqual({
            sheets,
            sheet: visible.length > 1 ? null : visible[0]!.index,
            rows: [[1, `Tab ${tables[visible[0]!.index]!.at}`]],
          });
        for (const [index, { at }] of tables.entries())
          expect(await readSheet(content, index)).toEqual({ sheets, sheet: index, rows: [[1, `Tab ${at}`]] });
        await expect(readSheet(content, tables.length)).rejects.toThrow('it has no such sheet');
      },
    ),
    { numRuns: 100 },
  ));

const formula = (p: string) => `<${p}f>VLOOKUP(A1,B:B,1)</${p}f>`;
/** Cells that show something which is no value, or something that is not in the file. */
const unreadable: readonly { readonly cell: WrittenCell; readonly says: string }[] = [
  ...['#N/A', '#REF!', '#DIV/0!', '#SPILL!'].map((error) => ({
    cell: { attributes: ' t="e"', content: (p: string) => `${formula(p)}<${p}v>${error}</${p}v>` },
    says: `shows the error ${error}`,
  })),
  ...['', ' t="n"', ' t="str"', ' t="b"', ' s="1"', ' t="e"', ' t="d"'].map((attributes) => ({
    cell: { attributes, content: formula },
    says: attributes.includes('"e"') ? 'shows the error #VALUE!' : 'has a formula without a result',
  })),
  { cell: { content: (p) => `${formula(p)}<${p}v/>` }, says: 'has a formula without a result' },
  { cell: { content: (p) => `<${p}f t="shared" si="0"/>` }, says: 'has a formula without a result' },
  { cell: { content: (p) => `<${p}v>NaN</${p}v>` }, says: 'shows the error NaN' },
];

test('a cell that shows an error, or a formula without a result, is an error that names it, and never empty', async () =>
  fc.assert(
    fc.asyncProperty(
      anyForm,
      fc.array(fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...unreadable) }, { arbitrary: anyCell, weight: 1 }), {
        minLength: 1,
        maxLength: 40,
      }),
      async (form, cells) => {
        const strings: ((p: string) => string)[] = [];
        const row = cells.map((each) => ('cell' in each ? each.cell : each.write(strings, is1904(form))));
        const content = await writeWorkbook([sheetOf([[textCell('ID')], row])], strings, form);
        const found = (await readSheet(content)).rows[1]?.slice(1) ?? [];
        for (const [at, each] of cells.entries()) {
          const cell = found[at] ?? '';
          if (!('cell' in each)) expect(cell).toBe(each.expected);
          else if (typeof cell === 'string' || typeof cell === 'number') throw new Error(`Read as ${cell}`);
          else expect(cellErrorText(cell)).toMatch(`Cell ${columnName(at + 1)}2 ${each.says}`);
        }
      },
    ),
    { numRuns: 150 },
  ));

test('a cell that is merged into another is an error if either has a value, unless its row is otherwise blank', async () =>
  fc.assert(
    fc.asyncProperty(
      anyForm,
      fc.record({
        left: fc.integer({ min: 1, max: 30 }),
        top: fc.integer({ min: 2, max: 6 }),
        width: fc.integer({ min: 1, max: 5 }),
        height: fc.integer({ min: 1, max: 5 }),
      }),
      fc.boolean(),
      fc.boolean(),
      async (form, { left, top, width, height }, isFilled, isHiding) => {
        const [right, bottom] = [left + width - 1, top + height - 1];
        fc.pre(width * height > 1);
        const isCovered = (row: number, column: number) =>
          column >= left && column <= right && row >= top && row <= bottom && !(row === top && column === left);
        const rows = Array.from({ length: 12 }, (_, at) =>
          Array.from({ length: 36 }, (_, index) => {
            const [row, column] = [at + 1, index + 1];
            if (isCovered(row, column) && !isHiding) return null;
            if (row === top && column === left && !isFilled) return null;
            return row === bottom + 1 ? null : textCell(`${columnName(column)}${row}`);
          }),
        );
        const merged = `${columnName(left)}${top}:${columnName(right)}${bottom}`;
        const content = await writeWorkbook([sheetOf(rows, { merged: [merged] })], [], form);
        for (const [line, ...cells] of (await readSheet(content)).rows)
          for (const [index, cell] of cells.entries()) {
            const address = `${columnName(index + 1)}${line}`;
            const covered = isCovered(line, index + 1);
            expect(cell).toEqual(
              covered && (isFilled || isHiding)
                ? { cell: address, kind: 'MERGED', text: isHiding ? address : '', range: merged }
                : covered || (address === `${columnName(left)}${top}` && !isFilled)
                  ? ''
                  : address,
            );
          }
      },
    ),
    { numRuns: 100 },
  ));

test('a damaged workbook is read or refused in a sentence, and nothing else', async () => {
  const whole = await writeWorkbook([sheetOf([[textCell('ID')], [textCell('1')]], { merged: ['A1:A2'] })], [], {
    ...plainForm,
    isCompressed: false,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
      fc.nat(whole.length),
      async (changes, cut) => {
        const content = Buffer.from(whole);
        for (const [at, byte] of changes) content[at] = byte;
        const refused = await readSheet(cut % 3 === 0 ? content.subarray(0, cut) : content).catch(
          (error: unknown) => error,
        );
        if (refused instanceof Error) expect(refused).toBeInstanceOf(TableError);
      },
    ),
    { numRuns: 500 },
  );
});
