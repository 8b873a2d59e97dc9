import { injuryForm } from '@plimsoll/contracts/forms/built-in-forms';
import { mappingByNames, nameKey } from '@plimsoll/contracts/imports/fields';
import { importTexts } from '@plimsoll/contracts/imports/import-texts';
import { cellOf, dayIn, mapRow, RowIds, timeIn, type ImportPlan } from './map-row.ts';

const [hospital, , firstAid] = injuryForm.groups[0]!.questions;
const ppe = injuryForm.groups[1]!.questions[2]!;
const names = {
  worksites: new Map([['north yard', 'site']]),
  regions: new Map(),
  reportingGroups: new Map(),
  members: new Map([['ann@example.test', 'ann']]),
};
const row = (cells: Record<string, string>) => ({
  line: 2,
  cells: new Map(Object.entries(cells).map(([heading, cell]) => [nameKey(heading), cell])),
});
const planOf = (columns: Record<string, string>, idColumn: string | null = null): ImportPlan => ({
  form: injuryForm,
  idColumn,
  dates: 'ISO',
  columnOf: new Map(Object.entries(columns).map(([heading, field]) => [field, heading])),
});

test('names of columns match fields and questions whatever their case and signs, each once', () => {
  expect(
    mappingByNames(
      ['EVENT DATE', 'Occurrence-Time', 'Injured.Name', hospital!.text.toUpperCase(), 'Date', 'ID', 'Other', ''],
      injuryForm,
    ),
  ).toEqual({
    idColumn: 'ID',
    columns: {
      'EVENT DATE': 'occurrenceDate',
      'Occurrence-Time': 'occurrenceTime',
      'Injured.Name': 'injured.name',
      [hospital!.text.toUpperCase()]: hospital!.questionGuid,
    },
  });
});

test.each([
  ['2025-03-04', 'ISO', '2025-03-04'],
  ['2025-3-4 10:00', 'ISO', '2025-03-04'],
  ['04/03/2025', 'DAY_FIRST', '2025-03-04'],
  ['04/03/2025', 'MONTH_FIRST', '2025-04-03'],
  ['4.3.2025', 'DAY_FIRST', '2025-03-04'],
  ['2025-03-04', 'DAY_FIRST', '2025-03-04'],
  ['2025-02-30', 'ISO', null],
  ['31/02/2025', 'DAY_FIRST', null],
  ['04/03/25', 'DAY_FIRST', null],
  ['04/03/2025', 'ISO', null],
  ['yesterday', 'ISO', null],
] as const)('the day %s, written %s, is %s', (text, form, day) => expect(dayIn(text, form)).toBe(day));

test.each([
  ['14:30', '14:30'],
  ['7:05:59', '07:05'],
  ['2:30 PM', '14:30'],
  ['12:00 am', '00:00'],
  ['2025-03-04 09:15', '09:15'],
  ['24:00', null],
  ['13:00 pm', null],
  ['noon', null],
])('the time %s is %s', (text, time) => expect(timeIn(text)).toBe(time));

test('a row becomes a report, names and choices in it by what they are called', () => {
  const plan = planOf({
    Date: 'occurrenceDate',
    Site: 'worksite',
    By: 'reporter',
    What: 'description',
    Who: 'injured.name',
    How: 'injured.classification',
    Hospital: hospital!.questionGuid,
    Aid: firstAid!.questionGuid,
    PPE: ppe.questionGuid,
  });
  const mapped = mapRow(
    row({
      Date: '2025-03-04',
      Site: ' NORTH Yard',
      By: 'Ann@Example.Test',
      What: "'=caught",
      Who: 'Bo',
      How: 'lost time',
      Hospital: 'Yes',
      Aid: 'first AIDER',
      PPE: 'Gloves; hard hat',
    }),
    plan,
    names,
  );
  expect(mapped).toMatchObject({
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
  if ('errors' in mapped) throw new Error('It was refused');
  expect(
    [
      'occurrenceDate',
      'worksiteGuid',
      'injuredPersons.0.name',
      'components.0.answers.1.value',
      'components.1.answers.0.value',
      'location',
    ].map(mapped.columnOf),
  ).toEqual(['Date', 'Site', 'Who', 'Aid', 'PPE', null]);
});

test('every invalid cell is listed with its column', () => {
  const plan = planOf(
    {
      Date: 'occurrenceDate',
      Site: 'worksite',
      How: 'injured.classification',
      Who: 'injured.name',
      Hospital: hospital!.questionGuid,
    },
    'ID',
  );
  expect(
    mapRow(
      row({ ID: '', Date: 'soon', Site: 'Atlantis', How: 'first aid', Who: '', Hospital: 'perhaps' }),
      plan,
      names,
    ),
  ).toEqual({
    errors: [
      { column: 'Date', className: 'MalformedDate', message: importTexts.noDate },
      { column: 'Site', className: 'WorksiteNotFound', message: importTexts.noWorksite },
      { column: 'Who', className: 'MalformedName', message: importTexts.noPersonName },
      { column: 'Hospital', className: 'MalformedEventField', message: importTexts.noYesOrNo },
      { column: 'ID', className: 'MissingRelatedEntity', message: importTexts.idMissing },
    ],
  });
});

test('rows without an id are distinguished by content and count, whatever the order of rows and columns', () => {
  const plan = planOf({ A: 'description', B: 'location' });
  const turned = planOf({ B: 'location', A: 'description' });
  const idsOf = (rows: readonly Record<string, string>[], by: ImportPlan) => {
    const ids = new RowIds();
    return rows.map((cells) => ids.of(row(cells), by));
  };
  const [one, two] = [
    { A: 'x', B: 'y', C: '1' },
    { A: 'y', B: 'x', C: '1' },
  ];
  const first = idsOf([one, one, two], plan);
  expect(new Set(first).size).toBe(3);
  expect(idsOf([two, { ...one, C: '2' }, one], turned).sort()).toEqual([...first].sort());
});

test('a quote before a formula is removed, any other stays', () => {
  expect([cellOf(row({ A: "'=1+1" }), 'A'), cellOf(row({ A: "'tis so" }), 'A')]).toEqual(['=1+1', "'tis so"]);
});
