import { isRequiredMonth, overviewMonths } from './month-list.ts';

describe('the months of the overview', () => {
  it('are those that have ended, the newest first', () => {
    expect(overviewMonths('2026-11-19', 3)).toEqual(['2026-10', '2026-09', '2026-08']);
  });

  it("are required from the organization's creation, at most twelve back, once they have ended", () => {
    const isRequired = (month: string) => isRequiredMonth(month, '2026-11-19', '2026-03-12');
    expect(['2026-02', '2026-03', '2026-10', '2026-11'].map(isRequired)).toEqual([false, true, true, false]);
    expect(['2025-10', '2025-11'].map((month) => isRequiredMonth(month, '2026-11-19', '2020-01-01'))).toEqual([
      false,
      true,
    ]);
  });
});
