import { monthsBetween } from '@plimsoll/contracts/kernel/values/calendar';
import { addressOf, rangeOf, rangeSentence, rangeText, presetRanges } from './range.ts';

describe('the months of the dashboard', () => {
  it('default to January until now', () => {
    expect(rangeOf({}, '2026-11')).toEqual({ from: '2026-01', to: '2026-11' });
    expect(rangeOf({ to: '2025-06' }, '2026-11')).toEqual({ from: '2025-01', to: '2025-06' });
  });

  it('are corrected if the URL has an invalid range', () => {
    expect(rangeOf({ from: '2026-09', to: '2026-02' }, '2026-11')).toEqual({ from: '2026-02', to: '2026-02' });
    expect(rangeOf({ from: '1900-01' }, '2026-11')).toEqual({ from: '2021-12', to: '2026-11' });
  });

  it('are omitted from the URL if they are the default', () => {
    for (const { range } of presetRanges('2026-11'))
      expect(rangeOf(addressOf(range, '2026-11'), '2026-11')).toEqual(range);
    expect(addressOf({ from: '2026-01', to: '2026-11' }, '2026-11')).toEqual({});
    expect(addressOf({ from: '2025-01', to: '2025-12' }, '2026-11')).toEqual({ to: '2025-12' });
  });

  it('are formatted as text', () => {
    expect(rangeText({ from: '2026-01', to: '2026-11' })).toBe('Jan 2026 – Nov 2026');
    expect(rangeSentence({ from: '2026-01', to: '2026-11' }, '2026-11')).toBe('January 2026 to now');
    expect(rangeSentence({ from: '2025-01', to: '2025-06' }, '2026-11')).toBe('January 2025 to June 2025');
  });

  it('match the number in the name of a preset', () => {
    const count = (label: string) => {
      const { from, to } = presetRanges('2026-03').find((usual) => usual.label === label)!.range;
      return monthsBetween(from, to).length;
    };
    expect([count('Last 12 months'), count('Last 24 months'), count('Last year, 2025')]).toEqual([12, 24, 12]);
  });
});
