import { v7 } from 'uuid';
import type { EventStore, StreamId } from '../port/event-store.ts';
import { aStream, note, readAll, statuses, upTo, type StoreUnderTest } from './store-under-test.ts';

/** Registers tests of what an append writes and refuses. */
export function describeAppending(opened: () => StoreUnderTest): void {
  describe('appending', () => {
    let store: EventStore;
    beforeAll(() => {
      store = opened().store;
    });

    it('gives back what was written, with revisions from 1 and everything an event carries', async () => {
      const [tenant, stream] = [v7(), aStream()];
      const first = note(tenant, stream, 0, { text: 'Grüße, 日本, 👷‍♀️, "quoted", \\, \u2028 and \u0000' });
      const answer = await store.append(first);
      expect(answer).toMatchObject({ status: 'written', revision: 1, number: null });
      await store.append(note(tenant, stream, 1));
      const loaded = await store.load(tenant, stream);
      expect(loaded).toMatchObject({ status: 'loaded', revision: 2 });
      if (loaded.status !== 'loaded') throw new Error('not loaded');
      expect(loaded.events.map((event) => event.revision)).toEqual([1, 2]);
      expect(loaded.events[0]).toMatchObject({
        tenant,
        stream,
        type: 'Noted',
        schemaVersion: 1,
        data: first.records[0]!.event.data,
        metadata: first.metadata,
      });
      expect(Math.abs(loaded.events[0]!.recordedAt.getTime() - Date.now())).toBeLessThan(60_000);
      expect(loaded.events[0]!.hash).toMatch(/^[0-9a-f]{64}$/);
    });

    it('a stream that nobody wrote to is empty at revision 0, in a tenant that nobody wrote to as well', async () => {
      expect(await store.load(v7(), aStream())).toEqual({ status: 'loaded', events: [], revision: 0 });
      expect(await store.read(v7(), 0, 10)).toEqual({ events: [], head: 0 });
    });

    it('writes all events of a command, to several streams, or none of them', async () => {
      const [tenant, one, other] = [v7(), aStream(), aStream()];
      const records = [one, other, one, other, one].map((stream, index) => ({
        stream,
        event: { type: 'Noted', data: { text: `${index}` } },
      }));
      const refused = await store.append(
        note(tenant, one, 0, {
          records,
          checks: [
            { stream: one, expect: 0 },
            { stream: other, expect: 4 },
          ],
        }),
      );
      expect(refused).toEqual({ status: 'conflict', stream: other, revision: 0 });
      expect(await readAll(store, tenant)).toEqual([]);
      const written = await store.append(
        note(tenant, one, 0, {
          records,
          checks: [
            { stream: one, expect: 0 },
            { stream: other, expect: 0 },
          ],
        }),
      );
      expect(written).toMatchObject({ status: 'written', revision: 3 });
      const events = await readAll(store, tenant);
      expect(events.map((event) => [event.stream, event.revision])).toEqual([
        [one, 1],
        [other, 1],
        [one, 2],
        [other, 2],
        [one, 3],
      ]);
      expect(new Set(events.map((event) => event.id)).size).toBe(5);
    });

    it("a stale revision is a conflict with the stream's current revision, also for a stream that is only a read dependency", async () => {
      const [tenant, stream, reliedUpon] = [v7(), aStream(), aStream()];
      await store.append(note(tenant, reliedUpon, 0));
      await store.append(note(tenant, reliedUpon, 1));
      expect(await store.append(note(tenant, reliedUpon, 1))).toEqual({
        status: 'conflict',
        stream: reliedUpon,
        revision: 2,
      });
      expect(await store.append(note(tenant, reliedUpon, 3))).toEqual({
        status: 'conflict',
        stream: reliedUpon,
        revision: 2,
      });
      const checks = [
        { stream, expect: 0 },
        { stream: reliedUpon, expect: 1 },
      ];
      expect(await store.append(note(tenant, stream, 0, { checks }))).toEqual({
        status: 'conflict',
        stream: reliedUpon,
        revision: 2,
      });
      expect(
        await store.append(note(tenant, stream, 0, { checks: [checks[0]!, { stream: reliedUpon, expect: 2 }] })),
      ).toMatchObject({ status: 'written' });
    });

    it('who relies upon a stream that must not have begun is refused once it has', async () => {
      const [tenant, one, other, absent] = [v7(), aStream(), aStream(), aStream()];
      const relying = (stream: StreamId) =>
        note(tenant, stream, 0, {
          checks: [
            { stream, expect: 0 },
            { stream: absent, expect: 0 },
          ],
        });
      expect(await store.append(relying(one))).toMatchObject({ status: 'written' });
      await store.append(note(tenant, absent, 0));
      expect(await store.append(relying(other))).toEqual({ status: 'conflict', stream: absent, revision: 1 });
    });

    it('many rely upon one stream in one moment, and none of them is refused for the others', async () => {
      const [tenant, reliedUpon] = [v7(), aStream()];
      await store.append(note(tenant, reliedUpon, 0));
      const relying = upTo(50)
        .map(() => aStream())
        .map((stream) =>
          note(tenant, stream, 0, {
            checks: [
              { stream, expect: 0 },
              { stream: reliedUpon, expect: 1 },
            ],
          }),
        );
      expect(statuses(await Promise.all(relying.map((append) => store.append(append))))).toEqual({ written: 50 });
    });

    it('a stream that nothing may have named since a position is in conflict when an event names it, and only then', async () => {
      const [tenant, stream, other] = [v7(), aStream(), aStream()];
      await store.append(note(tenant, stream, 0));
      const after = await store.append(note(tenant, other, 0, { text: `about ${stream.guid}` }));
      if (after.status !== 'written') throw new Error(after.status);
      const since = (position: number, more: Parameters<typeof note>[3] = {}) =>
        note(tenant, stream, 1, { checks: [{ stream, expect: 1, noReferencesAfter: position }], ...more });
      expect(await store.append(since(after.position - 1))).toEqual({ status: 'conflict', stream, revision: 1 });
      await store.append(note(v7(), aStream(), 0, { text: `about ${stream.guid}, elsewhere` }));
      const commandId = v7();
      expect(await store.append(since(after.position, { commandId }))).toMatchObject({
        status: 'written',
        revision: 2,
      });
      // A command's answer is stored, whatever mentions the stream later.
      await store.append(note(tenant, other, 1, { text: `about ${stream.guid}` }));
      expect(await store.append(since(after.position, { commandId }))).toMatchObject({
        status: 'repeated',
        revision: 2,
      });
      await expect(store.append(since(-1))).rejects.toThrow('Not a position');
    });

    it('an event that its contract does not allow is an error, and is not written', async () => {
      const [tenant, stream] = [v7(), aStream()];
      const invalid = { records: [{ stream, event: { type: 'Noted', data: { text: 4 } } }] };
      await expect(store.append(note(tenant, stream, 0, invalid))).rejects.toThrow(/Noted .*text/);
      await expect(
        store.append(note(tenant, stream, 0, { records: [{ stream, event: { type: 'NeverDeclared', data: {} } }] })),
      ).rejects.toThrow(/NeverDeclared/);
      await expect(store.append(note(tenant, stream, 0, { checks: [] }))).rejects.toThrow(/not checked/);
      expect(await readAll(store, tenant)).toEqual([]);
    });

    it('one tenant does not see another, whatever guids they share', async () => {
      const [tenant, other, stream, commandId] = [v7(), v7(), aStream(), v7()];
      expect(await store.append(note(tenant, stream, 0, { commandId, reservations: ['name:x'] }))).toMatchObject({
        status: 'written',
        position: expect.anything(),
      });
      expect(await store.append(note(other, stream, 0, { commandId, reservations: ['name:x'] }))).toMatchObject({
        status: 'written',
        revision: 1,
      });
      expect(await readAll(store, other)).toHaveLength(1);
    });

    it('a guid is another stream in every kind: each has its own revisions, and loading one finds nothing of the other', async () => {
      const [tenant, guid] = [v7(), v7()];
      const [one, other] = [
        { kind: 'note', guid },
        { kind: 'second-kind', guid },
      ];
      expect(await store.append(note(tenant, one, 0))).toMatchObject({ status: 'written', revision: 1 });
      expect(await store.append(note(tenant, other, 1))).toEqual({ status: 'conflict', stream: other, revision: 0 });
      expect(await store.load(tenant, other)).toEqual({ status: 'loaded', events: [], revision: 0 });
      const both = [other, one, other].map((stream) => ({
        stream,
        event: { type: 'Noted', data: { text: stream.kind } },
      }));
      expect(
        await store.append(
          note(tenant, one, 1, {
            records: both,
            checks: [
              { stream: one, expect: 1 },
              { stream: other, expect: 0 },
            ],
          }),
        ),
      ).toMatchObject({ status: 'written', revision: 2 });
      const loaded = await store.load(tenant, other);
      expect(
        loaded.status === 'loaded' && loaded.events.map(({ stream, revision, data }) => ({ stream, revision, data })),
      ).toEqual([1, 2].map((revision) => ({ stream: other, revision, data: { text: 'second-kind' } })));
      expect((await readAll(store, tenant)).map(({ stream, revision }) => [stream, revision])).toEqual([
        [one, 1],
        [other, 1],
        [one, 2],
        [other, 2],
      ]);
    });

    it('a kind is lower case with hyphens, at most forty characters, as the hash chain has it', async () => {
      for (const kind of ['', 'Incident', 'a b', '1a', '-a', 'a:b', 'a\n', 'ä', `a${'b'.repeat(40)}`]) {
        await expect(store.append(note(v7(), aStream(kind), 0))).rejects.toThrow(/kind/);
        await expect(store.load(v7(), aStream(kind))).rejects.toThrow(/kind/);
      }
      for (const kind of ['a', 'a-1-b', `a${'b'.repeat(39)}`])
        expect(await store.append(note(v7(), aStream(kind), 0))).toMatchObject({ status: 'written' });
    });

    it('an append may name the same thing twice', async () => {
      const [tenant, guid] = [v7(), v7()];
      const twice = note(tenant, { kind: 'note', guid }, 0, {
        commandId: guid,
        reservations: ['name:twice', 'name:twice'],
        releases: ['name:other', 'name:other'],
      });
      expect(await store.append(twice)).toMatchObject({ status: 'written' });
      expect(
        await store.append(note(tenant, aStream(), 0, { reservations: ['name:free', 'name:free', 'name:twice'] })),
      ).toEqual({ status: 'taken', reservation: 'name:twice' });
    });
  });
}
