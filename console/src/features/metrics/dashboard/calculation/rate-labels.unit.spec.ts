import { priya } from '../../../../lib/test/stage.tsx';
import { figures, rate } from '../../test/figures.ts';
import { monthsPhrase } from './month-labels.ts';
import { ratePoints } from './rate-series.ts';
import {
  aboveLimitText,
  earlierLimitText,
  limitChangeText,
  chartText,
  provisionallyAboveText,
  provisionalText,
  reasonText,
  sumTerms,
} from './rate-labels.ts';

const points = (options: Parameters<typeof figures>[0] = {}) => ratePoints(figures(options), 'trif');

describe('the texts beside a rate', () => {
  it('show the formula: cases times the base over the hours', () => {
    expect(sumTerms('trif', rate())).toEqual({
      cases: '26 recordable cases',
      base: '200,000',
      denominator: '2,811,430 hours',
    });
    expect(sumTerms('ltif', rate({ cases: 1 })).cases).toBe('1 lost-time case');
    expect(sumTerms('mvif', rate({ cases: 9, denominator: 4_950_200.5 }))).toEqual({
      cases: '9 vehicle incidents',
      base: '1,000,000',
      denominator: '4,950,200.5 km',
    });
  });

  it('name the months above the limit and when it was set', () => {
    const trif = { '2026-05': { figure: 2.14 }, '2026-06': { figure: 2.35 }, '2026-07': { figure: 2.21 } };
    expect(aboveLimitText(points({ trif }), ['6 January 2026'], 2026)).toBe(
      'Above the limit (set 6 January 2026) from May to July.',
    );
    expect(aboveLimitText(points(), ['6 January 2026'], 2026)).toBeNull();
  });

  it.each([
    [['2026-04'], 'in April'],
    [['2026-04', '2026-05'], 'in April and May'],
    [['2026-03', '2026-05', '2026-07'], 'in March, May and July'],
    [['2026-05', '2026-06', '2026-07', '2026-09'], 'from May to July and in September'],
    [['2025-11', '2025-12', '2026-01'], 'from November 2025 to January 2026'],
    [['2025-02', '2025-03', '2025-04'], 'from February to April 2025'],
  ])('name %j as "%s"', (months, text) => {
    expect(monthsPhrase(months, 2026)).toBe(text);
  });

  it('explain why a figure is provisional', () => {
    expect(provisionalText('trif', points(), 2026)).toBe('October is provisional: no hours yet.');
    expect(provisionalText('mvif', points({ until: '2026-08' }), 2026)).toBe(
      'September and October are provisional: no kilometres yet.',
    );
    const provisional = { provisional: true, missing: ['2025-03'] };
    const trif = { '2026-01': provisional, '2026-02': provisional };
    expect(provisionalText('trif', points({ until: '2026-10', trif }), 2026)).toBe(
      'January and February are provisional: no hours for March 2025.',
    );
    expect(provisionalText('trif', points({ until: '2026-10' }), 2026)).toBeNull();
  });

  it('name provisional months above the limit as provisional', () => {
    const trif = { '2026-10': { figure: 2.35, provisional: true } };
    expect(provisionallyAboveText(points({ trif }), 2026)).toBe('Provisionally above the limit in October.');
    expect(aboveLimitText(points({ trif }), [], 2026)).toBeNull();
    expect(chartText('trif', points({ from: '2026-10', trif }))).toContain('Oct 2.35 provisional above the limit.');
    expect(provisionallyAboveText(points(), 2026)).toBeNull();
  });

  it('describe a change of the limit: who, when, why and from what', () => {
    const change = { from: 2.2, by: priya, at: '2026-11-14T15:00:00Z', reason: 'Two crews more' };
    expect(limitChangeText(change, 2, '14 November 2026')).toBe(
      'Priya Raman changed the limit from 2.20 to 2.00 on 14 November 2026: “Two crews more”',
    );
    expect(limitChangeText({ ...change, reason: null }, null, '14 November 2026', 2025)).toBe(
      'Priya Raman lifted the limit of 2025, which was 2.20, on 14 November 2026.',
    );
    expect(limitChangeText({ ...change, from: null }, 2, '14 November 2026')).toBeNull();
  });

  it('name the months that stay judged by an earlier limit', () => {
    const trif = { '2026-01': { limit: 2.2 }, '2026-02': { limit: 2.2 }, '2026-03': { limit: 2.2 } };
    const unchanged = points({ trif }).slice(0, 3);
    expect(earlierLimitText(unchanged, 2026)).toBe(
      'January to March are judged by the limit of 2.20 that was in force then.',
    );
    expect(earlierLimitText([], 2026)).toBeNull();
    expect(chartText('trif', points({ from: '2026-03', to: '2026-05', trif }), undefined)).toContain(
      'Limit 2.20 in Mar, 2.00 from Apr to May.',
    );
    expect(chartText('trif', points({ from: '2026-08' }), 1.8)).toContain('Limit 2.00 from Aug to Oct, 1.80 now.');
  });

  it('do not quote an erased reason or name', () => {
    const change = { from: 2.2, by: { ...priya, name: 'erased' }, at: '2026-11-14T15:00:00Z', reason: 'erased' };
    expect(limitChangeText(change, 2, '14 November 2026')).toBe(
      'Someone whose name has been erased changed the limit from 2.20 to 2.00 on 14 November 2026. The reason has been erased.',
    );
    expect(reasonText('erased')).toBe('The reason has been erased.');
  });

  it('include a text alternative of the chart', () => {
    const text = chartText(
      'trif',
      points({
        from: '2026-08',
        trif: { '2026-08': { figure: 2.351 }, '2026-10': { figure: 1.795, provisional: true } },
      }),
    );
    expect(text).toBe(
      'Total recordable incident frequency, rolling 12 months: Aug 2.35 above the limit, Sep 1.85, Oct 1.80 provisional. Limit 2.00.',
    );
  });
});
