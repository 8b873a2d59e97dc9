import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { mappingByNames } from '@plimsoll/contracts/imports/fields';
import { answersOf, kinds, options, somedays, texts, times } from '../../test/imports/random-answers.ts';
import { TestApplication, type Answer } from '../../test/test-application.ts';

type Person = Awaited<ReturnType<TestApplication['member']>>;

const EVENTS = 500;
const seed = Number(process.env['IMPORTS_SEED'] ?? 20_261);

const groupGuid = randomUUID();
const formGuid = randomUUID();
const questions = kinds.map((type) => ({
  questionGuid: randomUUID() as string,
  groupGuid,
  type,
  text: `Question #${kinds.indexOf(type)} (${type}), %`,
  ...(type.endsWith('CHOICE') && { options }),
}));

interface Place {
  readonly org: string;
  readonly admin: Person;
  readonly people: readonly Person[];
  readonly worksites: readonly string[];
  readonly group: string;
}

const names = ['Ann Lund', "Bo O'Brien", 'Ceda Žižek'];
const worksiteNames = ["O'Brien Yard", 'Acheson Yard', 'Yard; north, "wet"'];

let app: TestApplication;
let from: Place;
beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  from = await place('Harbour Works');
});
afterAll(() => app?.stop());

/** An organization with the same people, places and form, and without events. */
async function place(name: string): Promise<Place> {
  const org = await app.found(name, { timeZone: 'America/Edmonton' });
  const admin = await app.member(org, 'admin', 'Ima Port');
  const people = await Promise.all(names.map((each) => app.member(org, 'standard', each)));
  const worksites: string[] = [];
  for (const each of worksiteNames) worksites.push(await app.createWorksite(org, each));
  const group = await app.createReportingGroup(org, 'Night shift; wet');
  const ask = async (method: string, path: string, body: object) => {
    const answer = await app.call(method, `${path}?organizationGuid=${org}`, { token: admin.token, body });
    expect([answer.status < 300, answer.body]).toMatchObject([true, {}]);
  };
  await ask('POST', '/forms', { formGuid, name: 'Every answer' });
  await ask('PATCH', `/forms/${formGuid}/groups`, { add: [{ groupGuid, title: 'All' }] });
  await ask('PATCH', `/forms/${formGuid}/questions`, { add: questions });
  await ask('POST', `/forms/${formGuid}/publish`, {});
  await app.caughtUp(org, (await app.api.application.store.read(org, 0, 1)).head);
  return { org, admin, people, worksites, group };
}

const named = ({ people, worksites }: Place) => ({ people: people.map(({ userGuid }) => userGuid), worksites });

const eventIn = (place: Place) =>
  fc.record({
    occurrenceDate: somedays,
    occurrenceTime: fc.option(times, { nil: undefined }),
    worksiteGuid: fc.constantFrom(...place.worksites),
    location: fc.option(texts, { nil: undefined }),
    description: texts,
    immediateActions: fc.option(texts, { nil: undefined }),
    onBehalfOfUserGuid: fc.constantFrom(...place.people.map(({ userGuid }) => userGuid)),
    values: fc.tuple(...questions.map(({ type }) => fc.option(answersOf[type](named(place)), { nil: null, freq: 8 }))),
  });

