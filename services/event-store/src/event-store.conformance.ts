import fc from 'fast-check';
import { v7 } from 'uuid';
import { defineEvent, personal, STREAM_SUBJECT } from '@plimsoll/contracts/domain-event';
import { z } from 'zod';
import type { Append, AppendAnswer, EventStore, Position, RecordedEvent } from './event-store.ts';

/** The events that the suite writes; the adapter under test is opened with a registry of these. */
export const conformanceContracts = [
  defineEvent('Noted', z.strictObject({ text: z.string() })),
  defineEvent(
    'PersonNamed',
    z.strictObject({
      personGuid: z.uuid().nullable(),
      name: personal(z.string(), 'personGuid'),
      remark: personal(z.string(), STREAM_SUBJECT).nullable(),
      answers: z.array(z.strictObject({ question: z.string(), value: personal(z.unknown(), STREAM_SUBJECT) })),
    }),
  ),
];

export interface StoreUnderTest {
  readonly store: EventStore;
  /** The same log, opened as another process would. */
  another(): Promise<EventStore>;
  /** Holds the tenant's head as another process in the middle of an append does, until the answer is called. */
  holdHead?(tenant: string): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const ACTOR = { userGuid: v7(), kind: 'USER' as const };

/** An append of one `Noted`, with what a test wants different. */
export function note(tenant: string, stream: string, expect: number, different: Partial<Append> & { text?: string } = {}): Append {
  const { text = 'a note', ...overrides } = different;
  const commandId = overrides.commandId ?? v7();
  return {
    tenant,
    commandId,
    fingerprint: Buffer.alloc(32, 7),
    metadata: {
      commandId, correlationId: commandId, causationId: null, actor: ACTOR, onBehalfOf: null,
      client: { product: 'conformance', device: 'SERVER' }, at: '2026-11-21T09:00:00.000Z', traceparent: null,
    },
    records: [{ stream, event: { type: 'Noted', data: { text } } }],
    checks: [{ stream, expect }],
    ...overrides,
  };
}

/** Reads a tenant's whole log, page by page. */
export async function readAll(store: EventStore, tenant: string, pageSize = 500): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const page = await store.read(tenant, events.at(-1)?.position ?? 0, pageSize);
    events.push(...page.events);
    if (page.events.length < pageSize) return events;
  }
}

const statuses = (answers: readonly AppendAnswer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const upTo = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);

