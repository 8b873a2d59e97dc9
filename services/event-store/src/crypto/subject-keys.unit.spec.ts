import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { DESTROYED, Sealing } from './sealing.ts';
import { SubjectKeys } from './subject-keys.ts';

const tenant = v7();
const subject = v7();

function keysWithClock() {
  const sealing = new Sealing(randomBytes(32));
  const stored = new Map<string, Buffer | null>([[subject, sealing.freshKey({ tenant, subject }).wrapped]]);
  const clock = { now: 0 };
  const asked: string[][] = [];
  const keys = new SubjectKeys(
    sealing,
    async (wanted) => {
      asked.push(wanted.map(({ subject: one }) => one));
      return wanted.flatMap((one) => (stored.has(one.subject) ? [{ ...one, wrapped: stored.get(one.subject)! }] : []));
    },
    () => clock.now,
  );
  return { sealing, stored, clock, asked, keys };
}

it('a key is asked for once in a second, and an erasure is seen after that', async () => {
  const { keys, stored, clock, asked } = keysWithClock();
  expect((await keys.of(tenant, [subject])).get(subject)).not.toBeNull();
  stored.clear();
  clock.now = 999;
  expect((await keys.of(tenant, [subject])).get(subject)).not.toBeNull();
  clock.now = 1_000;
  expect((await keys.of(tenant, [subject])).get(subject)).toBeNull();
  expect(asked).toHaveLength(2);
});

it('that there is no key is not remembered: what is sealed right after is read with its new key', async () => {
  const { keys, sealing, stored } = keysWithClock();
  const nobody = v7();
  expect((await keys.of(tenant, [nobody])).get(nobody)).toBeNull();
  expect(keys.known(tenant, nobody)).toBeUndefined();
  const fresh = sealing.freshKey({ tenant, subject: nobody });
  stored.set(nobody, fresh.wrapped);
  expect((await keys.of(tenant, [nobody])).get(nobody)!.equals(fresh.key)).toBe(true);
});

it('a key that was received later replaces the one before it, however young that is', () => {
  const { keys, sealing } = keysWithClock();
  const [first, second] = [sealing.freshKey({ tenant, subject }), sealing.freshKey({ tenant, subject })];
  expect(keys.unwrap(tenant, subject, first.wrapped)!.equals(first.key)).toBe(true);
  expect(keys.unwrap(tenant, subject, second.wrapped)!.equals(second.key)).toBe(true);
  expect(keys.known(tenant, subject)).toBe(keys.unwrap(tenant, subject, second.wrapped));
});

it('that a key was destroyed for good is known as such, and reads as none', async () => {
  const { keys, stored, clock } = keysWithClock();
  stored.set(subject, null);
  expect((await keys.of(tenant, [subject])).get(subject)).toBeNull();
  expect(keys.known(tenant, subject)).toBe(DESTROYED);
  expect((await keys.of(tenant, [subject])).get(subject)).toBeNull();
  clock.now = 1_000;
  expect(keys.unwrap(tenant, subject, null)).toBeNull();
  expect(keys.known(tenant, subject)).toBe(DESTROYED);
});

it('keeps no more than ten thousand, the newest ones', () => {
  const { keys, sealing } = keysWithClock();
  const { key, wrapped } = sealing.freshKey({ tenant, subject });
  for (let index = 0; index < 10_001; index++) keys.remember(tenant, `${index}`, key, wrapped);
  expect(keys.known(tenant, '0')).toBeUndefined();
  expect(keys.known(tenant, '10000')).toBe(key);
});
