import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { injuryForm } from '@plimsoll/contracts/forms/built-in-forms';
import ExcelJS from 'exceljs';
import { TestApplication, type Answer } from '../../test/test-application.ts';

type Person = Awaited<ReturnType<TestApplication['member']>>;

/** Every hundredth line of the long run is invalid, and every twentieth of the short one. */
const [LINES, ERRORS, KILLS] = process.env['HARDENING'] === 'long' ? [5_000, 50, 2] : [200, 10, 1];
const question = injuryForm.groups[0]!.questions[0]!;
const headings = [
  'Case ID',
  'Date',
  'Time',
  'Worksite',
  'Region',
  'Location',
  'Group',
  'Reporter',
  'Description',
  'Injured person',
  'Person type',
  'Classification',
  question.text,
];

let app: TestApplication;
let org: string;
let importer: Person;
let other: Person;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
});
afterAll(() => app?.stop());
beforeEach(async () => {
  org = await app.found('Harbour Works', { timeZone: 'UTC' });
  [importer, other] = await Promise.all([
    app.member(org, ['CREATE_EVENTS_ON_OTHERS_BEHALF', 'SEE_INJURY_DATA', 'VIEW_OTHER_USERS_EVENTS'], 'Ima Port'),
    app.member(org, ['CREATE_EVENTS_ON_OTHERS_BEHALF'], 'Otto Reef'),
  ]);
  await app.createWorksite(org, 'North Yard');
  await app.createReportingGroup(org, 'Night shift');
});

const base = () => `/orgs/${org}/incident-imports`;
const call = (method: string, path: string, body?: unknown, { token } = importer): Promise<Answer> =>
  app.call(method, `${base()}${path}`, { token, body });
const upload = (content: Buffer, name = 'events.csv', who = importer) =>
  call('POST', `?name=${encodeURIComponent(name)}`, content, who);

type Line = Record<string, string>;
const lineOf = (place: number, more: Line = {}): Line => ({
  'Case ID': `C-${place}`,
  Date: `2025-${String(1 + (place % 12)).padStart(2, '0')}-${String(1 + (place % 28)).padStart(2, '0')}`,
  Time: '14:30',
  Worksite: 'north yard ',
  Region: '',
  Location: `Bay ${place}`,
  Group: 'NIGHT SHIFT',
  Reporter: other.emailAddress,
  Description: `Hand caught, case ${place}`,
  'Injured person': `Person ${place}`,
  'Person type': 'contractor',
  Classification: 'First aid',
  [question.text]: 'no',
  ...more,
});
const csv = (lines: readonly Line[], columns = headings, separator = ',') =>
  Buffer.from(
    stringify(
      lines.map((line) => columns.map((column) => line[column] ?? '')),
      { header: true, columns, delimiter: separator },
    ),
  );
const mappingOf = (columns = headings) => {
  const fields: Line = {
    Date: 'occurrenceDate',
    Time: 'occurrenceTime',
    Worksite: 'worksite',
    Region: 'region',
    Location: 'location',
    Group: 'reportingGroup',
    Reporter: 'reporter',
    Description: 'description',
    'Injured person': 'injured.name',
    'Person type': 'injured.personType',
    Classification: 'injured.classification',
    [question.text]: question.questionGuid,
  };
  return {
    formGuid: injuryForm.formGuid,
    columns: Object.fromEntries(Object.entries(fields).filter(([heading]) => columns.includes(heading))),
  };
};

async function ended(importGuid: string): Promise<Answer['body']> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await call('GET', `/${importGuid}`).catch(() => null);
    if (answer?.status === 200 && (answer.body.state === 'DONE' || answer.body.state === 'FAILED')) return answer.body;
    await sleep(100);
  }
  throw new Error(`The import did not end: ${JSON.stringify((await call('GET', `/${importGuid}`)).body)}`);
}
async function imported(
  content: Buffer,
  { name = 'events.csv', more = {}, columns = headings }: { name?: string; more?: object; columns?: string[] } = {},
) {
  const { body: sent, status } = await upload(content, name);
  expect([status, sent]).toMatchObject([201, {}]);
  const checked = await call('PUT', `/${sent.importGuid}/mapping`, { ...mappingOf(columns), ...more });
  expect([checked.status, checked.body]).toMatchObject([200, {}]);
  expect((await call('POST', `/${sent.importGuid}/run`)).status).toBe(200);
  const { reported, repeated, refused, state } = await ended(sent.importGuid);
  return { sent, checked: checked.body, told: { state, reported, repeated, refused } };
}

