import type { SetKafkaExportRequest } from '@plimsoll/contracts/integration/kafka';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';
import { setKafkaExport } from './set-kafka-export.rule.ts';

type SignedInPerson = TestPerson & { readonly token: string };
let app: TestApplication;
let org: string;
let admin: SignedInPerson;
let keeper: SignedInPerson;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent', kafka: { topicPrefix: 'acme.' } });
});
afterAll(async () => {
  await app?.stop();
});
beforeEach(async () => {
  org = await app.found('Told Works');
  admin = await app.member(org, 'admin', 'Anna Lund');
  keeper = await app.member(org, ['UPDATE_ORGANIZATION'], 'Kim Keeper');
});

const asked = (more: Partial<SetKafkaExportRequest> = {}): SetKafkaExportRequest => ({
  isEnabled: true,
  level: 'FACTS',
  includeSensitive: false,
  startFrom: 'NOW',
  ...more,
});
const get = async (): Promise<Answer> => app.call('GET', `/orgs/${org}/kafka`, { token: admin.token });
const put = (more: object = {}, by = admin): Promise<Answer> =>
  app.call('PUT', `/orgs/${org}/kafka`, { token: by.token, body: { ...asked(), ...more } });
const topics = ['incidents', 'metrics', 'organizations', 'privacy', 'audit'].map((name) => `acme.plimsoll.${name}.v1`);

test('an export that was never set is off; set, it says from where it begins and how far behind it is, and the same again writes nothing', async () => {
  expect((await get()).body).toEqual({
    isEnabled: false,
    level: 'FACTS',
    includeSensitive: false,
    startFrom: 'NOW',
    isConfigured: true,
    topics,
    position: null,
    lag: null,
    fault: null,
  });
  const off = await put({ isEnabled: false });
  expect([off.status, off.body]).toEqual([
    200,
    expect.objectContaining({ isEnabled: false, position: null, lag: null }),
  ]);
  const on = await put({ level: 'PERSONS' });
  expect([on.status, on.body]).toEqual([
    200,
    expect.objectContaining({ isEnabled: true, level: 'PERSONS', position: expect.any(Number), lag: 0 }),
  ]);
  const again = await put({ level: 'PERSONS' });
  expect([again.headers.get('position'), again.body]).toEqual([on.headers.get('position'), on.body]);
  await app.createWorksite(org, 'Dock 4');
  expect((await get()).body).toMatchObject({ position: on.body.position, lag: 1 });
});

test('from the beginning means from the first event, and counts at the first enabling alone', async () => {
  const { body } = await put({ startFrom: 'BEGINNING' });
  expect(body).toMatchObject({ position: 0, lag: expect.any(Number) });
  expect((await put({ startFrom: 'NOW' })).body).toMatchObject({ startFrom: 'NOW', position: 0 });
});

test('only who may see injuries sets what tells of them, or changes it; anybody who keeps the organization may pause it', async () => {
  for (const more of [{ includeSensitive: true }, { level: 'TEXT' as const }]) {
    expect((await put(more, keeper)).status).toBe(403);
    expect((await put(more)).status).toBe(200);
    expect((await put({ ...more, startFrom: 'BEGINNING' }, keeper)).status).toBe(403);
    expect((await put({}, keeper)).status).toBe(403);
    expect((await put({ ...more, isEnabled: false }, keeper)).body.isEnabled).toBe(false);
    expect((await put(more, keeper)).status).toBe(403);
    await put();
  }
  expect((await put({ level: 'PERSONS' }, keeper)).status).toBe(200);
  expect((await put({}, await app.member(org, 'standard', 'Sam Standard'))).status).toBe(403);
});

test('what is malformed is named', async () => {
  expect(
    (await put({ level: 'ALL', startFrom: 'THEN' })).body.fieldErrors.map(({ field }: { field: string }) => field),
  ).toEqual(['level', 'startFrom']);
});

test('without brokers nothing is set', () => {
  expect(setKafkaExport(asked(), null, {} as Viewer, false)).toEqual({ refused: 'KafkaNotConfigured' });
});
