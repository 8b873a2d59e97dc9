import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ConnectionError, FastifyInstance } from 'fastify';
import { answerUnreadable } from './unreadable-request.ts';

let server: Server;

beforeEach(async () => {
  const silent = { log: { debug: () => undefined } } as unknown as FastifyInstance;
  server = createServer(
    { requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 20, maxHeaderSize: 4_096 },
    (request, response) => request.resume().on('end', () => response.end('read')),
  );
  server.on('clientError', (error: ConnectionError, socket: Socket) => answerUnreadable.call(silent, error, socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  server.close();
  await once(server, 'close');
});

test.each([
  ['headers without end', 'GET / HTTP/1.1\r\nHost: here\r\n', 408, 'Request Timeout', 'RequestTimeout'],
  [
    'a body that does not come',
    'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n',
    408,
    'Request Timeout',
    'RequestTimeout',
  ],
  [
    'headers that are too long',
    `GET / HTTP/1.1\r\nHost: here\r\nX: ${'x'.repeat(5_000)}\r\n\r\n`,
    431,
    'Request Header Fields Too Large',
    'HeadersTooLarge',
  ],
  ['what is no HTTP', 'hello\r\n\r\n', 400, 'Bad Request', 'MalformedRequest'],
  ['a header that is none', 'GET / HTTP/1.1\r\nHo st: here\r\n\r\n', 400, 'Bad Request', 'MalformedRequest'],
])('%s get a problem and the end of the connection', async (_, sent, status, reason, className) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(sent);
  const answer = await text(socket);
  const [head, body] = answer.split('\r\n\r\n');
  expect(head).toMatch(`HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/problem+json`);
  expect(head).toMatch(`Content-Length: ${Buffer.byteLength(body!)}\r\nConnection: close`);
  expect(JSON.parse(body!)).toMatchObject({ status, className, requestId: expect.any(String) });
});
