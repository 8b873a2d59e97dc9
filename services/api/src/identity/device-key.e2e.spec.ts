import pg from 'pg';
import { TestApplication } from '../../test/test-application.ts';

let app: TestApplication;
let admin: pg.Client;

beforeAll(async () => {
  app = await TestApplication.start();
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await app?.stop();
});

const ask = (token?: string) => app.call('GET', '/device-key', { token });

test('whoever is signed in has one device key, the same in every session, and nobody else’s', async () => {
  const org = await app.found();
  const [anna, ben] = [await app.member(org, 'standard', 'Anna Lund'), await app.member(org, 'standard', 'Ben Okri')];
  const asked = await Promise.all([1, 2, 3, 4].map(() => ask(anna.token)));
  const { key } = asked[0]!.body;
  expect(asked.map(({ status, body }) => [status, body])).toEqual(asked.map(() => [200, { key }]));
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(asked[0]!.headers.get('cache-control')).toBe('no-store');
  expect((await ask(ben.token)).body.key).not.toBe(key);
  expect((await ask(await app.signIn(anna))).body.key).toBe(key);
});

test('a person of no organization has one as well; who is not signed in has none', async () => {
  const nobody = await app.register('No Organization');
  expect((await ask(await app.signIn(nobody))).status).toBe(200);
  expect(await ask()).toMatchObject({ status: 401, body: { className: 'NoToken' } });
});

test('in the database it is wrapped, for its person alone', async () => {
  const org = await app.found();
  const [anna, ben] = [await app.member(org, 'standard', 'Anna Two'), await app.member(org, 'standard', 'Ben Two')];
  const key = Buffer.from((await ask(anna.token)).body.key, 'base64');
  await ask(ben.token);
  const wrappedOf = async ({ userGuid }: { userGuid: string }): Promise<Buffer> => (await admin.query('select wrapped from device_keys where user_guid = $1', [userGuid])).rows[0].wrapped;
  expect((await wrappedOf(anna)).includes(key)).toBe(false);
  await admin.query('update device_keys set wrapped = $2 where user_guid = $1', [ben.userGuid, await wrappedOf(anna)]);
  expect((await ask(ben.token)).status).toBe(500);
});
