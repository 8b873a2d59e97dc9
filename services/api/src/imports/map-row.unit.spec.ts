import { createHash } from 'node:crypto';
import { injuryForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { Form, Question } from '@plimsoll/contracts/forms/form';
import { importTexts } from '@plimsoll/contracts/imports/import-texts';
import { NameIndex } from '@plimsoll/contracts/imports/name-index';
import { mapRow } from './map-row.ts';
import { EarlierRowIds } from './earlier-row-ids.ts';
import { RowIds } from './row-ids.ts';
import type { ImportNames, ImportPlan } from './row-reading.ts';

const [hospital, , firstAid] = injuryForm.groups[0]!.questions;
const ppe = injuryForm.groups[1]!.questions[2]!;
const indexOf = (names: Record<string, string>) =>
  new NameIndex(Object.entries(names).map(([name, value]) => ({ name, value })));
const names: ImportNames = {
  worksites: indexOf({ 'North Yard': 'site', "O'Brien Yard": 'brien' }),
  regions: indexOf({}),
  reportingGroups: indexOf({}),
  members: indexOf({ 'ann@example.test': 'ann', 'Ann Lund': 'ann' }),
  places: indexOf({ 'North Yard': 'site' }),
  forms: new NameIndex([{ name: injuryForm.name, value: injuryForm }]),
  zoneOf: (site) => (site === 'brien' ? 'Europe/Dublin' : 'America/Edmonton'),
};
const planOf = (columns: readonly (string | null)[], more: Partial<ImportPlan> = {}): ImportPlan => ({
  labels: columns.map((_, index) => `Heading ${index}`),
  form: injuryForm,
  formColumn: null,
  idColumn: null,
  dates: 'ISO',
  numbers: 'POINT',
  isWorkbook: false,
  columnOf: new Map(columns.flatMap((field, index) => (field === null ? [] : [[field, index] as const]))),
  ...more,
});
const map = (cells: readonly string[], plan: ImportPlan) => mapRow({ line: 2, cells }, plan, names);
const mapped = (cells: readonly string[], plan: ImportPlan) => {
  const found = map(cells, plan);
  if ('errors' in found) throw new Error(JSON.stringify(found.errors));
  return found;
};

test('a row becomes a report, names and choices in it by what they are called', () => {
  const found = mapped(
    [
      ...['2025-03-04', ' NORTH Yard', 'Ann@Example.Test', "'=caught", 'Bo', 'lost time', 'Yes', 'first AIDER'],
      'Gloves; hard hat',
    ],
    planOf([
      ...['occurrenceDate', 'worksite', 'reporter', 'description', 'injured.name', 'injured.classification'],
      ...[hospital!.questionGuid, firstAid!.questionGuid, ppe.questionGuid],
    ]),
  );
  expect(found).toMatchObject({
    id: null,
    body: {
      occurrenceDate: '2025-03-04',
      worksiteGuid: 'site',
      onBehalfOfUserGuid: 'ann',
      description: '=caught',
      injuredPersons: [{ name: 'Bo', personType: 'EMPLOYEE', classification: 'LOST_TIME' }],
      components: [
        { answers: [{ value: true }, { value: firstAid!.options[0]!.value }] },
        { answers: [{ value: [ppe.options[1]!.value, ppe.options[0]!.value] }] },
      ],
    },
  });
  expect(
    [
      ...['occurrenceDate', 'worksiteGuid', 'injuredPersons.0.name', 'components.0.answers.1.value'],
      ...['components.1.answers.0.value', 'location'],
    ].map(found.columnOf),
  ).toEqual(['Heading 0', 'Heading 1', 'Heading 4', 'Heading 7', 'Heading 8', null]);
});

test('every invalid cell is listed with its column', () => {
  expect(
    map(
      ['', 'soon', 'Atlantis', 'first aid', '', 'perhaps'],
      planOf([null, 'occurrenceDate', 'worksite', 'injured.classification', 'injured.name', hospital!.questionGuid], {
        idColumn: 0,
      }),
    ),
  ).toEqual({
    errors: [
      { column: 'Heading 2', className: 'WorksiteNotFound', message: importTexts.noWorksite },
      { column: 'Heading 1', className: 'MalformedDate', message: importTexts.noDate },
      { column: 'Heading 4', className: 'MalformedName', message: importTexts.noPersonName },
      { column: 'Heading 5', className: 'MalformedEventField', message: importTexts.noYesOrNo },
      { column: 'Heading 0', className: 'MissingRelatedEntity', message: importTexts.idMissing },
    ],
  });
});

const question = (type: Question['type'], ...labels: string[]): Question => ({
  ...hospital!,
  type,
  options: labels.map((label, index) => ({ label, value: `value ${index}` })),
});
const formOf = (asked: Question): Form => ({
  ...injuryForm,
  groups: [{ ...injuryForm.groups[0]!, questions: [asked] }],
});
/** The answer in a cell, or what is said about it. */
const answer = (text: string, asked: Question, more: Partial<ImportPlan> = {}): unknown => {
  const found = map([text], planOf([asked.questionGuid], { form: formOf(asked), ...more }));
  if ('errors' in found) return found.errors.map(({ message }) => message).join();
  return (found.body['components'] as { answers: { value: unknown }[] }[])[0]!.answers[0]!.value;
};

test.each([
  ['> 24 hours', 'value 1'],
  ['< 24 hours', 'value 0'],
  ['24 hours', 'value 2'],
  [' 24 HOURS', 'value 2'],
  ['24', importTexts.noSuch(['< 24 hours', '> 24 hours', '24 hours'])],
])('a choice is the option whose signs it has: %j', (text, value) =>
  expect(answer(text, question('CHOICE', '< 24 hours', '> 24 hours', '24 hours'))).toBe(value),
);

test('a choice that could be two options is an error that names both', () =>
  expect(answer('a', question('CHOICE', 'A ', ' A'))).toBe(importTexts.ambiguous(['A ', ' A'])));

test.each<[string, unknown]>([
  ['Gloves; Hard hat', ['value 0', 'value 1']],
  ['Gloves|Gloves\nHard hat;', ['value 0', 'value 1']],
  ['Boots; steel; Gloves', ['value 2', 'value 0']],
  ['Boots', importTexts.noSuch(['Gloves', 'Hard hat', 'Boots; steel'])],
])('several choices are separated by semicolons, which an option may contain: %j', (text, value) =>
  expect(answer(text, question('MULTI_CHOICE', 'Gloves', 'Hard hat', 'Boots; steel'))).toEqual(value),
);

test.each<[string, Question['type'], Partial<ImportPlan>, unknown]>([
  ['3,5', 'DECIMAL', { numbers: 'COMMA' }, 3.5],
  ['1,250.5', 'DECIMAL', {}, 1250.5],
  ['3,5', 'DECIMAL', {}, importTexts.noNumber],
  ['0.5', 'DECIMAL', { numbers: 'COMMA', isWorkbook: true }, 0.5],
  ['4x3', 'RISK', {}, { severity: 4, likelihood: 3 }],
  ['2026-05-01T03:30:00Z', 'DATE', {}, '2026-04-30'],
  ['2026-05-01T03:30:00Z', 'DATE_TIME', {}, '2026-04-30T21:30'],
  ['28/04/2026 2:30 pm', 'DATE_TIME', { dates: 'DAY_FIRST' }, '2026-04-28T14:30'],
  ['2026-04-28', 'DATE_TIME', {}, importTexts.noTime],
  ['14.30', 'TIME', {}, '14:30'],
  ['Ann Lund', 'PERSON', {}, 'ann'],
  ["'=1+1", 'TEXT', {}, '=1+1'],
  ["''=1+1", 'TEXT', {}, "'=1+1"],
  ["'tis so", 'TEXT', {}, "'tis so"],
  ["'=1+1", 'TEXT', { isWorkbook: true }, "'=1+1"],
])('the cell %j of a question %s is read', (text, type, more, value) =>
  expect(answer(text, question(type), more)).toEqual(value),
);

const occurred = (cells: readonly [string, string?, string?], more: Partial<ImportPlan> = {}) => {
  const found = map(
    [...cells, '', ''].slice(0, 3) as string[],
    planOf(['occurrenceDate', 'occurrenceTime', 'worksite'], more),
  );
  return 'errors' in found
    ? found.errors.map(({ message }) => message).join()
    : [found.body['occurrenceDate'], found.body['occurrenceTime']].filter(Boolean).join(' ');
};

test.each<[cells: readonly [string, string?, string?], expected: string]>([
  [['2026-04-28', '14:30'], '2026-04-28 14:30'],
  [['2026-04-28 14:30'], '2026-04-28 14:30'],
  [['2026-04-28 00:00:00'], '2026-04-28'],
  [['2026-04-28 14:30', '09:15'], '2026-04-28 09:15'],
  [['2026-05-01T03:30:00Z'], '2026-04-30 21:30'],
  [['2026-05-01T03:30:00Z', '2026-05-01T03:30:00Z'], '2026-04-30 21:30'],
  [['2026-05-01', '03:30Z'], '2026-04-30 21:30'],
  [['2026-05-01T00:30:00+02:00', '', "O'Brien Yard"], '2026-04-30 23:30'],
  [['2026-04-28 14:30 PST'], importTexts.noDate],
  [['14:30', '14:30'], importTexts.noDate],
  [['2026-04-28', '2026-04-28'], importTexts.noTime],
])('%j is when it happened, by the clocks of its place', (cells, expected) => expect(occurred(cells)).toBe(expected));

test('a line break in a cell is one, whichever the file has', () =>
  expect(['a\r\nb', 'a\rb', 'a\nb'].map((text) => answer(text, question('LONG_TEXT')))).toEqual(Array(3).fill('a\nb')));

test('a column may name the form of each row', () => {
  const plan = planOf(['description', null], { form: null, formColumn: 1 });
  expect(mapped(['Slipped', injuryForm.name.toUpperCase()], plan).form).toBe(injuryForm);
  expect(map(['Slipped', 'Flood'], plan)).toEqual({
    errors: [{ column: 'Heading 1', className: 'FormNotFound', message: importTexts.noFormOfName }],
  });
  expect(map(['Slipped', ''], plan)).toEqual({
    errors: [{ column: 'Heading 1', className: 'FormNotFound', message: importTexts.formMissing }],
  });
  expect(mapped(['Slipped', ''], { ...plan, form: injuryForm }).form).toBe(injuryForm);
});

test.each([
  ['971', '971'],
  ['971.0', '971'],
  ['2E10', '2E10'],
  ['C-2.5', 'C-2.5'],
  ['2.02601E+11', null],
  ['2,02E+11', null],
  ['2E+11', null],
])('the id %j is %j; one that a spreadsheet shortened is refused', (text, id) => {
  const found = map([text], planOf([null], { idColumn: 0 }));
  expect('errors' in found ? found.errors[0]!.message : found.id).toBe(id ?? importTexts.idShortened);
});

test('rows without an id are distinguished by what they say and how often, however the file writes it', () => {
  const idsOf = (rows: readonly (readonly string[])[], plan: ImportPlan) => {
    const ids = new RowIds();
    return rows.map((cells) => ids.of(mapped(cells, plan).values));
  };
  const asText = planOf(['occurrenceDate', 'occurrenceTime', 'description'], { dates: 'DAY_FIRST' });
  const asWorkbook = planOf(['description', null, 'occurrenceDate'], { isWorkbook: true });
  const first = idsOf(
    [
      ['04/03/2026', '2:30 pm', 'Slipped'],
      ['04/03/2026', '2:30 pm', 'Slipped'],
      ['05/03/2026', '', "'=Fell"],
    ],
    asText,
  );
  expect(new Set(first).size).toBe(3);
  expect(
    idsOf(
      [
        ['=Fell', 'x', '2026-03-05'],
        ['Slipped', 'y', '2026-03-04 14:30'],
        ['Slipped', 'z', '2026-03-04 14:30'],
      ],
      asWorkbook,
    ).sort(),
  ).toEqual([...first].sort());
});

test('rows that were reported by the ids of an earlier version have the same ones', () => {
  const ids = new EarlierRowIds(planOf(['description', 'location']));
  const idOf = (...cells: string[]) => ids.of({ cells });
  const hashOf = (values: string) => createHash('sha256').update(values).digest('hex');
  const first = hashOf('[["description","x"],["location","=y"]]');
  expect([idOf(' x', "'=y"), idOf('x', "'=y"), idOf('y', '')]).toEqual([
    `${first} 1`,
    `${first} 2`,
    `${hashOf('[["description","y"],["location",""]]')} 1`,
  ]);
  expect(new EarlierRowIds(planOf(['description'], { idColumn: 0 })).of({ cells: ['x'] })).toBeNull();
});
