import { figures, limits } from '../../test/figures.ts';
import { ratePoints } from '../calculation/rate-series.ts';
import { boxOf, overlaps, widthOf } from './label-places.ts';
import {
  BAND_LABEL,
  limitLines,
  LONE_BAND_WIDTH,
  loneBand,
  markAt,
  placeLabels,
  type PlacedPoint,
} from './rate-layout.ts';

const plot = { left: 32, right: 504, top: 14, bottom: 286 };
const yOf = (value: number) => plot.bottom - (value / 4) * (plot.bottom - plot.top);

function placed(options: Parameters<typeof figures>[0]): PlacedPoint[] {
  const points = ratePoints(figures(options), 'trif');
  return points.map((point, place) => ({
    ...point,
    x: 46 + (place * 444) / Math.max(1, points.length - 1),
    at: yOf(point.figure ?? 0),
    atLow: point.low === null ? null : yOf(point.low),
    atHigh: point.high === null ? null : yOf(point.high),
  }));
}

const crossing = {
  '2026-05': { figure: 2.14, high: 3.1 },
  '2026-06': { figure: 2.35, high: 3.3 },
  '2026-07': { figure: 2.21, high: 3.1 },
};

describe('the layout of a rate chart', () => {
  it('draws the limit at its value, with the mark 14 px right of the plot', () => {
    const [line] = limitLines(placed({}), plot, yOf);
    expect(line).toEqual({ limit: 2, from: 32, to: 504, y: 150, isLast: true });
    expect(markAt(plot, false)).toEqual({ height: 24, centre: 504 + 14 + 12, text: 555 });
    expect(markAt(plot, true).height).toBe(20);
  });

  it('steps halfway between December and January when the limit changes', () => {
    const points = placed({ from: '2025-11', loadLines: [limits(2025, { trif: 2.2 }), limits(2026)] });
    const lines = limitLines(points, plot, yOf);
    expect(lines.map(({ limit, isLast }) => [limit, isLast])).toEqual([
      [2.2, false],
      [2, true],
    ]);
    expect(lines[0]!.to).toBe(lines[1]!.from);
    expect(lines[0]!.to).toBeCloseTo((points[1]!.x + points[2]!.x) / 2);
  });

  it('draws a changed limit as a step between the months, and after the last one for the current month', () => {
    const trif = { '2026-08': { limit: 2.4 }, '2026-09': { limit: 2.4 }, '2026-10': { limit: 2 } };
    const points = placed({ from: '2026-08', trif });
    const lines = limitLines(points, plot, yOf, 1.8);
    expect(lines.map(({ limit, isLast }) => [limit, isLast])).toEqual([
      [2.4, false],
      [2, false],
      [1.8, true],
    ]);
    expect(lines[0]!.to).toBeCloseTo((points[1]!.x + points[2]!.x) / 2);
    expect([lines[0]!.to, lines[1]!.to]).toEqual([lines[1]!.from, lines[2]!.from]);
    expect([lines[1]!.to > points[2]!.x, lines[2]!.to]).toEqual([true, plot.right]);
    expect(limitLines(points, plot, yOf, 2).map(({ isLast }) => isLast)).toEqual([false, true]);
    expect(limitLines(points, plot, yOf, null).map(({ isLast }) => isLast)).toEqual([false, false]);
  });

  it('draws the band of a single month as wide as its label', () => {
    const [only] = placed({});
    expect(loneBand(placed({}))).toBeNull();
    expect(loneBand([only!])).toEqual(only);
    const { band } = placeLabels([only!], limitLines([only!], plot, yOf), plot, false);
    expect(band!.x).toBe(only!.x);
    expect(LONE_BAND_WIDTH).toBeGreaterThan(widthOf(BAND_LABEL));
    expect([band!.y > only!.atHigh!, band!.y < only!.atLow!]).toEqual([true, true]);
  });

  it('labels every month above the limit; on phones only the highest', () => {
    const points = placed({ trif: crossing });
    const lines = limitLines(points, plot, yOf);
    expect(placeLabels(points, lines, plot, false).above.map(({ text }) => text)).toEqual(['2.35', '2.21', '2.14']);
    expect(placeLabels(points, lines, plot, true).above.map(({ text }) => text)).toEqual(['2.35']);
  });

  it('labels the last closed month, provisional months and the band without overlaps', () => {
    const points = placed({ trif: crossing });
    const { headline, provisional, band, above } = placeLabels(points, limitLines(points, plot, yOf), plot, false);
    expect(headline?.text).toBe('1.85');
    const boxes = [
      boxOf(headline!, 28),
      boxOf(provisional!, widthOf('provisional')),
      boxOf(band!, widthOf(BAND_LABEL)),
      ...above.map((each) => boxOf(each, 28)),
    ];
    boxes.forEach((box, place) => boxes.slice(place + 1).forEach((other) => expect(overlaps(box, other)).toBe(false)));
  });
});