/** Incidents in the log, in contrast to the import's own count. */
async function reportedInLog(): Promise<string[]> {
  const { store } = app.api.application;
  const found: string[] = [];
  for (let after = 0; ; ) {
    const { events, head } = await store.read(org, after, 1_000);
    found.push(
      ...events
        .filter(({ type }) => type === 'IncidentReported')
        .map(({ data }) => (data as { location: string }).location),
    );
    after = events.at(-1)?.position ?? head;
    if (after >= head) return found;
  }
}

const tomorrow = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
/** Ten kinds of errors, each with the column it is reported for. */
const faulty: readonly (readonly [column: string, text: string])[] = [
  ['Date', '31/02/2025'],
  ['Date', tomorrow],
  ['Time', '25:00'],
  ['Worksite', 'Atlantis'],
  ['Region', 'Nowhere'],
  ['Group', 'Day shift'],
  ['Reporter', 'nobody@example.test'],
  ['Description', ''],
  ['Person type', 'Robot'],
  [question.text, 'perhaps'],
];

test('lines with errors of ten kinds: each is listed by line and column, and the others are reported once, whenever the process is killed', async () => {
  const isFaulty = (place: number) => place % (LINES / ERRORS) === 7;
  let kind = 0;
  const expected: { line: number; column: string; value: string }[] = [];
  const lines = Array.from({ length: LINES }, (_, place) => {
    if (!isFaulty(place)) return lineOf(place);
    const [column, text] = faulty[kind++ % faulty.length]!;
    expected.push({ line: place + 2, column, value: text });
    return lineOf(place, { [column]: text });
  });
  const content = csv(lines);
  const { body: sent } = await upload(content);
  expect(sent).toMatchObject({
    rows: LINES,
    columns: headings,
    mapping: {
      columns: { '1': 'occurrenceDate', '3': 'worksite', '9': 'injured.name' },
      idColumn: '0',
    },
  });
  expect(sent.sample[0]).toEqual(headings.map((heading) => lines[0]![heading]!.trim()));
  const { body: checked } = await call('PUT', `/${sent.importGuid}/mapping`, { ...mappingOf(), idColumn: 'Case ID' });
  expect(checked).toMatchObject({ valid: LINES - ERRORS, faulty: ERRORS });
  expect(checked.faults.map(({ line, column, value }: Line) => ({ line, column, value }))).toEqual(expected);
  expect(await reportedInLog()).toEqual([]);

  for (let kill = 0; kill < KILLS; kill++) {
    const apart = await app.moveApart();
    if (kill === 0) expect(await call('POST', `/${sent.importGuid}/run`)).toMatchObject({ status: 200 });
    const enough = Math.floor((LINES * (kill + 1)) / (KILLS + 2));
    for (let done = 0; done < enough; await sleep(20)) done = (await call('GET', `/${sent.importGuid}`)).body.done;
    await apart.kill();
  }
  app.comeBack();
  expect(await ended(sent.importGuid)).toMatchObject({
    state: 'DONE',
    done: LINES,
    reported: LINES - ERRORS,
    repeated: 0,
    refused: ERRORS,
  });
  const wanted = lines.flatMap((line, place) => (isFaulty(place) ? [] : [line['Location']!]));
  expect((await reportedInLog()).sort()).toEqual(wanted.sort());

  const { body: text, headers } = await call('GET', `/${sent.importGuid}/faults`);
  expect(headers.get('content-type')).toMatch('text/csv');
  const rows = parse(text, { bom: true, columns: true }) as Line[];
  expect(rows.map(({ Line, Column }) => [Number(Line), Column])).toEqual(
    expected.map(({ line, column }) => [line, column]),
  );
  // Corrected, the same file reports the remaining lines, and a third time none.
  const mended = Buffer.from(
    stringify(
      rows.map((row) => ({ ...row, ...lineOf(Number(row['Line']) - 2) })),
      { header: true },
    ),
  );
  expect((await imported(mended, { more: { idColumn: 'Case ID' } })).told).toEqual({
    state: 'DONE',
    reported: ERRORS,
    repeated: 0,
    refused: 0,
  });
  expect((await imported(content, { more: { idColumn: 'Case ID' } })).told).toMatchObject({
    reported: 0,
    repeated: LINES - ERRORS,
  });
  expect(await reportedInLog()).toHaveLength(LINES);
}, 600_000);

