import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { importTexts } from '@plimsoll/contracts/imports/import-texts';
import iconv from 'iconv-lite';
import { TestApplication, type Answer } from '../../test/test-application.ts';

type Person = Awaited<ReturnType<TestApplication['member']>>;

let app: TestApplication;
let org: string;
let admin: Person;
beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
});
afterAll(() => app?.stop());
beforeEach(async () => {
  org = await app.found('Harbour Works', { timeZone: 'America/Edmonton' });
  admin = await app.member(org, 'admin', 'Anna Lund');
  await app.createWorksite(org, 'Acheson Yard');
});

const call = (method: string, path: string, body?: unknown, { token } = admin): Promise<Answer> =>
  app.call(method, `/orgs/${org}/incident-imports${path}`, { token, body });
const send = async (content: Buffer | string, query = ''): Promise<Answer['body']> => {
  const { status, body } = await call('POST', `?name=events.csv${query}`, Buffer.from(content));
  expect([status, body]).toMatchObject([201, {}]);
  return body;
};
const map = (importGuid: string, body: object) => call('PUT', `/${importGuid}/mapping`, body);
async function run(importGuid: string): Promise<Answer['body']> {
  const begun = await call('POST', `/${importGuid}/run`);
  expect([begun.status, begun.body]).toMatchObject([200, {}]);
  for (let tries = 0; tries < 300; tries++) {
    const { body } = await call('GET', `/${importGuid}`);
    if (body.state === 'DONE' || body.state === 'FAILED') return body;
    await sleep(50);
  }
  throw new Error('The import did not end');
}
/** The events that were reported, as the log has them. */
async function reported(): Promise<{ description: string; occurrenceDate: string; occurrenceTime: string | null }[]> {
  const { store } = app.api.application;
  const { events } = await store.read(org, 0, 1_000);
  return events.flatMap(({ type, data }) => (type === 'IncidentReported' ? [data as never] : []));
}
const detailsOf = async (query = '') => {
  await app.caughtUp(org, (await app.api.application.store.read(org, 0, 1)).head);
  const { body } = await app.call('GET', `/reported-events?organizationGuid=${org}&limit=100${query}`, {
    token: admin.token,
  });
  return Promise.all(
    (body.items as { eventId: string }[]).map(
      async ({ eventId }) =>
        (await app.call('GET', `/reported-events/${eventId}?organizationGuid=${org}`, { token: admin.token })).body,
    ),
  );
};

const [worst] = nearMissForm.groups[0]!.questions;
const form = { formGuid: nearMissForm.formGuid };
const columns = { '1': 'occurrenceDate', '2': 'worksite', '3': 'description', '4': worst!.questionGuid };
const headings = 'ID,Date,Worksite,Description,Worst';
const rowOf = (id: string, date: string, text: string) =>
  `${id},${date},Acheson Yard,${text},${worst!.options[0]!.label}`;

test('a text that is not Unicode is imported only once a person chose its encoding, and then as it was written', async () => {
  const text = 'Работник поскользнулся на обледенелой площадке';
  const sent = await send(iconv.encode(`${headings}\n${rowOf('C-1', '2026-04-28', text)}\n`, 'windows-1251'));
  expect(sent).toMatchObject({ encoding: 'windows-1251', sheets: [], sheet: null });
  expect(sent.encodings).toEqual(expect.arrayContaining(['windows-1251', 'windows-1252']));
  const mapping = { ...form, idColumn: '0', columns };
  expect((await map(sent.importGuid, mapping)).body).toMatchObject({ valid: 1, unanswered: ['encoding'] });
  const refused = await call('POST', `/${sent.importGuid}/run`);
  expect([refused.status, refused.body.className, refused.body.fieldErrors]).toMatchObject([
    400,
    'MissingRelatedEntity',
    [{ field: 'encoding', message: importTexts.chooseEncoding }],
  ]);
  expect((await map(sent.importGuid, { ...mapping, encoding: 'none' })).body.fieldErrors).toMatchObject([
    { field: 'encoding', message: importTexts.notAnyEncoding },
  ]);
  expect((await map(sent.importGuid, { ...mapping, encoding: 'CP1251' })).body).toMatchObject({
    valid: 1,
    unanswered: [],
  });
  expect(await run(sent.importGuid)).toMatchObject({ state: 'DONE', reported: 1 });
  expect(await reported()).toMatchObject([{ description: text }]);
});

