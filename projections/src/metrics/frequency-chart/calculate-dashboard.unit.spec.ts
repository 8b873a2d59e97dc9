import { dashboard, type Dashboard } from '@plimsoll/contracts/metrics/http';
import { monthsBetween } from '@plimsoll/contracts/kernel/values/calendar';
import { calculateDashboard, type DashboardFacts, type MonthSums, type Worked } from './calculate-dashboard.ts';

const organizationGuid = '01990000-0000-7000-8000-000000000001';
const none: MonthSums = { trif: 0, ltif: 0, mvif: 0, leading: 0, lagging: 0 };
const cases = (months: Record<string, Partial<MonthSums>>) =>
  new Map(Object.entries(months).map(([month, sums]) => [month, { ...none, ...sums }]));
/** Hours and kilometres in whole units here, in hundredths there. */
const worked = (months: Record<string, Partial<Worked>>) =>
  new Map(
    Object.entries(months).map(([month, { hours = 0, kms = 0 }]) => [month, { hours: hours * 100, kms: kms * 100 }]),
  );
const every = (from: string, to: string, figures: Partial<Worked>) =>
  Object.fromEntries(monthsBetween(from, to).map((month) => [month, figures]));

function calculate(facts: Partial<DashboardFacts>): Dashboard {
  const today = facts.today ?? '2026-07-15';
  const answer = calculateDashboard({
    organizationGuid,
    from: `${today.slice(0, 4)}-01`,
    to: today.slice(0, 7),
    today,
    cases: new Map(),
    worked: new Map(),
    loadLines: [],
    limitOf: () => ({ limit: null, limitSetAt: null }),
    ...facts,
  });
  return dashboard.parse(answer);
}
const monthOf = (answer: Dashboard, month: string) => answer.months.find((one) => one.month === month)!;

describe('rolling 12', () => {
  test('one case in 50,000 hours is a frequency of 4', () => {
    const { rolling12 } = calculate({
      cases: cases({ '2026-03': { trif: 1 } }),
      worked: worked({ ...every('2025-07', '2026-05', { hours: 4_000 }), '2026-06': { hours: 6_000 } }),
    });
    expect(rolling12.trif).toMatchObject({ figure: 4, cases: 1, denominator: 50_000, provisional: false, missing: [] });
    expect(rolling12.ltif).toMatchObject({ figure: 0, cases: 0, low: 0 });
    expect(rolling12.until.hours).toBe('2026-06');
  });

  test('two cases in 22,000 hours are between 2.20 and 65.68', () => {
    const { trif } = calculate({
      cases: cases({ '2026-06': { trif: 2 } }),
      worked: worked({ '2026-06': { hours: 22_000 } }),
    }).rolling12;
    expect([trif.figure, trif.low, trif.high].map((figure) => figure!.toFixed(2))).toEqual(['18.18', '2.20', '65.68']);
  });

  test('six lost-time cases in 2.5 million hours are 0.48, which is 2.4 per million hours', () => {
    const { ltif } = calculate({
      cases: cases({ '2025-11': { trif: 4, ltif: 4 }, '2026-02': { trif: 2, ltif: 2 } }),
      worked: worked({ '2025-11': { hours: 1_000_000 }, '2026-06': { hours: 1_500_000 } }),
    }).rolling12;
    expect(ltif.figure).toBe(0.48);
  });

  test('it is the sum of cases over the sum of hours, not a mean of monthly rates', () => {
    const answer = calculate({
      cases: cases({ '2026-05': { trif: 1 }, '2026-06': { trif: 1 } }),
      worked: worked({ '2026-05': { hours: 1_000 }, '2026-06': { hours: 99_000 } }),
    });
    expect(answer.rolling12.trif.figure).toBe(4);
    expect(monthOf(answer, '2026-05').trif.monthRate).toBe(200);
  });

  test('it reaches over the end of the year, and drops what is older than twelve months', () => {
    const answer = calculate({
      today: '2026-02-01',
      from: '2025-12',
      cases: cases({ '2025-01': { trif: 1 }, '2025-02': { trif: 1 }, '2025-12': { trif: 1 }, '2026-01': { trif: 1 } }),
      worked: worked(every('2024-01', '2026-01', { hours: 10_000 })),
    });
    expect(answer.rolling12.until.hours).toBe('2026-01');
    expect(answer.rolling12.trif).toMatchObject({ cases: 3, denominator: 120_000, figure: 5 });
    expect(monthOf(answer, '2025-12').trif).toMatchObject({
      cases: 3,
      denominator: 120_000,
      figure: 5,
      provisional: false,
    });
    expect(answer.yearEarlier.trif).toMatchObject({ cases: 1, denominator: 120_000 });
  });

  test('it ends with the last closed month, which may differ between hours and kilometres', () => {
    const answer = calculate({
      worked: worked({ ...every('2025-01', '2026-05', { hours: 1_000, kms: 500 }), '2026-06': { hours: 1_000 } }),
      cases: cases({ '2026-06': { mvif: 1 }, '2025-06': { mvif: 3 } }),
    });
    expect(answer.rolling12.until).toEqual({ hours: '2026-06', kms: '2026-05' });
    expect(answer.rolling12.mvif).toMatchObject({ cases: 3, denominator: 6_000, figure: 500, provisional: false });
    expect(monthOf(answer, '2026-06').isClosed).toEqual({ hours: true, kms: false });
    expect(monthOf(answer, '2026-06').mvif).toMatchObject({ cases: 1, provisional: true, missing: ['2026-06'] });
  });

  test('an ended month without hours inside the window makes the rate provisional, and is named', () => {
    const months = every('2025-07', '2026-06', { hours: 5_000 });
    delete months['2026-04'];
    const answer = calculate({
      worked: worked({ ...months, '2026-02': { hours: 0, kms: 10 } }),
      cases: cases({ '2026-04': { trif: 1 } }),
    });
    expect(answer.rolling12.trif).toMatchObject({
      figure: 4,
      cases: 1,
      denominator: 50_000,
      provisional: true,
      missing: ['2026-02', '2026-04'],
    });
    expect(monthOf(answer, '2026-03').trif.missing).toEqual(expect.arrayContaining(['2026-02']));
    expect(monthOf(answer, '2026-04').trif.monthRate).toBeNull();
  });

  test('without any hours there is no figure, and every ended month is named', () => {
    const { rolling12, yearToDate } = calculate({
      cases: cases({ '2026-05': { trif: 1, lagging: 1 }, '2026-07': { lagging: 1 } }),
    });
    expect(rolling12.until).toEqual({ hours: null, kms: null });
    expect(rolling12.trif).toMatchObject({
      figure: null,
      low: null,
      high: null,
      cases: 1,
      denominator: 0,
      provisional: true,
    });
    expect(rolling12.trif.missing).toEqual(monthsBetween('2025-07', '2026-06'));
    expect(yearToDate).toMatchObject({
      until: null,
      lagging: 2,
      trif: { figure: null, cases: 1, missing: monthsBetween('2026-01', '2026-06') },
    });
  });
});

