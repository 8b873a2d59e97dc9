import { RestartTries } from './restart-tries.ts';

const MINUTE = 60_000;

test('PostgreSQL is started again five times in ten minutes, and not a sixth time', () => {
  const tries = new RestartTries();
  for (let minute = 0; minute < 5; minute++) expect(tries.take(minute * MINUTE)).toBe(true);
  expect(tries.take(9 * MINUTE)).toBe(false);
  expect(tries.take(10 * MINUTE)).toBe(true);
  expect(tries.take(10 * MINUTE + 1)).toBe(false);
});