test('the encoding can be chosen when the file is sent, and shows its first rows by it', async () => {
  const text = '作業員が足を滑らせた';
  const bytes = iconv.encode(`${headings}\n${rowOf('C-1', '2026-04-28', text)}\n`, 'shift_jis');
  const sent = await send(bytes, '&encoding=Shift_JIS');
  expect(sent).toMatchObject({
    encoding: 'shift_jis',
    sample: [['C-1', '2026-04-28', 'Acheson Yard', text, expect.anything()]],
  });
  expect((await map(sent.importGuid, { ...form, columns })).body).toMatchObject({ unanswered: [] });
});

test('of several visible sheets one is chosen, when the file is sent or with its columns', async () => {
  const content = readFileSync(new URL('../../test/spreadsheets/workbooks/cases/tabs-dragged.xlsx', import.meta.url));
  const { body: sent } = await call('POST', '?name=events.xlsx', content);
  expect(sent).toMatchObject({ sheet: null, encoding: null, encodings: [] });
  const visible = (sent.sheets as { index: number; isHidden: boolean }[]).filter(({ isHidden }) => !isHidden);
  expect(visible.length).toBeGreaterThan(1);
  const mapping = {
    ...form,
    idColumn: '0',
    columns: { '1': 'occurrenceDate', '2': 'worksite', '3': 'description' },
    leavesQuestionsOpen: true,
  };
  expect((await map(sent.importGuid, mapping)).body).toMatchObject({ unanswered: ['sheet'] });
  expect((await call('POST', `/${sent.importGuid}/run`)).body.fieldErrors).toMatchObject([
    { field: 'sheet', message: importTexts.chooseSheet },
  ]);
  expect((await map(sent.importGuid, { ...mapping, sheet: 99 })).body.fieldErrors).toMatchObject([{ field: 'sheet' }]);
  const last = visible.at(-1)!.index;
  expect((await map(sent.importGuid, { ...mapping, sheet: last })).body).toMatchObject({ valid: 1, unanswered: [] });
  expect(await run(sent.importGuid)).toMatchObject({ reported: 1 });
  const again = await call('POST', `?name=events.xlsx&sheet=${last}`, content);
  expect(again.body).toMatchObject({ sheet: last });
  expect(await reported()).toMatchObject([{ description: again.body.sample[0][3] }]);
});

test('a number that could be a thousand or one and a quarter is asked for before it is imported', async () => {
  const token = admin.token;
  const ask = (method: string, path: string, body: object) =>
    app.call(method, `${path}?organizationGuid=${org}`, { token, body });
  const [formGuid, groupGuid, questionGuid] = [randomUUID(), randomUUID(), randomUUID()];
  await ask('POST', '/forms', { formGuid, name: 'Spill' });
  await ask('PATCH', `/forms/${formGuid}/groups`, { add: [{ groupGuid, title: 'All' }] });
  await ask('PATCH', `/forms/${formGuid}/questions`, {
    add: [{ questionGuid, groupGuid, type: 'DECIMAL', text: 'Litres' }],
  });
  expect((await ask('POST', `/forms/${formGuid}/publish`, {})).status).toBe(200);
  await app.caughtUp(org, (await app.api.application.store.read(org, 0, 1)).head);
  const sent = await send('Date;Worksite;Description;Litres\n2026-04-28;Acheson Yard;Oil;1,250\n');
  expect(sent.numbers).toBeNull();
  const mapping = {
    formGuid,
    columns: { '0': 'occurrenceDate', '1': 'worksite', '2': 'description', '3': questionGuid },
  };
  expect((await map(sent.importGuid, mapping)).body).toMatchObject({ valid: 1, unanswered: ['numbers'] });
  expect((await call('POST', `/${sent.importGuid}/run`)).body.fieldErrors).toMatchObject([{ field: 'numbers' }]);
  expect((await map(sent.importGuid, { ...mapping, numbers: 'COMMA' })).body).toMatchObject({ unanswered: [] });
  expect(await run(sent.importGuid)).toMatchObject({ reported: 1 });
  expect(JSON.stringify(await reported())).toContain('"value":1.25}');
  expect(await send('Date;Litres\n2026-04-28;3,5\n')).toMatchObject({ numbers: 'COMMA' });
});

