import { day, instant } from './dates.ts';
import { safeText } from './text.ts';

describe('text', () => {
  test.each(['', ' as sent ', 'línea\nsecond\ttab', '🏗', '\u0001\u007f\u200b\ufeff'])(
    'is kept as it was sent: %j',
    (text) => {
      expect(safeText.parse(text)).toBe(text);
    },
  );

  test.each(['\0', 'a\0b', '\ud800', 'a\udc00b', '\udc00\ud800'])('without what no database takes: %j', (text) => {
    expect(safeText.safeParse(text).success).toBe(false);
  });
});

describe('a day', () => {
  test.each(['1900-01-01', '2024-02-29', '2199-12-31'])('of these years: %s', (date) => {
    expect(day.parse(date)).toBe(date);
  });

  test.each(['0000-01-01', '1899-12-31', '2200-01-01', '2026-02-30', '9999-12-31', '2026-1-1', '2026-01-01T00:00:00Z'])(
    'and no other: %s',
    (date) => {
      expect(day.safeParse(date).success).toBe(false);
    },
  );
});

test.each([
  ['1900-01-01T00:00:00Z', true],
  ['2199-12-31T23:59:59.999Z', true],
  ['0000-01-01T00:00:00Z', false],
  ['1899-12-31T23:59:59Z', false],
  ['2200-01-01T00:00:00Z', false],
])('a moment is in the years of a day: %s', (moment, isOne) => {
  expect(instant.safeParse(moment).success).toBe(isOne);
});
