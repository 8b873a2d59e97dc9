import { v7 } from 'uuid';
import type { EventStore } from '../port/event-store.ts';
import { aStream, note, readAll, statuses, upTo, type StoreUnderTest } from './store-under-test.ts';

/** Registers tests of unique names and of numbers without gaps. */
export function describeNamesAndNumbers(opened: () => StoreUnderTest): void {
  describe('names and numbers', () => {
    let under: StoreUnderTest;
    let store: EventStore;
    beforeAll(() => {
      under = opened();
      store = under.store;
    });

    it('a name is held by one; the others are refused alone and by name', async () => {
      const tenant = v7();
      const answers = await Promise.all(
        upTo(50).map((index) =>
          store.append(note(tenant, aStream(), 0, { reservations: [`badge:${index}`, 'username:anna'] })),
        ),
      );
      expect(statuses(answers)).toEqual({ written: 1, taken: 49 });
      expect(answers.filter((answer) => answer.status === 'taken')).toEqual(
        upTo(49).map(() => ({ status: 'taken', reservation: 'username:anna' })),
      );
      expect(await readAll(store, tenant)).toHaveLength(1);
      const winner = answers.findIndex((answer) => answer.status === 'written') + 1;
      const free = winner === 1 ? 2 : 1;
      expect(await store.append(note(tenant, aStream(), 0, { reservations: [`badge:${free}`] }))).toMatchObject({
        status: 'written',
      });
    });

    it('a released name is free again, and only by a command that is written', async () => {
      const [tenant, stream] = [v7(), aStream()];
      await store.append(note(tenant, stream, 0, { reservations: ['site:old'] }));
      expect(
        await store.append(note(tenant, stream, 5, { reservations: ['site:new'], releases: ['site:old'] })),
      ).toMatchObject({ status: 'conflict' });
      expect(await store.append(note(tenant, aStream(), 0, { reservations: ['site:old'] }))).toEqual({
        status: 'taken',
        reservation: 'site:old',
      });
      expect(
        await store.append(note(tenant, stream, 1, { reservations: ['site:new'], releases: ['site:old'] })),
      ).toMatchObject({ status: 'written' });
      expect(await store.append(note(tenant, aStream(), 0, { reservations: ['site:old'] }))).toMatchObject({
        status: 'written',
      });
    });

    it('numbers have no gaps, although many are refused meanwhile', async () => {
      const tenant = v7();
      const another = await under.another();
      const answers = await Promise.all(
        upTo(120).map((index) => {
          const stream = aStream();
          const records = [{ stream, event: { type: 'Noted', data: { text: 'numbered' } }, drawNumber: true }];
          return (index % 2 ? store : another).append(note(tenant, stream, index % 3 === 0 ? 9 : 0, { records }));
        }),
      );
      expect(statuses(answers)).toEqual({ written: 80, conflict: 40 });
      const numbers = answers.flatMap((answer) => (answer.status === 'written' ? [answer.number!] : []));
      expect(numbers.sort((one, other) => one - other)).toEqual(upTo(80));
      expect((await readAll(store, tenant)).map((event) => event.number)).toEqual(upTo(80));
    });

    it('each kind of stream has its own series in each tenant, and an append may draw from several', async () => {
      const tenant = v7();
      const kinds = ['note', 'second-kind', 'third'];
      const drawing = (of: readonly string[]) => {
        const records = of.map((kind) => ({
          stream: aStream(kind),
          event: { type: 'Noted', data: { text: kind } },
          drawNumber: true,
        }));
        return note(tenant, records[0]!.stream, 0, {
          records,
          checks: records.map(({ stream }) => ({ stream, expect: 0 })),
        });
      };
      const asked = upTo(30).map((index) => drawing(upTo(1 + (index % 4)).map((at) => kinds[(index + at) % 3]!)));
      const other = drawing(['note']);
      const answers = await Promise.all(
        [...asked, { ...other, tenant: v7() }].map((append, index) =>
          index % 3 === 0
            ? store.append({ ...append, checks: append.checks.map(({ stream }) => ({ stream, expect: 3 })) })
            : store.append(append),
        ),
      );
      expect(statuses(answers)).toEqual({ written: 20, conflict: 11 });
      const events = await readAll(store, tenant);
      for (const kind of kinds) {
        const numbers = events.filter(({ stream }) => stream.kind === kind).map(({ number }) => number);
        expect(numbers.length).toBeGreaterThan(5);
        expect(numbers).toEqual(upTo(numbers.length));
      }
      expect(await store.append({ ...other, tenant: v7() })).toMatchObject({ status: 'written', number: 1 });
      expect(await store.verify(tenant)).toMatchObject({ intact: true });
    });
  });
}
