import { jest } from '@jest/globals';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { projections } from '../../platform/projections.ts';
import { openProjectorSession } from './run-projections.ts';

let log: TestEventLog;
beforeAll(async () => {
  log = await TestEventLog.open(projections);
});
afterAll(() => log?.close());

test('temporary tables of a projector exist however long it lives and idles: a rebuild takes longer than other idle connections are kept', async () => {
  // Only the pool's own timers, not those of queries.
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
    ],
  });
  const session = openProjectorSession(log.database.projectorUrl);
  try {
    await session.query('create temporary table beside (position integer)');
    jest.advanceTimersByTime(3_600_000);
    await session.query('select from pg_temp.beside');
    jest.advanceTimersByTime(3_600_000);
    expect((await session.query('select from pg_temp.beside')).rowCount).toBe(0);
  } finally {
    jest.useRealTimers();
    await session.end();
  }
});
