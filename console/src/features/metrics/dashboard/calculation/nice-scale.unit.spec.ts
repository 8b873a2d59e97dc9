import { niceScale } from './nice-scale.ts';

describe('the steps of an axis', () => {
  it.each([
    [3.3, [0, 1, 2, 3, 4], 0],
    [0.93, [0, 0.25, 0.5, 0.75, 1], 2],
    [4.5, [0, 1, 2, 3, 4, 5], 0],
    [2.99, [0, 1, 2, 3], 0],
    [166, [0, 50, 100, 150, 200], 0],
    [0, [0, 0.25, 0.5, 0.75, 1], 2],
  ])('up to %d are %j', (highest, ticks, decimals) => {
    expect(niceScale(highest)).toEqual({ ticks, decimals, top: ticks.at(-1) });
  });

  it.each([
    [36, [0, 10, 20, 30, 40]],
    [4, [0, 1, 2, 3, 4]],
    [1, [0, 1, 2, 3]],
    [0, [0, 1, 2, 3]],
  ])('for counts up to %d are whole: %j', (highest, ticks) => {
    expect(niceScale(highest, { whole: true }).ticks).toEqual(ticks);
  });

  it('always reach the highest figure, in three to five steps', () => {
    for (let highest = 0.01; highest < 5_000; highest *= 1.13) {
      const { top, ticks } = niceScale(highest);
      expect(top).toBeGreaterThanOrEqual(highest);
      expect(ticks.length).toBeGreaterThanOrEqual(4);
      expect(ticks.length).toBeLessThanOrEqual(6);
    }
  });
});
