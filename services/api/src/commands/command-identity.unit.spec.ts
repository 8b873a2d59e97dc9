import { commandIdOf, fingerprintOf, guidsOf } from './command-identity.ts';

const key = '019a0000-1234-7abc-8def-000000000001';
const request = {
  tenant: '019a0000-0000-7000-8000-00000000000a',
  userGuid: '019a0000-0000-7000-8000-00000000000b',
  method: 'POST',
  path: '/api/reported-events',
  key,
};

test('the same request has the same command id, and another person, organization, method, path or key another one', () => {
  const ids = [
    commandIdOf(request),
    ...[{ tenant: key }, { userGuid: key }, { method: 'PUT' }, { path: '/api/x' }, { key: request.tenant }].map(
      (change) => commandIdOf({ ...request, ...change }),
    ),
  ];
  expect(commandIdOf({ ...request })).toBe(ids[0]);
  expect(new Set(ids).size).toBe(6);
});

test('the fingerprint does not depend on the order of fields, but on their values and on the revision', () => {
  const print = (body: unknown, revision: number | null = null) =>
    Buffer.from(fingerprintOf('POST', '/x', body, revision)).toString('hex');
  expect(print({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(print({ b: [{ d: 3, c: 2 }], a: 1 }));
  expect(print({ a: 1 })).not.toBe(print({ a: 2 }));
  expect(print({ a: 1 }, 1)).not.toBe(print({ a: 1 }, 2));
});

test('the guids of a command are the same for its repetition, differ from each other, and are time-ordered', () => {
  const first = guidsOf(commandIdOf(request), key);
  const again = guidsOf(commandIdOf(request), key);
  const made = [first(), first()];
  expect([again(), again()]).toEqual(made);
  expect(made[0]).not.toBe(made[1]);
  for (const guid of made) expect(guid).toMatch(/^019a0000-1234-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('without a time in the key they are UUIDv8, without order', () => {
  expect(guidsOf(commandIdOf(request), '6b0f3f8e-7a52-4c1c-9b2e-1d2f3a4b5c6d')()).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab]/,
  );
});
