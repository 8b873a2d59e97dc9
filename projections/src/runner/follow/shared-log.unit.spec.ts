import type { RecordedEvent, WantedPage } from '@plimsoll/event-store/port/event-store';
import { SharedLog } from './shared-log.ts';

const pageOf = (count: number) => ({
  events: Array.from({ length: count }, (_, index) => ({ position: index + 1 }) as RecordedEvent),
  head: count,
});

/** A log with this many events that records what is read. */
function counting(events = 10) {
  const asked: string[] = [];
  let isAway = false;
  const log = new SharedLog(
    {
      heads: async () => {
        asked.push('heads');
        if (isAway) throw new Error('away');
        return [{ tenant: 'a', position: events }];
      },
      read: () => Promise.reject(new Error('not asked')),
      readPages: async (wanted: readonly WantedPage[]) => {
        asked.push(...wanted.map(({ tenant, after }) => `${tenant}/${after}`));
        if (isAway) throw new Error('away');
        return wanted.map(({ limit }) => pageOf(Math.min(limit, events)));
      },
    },
    10_000,
  );
  return { asked, log, away: (is: boolean) => (isAway = is) };
}

test('what one lane read is passed to the others, until something is committed', async () => {
  const { asked, log } = counting();
  await Promise.all([log.heads(), log.heads()]);
  await Promise.all([
    log.readPages([{ tenant: 'a', after: 0, limit: 500 }]),
    log.readPages([
      { tenant: 'a', after: 0, limit: 500 },
      { tenant: 'b', after: 3, limit: 500 },
    ]),
  ]);
  await log.heads();
  expect(asked).toEqual(['heads', 'a/0', 'b/3']);
  log.forget();
  await log.heads();
  await log.read('a', 0, 500);
  expect(asked.slice(3)).toEqual(['heads', 'a/0']);
});

test('nobody is given more than they asked for, and who asked for more may be given less', async () => {
  const { log } = counting(300);
  const [large, small] = await Promise.all([log.read('a', 0, 500), log.read('a', 0, 150)]);
  expect([large.events.length, small.events.length, small.head]).toEqual([300, 150, 300]);
  log.forget();
  await log.read('a', 0, 150);
  expect((await log.read('a', 0, 500)).events.length).toBe(150);
});

test('an error is passed to all who were waiting, and not to later calls', async () => {
  const { log, away } = counting();
  away(true);
  const asking = [log.heads(), log.heads(), log.read('a', 0, 5), log.read('a', 0, 5)];
  for (const answer of await Promise.allSettled(asking)) expect(answer).toMatchObject({ status: 'rejected' });
  away(false);
  expect(await log.heads()).toHaveLength(1);
  expect((await log.read('a', 0, 5)).events).toHaveLength(5);
});