describe('the running month', () => {
  const answer = calculate({
    cases: cases({ '2026-06': { trif: 1 }, '2026-07': { trif: 5, lagging: 5, leading: 2 } }),
    worked: worked(every('2025-07', '2026-07', { hours: 50_000 })),
  });

  test('enters no rate, even with hours', () => {
    expect(answer.rolling12.trif).toMatchObject({ cases: 1, denominator: 600_000 });
    expect(answer.yearToDate.trif).toMatchObject({ cases: 1, denominator: 300_000 });
    expect(monthOf(answer, '2026-07').trif).toMatchObject({
      figure: null,
      monthRate: null,
      low: null,
      high: null,
      provisional: false,
      missing: [],
    });
  });

  test('is shown with what has happened so far', () => {
    expect(monthOf(answer, '2026-07')).toMatchObject({
      isRunning: true,
      isClosed: { hours: false, kms: false },
      hours: 50_000,
      leading: 2,
      lagging: 5,
    });
  });

  test('is closed as soon as it has ended', () => {
    expect(
      calculate({ today: '2026-08-01', worked: worked(every('2025-07', '2026-07', { hours: 50_000 })) }).rolling12.until
        .hours,
    ).toBe('2026-07');
  });
});

describe('year to date', () => {
  test('runs from January to the last closed month', () => {
    const answer = calculate({
      cases: cases({
        '2025-12': { trif: 9 },
        '2026-01': { trif: 1, leading: 4 },
        '2026-05': { trif: 1, leading: 1 },
        '2026-06': { trif: 7, leading: 8 },
      }),
      worked: worked(every('2025-07', '2026-05', { hours: 20_000 })),
    });
    expect(answer.yearToDate).toMatchObject({
      until: '2026-05',
      leading: 5,
      trif: { cases: 2, denominator: 100_000, figure: 4, provisional: false },
    });
  });

  test('in January it is still that of the year before', () => {
    const answer = calculate({
      today: '2027-01-20',
      worked: worked(every('2026-01', '2026-12', { hours: 10_000 })),
      cases: cases({ '2026-12': { trif: 3 } }),
    });
    expect(answer.yearToDate).toMatchObject({ until: '2026-12', trif: { cases: 3, denominator: 120_000, figure: 5 } });
  });

  test('looks back from the end of the range that is asked for', () => {
    const answer = calculate({
      from: '2025-01',
      to: '2025-03',
      cases: cases({ '2025-02': { trif: 1 }, '2025-04': { trif: 1 } }),
      worked: worked(every('2024-01', '2026-06', { hours: 10_000 })),
    });
    expect(answer.yearToDate).toMatchObject({ until: '2025-03', trif: { cases: 1, denominator: 30_000 } });
    expect(answer.rolling12).toMatchObject({ until: { hours: '2025-03' }, trif: { cases: 1, denominator: 120_000 } });
  });
});

test('hundredths add up without a rest: 0.1 + 0.2 hours are 0.3', () => {
  const answer = calculate({
    worked: new Map([
      ['2026-05', { hours: 10, kms: 0 }],
      ['2026-06', { hours: 20, kms: 0 }],
    ]),
  });
  expect(answer.rolling12.trif.denominator).toBe(0.3);
});

test('narrowing to a person changes leading and lagging, and no rate', () => {
  const facts = {
    cases: cases({ '2026-06': { trif: 2, leading: 5, lagging: 6 } }),
    worked: worked({ '2026-06': { hours: 1_000 } }),
  };
  const all = calculate(facts);
  const narrowed = calculate({ ...facts, narrowed: new Map([['2026-06', { leading: 1, lagging: 2 }]]) });
  expect(monthOf(narrowed, '2026-06')).toMatchObject({ leading: 1, lagging: 2, trif: monthOf(all, '2026-06').trif });
  expect(narrowed.yearToDate).toMatchObject({ leading: 1, lagging: 2 });
  expect(narrowed.rolling12).toEqual(all.rolling12);
});

test('a range at the edge of the calendar names no month outside of it', () => {
  expect(monthOf(calculate({ from: '1900-01', to: '1900-02' }), '1900-02').trif.missing).toEqual([
    '1900-01',
    '1900-02',
  ]);
});
