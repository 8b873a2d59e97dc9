import { figures } from '../../test/figures.ts';
import { keepsLimit, unchangedMonthsText, limitEffectText } from './limit-effects.ts';
import { ratePoints } from './rate-series.ts';

const trif = { '2026-03': { figure: 1.4 }, '2026-05': { figure: 2.1 }, '2026-06': { figure: 2.4 } };
const points = (dashboard = figures({ trif })) =>
  ratePoints(dashboard, 'trif').filter(({ provisional }) => !provisional);

describe('a change of a limit that was in force', () => {
  const zone = 'America/Edmonton';
  const unchanged = points().filter((point) => keepsLimit(point, '2026-11', zone));

  it('leaves the months that have ended as they were judged, and says from when it applies', () => {
    expect(unchanged).toHaveLength(points().length);
    expect(unchangedMonthsText('trif', unchanged.slice(0, 5), 2, 2.2, '2026-11', 2026)).toBe(
      'TRIF: January to May keep the limit that was in force then. 2.20 applies from November.',
    );
    expect(unchangedMonthsText('trif', unchanged.slice(0, 1), 2, null, '2026-11', 2026)).toBe(
      'TRIF: January keeps the limit that was in force then. No limit applies from November.',
    );
    expect(unchangedMonthsText('trif', unchanged, 2, 2.2, '2027-02', 2026)).toBe(
      'TRIF: the months of 2026 have ended and keep the limit that was in force then.',
    );
    expect(unchangedMonthsText('trif', unchanged, 2, 2, '2026-11', 2026)).toBeNull();
  });

  it('corrects what was set within the same month, or never before', () => {
    expect(keepsLimit({ month: '2026-05', limitSetAt: '2026-11-02T12:00:00Z' }, '2026-11', zone)).toBe(false);
    expect(keepsLimit({ month: '2026-05', limitSetAt: null }, '2026-11', zone)).toBe(false);
  });
});

describe('the effect of another limit on the months of its year', () => {
  it('names months that move above and below the limit', () => {
    expect(limitEffectText('trif', points(), 2, 2.2, 2026)).toBe('TRIF: May moves below the limit.');
    expect(limitEffectText('trif', points(), 2.2, 2, 2026)).toBe('TRIF: May moves above the limit.');
    expect(limitEffectText('trif', points(), 3, 2, 2026)).toBe('TRIF: May and June move above the limit.');
    expect(limitEffectText('trif', points(), null, 2, 2026)).toBe('TRIF: May and June move above the limit.');
  });

  it('says that no month moves; equal is not above', () => {
    expect(limitEffectText('trif', points(), 2, 2.09, 2026)).toBe('TRIF: no month moves above or below it.');
    expect(limitEffectText('trif', points(), 2.1, 2.39, 2026)).toBe('TRIF: no month moves above or below it.');
    expect(limitEffectText('trif', points(), 2, 2, 2026)).toBeNull();
  });

  it('names the months that are no longer above when the limit is removed', () => {
    expect(limitEffectText('trif', points(), 2, null, 2026)).toBe(
      'TRIF: without a limit, May and June are no longer above it.',
    );
    expect(limitEffectText('trif', points(), 9, null, 2026)).toBe('TRIF: without a limit, no month is above it.');
  });

  it('names provisional months', () => {
    const dashboard = figures({ trif: { ...trif, '2026-10': { figure: 2.3 } } });
    expect(limitEffectText('trif', ratePoints(dashboard, 'trif'), 2.35, 2.2, 2026)).toBe(
      'TRIF: October moves above the limit. October is provisional.',
    );
  });
});
