import { addressOf, daysOf, rangeOf, rangeSentence, rangeText, usualRanges } from './range.ts';

describe('the months of the dashboard', () => {
  it('are those from January until now unless the address says otherwise', () => {
    expect(rangeOf({}, '2026-11')).toEqual({ from: '2026-01', to: '2026-11' });
    expect(rangeOf({ to: '2025-06' }, '2026-11')).toEqual({ from: '2025-01', to: '2025-06' });
  });

  it('make sense whatever the address says', () => {
    expect(rangeOf({ from: '2026-09', to: '2026-02' }, '2026-11')).toEqual({ from: '2026-02', to: '2026-02' });
    expect(rangeOf({ from: '1900-01' }, '2026-11')).toEqual({ from: '2021-12', to: '2026-11' });
  });

  it('leave their defaults out of the address', () => {
    for (const { range } of usualRanges('2026-11')) expect(rangeOf(addressOf(range, '2026-11'), '2026-11')).toEqual(range);
    expect(addressOf({ from: '2026-01', to: '2026-11' }, '2026-11')).toEqual({});
    expect(addressOf({ from: '2025-01', to: '2025-12' }, '2026-11')).toEqual({ to: '2025-12' });
  });

  it('read as words', () => {
    expect(rangeText({ from: '2026-01', to: '2026-11' })).toBe('Jan 2026 – Nov 2026');
    expect(rangeSentence({ from: '2026-01', to: '2026-11' }, '2026-11')).toBe('January 2026 to now');
    expect(rangeSentence({ from: '2025-01', to: '2025-06' }, '2026-11')).toBe('January 2025 to June 2025');
  });

  it('end with the last day of the last month in the event list', () => {
    expect(daysOf({ from: '2023-10', to: '2024-02' })).toEqual({ from: '2023-10-01', to: '2024-02-29' });
  });
});
