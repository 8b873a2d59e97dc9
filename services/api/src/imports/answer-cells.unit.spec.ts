import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import type { AnswerValue } from '@plimsoll/contracts/forms/answer-value';
import type { Question } from '@plimsoll/contracts/forms/form';
import { NameIndex } from '@plimsoll/contracts/imports/name-index';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { answerCell } from '@plimsoll/projections/incidents/incident-list/answer-cell';
import { answersOf, kinds, options } from '../../test/imports/random-answers.ts';
import { csvOf } from '../spreadsheets/csv.ts';
import { isBroken, openTable, type BrokenLine, type TableRow } from '../spreadsheets/read-table.ts';
import { openWorkbook } from '../spreadsheets/read-workbook.ts';
import type { Cell, Rows } from '../spreadsheets/rows.ts';
import { xlsxOf } from '../spreadsheets/xlsx.ts';
import { answerIn, type CellReading } from './answer-in-cell.ts';
import { unquoted } from './row-reading.ts';

const seed = Number(process.env['IMPORTS_SEED'] ?? 20_261);
const names = new Map([
  ['ann', 'Ann Lund'],
  ['bo', "Bo O'Brien"],
  ['north', "O'Brien Yard"],
  ['south', 'Yard; south, "wet"'],
]);
const indexOf = (...guids: string[]) => new NameIndex(guids.map((value) => ({ name: names.get(value)!, value })));
const reading: CellReading = {
  dates: 'ISO',
  numbers: 'POINT',
  isWorkbook: false,
  zone: 'America/Edmonton',
  members: indexOf('ann', 'bo'),
  places: new NameIndex([
    ...['north', 'south'].map((value) => ({ name: names.get(value)!, value })),
    ...regions.map(({ guid, name }) => ({ name, value: guid as string, rank: 1 })),
  ]),
  injured: indexOf(),
};
const questionOf = (type: Question['type']) =>
  ({ type, options: type.endsWith('CHOICE') ? options : [] }) as Partial<Question> as Question;

/** A table with one answer. */
async function* rowsWith(cell: Cell): Rows {
  yield [
    ['Other', 'Answer'],
    [1, cell],
  ];
}

/** The cell as a text file returns it. */
async function throughCsv(cell: Cell): Promise<string> {
  const bytes = await buffer(csvOf(rowsWith(cell)));
  const { lines } = await openTable(() => Readable.from([bytes]));
  return unquoted((await onlyCell(lines)).trim()).trim();
}

/** The cell as a workbook returns it. */
async function throughWorkbook(cell: Cell): Promise<string> {
  const { lines } = await openWorkbook(await buffer(xlsxOf(rowsWith(cell), 'Events', new Date(0))));
  return (await onlyCell(lines)).trim();
}

async function onlyCell(lines: AsyncIterable<TableRow | BrokenLine>): Promise<string> {
  for await (const line of lines) if (!isBroken(line)) return line.cells[1]!;
  throw new Error('The row is not there');
}

describe.each(kinds)('an answer of the kind %s', (type) => {
  const question = questionOf(type);
  const any = answersOf[type]({ people: ['ann', 'bo'], worksites: ['north', 'south'] });
  const answer = (value: AnswerValue) => ({ value });

  test(`is read from the cell of an exported text file as it was given (seed ${seed})`, () =>
    fc.assert(
      fc.asyncProperty(any, async (value) => {
        const text = await throughCsv(answerCell(question, value, names));
        expect(answerIn(text, question, reading)).toEqual(answer(value));
      }),
      { seed, numRuns: 200 },
    ));

  test(`and from the cell of an exported workbook (seed ${seed})`, () =>
    fc.assert(
      fc.asyncProperty(any, async (value) => {
        const text = await throughWorkbook(answerCell(question, value, names));
        expect(answerIn(text, question, { ...reading, isWorkbook: true })).toEqual(answer(value));
      }),
      { seed, numRuns: 50 },
    ));
});
