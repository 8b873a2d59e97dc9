import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startApi } from './main.ts';
import { TestApplication } from '../test/test-application.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
});
afterAll(() => app?.stop());

test('whoever waits at the feed is answered when the process ends, which does not wait for them', async () => {
  const organizationGuid = await app.found('Followed Works');
  const admin = await app.member(organizationGuid, 'admin');
  const expiresOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const { body: { key } } = await app.call('POST', `/orgs/${organizationGuid}/api-keys`, { token: admin.token, body: { name: 'Warehouse', scopes: ['FEED'], level: 'FACTS', includeSensitive: false, expiresOn } });
  const ending = await startApi({ ...app.options, projector: false });
  const waiting = fetch(`${ending.address}/api/feed?after=999999&wait=30`, { headers: { authorization: `Bearer ${key}` } });
  await new Promise((done) => setTimeout(done, 300));
  const toldAt = performance.now();
  await ending.close();
  expect(performance.now() - toldAt).toBeLessThan(3_000);
  const answer = await waiting;
  expect([answer.status, await answer.json()]).toEqual([200, []]);
});

test('a request that comes while the server closes, on a connection where another is under way, is refused with a problem', async () => {
  const socket = connect(app.api.port, '127.0.0.1');
  const answers = text(socket);
  const body = JSON.stringify({ identifier: 'nobody@example.test', password: 'a-long-password-41' });
  socket.write(`POST /api/auth HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`);
  const fastify = app.api.http.getHttpAdapter().getInstance() as { server: { listening: boolean } };
  await app.call('GET', '/health/live');
  const closed = app.api.http.getHttpAdapter().close();
  while (fastify.server.listening) await new Promise((done) => setTimeout(done, 5));
  socket.write(`${body}GET /api/forms HTTP/1.1\r\nHost: here\r\n\r\n`);
  const [, , second] = (await answers).split('HTTP/1.1 ');
  expect(second).toMatch(/^503 Service Unavailable\r\n/);
  expect(second).toMatch(/\r\ncontent-type: application\/problem\+json/i);
  expect(JSON.parse(second!.split('\r\n\r\n')[1]!)).toMatchObject({ status: 503, className: 'Unavailable', requestId: expect.any(String) });
  await closed;
});
