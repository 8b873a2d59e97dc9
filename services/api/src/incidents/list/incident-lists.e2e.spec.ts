import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { injuryForm, nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { stateTexts } from '@plimsoll/contracts/incidents/event-texts';
import type { IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import { DOMParser } from '@xmldom/xmldom';
import { v5 as uuidv5 } from 'uuid';
import yauzl from 'yauzl';
import { albertaGuid, components } from '../../../test/incidents/sample-incident.ts';
import { TestApplication, type Answer } from '../../../test/test-application.ts';

type Person = Awaited<ReturnType<TestApplication['member']>>;

/** Number of incidents exported and compared cell by cell. */
const MANY = process.env['HARDENING'] === 'long' ? 10_000 : 300;

let app: TestApplication;
let org: string;
let admin: Person;
let taker: Person;
let reporter: Person;
let reviewer: Person;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
});
afterAll(() => app?.stop());
beforeEach(async () => {
  org = await app.found('Harbour Works');
  [admin, taker, reporter, reviewer] = await Promise.all([
    app.member(org, 'admin', 'Anna Lund'),
    app.member(org, ['DOWNLOAD_CSV_EVENTS', 'VIEW_OTHER_USERS_EVENTS'], 'Tea Holm'),
    app.member(org, [], 'Ron Pike'),
    app.member(org, ['REVIEW_EVENTS', 'VIEW_OTHER_USERS_EVENTS'], 'Rae Fox'),
  ]);
});

const nearMiss = {
  formGuid: nearMissForm.formGuid,
  formVersion: 1,
  occurrenceDate: '2026-03-02',
  occurrenceTime: '14:30',
  regionGuid: albertaGuid,
  location: 'North quay',
  description: 'A sling slipped.',
  components,
};
const injury = {
  ...nearMiss,
  formGuid: injuryForm.formGuid,
  description: 'A hand was caught.',
  injuredPersons: [{ name: 'Olga Fern', personType: 'CONTRACTOR', classification: 'MEDICAL_AID' }],
  components: [
    {
      groupGuid: injuryForm.groups[0]!.groupGuid,
      answers: [{ questionGuid: injuryForm.groups[0]!.questions[0]!.questionGuid, value: false }],
    },
  ],
};

let position: string;
const call = async (
  who: Person,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const answer = await app.call(method, `${path}${path.includes('?') ? '&' : '?'}organizationGuid=${org}`, {
    token: who.token,
    body,
    headers,
  });
  position = answer.headers.get('position') ?? position;
  return answer;
};
const report = async (who: Person, more: object = {}): Promise<string> => {
  const answer = await call(who, 'POST', '/reported-events', { ...nearMiss, ...more });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.eventId;
};
const listed = async (who: Person, filter: object = {}): Promise<IncidentListItem[]> =>
  (
    await call(
      who,
      'GET',
      `/reported-events?limit=100&filter=${encodeURIComponent(JSON.stringify(filter))}`,
      undefined,
      { 'At-Least': position },
    )
  ).body.items;

/** Imports a number of reports, with texts that identify them. */
async function reportMany(count: number): Promise<void> {
  const importer = await app.member(org, 'admin', 'Ima Port');
  const lines = Array.from({ length: count }, (_, index) => ({
    day: `2025-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`,
    text: (index + 1) % 10 === 0 ? `=HYPERLINK("x", ${index + 1})` : `Sling ${index + 1} slipped`,
  }));
  const base = `/orgs/${org}/incident-imports`;
  const ask = (method: string, path: string, body?: unknown) =>
    app.call(method, `${base}${path}`, { token: importer.token, body });
  const [worst, before] = nearMissForm.groups[0]!.questions;
  const { body: sent } = await ask(
    'POST',
    '?name=slings.csv',
    Buffer.from(
      stringify(
        lines.map(({ day, text }) => [day, 'Alberta', 'North quay', text, worst!.options![0]!.label, 'no']),
        { header: true, columns: ['day', 'region', 'location', 'text', 'worst', 'before'] },
      ),
    ),
  );
  const mapped = await ask('PUT', `/${sent.importGuid}/mapping`, {
    formGuid: nearMissForm.formGuid,
    columns: {
      day: 'occurrenceDate',
      region: 'region',
      location: 'location',
      text: 'description',
      worst: worst!.questionGuid,
      before: before!.questionGuid,
    },
  });
  expect([mapped.status, mapped.body]).toMatchObject([200, { valid: count, faults: [] }]);
  await ask('POST', `/${sent.importGuid}/run`);
  for (let state = ''; state !== 'DONE'; state = (await ask('GET', `/${sent.importGuid}`)).body.state)
    await new Promise((later) => setTimeout(later, 50));
  await app.caughtUp(org, (await app.api.application.store.read(org, 0, 1)).head);
}

