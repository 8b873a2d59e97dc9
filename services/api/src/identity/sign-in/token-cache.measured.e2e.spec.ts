import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { jest } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { TestApplication, type TestPerson } from '../../../test/test-application.ts';
import { Authentication } from './authentication.ts';
import { Tokens } from './tokens.ts';

const SPELLINGS = 20_000;
const MB = 2 ** 20;

let app: TestApplication;
let anna: TestPerson & { token: string };
let authentication: Authentication;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  anna = await app.member(await app.found(), 'manager', 'Anna Lund');
  authentication = app.api.http.get(Authentication, { strict: false });
});
afterAll(() => app?.stop());

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heap = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed / MB;
};
const bearerOf = (authorization: string) => authentication.bearerOf({ headers: { authorization } } as FastifyRequest);

test(`${SPELLINGS} spellings of one bearer are remembered as one`, async () => {
  await bearerOf(`Bearer ${anna.token}`);
  const looked = jest.spyOn(app.api.http.get(Tokens, { strict: false }), 'verify');
  const before = heap();
  let hers = 0;
  for (let index = 0; index < SPELLINGS; index++) {
    // A flat string, like a header that was received.
    const header = Buffer.from(
      `${index % 2 ? 'Bearer' : 'bEARER'}${' '.repeat(2 + (index % 8_000))}${anna.token}`,
    ).toString('latin1');
    if ((await bearerOf(header)).userGuid === anna.userGuid) hers++;
  }
  expect(hers).toBe(SPELLINGS);
  expect(heap() - before).toBeLessThan(15);
  expect(looked).not.toHaveBeenCalled();
  looked.mockRestore();
}, 120_000);

test('a signature has one spelling: the bits that say nothing are none', async () => {
  const last = anna.token.at(-1)!;
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const other = signs[signs.indexOf(last) + 1]!;
  expect((await app.call('GET', '/startup', { token: anna.token })).status).toBe(200);
  expect(await app.call('GET', '/startup', { token: anna.token.slice(0, -1) + other })).toMatchObject({
    status: 401,
    body: { className: 'NonParsableJwt' },
  });
});

test('what is remembered of tokens is bounded by its bytes', async () => {
  const tokens = app.api.http.get(Tokens, { strict: false });
  const { sid } = JSON.parse(Buffer.from(anna.token.split('.')[1]!, 'base64url').toString()) as { sid: string };
  const claim = () => ({ organizationGuid: uuidv7(), isAdmin: false, permissions: '23:7fffff' });
  const organizations = Array.from({ length: 100 }, claim);
  const before = heap();
  for (let index = 0; index < 4_000; index++) {
    await bearerOf(
      `Bearer ${await tokens.sign({ sub: anna.userGuid, sid, organizations: organizations.with(0, claim()) })}`,
    );
  }
  expect(heap() - before).toBeLessThan(64);
}, 120_000);