/** Reports random events, each with a description of its own. */
async function reportAll({ org, admin, group, ...place }: Place): Promise<void> {
  const events = fc.sample(eventIn({ org, admin, group, ...place }), { numRuns: EVENTS, seed });
  const left = events.entries();
  const work = async () => {
    for (const [index, { values, description, ...event }] of left) {
      const { status, body } = await app.call('POST', `/reported-events?organizationGuid=${org}`, {
        token: admin.token,
        body: {
          formGuid,
          formVersion: 1,
          reportingGroupGuid: group,
          description: `${index} ${description}`,
          ...event,
          components: [
            {
              groupGuid,
              answers: questions.map(({ questionGuid }, at) => ({ questionGuid, value: values[at]! })),
            },
          ],
        },
      });
      expect([status, body, event]).toMatchObject([201, {}, {}]);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

async function exported({ org, admin }: Place, format: 'CSV' | 'XLSX'): Promise<Buffer> {
  const answer = await fetch(`${app.url}/api/reported-events/exports?organizationGuid=${org}`, {
    method: 'POST',
    body: JSON.stringify({ format, filter: { formGuid: [formGuid] } }),
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function imported({ org, admin }: Place, content: Buffer, format: 'CSV' | 'XLSX'): Promise<Answer['body']> {
  const call = (method: string, path: string, body?: unknown) =>
    app.call(method, `/orgs/${org}/incident-imports${path}`, { token: admin.token, body });
  const { status, body: sent } = await call('POST', `?name=events.${format.toLowerCase()}`, content);
  expect([status, sent]).toMatchObject([201, { rows: EVENTS }]);
  const { groups } = (await app.call('GET', `/forms/${formGuid}?organizationGuid=${org}`, { token: admin.token })).body;
  const { columns, idColumn } = mappingByNames(sent.columns, { groups });
  expect(Object.values(columns)).toEqual(expect.arrayContaining(questions.map(({ questionGuid }) => questionGuid)));
  const checked = await call('PUT', `/${sent.importGuid}/mapping`, { formGuid, columns, idColumn, numbers: 'POINT' });
  expect(checked.body).toMatchObject({ valid: EVENTS, faults: [], unanswered: [] });
  await call('POST', `/${sent.importGuid}/run`);
  for (;;) {
    const { body } = await call('GET', `/${sent.importGuid}`);
    if (body.state === 'DONE' || body.state === 'FAILED') return body;
    await sleep(100);
  }
}

/** What was reported, by its description, with names instead of guids. */
async function contentOf({ org, people, worksites, group }: Place): Promise<ReadonlyMap<string, unknown>> {
  const named = new Map<string, string>([
    ...people.map(({ userGuid, name }) => [userGuid, name] as const),
    ...worksites.map((guid, index) => [guid, worksiteNames[index]!] as const),
    [group, 'Night shift'],
  ]);
  const content = new Map<string, unknown>();
  const { store } = app.api.application;
  for (let after = 0, head = 1; after < head; ) {
    const page = await store.read(org, after, 1_000);
    for (const { type, data } of page.events) {
      if (type !== 'IncidentReported') continue;
      const { enteredByGuid: _, form, ...facts } = data as Record<string, unknown> & { form: object };
      const text = JSON.stringify({ ...facts, form: { ...form, workflow: null } }, (_key, value: unknown) =>
        typeof value === 'string' ? (named.get(value) ?? value) : value,
      );
      content.set(facts['description'] as string, JSON.parse(text));
    }
    ({ head } = page);
    after = page.events.at(-1)?.position ?? head;
  }
  return content;
}

test(`${EVENTS} random events with every kind of answer, exported in either format and imported into an empty organization, are equal (seed ${seed})`, async () => {
  await reportAll(from);
  await app.caughtUp(from.org, (await app.api.application.store.read(from.org, 0, 1)).head);
  const before = await contentOf(from);
  expect(before.size).toBe(EVENTS);
  for (const format of ['CSV', 'XLSX'] as const) {
    const to = await place(`Empty for ${format}`);
    const content = await exported(from, format);
    expect(await imported(to, content, format)).toMatchObject({ state: 'DONE', reported: EVENTS, refused: 0 });
    const after = await contentOf(to);
    for (const [description, event] of before) expect(after.get(description)).toEqual(event);
    expect(after.size).toBe(EVENTS);
  }
}, 600_000);

test('the same rows as a workbook and as text are the same rows: importing both reports them once', async () => {
  const to = await place('Twice');
  const [csv, xlsx] = [await exported(from, 'CSV'), await exported(from, 'XLSX')];
  expect(await imported(to, csv, 'CSV')).toMatchObject({ reported: EVENTS, repeated: 0 });
  expect(await imported(to, xlsx, 'XLSX')).toMatchObject({ reported: 0, repeated: EVENTS, refused: 0 });
}, 300_000);
