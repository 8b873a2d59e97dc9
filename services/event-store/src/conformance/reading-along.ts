import { v7 } from 'uuid';
import type { EventStore } from '../event-store.ts';
import { aStream, note, type StoreUnderTest } from './store-under-test.ts';

/** Heads, watching, verifying. */
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

    it('a watcher is woken after a commit in another process', async () => {
      const another = await under.another();
      let wakes = 0;
      const woken = new Promise<void>((resolve) => {
        void store.watch(() => (wakes++, resolve())).then(async (end) => {
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
      expect(await store.verify(tenant, (position) => heads.push(position))).toMatchObject({ intact: true, tenant, events: 5 });
      expect(heads.length).toBeGreaterThan(0);
    });
  });
}
