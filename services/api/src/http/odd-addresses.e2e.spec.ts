import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { TestApplication } from '../../test/test-application.ts';

const folder = mkdtempSync(join(tmpdir(), 'console-'));
const lines: string[] = [];
let app: TestApplication;

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Plimsoll</title>');
  app = await TestApplication.start({
    logLevel: 'warn',
    logDestination: { write: (line: string) => void lines.push(line) },
    consoleFolder: folder,
  });
});
afterAll(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true });
});

/** Sends the address unchanged: an HTTP client would normalize it first. */
async function ask(
  request: string,
  headers = 'Host: here\r\n',
): Promise<{ status: number; type: string; body: string }> {
  const socket = connect(app.api.port, '127.0.0.1');
  socket.write(`${request} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
  const [head, body] = (await text(socket)).split('\r\n\r\n');
  return { status: Number(head!.split(' ')[1]), type: /content-type: (\S+)/i.exec(head!)?.[1] ?? '', body: body! };
}

test.each([
  'GET //x',
  'GET //',
  'GET ///etc/passwd',
  'GET /api//forms',
  'GET /a%00b',
  'GET /a\\b',
  'GET /../x',
  'GET /%2e%2e/x',
  'GET /api/../x',
  'GET *x',
  'GET /api/forms/%00',
  'HEAD //x',
  'POST //x',
  'QUERY /x',
  'QUERY /api/forms',
  'PROPFIND /api/forms',
  'TRACE /',
  'OPTIONS *',
  'PUT /api/forms',
])('%s is refused with a problem, and the log has nothing to say of it', async (request) => {
  lines.length = 0;
  const { status, type, body } = await ask(request);
  expect([400, 401, 404, 405]).toContain(status);
  expect(type).toBe('application/problem+json;');
  if (!request.startsWith('HEAD')) expect(JSON.parse(body)).toMatchObject({ status, requestId: expect.any(String) });
  expect(lines).toEqual([]);
});

test('a request without a host is refused', async () => {
  const { status, type, body } = await ask('GET /api/forms', '');
  expect([status, type]).toEqual([400, 'application/problem+json;']);
  expect(JSON.parse(body)).toMatchObject({ className: 'MalformedRequest', fieldErrors: [{ field: 'Host' }] });
});

test('an unknown expectation is refused, and 100-continue is supported', async () => {
  const { status, type, body } = await ask(
    'POST /api/auth',
    'Host: here\r\nExpect: a-miracle\r\nContent-Type: application/json\r\nContent-Length: 2\r\n',
  );
  expect([status, type]).toEqual([400, 'application/problem+json;']);
  expect(JSON.parse(body)).toMatchObject({
    status: 400,
    className: 'MalformedRequest',
    fieldErrors: [{ field: 'Expect' }],
  });
  expect(await ask('GET /health/live', 'Host: here\r\nExpect: 100-continue\r\n')).toMatchObject({ status: 100 });
});

test('a client that disconnects while sending causes no error of ours', async () => {
  lines.length = 0;
  const socket = connect(app.api.port, '127.0.0.1');
  socket.write(
    'POST /api/auth HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":',
  );
  await app.call('GET', '/health/live');
  socket.destroy();
  for (let asked = 0; asked < 5; asked++) await app.call('GET', '/health/live');
  expect(lines).toEqual([]);
});
