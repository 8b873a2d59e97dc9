import { readFileSync } from 'node:fs';
import { dart, ltif, mvif, perMillionHours, plausibleYearlyHours, psp, ratePer, severityRate, trif } from './rates.ts';

describe('rates with known answers', () => {
  test("OSHA's DART example: 22 cases in 645,089 hours", () => {
    expect(dart({ daysAway: 12, restrictedOrTransferred: 10 }, 645_089)).toBeCloseTo(6.8208, 4);
  });

  test("OSHA's DAFWII inputs: 25 cases in 452,680 hours", () => {
    expect(ltif(25, 452_680)).toBeCloseTo(11.0453, 4);
  });

  test('public incidence examples: one case in 50,000 and in 25,000 hours', () => {
    expect(trif(1, 50_000)).toBe(4);
    expect(trif(1, 25_000)).toBe(8);
  });

  test('two cases in 22,000 and in 220,000 hours', () => {
    expect(trif(2, 22_000)).toBeCloseTo(18.1818, 4);
    expect(trif(2, 220_000)).toBeCloseTo(1.81818, 5);
  });

  test('per million hours is five times the 200,000 rate: six lost-time cases in 2.5 million hours', () => {
    expect(ltif(6, 2_500_000)).toBe(0.48);
    expect(perMillionHours(ltif(6, 2_500_000))).toBeCloseTo(2.4, 12);
  });

  test('the identities of the BLS rates of 2004: DAFW 1.4 and DJTR 1.1 make DART 2.5; others 2.3 make 4.8', () => {
    const hours = 2_000_000;
    expect(ltif(14, hours)).toBeCloseTo(1.4, 12);
    expect(dart({ daysAway: 14, restrictedOrTransferred: 11 }, hours)).toBeCloseTo(2.5, 12);
    expect(trif(14 + 11 + 23, hours)).toBeCloseTo(4.8, 12);
  });

  test('vehicle incidents count per million kilometres', () => {
    expect(mvif(3, 1_500_000)).toBe(2);
  });

  test('leading events have a count, a rate and a ratio to the lagging ones', () => {
    expect(psp(30, 12, 100_000)).toEqual({ count: 30, rate: 60, ratioToLagging: 2.5 });
    expect(psp(3, 0, 0)).toEqual({ count: 3, rate: null, ratioToLagging: null });
  });

  test('missing or zero hours give no rate, not 0', () => {
    for (const rate of [trif, ltif, mvif]) {
      expect(rate(0, 0)).toBeNull();
      expect(rate(3, null)).toBeNull();
    }
    expect(severityRate({ away: 3, restricted: 0 }, 0)).toBeNull();
    expect(perMillionHours(null)).toBeNull();
  });
});

describe('200 establishments in the layout of the 300A', () => {
  const filings = readTable('SYNTHETIC_ita_300a_published_shape.csv').map((row) => ({
    id: row['id']!,
    heads: Number(row['annual_average_employees']),
    hours: Number(row['total_hours_worked']),
    deaths: Number(row['total_deaths']),
    daysAwayCases: Number(row['total_dafw_cases']),
    restrictedCases: Number(row['total_djtr_cases']),
    otherCases: Number(row['total_other_cases']),
    daysAway: Number(row['total_dafw_days']),
    daysRestricted: Number(row['total_djtr_days']),
  }));
  const expected = new Map(readTable('SYNTHETIC_ita_300a_expected_rates.csv').map((row) => [row['id']!, row]));
  const cases = (filing: (typeof filings)[number]) =>
    filing.deaths + filing.daysAwayCases + filing.restrictedCases + filing.otherCases;

  test('every row has the rates that were computed apart from this product', () => {
    expect(filings).toHaveLength(200);
    for (const filing of filings) {
      const row = expected.get(filing.id)!;
      const found = {
        cases: cases(filing),
        trif: trif(cases(filing), filing.hours)!.toFixed(4),
        dart: dart(
          { daysAway: filing.daysAwayCases, restrictedOrTransferred: filing.restrictedCases },
          filing.hours,
        )!.toFixed(4),
        ltif: ltif(filing.deaths + filing.daysAwayCases, filing.hours)!.toFixed(4),
        severity: severityRate({ away: filing.daysAway, restricted: filing.daysRestricted }, filing.hours)!.toFixed(4),
        plausible: plausibleYearlyHours(filing.hours, filing.heads) ? 'Y' : 'N',
      };
      expect({ id: filing.id, ...found }).toEqual({
        id: filing.id,
        cases: Number(row['recordable_cases']),
        trif: Number(row['trir_200k']).toFixed(4),
        dart: Number(row['dart_200k']).toFixed(4),
        ltif: Number(row['ltir_200k']).toFixed(4),
        severity: Number(row['severity_days_200k']).toFixed(4),
        plausible: row['hours_plausible_120_4500'],
      });
    }
  });

  test('the aggregate is the sum of cases over the sum of hours, of those with plausible hours', () => {
    const screened = filings.filter(({ hours, heads }) => plausibleYearlyHours(hours, heads));
    const sum = (of: typeof filings) => ({
      cases: of.reduce((total, one) => total + cases(one), 0),
      hours: of.reduce((total, one) => total + one.hours, 0),
    });
    expect(sum(screened)).toEqual({ cases: 755, hours: 59_174_383 });
    expect(trif(755, 59_174_383)).toBeCloseTo(2.5518, 4);
    const all = sum(filings);
    expect(ratePer(200_000, all.cases, all.hours)).toBeCloseTo(0.00000897, 8);
  });
});

function readTable(name: string): Record<string, string>[] {
  const [header = [], ...rows] = readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map((cell) => cell[1]!.replace(/^"|"$/g, '')));
  return rows.map((cells) => Object.fromEntries(header.map((column, at) => [column, cells[at]!])));
}
