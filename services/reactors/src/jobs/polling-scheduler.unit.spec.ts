import { jest } from '@jest/globals';
import { PollingScheduler } from './polling-scheduler.ts';
import { defineSchedule, type ScheduleContext } from './schedule.ts';

const context = {} as ScheduleContext;
let polls: string[];
let fails: boolean;
const schedules = [
  defineSchedule({
    name: 'first',
    onErrorText: 'The first failed',
    create: () => async () => {
      if (fails) throw new Error('no database');
      polls.push('first');
    },
  }),
  defineSchedule({ name: 'second', onErrorText: '', create: () => async () => void polls.push('second') }),
];

beforeEach(() => {
  [polls, fails] = [[], false];
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

test('every schedule is polled at startup and once a minute, until the scheduler stops', async () => {
  const scheduler = new PollingScheduler(schedules, context);
  scheduler.start();
  expect(polls).toEqual(['first', 'second']);
  jest.advanceTimersByTime(60_000);
  expect(polls).toHaveLength(4);
  await scheduler.stop();
  jest.advanceTimersByTime(120_000);
  expect(polls).toHaveLength(4);
});

test('a poll that fails is reported with its text and retried; others go on', async () => {
  const reported: string[] = [];
  const scheduler = new PollingScheduler(schedules, context, (error, what) =>
    reported.push(`${what}: ${(error as Error).message}`),
  );
  fails = true;
  scheduler.start();
  await scheduler.stop();
  expect([reported, polls]).toEqual([['The first failed: no database'], ['second']]);
});

test('one schedule can be run now, by name, and its error reaches the caller', async () => {
  const scheduler = new PollingScheduler(schedules, context);
  await scheduler.run('first');
  expect(polls).toEqual(['first']);
  fails = true;
  await expect(scheduler.run('first')).rejects.toThrow('no database');
});

test('stopping waits for polls that are running', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const scheduler = new PollingScheduler(
    [defineSchedule({ name: 'slow', onErrorText: '', create: () => () => promise })],
    context,
  );
  scheduler.start();
  let isStopped = false;
  const stopped = scheduler.stop().then(() => (isStopped = true));
  await Promise.resolve();
  expect(isStopped).toBe(false);
  resolve();
  expect(await stopped).toBe(true);
});