/** What every adapter of the log must keep to. Registers a jest suite. */
export function eventStoreConformance(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${name} as an event store`, () => {
    let under: StoreUnderTest;
    let store: EventStore;
    beforeAll(async () => {
      under = await open();
      store = under.store;
    });
    afterAll(() => under.close());

    describe('appending', () => {
      it('gives back what was written, with revisions from 1 and everything an event carries', async () => {
        const [tenant, stream] = [v7(), v7()];
        const first = note(tenant, stream, 0, { text: 'Grüße, 日本, 👷‍♀️, "quoted", \\, \u2028 and \u0000' });
        const answer = await store.append(first);
        expect(answer).toMatchObject({ status: 'written', revision: 1, number: null });
        await store.append(note(tenant, stream, 1));
        const loaded = await store.load(tenant, stream);
        expect(loaded).toMatchObject({ status: 'loaded', revision: 2 });
        if (loaded.status !== 'loaded') throw new Error('not loaded');
        expect(loaded.events.map((event) => event.revision)).toEqual([1, 2]);
        expect(loaded.events[0]).toMatchObject({ tenant, stream, type: 'Noted', schemaVersion: 1, data: first.records[0]!.event.data, metadata: first.metadata });
        expect(Math.abs(loaded.events[0]!.recordedAt.getTime() - Date.now())).toBeLessThan(60_000);
        expect(loaded.events[0]!.hash).toMatch(/^[0-9a-f]{64}$/);
      });

      it('a stream that nobody wrote to is empty at revision 0, in a tenant that nobody wrote to as well', async () => {
        expect(await store.load(v7(), v7())).toEqual({ status: 'loaded', events: [], revision: 0 });
        expect(await store.read(v7(), 0, 10)).toEqual({ events: [], head: 0 });
      });

      it('writes all events of a command, to several streams, or none of them', async () => {
        const [tenant, one, other] = [v7(), v7(), v7()];
        const records = [one, other, one, other, one].map((stream, index) => ({ stream, event: { type: 'Noted', data: { text: `${index}` } } }));
        const refused = await store.append(note(tenant, one, 0, { records, checks: [{ stream: one, expect: 0 }, { stream: other, expect: 4 }] }));
        expect(refused).toEqual({ status: 'conflict', stream: other, revision: 0 });
        expect(await readAll(store, tenant)).toEqual([]);
        const written = await store.append(note(tenant, one, 0, { records, checks: [{ stream: one, expect: 0 }, { stream: other, expect: 0 }] }));
        expect(written).toMatchObject({ status: 'written', revision: 3 });
        const events = await readAll(store, tenant);
        expect(events.map((event) => [event.stream, event.revision])).toEqual([[one, 1], [other, 1], [one, 2], [other, 2], [one, 3]]);
        expect(new Set(events.map((event) => event.id)).size).toBe(5);
      });

      it('a stale revision is a conflict that says where the stream stands, also of a stream that is only relied upon', async () => {
        const [tenant, stream, reliedUpon] = [v7(), v7(), v7()];
        await store.append(note(tenant, reliedUpon, 0));
        await store.append(note(tenant, reliedUpon, 1));
        expect(await store.append(note(tenant, reliedUpon, 1))).toEqual({ status: 'conflict', stream: reliedUpon, revision: 2 });
        expect(await store.append(note(tenant, reliedUpon, 3))).toEqual({ status: 'conflict', stream: reliedUpon, revision: 2 });
        const checks = [{ stream, expect: 0 }, { stream: reliedUpon, expect: 1 }];
        expect(await store.append(note(tenant, stream, 0, { checks }))).toEqual({ status: 'conflict', stream: reliedUpon, revision: 2 });
        expect(await store.append(note(tenant, stream, 0, { checks: [checks[0]!, { stream: reliedUpon, expect: 2 }] }))).toMatchObject({ status: 'written' });
      });

      it('an event that its contract does not allow is a fault, and is not written', async () => {
        const [tenant, stream] = [v7(), v7()];
        const invalid = { records: [{ stream, event: { type: 'Noted', data: { text: 4 } } }] };
        await expect(store.append(note(tenant, stream, 0, invalid))).rejects.toThrow(/Noted .*text/);
        await expect(store.append(note(tenant, stream, 0, { records: [{ stream, event: { type: 'NeverDeclared', data: {} } }] }))).rejects.toThrow(/NeverDeclared/);
        await expect(store.append(note(tenant, stream, 0, { checks: [] }))).rejects.toThrow(/not checked/);
        expect(await readAll(store, tenant)).toEqual([]);
      });

      it('one tenant does not see another, whatever guids they share', async () => {
        const [tenant, other, stream, commandId] = [v7(), v7(), v7(), v7()];
        expect(await store.append(note(tenant, stream, 0, { commandId, reservations: ['name:x'] }))).toMatchObject({ status: 'written', position: expect.anything() });
        expect(await store.append(note(other, stream, 0, { commandId, reservations: ['name:x'] }))).toMatchObject({ status: 'written', revision: 1 });
        expect(await readAll(store, other)).toHaveLength(1);
      });
    });

    it('an append may name the same thing twice', async () => {
      const [tenant, guid] = [v7(), v7()];
      const twice = note(tenant, guid, 0, { commandId: guid, reservations: ['name:twice', 'name:twice'], releases: ['name:other', 'name:other'] });
      expect(await store.append(twice)).toMatchObject({ status: 'written' });
      expect(await store.append(note(tenant, v7(), 0, { reservations: ['name:free', 'name:free', 'name:twice'] }))).toEqual({ status: 'taken', reservation: 'name:twice' });
    });

    describe('repeating a command', () => {
      it('gets the first answer, whatever happened since, and writes nothing', async () => {
        const [tenant, stream] = [v7(), v7()];
        const records = upTo(3).map((index) => ({ stream, event: { type: 'Noted', data: { text: `${index}` } }, drawNumber: index === 2 }));
        const first = note(tenant, stream, 0, { records });
        const written = await store.append(first);
        await store.append(note(tenant, stream, 3));
        expect(written).toMatchObject({ status: 'written', revision: 3, number: 1 });
        expect(await store.append(first)).toEqual({ ...written, status: 'repeated' });
        expect(await store.load(tenant, stream, first)).toEqual({ ...written, status: 'repeated' });
        expect(await readAll(store, tenant)).toHaveLength(4);
      });

      it('under another fingerprint is a reused command id', async () => {
        const [tenant, stream] = [v7(), v7()];
        const first = note(tenant, stream, 0);
        await store.append(first);
        const other = { ...first, fingerprint: Buffer.alloc(32, 8) };
        expect(await store.append(other)).toEqual({ status: 'reused' });
        expect(await store.load(tenant, stream, other)).toEqual({ status: 'reused' });
      });

      it('a hundred times at once executes once (F4)', async () => {
        const [tenant, stream] = [v7(), v7()];
        const same = note(tenant, stream, 0, { records: [{ stream, event: { type: 'Noted', data: { text: 'once' } }, drawNumber: true }] });
        const another = await under.another();
        const answers = await Promise.all(upTo(100).map((index) => (index % 2 ? store : another).append(same)));
        expect(statuses(answers)).toEqual({ written: 1, repeated: 99 });
        expect(new Set(answers.map((answer) => JSON.stringify({ ...answer, status: '' }))).size).toBe(1);
        expect(await readAll(store, tenant)).toHaveLength(1);
      });

      it('an appended command that was refused may be sent again', async () => {
        const [tenant, stream] = [v7(), v7()];
        const append = note(tenant, stream, 1);
        expect(await store.append(append)).toMatchObject({ status: 'conflict' });
        await store.append(note(tenant, stream, 0));
        expect(await store.append(append)).toMatchObject({ status: 'written', revision: 2 });
      });
    });

    describe('names and numbers', () => {
      it('a name is held by one; the others are refused alone and by name', async () => {
        const tenant = v7();
        const answers = await Promise.all(upTo(50).map((index) => store.append(note(tenant, v7(), 0, { reservations: [`badge:${index}`, 'username:anna'] }))));
        expect(statuses(answers)).toEqual({ written: 1, taken: 49 });
        expect(answers.filter((answer) => answer.status === 'taken')).toEqual(upTo(49).map(() => ({ status: 'taken', reservation: 'username:anna' })));
        expect(await readAll(store, tenant)).toHaveLength(1);
        const winner = answers.findIndex((answer) => answer.status === 'written') + 1;
        const free = winner === 1 ? 2 : 1;
        expect(await store.append(note(tenant, v7(), 0, { reservations: [`badge:${free}`] }))).toMatchObject({ status: 'written' });
      });

      it('a released name is free again, and only by a command that is written', async () => {
        const [tenant, stream] = [v7(), v7()];
        await store.append(note(tenant, stream, 0, { reservations: ['site:old'] }));
        expect(await store.append(note(tenant, stream, 5, { reservations: ['site:new'], releases: ['site:old'] }))).toMatchObject({ status: 'conflict' });
        expect(await store.append(note(tenant, v7(), 0, { reservations: ['site:old'] }))).toEqual({ status: 'taken', reservation: 'site:old' });
        expect(await store.append(note(tenant, stream, 1, { reservations: ['site:new'], releases: ['site:old'] }))).toMatchObject({ status: 'written' });
        expect(await store.append(note(tenant, v7(), 0, { reservations: ['site:old'] }))).toMatchObject({ status: 'written' });
      });

      it('numbers have no gaps, although many are refused meanwhile', async () => {
        const tenant = v7();
        const another = await under.another();
        const answers = await Promise.all(
          upTo(120).map((index) => {
            const stream = v7();
            const records = [{ stream, event: { type: 'Noted', data: { text: 'numbered' } }, drawNumber: true }];
            return (index % 2 ? store : another).append(note(tenant, stream, index % 3 === 0 ? 9 : 0, { records }));
          }),
        );
        expect(statuses(answers)).toEqual({ written: 80, conflict: 40 });
        const numbers = answers.flatMap((answer) => (answer.status === 'written' ? [answer.number!] : []));
        expect(numbers.sort((one, other) => one - other)).toEqual(upTo(80));
        expect((await readAll(store, tenant)).map((event) => event.number)).toEqual(upTo(80));
      });
    });

    describe('many at once', () => {
      it('what makes no sense fails alone', async () => {
        const tenant = v7();
        const senseless = [note('no guid', v7(), 0), note(tenant, 'no guid', 0), note(tenant, v7(), -1), note(tenant, v7(), 2 ** 40), note(tenant, v7(), 0, { records: [] })];
        const outcomes = await Promise.allSettled([...senseless, ...upTo(20).map(() => note(tenant, v7(), 0))].map((append) => store.append(append)));
        expect(outcomes.map((outcome) => outcome.status)).toEqual([...senseless.map(() => 'rejected'), ...upTo(20).map(() => 'fulfilled')]);
        await expect(Promise.all([store.load(tenant, 'no guid')])).rejects.toThrow();
      });

      it('a refused append never fails its neighbours', async () => {
        const tenants = [v7(), v7(), v7()];
        const held = v7();
        await store.append(note(tenants[0]!, v7(), 0, { reservations: ['held'] }));
        const appends = upTo(300).map((index) => {
          const tenant = tenants[index % 3]!;
          if (index % 5 === 0) return note(tenant, held, 7);
          if (index % 5 === 1) return note(tenants[0]!, v7(), 0, { reservations: ['held'] });
          return note(tenant, v7(), 0);
        });
        expect(statuses(await Promise.all(appends.map((append) => store.append(append))))).toEqual({ written: 180, conflict: 60, taken: 60 });
      });

      it('200 writers on one stream: one winner for each revision, the rest told where it stands (F7)', async () => {
        const [tenant, stream] = [v7(), v7()];
        const another = await under.another();
        const won: number[] = [];
        let conflicts = 0;
        let revision = 0;
        while (revision < 5) {
          const answers = await Promise.all(upTo(200).map((index) => (index % 2 ? store : another).append(note(tenant, stream, revision))));
          for (const answer of answers) {
            if (answer.status === 'written') won.push(answer.revision);
            else if (answer.status === 'conflict' && answer.stream === stream && answer.revision === revision + 1) conflicts++;
            else throw new Error(`unexpected ${JSON.stringify(answer)}`);
          }
          revision++;
        }
        expect(won).toEqual([1, 2, 3, 4, 5]);
        expect(conflicts).toBe(5 * 199);
      });

      it('a reader beside many writers meets every event once, in order, and never a gap', async () => {
        const tenants = upTo(4).map(() => v7());
        const writers = [store, await under.another()];
        let writing = true;
        const seen = new Map<string, Position>(tenants.map((tenant) => [tenant, 0]));
        const ids = new Set<string>();
        const reader = (async () => {
          const reading = await under.another();
          for (let last = false; !last; ) {
            last = !writing;
            for (const tenant of tenants) {
              const page = await reading.read(tenant, seen.get(tenant)!, 37);
              for (const event of page.events) {
                if (event.position <= seen.get(tenant)! || ids.has(event.id)) throw new Error('out of order or twice');
                seen.set(tenant, event.position);
                ids.add(event.id);
              }
              if (page.events.length === 37) last = false;
            }
          }
        })();
        const answers = await Promise.all(
          upTo(40).map(async (index) => {
            const [tenant, stream] = [tenants[index % 4]!, v7()];
            const mine: AppendAnswer[] = [];
            for (let revision = 0; revision < 15; revision++) mine.push(await writers[index % 2]!.append(note(tenant, stream, revision)));
            return mine;
          }),
        );
        writing = false;
        await reader;
        expect(statuses(answers.flat())).toEqual({ written: 600 });
        expect(ids.size).toBe(600);
      });
    });

    describe('whatever is asked', () => {
      const commands = fc.array(
        fc.record({
          stream: fc.nat(2),
          alsoStream: fc.option(fc.nat(2), { nil: null }),
          offset: fc.constantFrom(0, 0, 0, 0, 1, -1),
          command: fc.nat(14),
          fingerprint: fc.constantFrom(1, 1, 1, 2),
          reserve: fc.option(fc.nat(3), { nil: null }),
          release: fc.option(fc.nat(3), { nil: null }),
          numbered: fc.boolean(),
        }),
        { maxLength: 25 },
      );

      it('answers as a model of one line after the other does', async () => {
        await fc.assert(
          fc.asyncProperty(commands, async (asked) => {
            const tenant = v7();
            const streams = upTo(3).map(() => v7());
            const ids = upTo(15).map(() => v7());
            const revisions = new Map(streams.map((stream) => [stream, 0]));
            const known = new Map<string, { fingerprint: number; answer: object }>();
            const names = new Set<string>();
            let [events, numbers] = [0, 0];
            for (const ask of asked) {
              const stream = streams[ask.stream]!;
              const touched = [...new Set([stream, ...(ask.alsoStream === null ? [] : [streams[ask.alsoStream]!])])];
              const checks = touched.map((one, index) => ({ stream: one, expect: Math.max(0, revisions.get(one)! + (index === 0 ? ask.offset : 0)) }));
              const reservations = ask.reserve === null ? [] : [`name:${ask.reserve}`];
              const releases = ask.release === null ? [] : [`name:${ask.release}`];
              const answer = await store.append(
                note(tenant, stream, 0, {
                  commandId: ids[ask.command]!,
                  fingerprint: Buffer.alloc(32, ask.fingerprint),
                  records: touched.map((one, index) => ({ stream: one, event: { type: 'Noted', data: { text: `${index}` } }, drawNumber: ask.numbered && index === 0 })),
                  checks, reservations, releases,
                }),
              );
              const before = known.get(ids[ask.command]!);
              if (before) {
                expect(answer).toEqual(before.fingerprint === ask.fingerprint ? { ...before.answer, status: 'repeated' } : { status: 'reused' });
              } else if (checks[0]!.expect !== revisions.get(stream)) {
                expect(answer).toEqual({ status: 'conflict', stream, revision: revisions.get(stream) });
              } else if (reservations.some((name) => names.has(name))) {
                expect(answer).toEqual({ status: 'taken', reservation: reservations[0] });
              } else {
                for (const one of touched) revisions.set(one, revisions.get(one)! + 1);
                events += touched.length;
                if (ask.numbered) numbers++;
                for (const name of releases) if (!reservations.includes(name)) names.delete(name);
                for (const name of reservations) names.add(name);
                const expected = { status: 'written', position: answer.status === 'written' ? answer.position : null, revision: revisions.get(touched.at(-1)!), number: ask.numbered ? numbers : null };
                expect(answer).toEqual(expected);
                known.set(ids[ask.command]!, { fingerprint: ask.fingerprint, answer: expected });
              }
            }
            expect(await readAll(store, tenant, 7)).toHaveLength(events);
            expect(await store.verify(tenant)).toMatchObject({ intact: true, events });
          }),
          { numRuns: 25 },
        );
      });

      it('sent all at once, every answer stands in the log and the log holds nothing else', async () => {
        await fc.assert(
          fc.asyncProperty(commands, async (asked) => {
            const tenant = v7();
            const streams = upTo(3).map(() => v7());
            const another = await under.another();
            const appends = asked.map((ask) =>
              note(tenant, streams[ask.stream]!, Math.max(0, ask.offset), {
                records: [{ stream: streams[ask.stream]!, event: { type: 'Noted', data: { text: 'x' } }, drawNumber: ask.numbered }],
                reservations: ask.reserve === null ? [] : [`name:${ask.reserve}`],
              }),
            );
            const answers = await Promise.all(appends.map((append, index) => (index % 2 ? store : another).append(append)));
            const events = await readAll(store, tenant);
            const written = answers.flatMap((answer, index) => (answer.status === 'written' ? [{ answer, append: appends[index]! }] : []));
            expect(events).toHaveLength(written.length);
            for (const { answer, append } of written) {
              const event = events.find((candidate) => candidate.position === answer.position);
              expect(event).toMatchObject({ stream: append.records[0]!.stream, revision: answer.revision, number: answer.number, metadata: { commandId: append.commandId } });
            }
            const numbers = events.flatMap((event) => (event.number === null ? [] : [event.number]));
            expect(numbers).toEqual(upTo(numbers.length));
            for (const stream of streams) expect(events.filter((event) => event.stream === stream).map((event) => event.revision)).toEqual(upTo(events.filter((event) => event.stream === stream).length));
          }),
          { numRuns: 25 },
        );
      });
    });

    describe('reading along', () => {
      it('heads name every tenant with its newest position', async () => {
        const [tenant, stream] = [v7(), v7()];
        await store.append(note(tenant, stream, 0));
        const written = await store.append(note(tenant, stream, 1));
        const head = (await store.heads()).find((candidate) => candidate.tenant === tenant);
        expect(head?.position).toBe(written.status === 'written' ? written.position : null);
      });

      it('a watcher is woken after a commit in another process', async () => {
        const another = await under.another();
        let wakes = 0;
        const woken = new Promise<void>((resolve) => {
          void store.watch(() => (wakes++, resolve())).then(async (end) => {
            await another.append(note(v7(), v7(), 0));
            await woken;
            await end();
          });
        });
        await woken;
        expect(wakes).toBeGreaterThan(0);
      });

      it('verify finds a log that was only appended to intact, and counts it', async () => {
        const [tenant, stream] = [v7(), v7()];
        for (let revision = 0; revision < 5; revision++) await store.append(note(tenant, stream, revision));
        const heads: number[] = [];
        expect(await store.verify(tenant, (position) => heads.push(position))).toMatchObject({ intact: true, tenant, events: 5 });
        expect(heads.length).toBeGreaterThan(0);
      });
    });

    it('a head that is held makes its own tenant wait, and nobody else (F1)', async () => {
      if (!under.holdHead) return;
      const heldFor = Number(process.env['HELD_HEAD_MS'] ?? 3_000);
      const held = v7();
      const tenants = upTo(20).map(() => v7());
      const mine = v7();
      await store.append(note(held, mine, 0));
      await Promise.all(tenants.map((tenant) => store.append(note(tenant, v7(), 0))));
      const release = await under.holdHead(held);
      const since = performance.now();
      let waited = 0;
      const waiting = Promise.all(upTo(10).map(async (index) => {
        const answer = await store.append(note(held, v7(), 0, { text: `${index}` }));
        waited = performance.now() - since;
        return answer;
      }));
      let longest = 0;
      let others = 0;
      await Promise.all(
        upTo(32).map(async (index) => {
          const stream = v7();
          for (let revision = 0; performance.now() - since < heldFor; revision++) {
            const before = performance.now();
            const answer = await store.append(note(tenants[index % 20]!, stream, revision));
            expect(answer.status).toBe('written');
            longest = Math.max(longest, performance.now() - before);
            others++;
          }
        }),
      );
      await release();
      expect(statuses(await waiting)).toEqual({ written: 10 });
      expect(waited).toBeGreaterThan(heldFor);
      expect(longest).toBeLessThan(1_500);
      expect(others).toBeGreaterThan(heldFor / 10);
      expect(await store.verify(held)).toMatchObject({ intact: true, events: 11 });
      expect(await store.append(note(held, mine, 1))).toMatchObject({ status: 'written' });
    });
  });
}
