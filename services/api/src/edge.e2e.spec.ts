import { TestApplication } from '../test/test-application.ts';

let app: TestApplication;
let org: string;
let admin: { token: string; userGuid: string };

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'warn' });
  org = await app.found();
  admin = await app.member(org, 'admin', 'Anna Lund');
});
afterAll(() => app?.stop());

test('a member starts with one request', async () => {
  const answer = await app.call('GET', '/startup', { token: admin.token });
  expect(answer.body).toMatchObject({ organization: { guid: org, permissions: '23:7fffff' } });
});
