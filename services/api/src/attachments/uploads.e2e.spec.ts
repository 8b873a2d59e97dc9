import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { HalfRequest } from '../../test/half-request.ts';
import { TestApplication } from '../../test/test-application.ts';
import { reportOfPallet } from '../../test/attachments/reported-event.ts';

let app: TestApplication;
let org: string;
let token: string;
let eventId: string;

const logged: string[] = [];

beforeAll(async () => {
  app = await TestApplication.start({
    fileLimitBytes: 1_048_576,
    logLevel: 'warn',
    logDestination: { write: (line) => void logged.push(line) },
  });
  org = await app.found();
  ({ token } = await app.member(org, 'admin', 'Ruth Reporter'));
  ({ eventId } = (await app.call('POST', '/reported-events', { token, body: reportOfPallet })).body);
});
afterAll(() => app?.stop());

const path = () => `/api/reported-events/${eventId}/attachments/${uuidv7()}?name=notes.txt`;

/** Sends a file whose size is not announced. @returns the status, also when the server stops reading. */
function putInPieces(bytes: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request({
    host: '127.0.0.1',
    port: app.api.port,
    path: path(),
    method: 'PUT',
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
  });
  sent.on('response', (answer) => answer.resume().on('close', () => resolve(answer.statusCode!)));
  sent.on('error', reject);
  for (let at = 0; at < bytes; at += 65_536) sent.write(Buffer.alloc(65_536, 'a'));
  sent.end();
  return promise;
}

test('a file that exceeds the limit without announcing it is refused, and the process goes on serving', async () => {
  expect(await putInPieces(3 * 1_048_576)).toBe(400);
  expect((await app.call('GET', '/regions', { token })).status).toBe(200);
  expect(await putInPieces(524_288)).toBe(200);
});

test.each([
  ['a file', () => ({ method: 'PUT', path: path().slice('/api'.length), body: Buffer.alloc(1_000) })],
  ['a table', () => ({ method: 'POST', path: `/orgs/${org}/incident-imports?name=a.csv`, body: Buffer.alloc(1_000) })],
  ['a report', () => ({ method: 'POST', path: '/reported-events', body: JSON.stringify(reportOfPallet) })],
])('a client that hangs up while it sends %s leaves no error in the log', async (_, sent) => {
  const request = await HalfRequest.begin(app.api.port, { ...sent(), token }, 100);
  await sleep(200);
  request.hangUp();
  await sleep(200);
  expect((await app.call('GET', '/regions', { token })).status).toBe(200);
  expect(logged).toEqual([]);
});
