import { readFileSync } from 'node:fs';
import { injuryForm } from '@plimsoll/contracts/forms/built-in-forms';
import { writeWorkbook, type WrittenCell } from '../../test/spreadsheets/write-workbook.ts';
import { TestApplication } from '../../test/test-application.ts';

let app: TestApplication;
let org: string;
let importer: Awaited<ReturnType<TestApplication['member']>>;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  org = await app.found('Acheson Works', { timeZone: 'UTC' });
  importer = await app.member(org, ['CREATE_EVENTS_ON_OTHERS_BEHALF', 'SEE_INJURY_DATA'], 'Ima Port');
  await app.createWorksite(org, 'Acheson Yard');
});
afterAll(() => app?.stop());

const fixture = (name: string) =>
  readFileSync(new URL(`../../test/spreadsheets/workbooks/cases/${name}.xlsx`, import.meta.url));
const fields = {
  Date: 'occurrenceDate',
  Worksite: 'worksite',
  Description: 'description',
  'Injured person': 'injured.name',
  Classification: 'injured.classification',
};

async function check(content: Buffer, columns: Readonly<Record<string, string>> = fields) {
  const call = (method: string, path: string, body: unknown) =>
    app.call(method, `/orgs/${org}/incident-imports${path}`, { token: importer.token, body });
  const sent = await call('POST', '?name=events.xlsx', content);
  expect([sent.status, sent.body]).toMatchObject([201, {}]);
  const { importGuid } = sent.body;
  const { body } = await call('PUT', `/${importGuid}/mapping`, {
    formGuid: injuryForm.formGuid,
    idColumn: 'ID',
    columns,
  });
  const { body: table } = await call('GET', `/${importGuid}/faults`, undefined);
  return { checked: body, table };
}

test.each([
  ['classification', 'Cell F2 has a formula without a result. Open the workbook in Excel, save it, and send it again.'],
  ['classification-error', 'Cell F2 shows the error #N/A. Correct it in the workbook.'],
])('a cell without a value, as in %s.xlsx, refuses its row and is named', async (name, message) => {
  const { checked, table } = await check(fixture(name));
  expect(checked).toMatchObject({
    valid: 0,
    faulty: 1,
    faults: [{ line: 2, column: 'Classification', className: 'MalformedEventField', message }],
  });
  expect(table).toMatch(message);
});

test('a classification of zero, as formulas give for empty cells, refuses its row by line and column', async () => {
  const { checked } = await check(fixture('zero'));
  expect(checked).toMatchObject({ valid: 0, faulty: 1, faults: [{ line: 2, column: 'Classification', value: '0' }] });
});

test('a merged cell refuses its row, unless its column is not imported', async () => {
  const text = (words: string): WrittenCell => ({
    attributes: ' t="inlineStr"',
    content: (p) => `<${p}is><${p}t>${words}</${p}t></${p}is>`,
  });
  const rows = [
    ['ID', 'Date', 'Worksite', 'Description'].map(text),
    ['1', '2026-04-28', 'Acheson Yard', 'One'].map(text),
    [text('2'), text('2026-04-28'), null, text('Two')],
  ];
  const content = await writeWorkbook([{ name: 'Events', rows, merged: ['C2:C3'] }]);
  const { Date, Worksite, Description } = fields;
  const ofWorksites = ({ checked }: Awaited<ReturnType<typeof check>>) =>
    checked.faults.filter(
      ({ column, message }: Record<string, string>) => column === 'Worksite' || message!.includes('merged'),
    );
  expect(ofWorksites(await check(content, { Date, Worksite, Description }))).toMatchObject([
    {
      line: 3,
      column: 'Worksite',
      message: 'Cell C3 is part of the merged cells C2:C3. Unmerge them and fill in each cell.',
    },
  ]);
  expect(ofWorksites(await check(content, { Date, Description }))).toEqual([]);
});
