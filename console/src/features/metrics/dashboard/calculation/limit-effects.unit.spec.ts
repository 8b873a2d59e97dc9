import { figures } from '../../test/figures.ts';
import { limitEffectText } from './limit-effects.ts';
import { ratePoints } from './rate-series.ts';

const trif = { '2026-03': { figure: 1.4 }, '2026-05': { figure: 2.1 }, '2026-06': { figure: 2.4 } };
const points = (dashboard = figures({ trif })) =>
  ratePoints(dashboard, 'trif').filter(({ provisional }) => !provisional);

describe('what another limit does to the months of its year', () => {
  it('names those that move above and those that move below', () => {
    expect(limitEffectText('trif', points(), 2, 2.2, 2026)).toBe('TRIF: May moves below the limit.');
    expect(limitEffectText('trif', points(), 2.2, 2, 2026)).toBe('TRIF: May moves above the limit.');
    expect(limitEffectText('trif', points(), 3, 2, 2026)).toBe('TRIF: May and June move above the limit.');
    expect(limitEffectText('trif', points(), null, 2, 2026)).toBe('TRIF: May and June move above the limit.');
  });

  it('says that there are none, equal being not above', () => {
    expect(limitEffectText('trif', points(), 2, 2.09, 2026)).toBe('TRIF: no month moves above or below it.');
    expect(limitEffectText('trif', points(), 2.1, 2.39, 2026)).toBe('TRIF: no month moves above or below it.');
    expect(limitEffectText('trif', points(), 2, 2, 2026)).toBeNull();
  });

  it('says what becomes of the months that were above when the limit is lifted', () => {
    expect(limitEffectText('trif', points(), 2, null, 2026)).toBe(
      'TRIF: without a limit, May and June are no longer above it.',
    );
    expect(limitEffectText('trif', points(), 9, null, 2026)).toBe('TRIF: without a limit, no month is above it.');
  });

  it('says which of them are provisional', () => {
    const dashboard = figures({ trif: { ...trif, '2026-10': { figure: 2.3 } } });
    expect(limitEffectText('trif', ratePoints(dashboard, 'trif'), 2.35, 2.2, 2026)).toBe(
      'TRIF: October moves above the limit. October is provisional.',
    );
  });
});
