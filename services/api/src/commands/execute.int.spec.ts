import { randomBytes } from 'node:crypto';
import { defineEvent } from '@plimsoll/contracts/kernel/domain-event';
import { guid } from '@plimsoll/contracts/kernel/values/ids';
import { EventRegistry } from '@plimsoll/event-store/port/event-registry';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { eventStoreMigrations } from '@plimsoll/event-store/postgres/event-store-migrations';
import { openPostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { refuse } from './decision.ts';
import { execute, isExecuted, type Outcome } from './execute.ts';
import { worksiteName } from '../units/worksite.ts';
import { systemEnvelope } from './own-envelope.ts';
import { defineStream } from '@plimsoll/contracts/kernel/stream';
import { decider } from './decider.ts';

const names = [
  'North Yard',
  'north yard',
  'NORTH YARD',
  'South Yard',
  'A',
  'B',
  'C',
  'Before',
  'After',
  'beside Before',
  'beside After',
] as const;
const named = defineEvent('WorksiteNamed', z.strictObject({ worksiteGuid: guid, name: z.enum(names) }));

let database: TestDatabase;
let store: EventStore;

beforeAll(async () => {
  database = await createTestDatabase(eventStoreMigrations);
  store = await openPostgresEventStore({
    appUrl: database.appUrl,
    registry: new EventRegistry([named]),
    sealingKey: randomBytes(32),
  });
});
afterAll(async () => {
  await store?.close();
  await database?.drop();
});

/** The name of a worksite; null before it has one. */
const worksites = decider({
  stream: defineStream('worksite', [named]),
  initial: null as string | null,
  evolve: (_, { data }): string => data.name,
});
const worksite = (worksiteGuid: string) => worksites.of(worksiteGuid);
const keyOf = (name: string) => worksiteName(name).key;
const event = (worksiteGuid: string, name: string) => ({ type: 'WorksiteNamed', data: { worksiteGuid, name } });

const name = (tenant: string, worksiteGuid: string, next: string): Promise<Outcome> =>
  execute(store, systemEnvelope({ tenant }), {
    own: worksite(worksiteGuid),
    decide: ({ stream, state }) => ({
      records: [{ stream, event: event(worksiteGuid, next) }],
      reservations: [{ key: keyOf(next), taken: 'DuplicateWorksiteName' }],
      releases: state === null ? [] : [keyOf(state)],
    }),
  });

test('a name that was given up is free for another, and one that is held is not', async () => {
  const [tenant, one, other] = [uuidv7(), uuidv7(), uuidv7()];
  expect(isExecuted(await name(tenant, one, 'North Yard'))).toBe(true);
  expect(await name(tenant, other, 'north yard')).toMatchObject({ refused: 'DuplicateWorksiteName' });
  expect(isExecuted(await name(tenant, one, 'South Yard'))).toBe(true);
  expect(isExecuted(await name(tenant, other, 'NORTH YARD'))).toBe(true);
  expect(await name(tenant, uuidv7(), 'South Yard')).toMatchObject({ refused: 'DuplicateWorksiteName' });
});

/** Swaps the names of two worksites: one decision over two streams. */
const trade = (tenant: string, one: string, other: string): Promise<Outcome> =>
  execute(store, systemEnvelope({ tenant }), {
    own: worksite(one),
    others: [worksite(other)],
    decide: (own, second) => {
      if (own.state === null || second!.state === null) return refuse('MissingRelatedEntity');
      return {
        records: [
          { stream: second!.stream, event: event(other, own.state) },
          { stream: own.stream, event: event(one, second!.state) },
        ],
      };
    },
  });

const nameOf = async (tenant: string, worksiteGuid: string) => {
  const loaded = await store.load(tenant, { kind: 'worksite', guid: worksiteGuid });
  return (loaded.events.at(-1)?.data as { name: string } | undefined)?.name;
};

test('a decision over two streams is written to both, and answers with the revision of its own', async () => {
  const [tenant, one, other] = [uuidv7(), uuidv7(), uuidv7()];
  await name(tenant, one, 'A');
  await name(tenant, other, 'B');
  await name(tenant, other, 'C');
  expect(await trade(tenant, one, other)).toMatchObject({ changed: true, revision: 2 });
  expect([await nameOf(tenant, one), await nameOf(tenant, other)]).toEqual(['C', 'A']);
  expect(await trade(tenant, one, uuidv7())).toMatchObject({ refused: 'MissingRelatedEntity' });
});

test('decisions over the same streams at once are as if they came one after the other', async () => {
  const [tenant, one, other] = [uuidv7(), uuidv7(), uuidv7()];
  await name(tenant, one, 'A');
  await name(tenant, other, 'B');
  const outcomes = await Promise.all([
    trade(tenant, one, other),
    trade(tenant, other, one),
    trade(tenant, one, other),
    trade(tenant, other, one),
    trade(tenant, one, other),
  ]);
  expect(outcomes.every(isExecuted)).toBe(true);
  expect([await nameOf(tenant, one), await nameOf(tenant, other)]).toEqual(['B', 'A']);
});

test('when a read dependency has moved, the command is decided again on the current state', async () => {
  const [tenant, one, other] = [uuidv7(), uuidv7(), uuidv7()];
  await name(tenant, other, 'Before');
  const seen: (string | null)[] = [];
  const outcome = await execute(
    interfering(async () => void (await name(tenant, other, 'After'))),
    systemEnvelope({ tenant }),
    {
      own: worksite(one),
      others: [worksite(other)],
      decide: ({ stream }, relied) => {
        seen.push(relied!.state);
        return {
          records: [{ stream, event: event(one, `beside ${relied!.state}`) }],
          readDependencies: [relied!.stream],
        };
      },
    },
  );
  expect(outcome).toMatchObject({ changed: true, revision: 1 });
  expect(seen).toEqual(['Before', 'After']);
  expect(await nameOf(tenant, one)).toBe('beside After');
});

test('a refusal over several streams holds as long as the own one has not moved since it was read', async () => {
  const [tenant, one, other] = [uuidv7(), uuidv7(), uuidv7()];
  const log = interfering(async () => void (await name(tenant, one, 'Before')), { method: 'load', call: 2 });
  const outcome = await execute(log, systemEnvelope({ tenant }), {
    own: worksite(one),
    others: [worksite(other)],
    decide: ({ stream, state }, second) =>
      state === second!.state
        ? refuse('MissingRelatedEntity')
        : { records: [{ stream, event: event(one, `beside ${state}`) }] },
  });
  expect(outcome).toMatchObject({ changed: true, revision: 2 });
  expect(await nameOf(tenant, one)).toBe('beside Before');
});

test('when another command has done it between two reads, nothing is written, and the answer has that command’s position', async () => {
  const [tenant, one, other] = [uuidv7(), uuidv7(), uuidv7()];
  const doing = (log: EventStore, between: () => void) =>
    execute(log, systemEnvelope({ tenant }), {
      own: worksite(one),
      others: [worksite(other)],
      decide: ({ stream }, second) => {
        between();
        return {
          records:
            second!.state === null
              ? [
                  { stream: second!.stream, event: event(other, 'B') },
                  { stream, event: event(one, 'A') },
                ]
              : [],
        };
      },
    });
  let written: Outcome | undefined;
  const log = interfering(async () => void (written = await doing(store, () => undefined)), {
    method: 'load',
    call: 2,
  });
  const seen: boolean[] = [];
  const outcome = await doing(log, () => seen.push(true));
  expect(written).toMatchObject({ changed: true, position: 2 });
  expect(outcome).toMatchObject({ changed: false, position: 2, revision: 1 });
  expect(seen).toHaveLength(2);
});

test('a decision cannot write to, or depend on, a stream that was not loaded', async () => {
  const [tenant, one, other] = [uuidv7(), uuidv7(), uuidv7()];
  const notLoaded = worksite(other).stream;
  const decide = (more: object) =>
    execute(store, systemEnvelope({ tenant }), {
      own: worksite(one),
      decide: ({ stream }) => ({ records: [{ stream, event: event(one, 'A') }], ...more }),
    });
  await expect(decide({ readDependencies: [notLoaded] })).rejects.toThrow('not loaded');
  await expect(decide({ records: [{ stream: notLoaded, event: event(other, 'B') }] })).rejects.toThrow('not loaded');
});

/** The store, with an interfering call before the first append or before another call. */
function interfering(
  before: () => Promise<void>,
  { method = 'append', call = 1 }: { method?: 'append' | 'load'; call?: number } = {},
): EventStore {
  let calls = 0;
  return new Proxy(store, {
    get(target, property) {
      const value = Reflect.get(target, property, target) as unknown;
      if (typeof value !== 'function') return value;
      if (property !== method) return value.bind(target) as unknown;
      return async (...args: unknown[]): Promise<unknown> => {
        if (++calls === call) await before();
        return (value as (...given: unknown[]) => unknown).apply(target, args);
      };
    },
  });
}
