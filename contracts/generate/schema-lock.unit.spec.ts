import { z } from 'zod';
import { defineEvent } from '../src/kernel/domain-event.ts';
import { contractErrors, hashOf, lockWith, newVersions, schemaText, type StoredVersions } from './schema-lock.ts';

const first = defineEvent('ThingNamed', z.strictObject({ isBig: z.boolean() }));
const second = defineEvent('ThingNamed', z.strictObject({ size: z.int() }), [
  ({ isBig }: { isBig: boolean }) => ({ size: isBig ? 2 : 1 }),
]);
const other = defineEvent('ThingGone', z.strictObject({}));

const stored: StoredVersions = {
  schemas: new Map([
    ['ThingNamed.v1', schemaText(first)],
    ['ThingNamed.v2', schemaText(second)],
    ['ThingGone.v1', schemaText(other)],
  ]),
  golden: new Set(['ThingNamed.v1', 'ThingNamed.v2', 'ThingGone.v1']),
  lock: {
    'ThingNamed.v1': hashOf(schemaText(first)),
    'ThingNamed.v2': hashOf(schemaText(second)),
    'ThingGone.v1': hashOf(schemaText(other)),
  },
};

const without = (name: string): ReadonlyMap<string, string> =>
  new Map([...stored.schemas].filter(([each]) => each !== name));

test('unchanged contracts have no errors', () => {
  expect(contractErrors([second, other], stored)).toEqual([]);
});

test('a schema that changed without a new version is an error', () => {
  const changed = defineEvent('ThingGone', z.strictObject({ why: z.int() }));
  expect(contractErrors([second, changed], stored)).toEqual([
    'ThingGone.v1 has changed: make version 2 with an upcaster and a golden file',
  ]);
});

test('an older version whose file changed or is missing is an error', () => {
  expect(
    contractErrors([second, other], { ...stored, schemas: new Map([...stored.schemas, ['ThingNamed.v1', '{}\n']]) }),
  ).toEqual(['schemas/ThingNamed.v1.json is not what the lock says']);
  expect(contractErrors([second, other], { ...stored, schemas: without('ThingNamed.v1') })).toEqual([
    'schemas/ThingNamed.v1.json is gone; every version ever written stays',
  ]);
});

test('a version that was written needs its upcaster', () => {
  expect(contractErrors([first, other], stored)).toEqual([
    'ThingNamed.v2 was written, but the contract ends at version 1: its upcaster is missing',
  ]);
});

test('every version needs the first event ever written so', () => {
  expect(contractErrors([second, other], { ...stored, golden: new Set(['ThingNamed.v1', 'ThingGone.v1']) })).toEqual([
    'golden/ThingNamed.v2.json is missing: the first event ever written so',
  ]);
});

test('an event that was written cannot be forgotten', () => {
  expect(contractErrors([second], stored)).toEqual(['ThingGone is in the lock, but no contract declares it']);
});

test('a version cannot follow on one that was never kept', () => {
  expect(
    contractErrors([second, other], { ...stored, lock: { 'ThingGone.v1': stored.lock['ThingGone.v1']! } }),
  ).toEqual(['ThingNamed.v1 is not in the lock, though version 2 follows on it']);
});

test('a new version is added to the lock beside the older ones, and no other is written', () => {
  const before = { 'ThingNamed.v1': stored.lock['ThingNamed.v1']!, 'ThingGone.v1': stored.lock['ThingGone.v1']! };
  const added = newVersions([second, other], before);
  expect([...added.keys()]).toEqual(['ThingNamed.v2']);
  expect(lockWith(before, added)).toEqual(stored.lock);
});