/** Downloads the exported file as bytes. */
async function file(who: Person, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${app.url}/api/reported-events/exports?organizationGuid=${org}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json', ...headers },
  });
  expect(answer.status).toBe(200);
  return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const rowsOfCsv = (bytes: Buffer) =>
  parse(bytes, { bom: true, columns: true, record_delimiter: '\r\n' }) as Record<string, string>[];

async function rowsOfXlsx(bytes: Buffer): Promise<Record<string, string>[]> {
  const parts = new Map<string, string>();
  const zip = await yauzl.fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString());
  expect([...parts.keys()]).toEqual(
    expect.arrayContaining([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/worksheets/sheet1.xml',
    ]),
  );
  const sheet = new DOMParser().parseFromString(parts.get('xl/worksheets/sheet1.xml')!, 'text/xml');
  // It contains no formulas.
  expect(sheet.getElementsByTagName('f').length).toBe(0);
  const [titles, ...rows] = Array.from(sheet.getElementsByTagName('row')).map((row) =>
    Array.from(row.getElementsByTagName('c')).map((cell) => cell.textContent ?? ''),
  );
  return rows.map((row) => Object.fromEntries(titles!.map((title, place) => [title, row[place]!])));
}

/** Row of the file for an incident of the list. */
const shownOf = (item: IncidentListItem) => ({
  'No.': String(item.number),
  Form: item.formName,
  Date: item.occurrenceDate,
  Time: item.occurrenceTime ?? '',
  'Time zone': item.timeZone,
  Worksite: item.place.worksiteName ?? '',
  Region: item.place.regionName ?? '',
  'Reported by': item.reporter.name,
  'Reported at': item.reportedAt,
  State: stateTexts[item.deleted ? 'DELETED' : item.state],
  Reviewer: item.reviewer?.name ?? '',
  Approver: item.approver?.name ?? '',
  Severity: item.severity === null ? '' : String(item.severity),
  'Risk score': item.riskScore === null ? '' : String(item.riskScore),
});

