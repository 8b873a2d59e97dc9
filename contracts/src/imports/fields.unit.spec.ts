import { injuryForm } from '../forms/built-in-forms.ts';
import { columnIndex, columnLabel, mappingByNames } from './fields.ts';
import { encodingNamed, textEncodings } from './text-encodings.ts';

const [hospital] = injuryForm.groups[0]!.questions;
const formOf = (...texts: string[]) => ({
  groups: [
    {
      ...injuryForm.groups[0]!,
      questions: texts.map((text, index) => ({ ...hospital!, text, questionGuid: `question ${index}` })),
    },
  ],
});

test('columns are matched by what they are called, each field once', () => {
  expect(
    mappingByNames(
      [
        'EVENT DATE',
        'Occurrence-Time',
        'Injured.Name',
        hospital!.text.toUpperCase(),
        'Date',
        'ID',
        'Other',
        '',
        'Form',
      ],
      injuryForm,
    ),
  ).toEqual({
    idColumn: '5',
    formColumn: '8',
    columns: {
      '0': 'occurrenceDate',
      '1': 'occurrenceTime',
      '2': 'injured.name',
      '3': hospital!.questionGuid,
    },
  });
});

test('headings that differ in a sign are different columns', () => {
  expect(mappingByNames(['#', '%', 'constructor'], formOf('%', '#'))).toMatchObject({
    columns: { '0': 'question 1', '1': 'question 0' },
  });
  expect(mappingByNames(['#', '%'], null)).toEqual({ idColumn: '0', formColumn: null, columns: {} });
});

test('a question takes the column with its exact text before one that is similar, and none when two could be meant', () => {
  expect(mappingByNames(['blood GROUP', 'Blood group'], formOf('Blood group')).columns).toEqual({ '1': 'question 0' });
  expect(mappingByNames(['blood GROUP'], formOf('Blood group', 'Blood Group')).columns).toEqual({});
});

test('a column is named by its index, or by a heading that no other has', () => {
  const headings = ['ID', 'Date', 'Date', '', '7'];
  expect(['0', '4', 'ID', '7', 'Date', 'None', '5', ''].map((name) => columnIndex(headings, name))).toEqual([
    ...[0, 4, 0, 4],
    ...[null, null, null, 3],
  ]);
  expect(headings.map((_, index) => columnLabel(headings, index))).toEqual([
    ...['ID', 'Date (column 2)', 'Date (column 3)'],
    ...['Column 4', '7'],
  ]);
});

test('an encoding is known by all its names', () => {
  for (const encoding of textEncodings) expect(encodingNamed(encoding.toUpperCase())).toBe(encoding);
  expect(['Windows-1251', 'CP932', 'MacRoman', 'IBM866', 'UTF8', 'none'].map(encodingNamed)).toEqual([
    ...['windows-1251', 'shift_jis', 'macintosh', 'cp866', 'utf-8'],
    undefined,
  ]);
});
