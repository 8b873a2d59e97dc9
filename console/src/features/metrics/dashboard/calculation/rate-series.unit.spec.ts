import { figures, limits, rate } from '../../test/figures.ts';
import { limitSpans, ratePoints, reachOf } from './rate-series.ts';

const aboveOf = (points: ReturnType<typeof ratePoints>) =>
  points.filter(({ isAbove }) => isAbove).map(({ month }) => month);

describe('the months of a rate', () => {
  it('are those that have ended, without the current month', () => {
    const points = ratePoints(figures(), 'trif');
    expect(points.at(0)?.month).toBe('2026-01');
    expect(points.at(-1)?.month).toBe('2026-10');
    expect(ratePoints(figures({ from: '2026-11' }), 'trif')).toEqual([]);
  });

  it('are marked as above the limit by the unrounded figure; equal is not above', () => {
    const trif = {
      '2026-03': { figure: 2 },
      '2026-04': { figure: 2.0000001 },
      '2026-05': { figure: 2.35 },
      '2026-06': { figure: 1.9999 },
    };
    expect(aboveOf(ratePoints(figures({ trif }), 'trif'))).toEqual(['2026-04', '2026-05']);
  });

  it('are not marked as above the limit while they are provisional', () => {
    const points = ratePoints(
      figures({ trif: { '2026-10': { figure: 3, provisional: true, missing: ['2026-10'] } } }),
      'trif',
    );
    expect(aboveOf(points)).toEqual([]);
    expect(points.filter(({ isProvisionallyAbove }) => isProvisionallyAbove).map(({ month }) => month)).toEqual([
      '2026-10',
    ]);
  });

  it('are each judged by the limit that was in force then, and a changed limit begins another span', () => {
    const trif = {
      '2026-04': { figure: 2.1, limit: 2.2 },
      '2026-05': { figure: 2.1, limit: 2.2 },
      '2026-06': { figure: 2.1, limit: 2 },
    };
    const points = ratePoints(figures({ from: '2026-04', to: '2026-06', trif }), 'trif');
    expect(aboveOf(points)).toEqual(['2026-06']);
    expect(limitSpans(points)).toEqual([
      { limit: 2.2, first: 0, last: 1 },
      { limit: 2, first: 2, last: 2 },
    ]);
  });

  it('are compared with the limit of their calendar year', () => {
    const trif = { '2025-12': { figure: 2.1 }, '2026-01': { figure: 2.1 } };
    const points = ratePoints(
      figures({ from: '2025-11', trif, loadLines: [limits(2025, { trif: 2.2 }), limits(2026)] }),
      'trif',
    );
    expect(aboveOf(points)).toEqual(['2026-01']);
    expect(limitSpans(points)).toEqual([
      { limit: 2.2, first: 0, last: 1 },
      { limit: 2, first: 2, last: 11 },
    ]);
  });

  it('have no limit in a year for which none was set', () => {
    const points = ratePoints(
      figures({ from: '2025-11', trif: { '2025-12': { figure: 9 } }, loadLines: [limits(2026)] }),
      'trif',
    );
    expect(aboveOf(points)).toEqual([]);
    expect(limitSpans(points).map(({ limit, first }) => [limit, first])).toEqual([[2, 2]]);
  });

  it('mark the last closed month as the headline', () => {
    expect(
      ratePoints(figures(), 'trif')
        .filter(({ isHeadline }) => isHeadline)
        .map(({ month }) => month),
    ).toEqual(['2026-09']);
  });
});

describe('the height of the axis', () => {
  const point = (change: Partial<ReturnType<typeof ratePoints>[number]>) => ({
    ...rate(),
    month: '2026-01',
    monthRate: null,
    limit: null,
    limitSetAt: null,
    isAbove: false,
    isProvisionallyAbove: false,
    isHeadline: false,
    ...change,
  });

  it('always includes the limit and the interval of the headline', () => {
    expect(reachOf([point({ limit: 3 })])).toBe(3);
    expect(reachOf([point({ limit: 2 })], 3)).toBe(3);
    expect(reachOf([point({ isHeadline: true, high: 2.71, limit: 2 })])).toBe(2.71);
  });

  it('is capped when the interval of a first month is wide', () => {
    expect(reachOf([point({ high: 65.68 }), point({ isHeadline: true, high: 2.5 })])).toBe(3.5);
  });
});
