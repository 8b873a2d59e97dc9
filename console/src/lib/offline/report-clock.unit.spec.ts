import type { OutboxReport, ReportClock } from './outbox-report.ts';
import { withServerTime } from './report-clock.ts';
import { noteServerTime } from '../session/clock.ts';

const HOUR_MS = 3_600_000;
const YEAR_MS = 8_760 * HOUR_MS;
const zone = 'America/Edmonton';
const dayOf = (ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(ms);
const deviceIsAhead = (milliseconds: number) =>
  noteServerTime(new Date(Date.now() - milliseconds).toUTCString(), Date.now());

/** A report made an hour ago by a clock that was that far ahead. */
function reportBy(aheadMs: number, clock: Partial<ReportClock> = {}, more: Partial<OutboxReport> = {}): OutboxReport {
  const deviceMs = Date.now() + aheadMs - HOUR_MS;
  const occurrenceDate = dayOf(deviceMs);
  return {
    tries: 0,
    isCorrected: false,
    fields: { occurrenceDate },
    body: { at: new Date(deviceMs).toISOString(), occurrenceDate },
    clock: { deviceMs, isChecked: false, knownMs: null, proposedDate: occurrenceDate, timeZone: zone, ...clock },
    ...more,
  } as OutboxReport;
}
/** In whole minutes; adding 0 turns -0 into 0. */
const minutesFromNow = ({ body }: OutboxReport) => Math.round((Date.parse(body.at) - Date.now()) / 60_000) + 0;

afterAll(() => deviceIsAhead(0));

describe('a report that was made before the server told its time', () => {
  it('stays as it is while the device’s clock is right', () => {
    deviceIsAhead(0);
    const report = reportBy(0);
    expect(withServerTime(report)).toBe(report);
  });

  it.each([-7 * YEAR_MS, 7 * YEAR_MS, -30 * HOUR_MS, 30 * HOUR_MS])(
    'has the time at which it was made, and its day, by a clock that is %i ms ahead',
    (aheadMs) => {
      deviceIsAhead(aheadMs);
      // The clock of this test is right, so that the device's error is added to what it says.
      const report = reportBy(0);
      const made = withServerTime({ ...report, clock: { ...report.clock!, deviceMs: Date.now() - HOUR_MS } });
      expect(made.isCorrected).toBe(true);
      expect(Math.abs(Date.parse(made.body.at) - (Date.now() - aheadMs - HOUR_MS))).toBeLessThan(10_000);
      expect(made.body.occurrenceDate).toBe(dayOf(Date.now() - aheadMs - HOUR_MS));
      expect(made.fields).toEqual({ occurrenceDate: made.body.occurrenceDate });
    },
  );

  it('has the time of its arrival where the clock was set since', () => {
    deviceIsAhead(0);
    const made = withServerTime(reportBy(-7 * YEAR_MS, { knownMs: Date.now() - 2 * HOUR_MS }));
    expect([minutesFromNow(made), made.correctedDate]).toEqual([0, dayOf(Date.now())]);
    expect(minutesFromNow(withServerTime(reportBy(7 * YEAR_MS)))).toBe(0);
  });

  it('keeps a day that a person chose', () => {
    deviceIsAhead(0);
    const report = reportBy(7 * YEAR_MS, { proposedDate: null });
    const made = withServerTime({ ...report, body: { ...report.body, occurrenceDate: '2026-03-02' } });
    expect([made.body.occurrenceDate, made.correctedDate, minutesFromNow(made)]).toEqual(['2026-03-02', undefined, 0]);
  });

  it('stays as it is once it may have arrived', () => {
    deviceIsAhead(0);
    for (const more of [{ isSent: true }, { tries: 2 }]) {
      const report = reportBy(7 * YEAR_MS, {}, more);
      expect(withServerTime(report)).toBe(report);
    }
    const waited = reportBy(7 * YEAR_MS, {}, { isSent: false, tries: 2 });
    expect(withServerTime(waited).isCorrected).toBe(true);
  });
});
