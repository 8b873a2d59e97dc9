import fc from 'fast-check';
import { addDays, addMonths, instantText, isInFuture, localDateTime, monthName, monthsBetween } from './calendar.ts';

describe('days and months', () => {
  test('a month outside of 1 to 12 is refused', () => {
    for (const month of [0, 13, -1, 1.5, Number.NaN])
      expect(() => monthName(month)).toThrow('Out of range error: Month must be between 1 and 12');
    expect([monthName(1), monthName(12)]).toEqual(['January', 'December']);
  });

  test('months are counted over the turn of the year', () => {
    expect(addMonths('2026-01', -1)).toBe('2025-12');
    expect(addMonths('2025-12', 13)).toBe('2027-01');
    expect(monthsBetween('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    expect(monthsBetween('2026-02', '2026-01')).toEqual([]);
  });

  test('days are counted over a leap day', () => {
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
  });

  test('whether a time is in the future is decided by the clocks of the place', () => {
    const moment = new Date('2026-11-21T02:30:00Z');
    expect(localDateTime(moment, 'Etc/GMT+7')).toEqual({ date: '2026-11-20', time: '19:30' });
    expect(isInFuture('2026-11-21', null, moment, 'Etc/GMT+7')).toBe(true);
    expect(isInFuture('2026-11-21', null, moment, 'Australia/Perth')).toBe(false);
    expect(isInFuture('2026-11-20', '19:31', moment, 'Etc/GMT+7')).toBe(true);
    expect(isInFuture('2026-11-20', '19:30', moment, 'Etc/GMT+7')).toBe(false);
  });

  test('a moment is written as the platform writes it', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), fc.nat({ max: 2_000 }), (date, later) => {
        for (const moment of [date.getTime(), Math.min(date.getTime() + later, 8.64e15)])
          expect(instantText(moment)).toBe(new Date(moment).toISOString());
      }),
    );
  });

  test('moments of one minute are shown alike, and others not', () => {
    const shown = (moment: string, zone: string) => Object.values(localDateTime(new Date(moment), zone)).join(' ');
    const moments = [
      '2020-03-29T00:29:59.999Z',
      '2020-03-29T00:30:00Z',
      '2020-03-29T00:30:59.999Z',
      '2020-03-29T01:30:00Z',
      '2020-03-29T00:30:07Z',
    ];
    expect(moments.map((moment) => shown(moment, 'Europe/London'))).toEqual([
      '2020-03-29 00:29',
      '2020-03-29 00:30',
      '2020-03-29 00:30',
      '2020-03-29 02:30',
      '2020-03-29 00:30',
    ]);
    expect([
      shown('1971-06-01T12:00:29Z', 'Africa/Monrovia'),
      shown('1971-06-01T12:00:31Z', 'Africa/Monrovia'),
    ]).toEqual(['1971-06-01 11:15', '1971-06-01 11:16']);
  });
});
