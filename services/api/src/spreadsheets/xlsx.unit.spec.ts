import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { readSheet, withoutBlankEnd } from '../../test/spreadsheets/read-sheet.ts';
import { judgeFile } from '../attachments/judging/judge-file.ts';
import type { Cell } from './rows.ts';
import { numberText } from './workbook/numbers.ts';
import { MAX_CELL_LENGTH, xlsxOf, xmlText } from './xlsx.ts';

test.each([
  ['a < b & "c"', 'a &lt; b &amp; &quot;c&quot;'],
  ['bell \u0007, return \r, tab \t, line \n', 'bell _x0007_, return _x000D_, tab \t, line \n'],
  ['_x0041_ as it was typed', '_x005F_x0041_ as it was typed'],
  ['=1+1', '=1+1'],
  ['🏗 Ø', '🏗 Ø'],
])('%j is written so that it can be read back', (text, written) => expect(xmlText(text)).toBe(written));

test('a cell is as long as spreadsheets take it', () => expect(MAX_CELL_LENGTH).toBe(32_767));

const anyCell: fc.Arbitrary<Cell> = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
  fc.constantFrom('_x0041_', '=1+1', '\r\n', ' a ', '', null),
  fc.integer(),
  fc
    .double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
    .map((value) => Number(value.toPrecision(15))),
);

test('an exported list can be imported: every cell is read as it was written', async () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyCell, { maxLength: 12 }), { minLength: 1, maxLength: 8 }),
      fc.stringMatching(/^[A-Za-z &<"'é]{1,31}$/),
      async (rows, title) => {
        const batches = async function* () {
          yield rows;
        };
        const content = await buffer(xlsxOf(batches(), title, new Date('2026-01-02T03:04:05Z')));
        const read = await readSheet(content);
        expect(read.sheets).toEqual([{ index: 0, name: title, isHidden: false }]);
        const shown = (cell: Cell) =>
          typeof cell === 'number' ? numberText(cell) : (cell ?? '').replaceAll(/\r\n?/g, '\n');
        expect(read.rows).toEqual(
          rows.flatMap((row, at) => {
            const cells = withoutBlankEnd(row.map(shown));
            return cells.length > 0 ? [[at + 1, ...cells]] : [];
          }),
        );
        expect(await judgeFile(content, 'xlsx', true)).toMatchObject({ isAsItCame: true });
      },
    ),
    { numRuns: 200 },
  ));
