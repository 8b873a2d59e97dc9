import { addMonths, monthsBetween, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import { dashboard, type Dashboard, type LoadLinesAnswer, type RateFigure } from '@plimsoll/contracts/metrics/http';
import { organizationGuid, priya } from '../../../lib/test/stage.tsx';

export const rate = (change: Partial<RateFigure> = {}): RateFigure => ({
  figure: 1.85,
  cases: 26,
  denominator: 2_811_430,
  low: 1.21,
  high: 2.71,
  provisional: false,
  missing: [],
  ...change,
});

export const noRate = (missing: YearMonth[]): RateFigure =>
  rate({ figure: null, cases: 0, denominator: 0, low: null, high: null, provisional: missing.length > 0, missing });

const firstSet = (year: number) => ({ from: null, by: priya, at: `${year}-01-06T15:30:00Z`, reason: null });

export const limits = (year: number, change: Partial<LoadLinesAnswer> = {}): LoadLinesAnswer => ({
  year,
  trif: 2,
  ltif: 0.6,
  mvif: 2.5,
  setBy: priya,
  setAt: `${year}-01-06T15:30:00Z`,
  reason: null,
  changes: { trif: firstSet(year), ltif: firstSet(year), mvif: firstSet(year) },
  revision: 1,
  ...change,
});

interface FiguresOptions {
  from?: YearMonth;
  to?: YearMonth;
  running?: YearMonth;
  /** TRIF of each month of the range; other values are defaults. */
  trif?: Readonly<Record<YearMonth, Partial<Dashboard['months'][number]['trif']>>>;
  until?: YearMonth | null;
  loadLines?: LoadLinesAnswer[];
  change?: Partial<Dashboard>;
}

/** Dashboard response that matches its schema: January to November 2026, closed until September. */
export function figures({
  from = '2026-01',
  to = '2026-11',
  running = '2026-11',
  trif = {},
  until = '2026-09',
  loadLines = [limits(2026)],
  change = {},
}: FiguresOptions = {}): Dashboard {
  const missingMonths = until === null ? [] : monthsBetween(addMonths(until, 1), addMonths(running, -1));
  return dashboard.parse({
    organizationGuid,
    from,
    to,
    months: monthsBetween(from, to).map((month) => {
      const isClosed = until !== null && month <= until;
      const usual =
        month >= running
          ? noRate([])
          : rate({ provisional: !isClosed, missing: missingMonths.filter((each) => each <= month) });
      const set = loadLines.find(({ year }) => year === Number(month.slice(0, 4)));
      const judged = (metric: 'trif' | 'ltif' | 'mvif') => ({
        monthRate: null,
        limit: set?.[metric] ?? null,
        limitSetAt: set?.setAt ?? null,
      });
      return {
        month,
        isRunning: month === running,
        isClosed: { hours: isClosed, kms: isClosed },
        trif: { ...usual, ...judged('trif'), ...trif[month] },
        ltif: { ...usual, ...judged('ltif') },
        mvif: { ...usual, ...judged('mvif') },
        hours: isClosed ? 234_000 : 0,
        kms: isClosed ? 412_000 : 0,
        leading: 138,
        lagging: 20,
      };
    }),
    yearToDate: { trif: rate({ figure: 1.8 }), ltif: rate(), mvif: rate(), leading: 1242, lagging: 180, until },
    rolling12: {
      trif: rate(),
      ltif: rate({ figure: 0.3557, cases: 5, low: 0.12, high: 0.83 }),
      mvif: rate({ figure: 1.818, cases: 9, denominator: 4_950_200 }),
      until: { hours: until, kms: until },
    },
    yearEarlier: { trif: rate({ figure: 1.725 }), ltif: rate(), mvif: rate() },
    loadLines,
    ...change,
  });
}
