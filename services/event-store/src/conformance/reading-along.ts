import { v7 } from 'uuid';
import type { EventStore } from '../port/event-store.ts';
import { aStream, note, readAll, statuses, upTo, type StoreUnderTest } from './store-under-test.ts';

/** Registers tests of heads, watching and verifying. */
export function describeReadingAlong(opened: () => StoreUnderTest): void {
  describe('reading along', () => {
    let under: StoreUnderTest;
    let store: EventStore;
    beforeAll(() => {
      under = opened();
      store = under.store;
    });

    it('heads name every tenant with its newest position', async () => {
      const [tenant, stream] = [v7(), aStream()];
      await store.append(note(tenant, stream, 0));
      const written = await store.append(note(tenant, stream, 1));
      const head = (await store.heads()).find((candidate) => candidate.tenant === tenant);
      expect(head?.position).toBe(written.status === 'written' ? written.position : null);
    });

    it('positions are whole numbers from 1 without a gap, whatever was refused in between', async () => {
      const tenant = v7();
      const another = await under.another();
      const answers = await Promise.all(
        upTo(60).map((index) =>
          (index % 2 ? store : another).append(
            note(tenant, aStream(index % 5 === 0 ? 'second-kind' : 'note'), index % 4 === 0 ? 9 : 0),
          ),
        ),
      );
      expect(statuses(answers)).toEqual({ written: 45, conflict: 15 });
      expect((await readAll(store, tenant, 7)).map(({ position }) => position)).toEqual(upTo(45));
      expect(
        answers
          .flatMap((answer) => (answer.status === 'written' ? [answer.position] : []))
          .sort((one, other) => one - other),
      ).toEqual(upTo(45));
    });

    it('what the log knew at an instant ends with the last position that was not recorded later', async () => {
      const [tenant, stream] = [v7(), aStream()];
      expect(await store.positionAt(tenant, new Date())).toBe(0);
      for (let revision = 0; revision < 25; revision++) await store.append(note(tenant, stream, revision));
      const events = await readAll(store, tenant);
      const last = (instant: number) => events.filter(({ recordedAt }) => recordedAt.getTime() <= instant).length;
      for (const { recordedAt } of events) {
        for (const instant of [recordedAt.getTime() - 1, recordedAt.getTime(), recordedAt.getTime() + 1])
          expect(await store.positionAt(tenant, new Date(instant))).toBe(last(instant));
      }
      expect(await store.positionAt(tenant, new Date(0))).toBe(0);
      expect(await store.positionAt(tenant, new Date('2199-12-31T00:00:00Z'))).toBe(25);
    });

    it('the time of recording never goes back within a tenant, even if the clock does', async () => {
      if (!under.recordedUntil) return;
      const [ahead, other, stream] = [v7(), v7(), aStream()];
      await store.append(note(ahead, stream, 0));
      const until = new Date(Date.now() + 600_000);
      await under.recordedUntil(ahead, until);
      await Promise.all([
        ...upTo(8).map(() => store.append(note(ahead, aStream(), 0))),
        ...upTo(8).map(() => store.append(note(other, aStream(), 0))),
      ]);
      const events = await readAll(store, ahead);
      expect(events.slice(1).map(({ recordedAt }) => recordedAt)).toEqual(upTo(8).map(() => until));
      expect(
        (await readAll(store, other)).every(({ recordedAt }) => Math.abs(recordedAt.getTime() - Date.now()) < 60_000),
      ).toBe(true);
      expect(await store.positionAt(ahead, new Date())).toBe(1);
      expect(await store.positionAt(ahead, until)).toBe(9);
      expect(await store.verify(ahead)).toMatchObject({ intact: true, events: 9 });
    });

    it('a watcher is woken after a commit in another process', async () => {
      const another = await under.another();
      let wakes = 0;
      const woken = new Promise<void>((resolve) => {
        void store
          .watch(() => (wakes++, resolve()))
          .then(async (end) => {
            await another.append(note(v7(), aStream(), 0));
            await woken;
            await end();
          });
      });
      await woken;
      expect(wakes).toBeGreaterThan(0);
    });

    it('verify finds a log that was only appended to intact, and counts it', async () => {
      const [tenant, stream] = [v7(), aStream()];
      for (let revision = 0; revision < 5; revision++) await store.append(note(tenant, stream, revision));
      const heads: number[] = [];
      expect(await store.verify(tenant, (position) => heads.push(position))).toMatchObject({
        intact: true,
        tenant,
        events: 5,
      });
      expect(heads.length).toBeGreaterThan(0);
    });
  });
}