describe('an exported list', () => {
  test('has the rows of the list in its order, cell by cell, in both formats, and no formula', async () => {
    const wild = [
      '=1+1',
      '+44 20',
      '-5 degrees',
      '@SUM(A1)',
      '\tled in',
      '\rreturned',
      'said "stop", twice',
      'two\nlines',
      '<b>&amp;</b> _x0041_',
      'bell \u0007 🏗',
    ];
    for (const [place, description] of wild.entries())
      await report(reporter, {
        description,
        location: description.trim() || 'Quay',
        occurrenceDate: `2026-03-${String(10 + place)}`,
      });
    const eventId = await report(reporter, { occurrenceDate: '2026-04-01' });
    await call(admin, 'POST', `/reported-events/${eventId}/request-review`, { reviewerGuid: reviewer.userGuid });
    await call(reviewer, 'POST', `/reported-events/${eventId}/review`, { severity: 3, likelihood: 4 });
    const list = await listed(taker);
    const [csv, xlsx] = [await file(taker, { format: 'CSV' }), await file(taker, { format: 'XLSX' })];
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="events-\d{4}-\d\d-\d\d\.csv"$/);
    expect(xlsx.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(csv.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [ofCsv, ofXlsx] = [rowsOfCsv(csv.bytes), await rowsOfXlsx(xlsx.bytes)];
    expect(list).toHaveLength(11);
    for (const rows of [ofCsv, ofXlsx])
      expect(rows).toEqual(list.map((item) => expect.objectContaining(shownOf(item))));
    const textsOf = (rows: Record<string, string>[]) =>
      rows
        .map((row) => row['What happened']!)
        .filter((text) => text !== nearMiss.description)
        .reverse();
    // Leading and trailing whitespace of a report is not stored.
    const trimmed = wild.map((text) => text.trim());
    expect(textsOf(ofCsv)).toEqual(trimmed.map((text) => (/^[=+\-@]/.test(text) ? `'${text}` : text)));
    expect(textsOf(ofXlsx)).toEqual(
      trimmed.map((text) => text.replace('_x0041_', '_x005F_x0041_').replace('\u0007', '_x0007_')),
    );
    expect(ofCsv[0]).toMatchObject({
      Severity: '3',
      Likelihood: '4',
      Risk: 'High',
      'Risk score': '12',
      State: 'Reviewed',
    });
  });

  test('is filtered and sorted as the list, and has what its reader may see: no sensitive incidents of others without the permission', async () => {
    await report(reporter, injury);
    await report(reporter, { description: 'Second', occurrenceDate: '2026-03-05' });
    await report(reporter, { description: 'Third', occurrenceDate: '2026-03-04' });
    const numbers = async (who: Person, request: object) =>
      rowsOfCsv((await file(who, { format: 'CSV', ...request })).bytes).map((row) => row['No.']);
    expect(await numbers(taker, { sortBy: 'NUMBER', sortDirection: 'ASCENDING' })).toEqual(['2', '3']);
    expect((await file(taker, { format: 'CSV' })).bytes.toString()).not.toContain('hand');
    expect(await numbers(admin, { sortBy: 'NUMBER', sortDirection: 'ASCENDING' })).toEqual(['1', '2', '3']);
    expect(await numbers(admin, { filter: { text: 'third' } })).toEqual(['3']);
    expect(await numbers(admin, { filter: { state: ['APPROVED'] } })).toEqual([]);
    expect(await call(reporter, 'POST', '/reported-events/exports', { format: 'CSV' })).toMatchObject({ status: 403 });
  });

  test(`of ${MANY.toLocaleString('en-CA')} events is the list in both formats, row by row and cell by cell, as other libraries read it`, async () => {
    await reportMany(MANY);
    const list: IncidentListItem[] = [];
    const sorted = { sortBy: 'NUMBER', sortDirection: 'ASCENDING' };
    while (list.length < MANY) {
      const { items } = (
        await call(
          taker,
          'GET',
          `/reported-events?limit=100&offset=${list.length}&sortBy=NUMBER&sortDirection=ASCENDING`,
        )
      ).body;
      if (items.length === 0) break;
      list.push(...items);
    }
    expect(list).toHaveLength(MANY);
    const ofCsv = rowsOfCsv((await file(taker, { format: 'CSV', ...sorted })).bytes);
    const ofXlsx = await rowsOfXlsx((await file(taker, { format: 'XLSX', ...sorted })).bytes);
    expect([ofCsv.length, ofXlsx.length]).toEqual([MANY, MANY]);
    for (const [place, item] of list.entries()) {
      const shown = {
        ...shownOf(item),
        'What happened': item.number % 10 === 0 ? `=HYPERLINK("x", ${item.number})` : `Sling ${item.number} slipped`,
      };
      const inert = { ...shown, 'What happened': shown['What happened'].replace(/^=/, "'=") };
      // A single assertion at the end: one per cell of ten thousand rows takes longer than making the files.
      for (const [row, expected] of [
        [ofCsv[place]!, inert],
        [ofXlsx[place]!, shown],
      ] as const)
        for (const [title, text] of Object.entries(expected))
          if (row[title] !== text) throw new Error(`Event ${item.number}, ${title}: ${row[title]} instead of ${text}`);
    }
  }, 300_000);

  test('has a column for each question where it is of one form: of each version, answered in its own words', async () => {
    const [formGuid, groupGuid, which, gone, added] = [
      randomUUID(),
      randomUUID(),
      randomUUID(),
      randomUUID(),
      randomUUID(),
    ];
    const form = async (method: string, path: string, body?: object) =>
      expect(await call(admin, method, `/forms${path}`, body)).toMatchObject({
        status: method === 'POST' && path === '' ? 201 : 200,
      });
    await form('POST', '', { formGuid, name: 'Lifting' });
    await form('PATCH', `/${formGuid}/groups`, { add: [{ groupGuid, title: 'Lift' }] });
    await form('PATCH', `/${formGuid}/questions`, {
      add: [
        {
          questionGuid: which,
          groupGuid,
          type: 'CHOICE',
          text: 'Which crane?',
          options: [
            { value: 'a', label: 'Tower' },
            { value: 'b', label: 'Mobile' },
          ],
        },
        { questionGuid: gone, groupGuid, type: 'YES_NO', text: 'Was it windy?' },
      ],
    });
    await form('POST', `/${formGuid}/publish`);
    await report(reporter, {
      formGuid,
      components: [
        {
          groupGuid,
          answers: [
            { questionGuid: which, value: 'a' },
            { questionGuid: gone, value: true },
          ],
        },
      ],
    });
    await form('PATCH', `/${formGuid}/questions`, {
      remove: [gone],
      change: [{ questionGuid: which, text: 'What lifted it?' }],
      add: [{ questionGuid: added, groupGuid, type: 'PERSON', text: 'Who signalled?' }],
    });
    await form('POST', `/${formGuid}/publish`);
    await report(reporter, {
      formGuid,
      formVersion: 2,
      components: [
        {
          groupGuid,
          answers: [
            { questionGuid: which, value: 'b' },
            { questionGuid: added, value: reviewer.userGuid },
          ],
        },
      ],
    });
    await report(reporter);
    const rows = rowsOfCsv(
      (
        await file(taker, {
          format: 'CSV',
          filter: { formGuid: [formGuid] },
          sortBy: 'NUMBER',
          sortDirection: 'ASCENDING',
        })
      ).bytes,
    );
    expect(Object.keys(rows[0]!).slice(-3)).toEqual(['What lifted it?', 'Who signalled?', 'Was it windy?']);
    expect(rows.map((row) => [row['What lifted it?'], row['Who signalled?'], row['Was it windy?']])).toEqual([
      ['Tower', '', 'Yes'],
      ['Mobile', 'Rae Fox', ''],
    ]);
    expect(Object.keys(rowsOfCsv((await file(taker, { format: 'CSV' })).bytes)[0]!)).not.toContain('Was it windy?');
  });

  test('is recorded before it is sent: by whom, which list, how many; once for a repetition', async () => {
    await report(reporter);
    const before = await app.api.application.store.read(org, 0, 1_000);
    const key = randomUUID();
    for (let time = 0; time < 2; time++)
      await file(taker, { format: 'CSV', filter: { text: 'sling' } }, { 'idempotency-key': key });
    const { events } = await app.api.application.store.read(org, before.head, 10);
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      [
        'IncidentsExported',
        {
          userGuid: taker.userGuid,
          format: 'CSV',
          filter: { text: 'sling' },
          sortBy: 'OCCURRENCE_DATE',
          sortDirection: 'DESCENDING',
          eventCount: 1,
        },
      ],
    ]);
  });
});