test('a text in Unicode asks nothing', async () =>
  expect(await send(`${headings}\n${rowOf('C-1', '2026-04-28', 'Québec')}\n`)).toMatchObject({
    encoding: 'utf-8',
    encodings: ['utf-8'],
    sheets: [],
    sheet: null,
    numbers: 'POINT',
  }));

test('columns are distinguished by their place, whatever their headings are', async () => {
  const sent = await send(`#,%,,Date,Date\nC-1,C-2,Slipped,2026-04-28,2026-04-27\n`);
  expect(sent).toMatchObject({ columns: ['#', '%', '', 'Date', 'Date'], mapping: { idColumn: '0' } });
  const mapping = {
    ...form,
    idColumn: '1',
    columns: { '2': 'description', '4': 'occurrenceDate', '%': 'location' },
    leavesQuestionsOpen: true,
  };
  const refused = await map(sent.importGuid, { ...mapping, columns: { ...mapping.columns, Date: 'occurrenceTime' } });
  expect(refused.body.fieldErrors).toMatchObject([{ field: 'columns.Date', message: importTexts.notAnyColumn }]);
  expect(
    (await map(sent.importGuid, { ...mapping, columns: { ...mapping.columns, '0': 'region' } })).body.faults,
  ).toMatchObject([{ column: '#', value: 'C-1', message: importTexts.noRegion }]);
  const checked = await map(sent.importGuid, {
    ...mapping,
    columns: { '0': 'location', '2': 'description', '3': 'occurrenceDate', '4': 'region' },
  });
  expect(checked.body.faults).toMatchObject([{ column: 'Date (column 5)', value: '2026-04-27' }]);
});

test('an instant is on the day that the clocks of its place show', async () => {
  const sent = await send(
    `${headings},Time\n${rowOf('C-1', '2026-05-01T03:30:00Z', 'late')},2026-05-01T03:30:00Z\n${rowOf('C-2', '2026-05-01 14:15', 'day')},\n`,
  );
  const { body } = await map(sent.importGuid, {
    ...form,
    idColumn: '0',
    columns: { ...columns, '5': 'occurrenceTime' },
  });
  expect(body).toMatchObject({ valid: 2, faults: [] });
  await run(sent.importGuid);
  expect((await reported()).map(({ occurrenceDate, occurrenceTime }) => [occurrenceDate, occurrenceTime])).toEqual([
    ['2026-04-30', '21:30'],
    ['2026-05-01', '14:15'],
  ]);
});

test('the faulty rows are given back with everything that was in them', async () => {
  const content = [
    headings,
    rowOf('C-1', 'someday', "'=1+1 "),
    'C-2,2026-04-28,Acheson Yard,Slipped,None,more,still more',
    'C-3,2026-04-28,"Acheson" Yard,Fell,None',
  ].join('\n');
  const sent = await send(content);
  expect((await map(sent.importGuid, { ...form, idColumn: '0', columns })).body).toMatchObject({ valid: 0, faulty: 3 });
  const { body } = await call('GET', `/${sent.importGuid}/faults`);
  const rows = parse(body, { bom: true, relax_column_count: true }) as string[][];
  expect(rows.map((row) => [...row.slice(0, 6), ...row.slice(8)])).toEqual([
    ['ID', 'Date', 'Worksite', 'Description', 'Worst', 'Line'],
    ['C-1', 'someday', 'Acheson Yard', "'=1+1 ", worst!.options[0]!.label, '2'],
    ['C-2', '2026-04-28', 'Acheson Yard', 'Slipped', 'None', '3', 'more', 'still more'],
    ['C-3', '2026-04-28', '"Acheson" Yard', 'Fell', 'None', '4'],
  ]);
});