test('without an id column the same file doubles nothing, equal rows stay as many as they are, and another file is taken whole', async () => {
  const lines = [lineOf(1), lineOf(2), lineOf(2), lineOf(3)];
  expect((await imported(csv(lines))).told).toEqual({ state: 'DONE', reported: 4, repeated: 0, refused: 0 });
  expect((await imported(csv(lines, [...headings].reverse(), ';'))).told).toEqual({
    state: 'DONE',
    reported: 0,
    repeated: 4,
    refused: 0,
  });
  expect((await imported(csv([lineOf(4), lineOf(5)]))).told).toEqual({
    state: 'DONE',
    reported: 2,
    repeated: 0,
    refused: 0,
  });
  expect(await reportedInLog()).toHaveLength(6);
});

test('a workbook reads as a table of values does, its days and times as such, from the chosen sheet', async () => {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Cases');
  sheet.addRow(headings);
  for (const line of [lineOf(1), lineOf(2)])
    sheet.addRow(
      headings.map((heading) => (heading === 'Date' ? new Date(`${line['Date']}T00:00:00Z`) : line[heading])),
    );
  book.addWorksheet('Other').addRow(['Nothing of this']);
  const { sent, told } = await imported(Buffer.from(await book.xlsx.writeBuffer()), {
    name: 'events.xlsx',
    more: { dates: 'DAY_FIRST', sheet: 0 },
  });
  expect(sent).toMatchObject({ columns: headings, rows: 2 });
  expect(told).toEqual({ state: 'DONE', reported: 2, repeated: 0, refused: 0 });
  // The same incidents in another notation.
  expect((await imported(csv([lineOf(1), lineOf(2)]))).told).toMatchObject({ reported: 0, repeated: 2 });
});

test('an import is its uploader’s and admins’, and a person who lost the permission in between reports nothing with it', async () => {
  const {
    body: { importGuid },
  } = await upload(csv([lineOf(1)]));
  const admin = await app.member(org, 'admin', 'Anna Lund');
  const outcomeOf = async (who: Person, method: string, path: string, body?: unknown) => {
    const answer = await call(method, `/${importGuid}${path}`, body, who);
    return answer.status === 200 ? 200 : `${answer.status} ${answer.body.className}`;
  };
  expect([
    await outcomeOf(other, 'GET', ''),
    await outcomeOf(other, 'GET', '/faults'),
    await outcomeOf(other, 'POST', '/run'),
    await outcomeOf(other, 'PUT', '/mapping', mappingOf()),
  ]).toEqual(Array(4).fill('404 ImportNotFound'));
  expect([
    await outcomeOf(importer, 'POST', '/run'),
    await outcomeOf(importer, 'PUT', '/mapping', { ...mappingOf(), columns: { Nothing: 'description' } }),
    await outcomeOf(importer, 'PUT', '/mapping', {
      ...mappingOf(),
      columns: { Date: 'description', Time: 'description' },
    }),
  ]).toEqual(['400 MissingRelatedEntity', '400 MalformedRequest', '400 MalformedRequest']);
  expect(await outcomeOf(admin, 'PUT', '/mapping', mappingOf())).toBe(200);
  await app.permit(org, importer, []);
  await sleep(1_500);
  expect(await outcomeOf(importer, 'POST', '/run')).toBe('403 Forbidden');
  expect(await reportedInLog()).toEqual([]);
});

test.each([
  ['of another kind', 'events.pdf', Buffer.from('a,b\n1,2\n'), '400 InvalidFileExtension'],
  ['without rows', 'events.csv', Buffer.from('a,b\n'), '400 MalformedRequest'],
  ['that is no workbook', 'events.xlsx', Buffer.from('a,b\n1,2\n'), '400 InvalidFileExtension'],
  ['that is no text', 'events.csv', Buffer.from('PK\x03\x04\x14\0\x06\0a,b\n1,2\n'), '400 MalformedRequest'],
  ['of too many rows', 'events.csv', Buffer.from(`a\n${'1\n'.repeat(50_001)}`), '400 AttachmentTooLarge'],
])('a file %s is refused', async (_, name, content, refusal) => {
  const { status, body } = await upload(content, name);
  expect(`${status} ${body.className}`).toBe(refusal);
});
