const DAY_MS = 86_400_000;
const STORED = 'plimsoll-server-time';
// As an earlier page of a device left it whose clock has been set back since.
const last = Date.now() + 300 * DAY_MS;
localStorage.setItem(STORED, String(last));
const { clockDoubt, contradictionOf, hasServerTime, latestNow, noteServerTime, now } = await import('./clock.ts');

describe('before the server has told its time', () => {
  it('a clock behind the last known time, or more than a month ahead of it, is doubted', () => {
    const known = Date.parse('2026-11-29T10:00:00Z');
    expect(
      [-2_500 * DAY_MS, -DAY_MS, -60_000, 0, 20 * DAY_MS, 40 * DAY_MS, 2_500 * DAY_MS].map((away) =>
        contradictionOf(known + away, known),
      ),
    ).toEqual(['BEHIND', 'BEHIND', null, null, null, 'AHEAD', 'AHEAD']);
    expect(clockDoubt()).toBe('BEHIND');
  });

  it('now is not before the last known time, and a person may choose a later day', () => {
    expect(now().getTime()).toBeGreaterThanOrEqual(last);
    expect(latestNow().getTime()).toBeGreaterThan(last + 365 * DAY_MS);
  });
});

it('the server’s time ends the doubt, and is stored for the next page', () => {
  noteServerTime(new Date().toUTCString(), Date.now());
  expect([clockDoubt(), hasServerTime()]).toEqual([null, true]);
  expect(Math.abs(now().getTime() - Date.now())).toBeLessThan(1_000);
  expect(Math.abs(Number(localStorage.getItem(STORED)) - Date.now())).toBeLessThan(5_000);
});

export {};