test('questions that no column answers stay open if that is said once, and those with a column are answered', async () => {
  const content = `${headings}\n${rowOf('C-1', '2026-04-28', 'Slipped')}\nC-2,2026-04-28,Acheson Yard,Fell,\n`;
  const sent = await send(content);
  expect(worst).toMatchObject({ required: true });
  const { '4': _, ...without } = columns;
  const mapping = { ...form, idColumn: '0', columns: without };
  expect((await map(sent.importGuid, mapping)).body).toMatchObject({ valid: 0, faulty: 2 });
  expect((await map(sent.importGuid, { ...mapping, columns, leavesQuestionsOpen: true })).body).toMatchObject({
    valid: 1,
    faults: [{ line: 3, column: 'Worst', message: importTexts.noAnswer }],
  });
  expect((await map(sent.importGuid, { ...mapping, leavesQuestionsOpen: true })).body).toMatchObject({ valid: 2 });
  expect(await run(sent.importGuid)).toMatchObject({ reported: 2, refused: 0 });
  const open = { state: 'REPORTED', isImported: true, openQuestions: [{ questionGuid: worst!.questionGuid }] };
  expect(await detailsOf()).toMatchObject([open, open]);
});

test('history comes in closed, assigned to nobody and marked as imported; only an administrator may import it', async () => {
  const importer = await app.member(org, ['CREATE_EVENTS_ON_OTHERS_BEHALF'], 'Ima Port');
  const content = `${headings}\n${rowOf('C-1', '2019-04-28', 'Slipped')}\n`;
  const mapping = { ...form, idColumn: '0', columns, leavesQuestionsOpen: true, isHistory: true };
  const theirs = await call('POST', '?name=events.csv', Buffer.from(content), importer);
  const refused = await call('PUT', `/${theirs.body.importGuid}/mapping`, mapping, importer);
  expect([refused.status, refused.body.className]).toEqual([403, 'Forbidden']);
  await map(theirs.body.importGuid, mapping);
  const begun = await call('POST', `/${theirs.body.importGuid}/run`, undefined, importer);
  expect([begun.status, begun.body.fieldErrors]).toMatchObject([403, [{ field: 'isHistory' }]]);
  const sent = await send(content);
  expect((await map(sent.importGuid, mapping)).body).toMatchObject({ valid: 1 });
  expect(await run(sent.importGuid)).toMatchObject({ state: 'DONE', reported: 1 });
  expect(await detailsOf()).toMatchObject([
    {
      ...{ state: 'CLOSED', workflow: 'NONE', holder: null, reviewer: null, approver: null, isImported: true },
      ...{ occurrenceDate: '2019-04-28', openQuestions: [] },
    },
  ]);
});

test('each row may name its form', async () => {
  const content = [
    `Form,Date,Worksite,Description,${worst!.text}`,
    `near MISS,2026-04-28,Acheson Yard,Slipped,${worst!.options[1]!.label}`,
    'Flood,2026-04-28,Acheson Yard,Wet,',
  ].join('\n');
  const sent = await send(content);
  expect(sent.mapping).toMatchObject({ formColumn: '0' });
  const { body } = await map(sent.importGuid, {
    formColumn: '0',
    columns: { '1': 'occurrenceDate', '2': 'worksite', '3': 'description', '4': 'question' },
    leavesQuestionsOpen: true,
  });
  expect(body).toMatchObject({ valid: 1, faults: [{ line: 3, column: 'Form', message: importTexts.noFormOfName }] });
  expect(await run(sent.importGuid)).toMatchObject({ reported: 1, refused: 1, formGuid: null });
  const [event] = await detailsOf();
  expect(event).toMatchObject({ formGuid: nearMissForm.formGuid });
  expect(JSON.stringify(event.components)).toContain(worst!.options[1]!.value);
});

test('a template has the columns that are recognized, in both formats', async () => {
  const template = await call('GET', `/templates/${nearMissForm.formGuid}?format=CSV`);
  expect(template.headers.get('content-type')).toMatch('text/csv');
  const [titles] = parse(template.body, { bom: true }) as string[][];
  const { body: sent } = await call(
    'POST',
    '?name=template.csv',
    Buffer.from(`${template.body}${titles!.map((_, index) => (index === 0 ? 'C-1' : '')).join()}\r\n`),
  );
  expect(sent.mapping.idColumn).toBe('0');
  expect(Object.keys(sent.mapping.columns)).toHaveLength(12);
  expect((await call('GET', `/templates/${nearMissForm.formGuid}?format=XLSX`)).headers.get('content-type')).toMatch(
    'spreadsheetml',
  );
  expect((await call('GET', `/templates/${org}?format=CSV`)).status).toBe(404);
});
