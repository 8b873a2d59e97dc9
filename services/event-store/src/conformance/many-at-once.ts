import { v7 } from 'uuid';
import { isSameStream, type AppendAnswer, type EventStore, type Position } from '../port/event-store.ts';
import { aStream, note, statuses, upTo, type StoreUnderTest } from './store-under-test.ts';

/** Registers tests of many concurrent writers with a reader, and of a locked head. */
export function describeManyAtOnce(opened: () => StoreUnderTest): void {
  describe('many at once', () => {
    let under: StoreUnderTest;
    let store: EventStore;
    beforeAll(() => {
      under = opened();
      store = under.store;
    });

    it('what makes no sense fails alone', async () => {
      const tenant = v7();
      const noGuid = { kind: 'note', guid: 'no guid' };
      const senseless = [
        note('no guid', aStream(), 0),
        note(tenant, noGuid, 0),
        note(tenant, aStream(), -1),
        note(tenant, aStream(), 2 ** 40),
        note(tenant, aStream(), 0, { records: [] }),
      ];
      const outcomes = await Promise.allSettled(
        [...senseless, ...upTo(20).map(() => note(tenant, aStream(), 0))].map((append) => store.append(append)),
      );
      expect(outcomes.map((outcome) => outcome.status)).toEqual([
        ...senseless.map(() => 'rejected'),
        ...upTo(20).map(() => 'fulfilled'),
      ]);
      await expect(Promise.all([store.load(tenant, noGuid)])).rejects.toThrow();
    });

    it('a refused append never fails its neighbours', async () => {
      const tenants = [v7(), v7(), v7()];
      const [held, begun] = [aStream(), aStream()];
      await store.append(note(tenants[0]!, aStream(), 0, { reservations: ['held'] }));
      const known = note(tenants[1]!, begun, 0);
      await store.append(known);
      const appends = upTo(300).map((index) => {
        const tenant = tenants[index % 3]!;
        if (index % 6 === 0) return note(tenant, held, 7);
        if (index % 6 === 1) return note(tenants[0]!, aStream(), 0, { reservations: ['held'] });
        if (index % 6 === 2) return note(tenants[1]!, begun, 0);
        if (index % 6 === 3) return known;
        return note(tenant, aStream(), 0);
      });
      expect(statuses(await Promise.all(appends.map((append) => store.append(append))))).toEqual({
        written: 100,
        conflict: 100,
        taken: 50,
        repeated: 50,
      });
    });

    it('200 writers on one stream: one winner for each revision, the others get the current revision (F7)', async () => {
      const [tenant, stream] = [v7(), aStream()];
      const another = await under.another();
      const won: number[] = [];
      let conflicts = 0;
      let revision = 0;
      while (revision < 5) {
        const answers = await Promise.all(
          upTo(200).map((index) => (index % 2 ? store : another).append(note(tenant, stream, revision))),
        );
        for (const answer of answers) {
          if (answer.status === 'written') won.push(answer.revision);
          else if (
            answer.status === 'conflict' &&
            isSameStream(answer.stream, stream) &&
            answer.revision === revision + 1
          )
            conflicts++;
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
          const [tenant, stream] = [tenants[index % 4]!, aStream()];
          const mine: AppendAnswer[] = [];
          for (let revision = 0; revision < 15; revision++)
            mine.push(await writers[index % 2]!.append(note(tenant, stream, revision)));
          return mine;
        }),
      );
      writing = false;
      await reader;
      expect(statuses(answers.flat())).toEqual({ written: 600 });
      expect(ids.size).toBe(600);
    });

    it('a head that is held makes its own tenant wait, and nobody else (F1)', async () => {
      if (!under.holdHead) return;
      const heldFor = Number(process.env['HELD_HEAD_MS'] ?? 3_000);
      const held = v7();
      const tenants = upTo(20).map(() => v7());
      const mine = aStream();
      await store.append(note(held, mine, 0));
      await Promise.all(tenants.map((tenant) => store.append(note(tenant, aStream(), 0))));
      const release = await under.holdHead(held);
      const since = performance.now();
      let waited = 0;
      const waiting = Promise.all(
        upTo(10).map(async (index) => {
          const answer = await store.append(note(held, aStream(), 0, { text: `${index}` }));
          waited = performance.now() - since;
          return answer;
        }),
      );
      let longest = 0;
      let others = 0;
      await Promise.all(
        upTo(32).map(async (index) => {
          const stream = aStream();
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
