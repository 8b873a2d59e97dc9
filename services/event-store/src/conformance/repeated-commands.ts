import { v7 } from 'uuid';
import type { EventStore } from '../port/event-store.ts';
import { aStream, note, readAll, statuses, upTo, type StoreUnderTest } from './store-under-test.ts';

/** Registers tests that a command has one answer, however often it is sent. */
export function describeRepeatedCommands(opened: () => StoreUnderTest): void {
  describe('repeating a command', () => {
    let under: StoreUnderTest;
    let store: EventStore;
    beforeAll(() => {
      under = opened();
      store = under.store;
    });

    it('gets the first answer, whatever happened since, and writes nothing', async () => {
      const [tenant, stream] = [v7(), aStream()];
      const records = upTo(3).map((index) => ({
        stream,
        event: { type: 'Noted', data: { text: `${index}` } },
        drawNumber: index === 2,
      }));
      const first = note(tenant, stream, 0, { records });
      const written = await store.append(first);
      await store.append(note(tenant, stream, 3));
      expect(written).toMatchObject({ status: 'written', revision: 3, number: 1 });
      expect(await store.append(first)).toEqual({ ...written, status: 'repeated' });
      expect(await store.load(tenant, stream, first)).toEqual({ ...written, status: 'repeated' });
      expect(await readAll(store, tenant)).toHaveLength(4);
    });

    it('under another fingerprint is a reused command id', async () => {
      const [tenant, stream] = [v7(), aStream()];
      const first = note(tenant, stream, 0);
      await store.append(first);
      const other = { ...first, fingerprint: Buffer.alloc(32, 8) };
      expect(await store.append(other)).toEqual({ status: 'reused' });
      expect(await store.load(tenant, stream, other)).toEqual({ status: 'reused' });
    });

    it('a hundred times at once executes once (F4)', async () => {
      const [tenant, stream] = [v7(), aStream()];
      const same = note(tenant, stream, 0, {
        records: [{ stream, event: { type: 'Noted', data: { text: 'once' } }, drawNumber: true }],
      });
      const another = await under.another();
      const answers = await Promise.all(upTo(100).map((index) => (index % 2 ? store : another).append(same)));
      expect(statuses(answers)).toEqual({ written: 1, repeated: 99 });
      expect(new Set(answers.map((answer) => JSON.stringify({ ...answer, status: '' }))).size).toBe(1);
      expect(await readAll(store, tenant)).toHaveLength(1);
    });

    it('an appended command that was refused may be sent again', async () => {
      const [tenant, stream] = [v7(), aStream()];
      const append = note(tenant, stream, 1);
      expect(await store.append(append)).toMatchObject({ status: 'conflict' });
      await store.append(note(tenant, stream, 0));
      expect(await store.append(append)).toMatchObject({ status: 'written', revision: 2 });
    });
  });
}
