import { Readable } from 'node:stream';
import type { Route } from '@plimsoll/contracts/http/route';
import fastify from 'fastify';
import type { Edge, EdgeRequest } from '../edge-request.ts';
import { withholdUnlogged } from './withhold-unlogged.ts';

/** Answers a request for which the access log was settled like this. */
async function answered(logsAccess: Route['logsAccess'], access: Edge['access'], payload: unknown = { name: 'Ruth' }) {
  const server = fastify();
  server.addHook('onRequest', (request, _, done) => {
    (request as EdgeRequest).edge = { route: { logsAccess, operationId: 'getTask' }, access } as Edge;
    done();
  });
  server.addHook('onSend', (request, reply, body, done) =>
    done(null, withholdUnlogged(request as EdgeRequest, reply, body)),
  );
  server.get('/', (_, reply) => reply.header('content-type', 'text/plain').send(payload));
  const { statusCode, body } = await server.inject('/');
  await server.close();
  return [statusCode, body.includes('Ruth')];
}

test.each([
  ['ALWAYS', 'WRITTEN', 200],
  ['ALWAYS', 'NOT_NEEDED', 500],
  ['ALWAYS', undefined, 500],
  ['WHERE_NEEDED', 'WRITTEN', 200],
  ['WHERE_NEEDED', 'NOT_NEEDED', 200],
  ['WHERE_NEEDED', undefined, 500],
  [undefined, undefined, 200],
] as const)('a route that logs access %s, settled as %s, is answered with %s', async (logsAccess, access, status) => {
  expect(await answered(logsAccess, access, 'Ruth')).toEqual([status, status === 200]);
});

test('a withheld download is not read any further', async () => {
  const bytes = Readable.from(['Ruth']);
  expect(await answered('ALWAYS', undefined, bytes)).toEqual([500, false]);
  expect(bytes.destroyed).toBe(true);
});