const bulk = (who: Person, body: object, headers: Record<string, string> = {}) =>
  call(who, 'POST', '/reported-events/bulk', body, headers);
const typesIn = async (eventId: string) => {
  const loaded = await app.api.application.store.load(org, { kind: 'incident', guid: eventId });
  return loaded.events.map(({ type }) => type);
};

describe('one command for many events', () => {
  test('is carried out for each by itself: what may not be done is named with its class, and what is not seen without its number', async () => {
    const [one, two, gone, hidden] = [
      await report(reporter),
      await report(reporter),
      await report(reporter),
      await report(admin, injury),
    ];
    await call(admin, 'DELETE', `/reported-events/${gone}`);
    const nowhere = randomUUID();
    const answer = await bulk(reviewer, { command: 'request-review', with: reviewer.userGuid, eventIds: [one, two] });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        done: 0,
        failed: [
          { eventId: one, number: 1, className: 'Forbidden' },
          { eventId: two, number: 2, className: 'Forbidden' },
        ],
      },
    });
    const asked = {
      command: 'request-review',
      with: reviewer.userGuid,
      eventIds: [nowhere, two, gone, hidden, one, one],
    };
    const headers = { 'Idempotency-Key': randomUUID() };
    const mixed = await bulk(reporter, asked, headers);
    expect(mixed).toMatchObject({
      status: 200,
      body: {
        done: 2,
        failed: [
          { eventId: nowhere, number: null, className: 'EventNotFound' },
          { eventId: gone, number: null, className: 'EventNotFound' },
          { eventId: hidden, number: null, className: 'EventNotFound' },
        ],
      },
    });
    expect((await bulk(reporter, asked, headers)).body).toEqual(mixed.body);
    for (const eventId of [one, two]) expect(await typesIn(eventId)).toEqual(['IncidentReported', 'ReviewRequested']);
  });

  test('is given to all that a filter finds, if they are as many as was seen; each is its own command by key and event', async () => {
    const eventIds = [
      await report(reporter),
      await report(reporter),
      await report(reporter, { description: 'Another' }),
    ];
    const asked = { command: 'delete', filter: { text: 'sling' } };
    expect(await bulk(admin, { ...asked, expectedCount: 3 })).toMatchObject({
      status: 409,
      body: { className: 'StaleRevision' },
    });
    const key = randomUUID();
    expect((await bulk(admin, { ...asked, expectedCount: 2 }, { 'Idempotency-Key': key })).body).toEqual({
      done: 2,
      failed: [],
    });
    expect((await listed(admin)).map(({ eventId }) => eventId)).toEqual([eventIds[2]]);
    const loaded = await app.api.application.store.load(org, { kind: 'incident', guid: eventIds[0]! });
    const commandId = uuidv5(`${admin.userGuid} POST /api/reported-events/bulk ${key}`, org);
    expect(loaded.events.at(-1)!.metadata.commandId).toBe(uuidv5(eventIds[0]!, commandId));
    expect((await bulk(admin, { command: 'restore', eventIds: eventIds.slice(0, 2) })).body).toEqual({
      done: 2,
      failed: [],
    });
    expect(await listed(admin)).toHaveLength(3);
  });

  test.each([
    [{ command: 'request-review', eventIds: [randomUUID()] }, 'MissingAssignedReviewer', ['with']],
    [{ command: 'request-approval', eventIds: [randomUUID()] }, 'MissingAssignedApprover', ['with']],
    [{ command: 'delete', with: randomUUID(), eventIds: [randomUUID()] }, 'MalformedRequest', ['with']],
    [{ command: 'delete' }, 'MalformedRequest', ['eventIds']],
    [{ command: 'delete', filter: {} }, 'MalformedRequest', ['expectedCount']],
    [{ command: 'delete', filter: {}, expectedCount: 5_001 }, 'MalformedRequest', ['expectedCount']],
    [
      { command: 'delete', filter: {}, expectedCount: 1, eventIds: [randomUUID()] },
      'MalformedRequest',
      ['filter', 'expectedCount'],
    ],
    [{ command: 'approve', eventIds: [randomUUID()] }, 'MalformedRequest', ['command']],
    [
      { command: 'delete', eventIds: Array.from({ length: 501 }, () => randomUUID()) },
      'MalformedRequest',
      ['eventIds'],
    ],
  ])('%j is refused by its fields', async (body, className, fields) => {
    await report(reporter);
    const answer = await bulk(admin, body);
    expect([
      answer.status,
      answer.body.className,
      answer.body.fieldErrors.map(({ field }: { field: string }) => field),
    ]).toEqual([400, className, fields]);
  });
});
