import {
  daysSince,
  endOfDay,
  formatDay,
  formatInstant,
  formatLongDay,
  formatMonth,
  greeting,
  localTime,
  startOfDay,
  zoneName,
} from './time.ts';

describe('the greeting', () => {
  it.each([
    [0, 'Good morning'],
    [10, 'Good morning'],
    [11, 'Good Afternoon'],
    [15, 'Good Afternoon'],
    [16, 'Good Evening'],
    [23, 'Good Evening'],
  ])('at %i o’clock is %s', (hour, words) => expect(greeting(hour)).toBe(words));
});

describe('days without a time', () => {
  it('are the same day wherever the viewer is', () => {
    expect(formatDay('2026-11-17')).toBe('17 Nov 2026');
    expect(formatDay('2026-11-09', { withYear: false })).toBe('9 Nov');
    expect(formatLongDay('2026-11-19')).toBe('Thursday 19 November 2026');
    expect(formatMonth('2026-10')).toBe('October 2026');
  });
});

describe('instants', () => {
  const instant = '2026-11-17T13:40:00Z';

  it.each([
    ['America/Denver', '2026-11-17', '06:40', 'MST'],
    ['America/Chicago', '2026-11-17', '07:40', 'CST'],
    ['Australia/Perth', '2026-11-17', '21:40', 'AWST'],
    ['Pacific/Auckland', '2026-11-18', '02:40', 'GMT+13'],
  ])('are shown on the clocks of %s', (zone, date, time, name) =>
    expect(localTime(instant, zone)).toEqual({ date, time, zone: name }),
  );

  it('have the zone’s name of that very hour, also on the day that the clocks change', () => {
    expect(zoneName('America/Denver', '2026-11-01', '00:30')).toBe('MDT');
    expect(zoneName('America/Denver', '2026-11-01', '03:00')).toBe('MST');
    expect(zoneName('Australia/Perth', '2026-11-01')).toBe('AWST');
  });

  it('name their year when it is not this one', () => {
    const now = new Date('2027-01-02T00:00:00Z');
    expect(formatInstant(instant, 'America/Denver', { now })).toBe('17 Nov 2026, 06:40');
    expect(formatInstant(instant, 'America/Denver', { now: new Date(instant), withZone: true })).toBe(
      '17 Nov, 06:40 MST',
    );
  });

  it('are so many days ago by the calendar of the zone, not by hours', () => {
    const now = new Date('2026-11-18T07:30:00Z');
    expect(daysSince('2026-11-18T06:30:00Z', 'America/Denver', now)).toBe('1 day');
    expect(daysSince('2026-11-18T06:30:00Z', 'Australia/Perth', now)).toBe('today');
    expect(daysSince('2026-11-06T06:30:00Z', 'America/Denver', now)).toBe('13 days');
  });
});

describe('the days of a zone', () => {
  it.each([
    ['2026-11-17', 'America/New_York', '2026-11-17T05:00:00.000Z', '2026-11-18T04:59:59.999Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    ['2026-04-05', 'Pacific/Auckland', '2026-04-04T11:00:00.000Z', '2026-04-05T11:59:59.999Z'],
  ])('%s in %s begins at %s and ends at %s, whichever way the clocks change', (day, zone, begins, ends) =>
    expect([startOfDay(day, zone), endOfDay(day, zone)]).toEqual([begins, ends]),
  );
});
