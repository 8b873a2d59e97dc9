import { rateText } from '../calculation/half-up.ts';
import { limitSpans, type RatePoint } from '../calculation/rate-series.ts';
import { boxOf, firstFree, widthOf, type Box, type TextPlace } from './label-places.ts';

export interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A month with its coordinates in px. */
export interface PlacedPoint extends RatePoint {
  x: number;
  at: number;
  atLow: number | null;
  atHigh: number | null;
}

export interface LimitLine {
  limit: number;
  from: number;
  to: number;
  /** Upper edge of the line. */
  y: number;
  /** Ends in the load-line mark. */
  isLast: boolean;
}

export interface Mark {
  height: number;
  centre: number;
  text: number;
}

/** Position of the load-line mark, whose ring starts 14 px right of the plot. */
export const markAt = (plot: Plot, isPhone: boolean): Mark => {
  const height = isPhone ? 20 : 24;
  const centre = plot.right + 14 + height / 2;
  return { height, centre, text: centre + height * 0.75 + 7 };
};

/**
 * Line of each limit. It changes halfway between two months, and after the last one if the limit of the current month,
 * which has no point, is another.
 */
export function limitLines(
  points: readonly PlacedPoint[],
  plot: Plot,
  yOf: (value: number) => number,
  currentLimit?: number | null,
): LimitLine[] {
  const final = points.length - 1;
  const isStepped = currentLimit !== undefined && currentLimit !== points[final]?.limit;
  const end = isStepped && final >= 0 ? (points[final]!.x + plot.right) / 2 : plot.right;
  const between = (place: number) => (points[place]!.x + points[place + 1]!.x) / 2;
  const lines = limitSpans(points).map(({ limit, first, last }) => ({
    limit,
    from: first === 0 ? plot.left : between(first - 1),
    to: last === final ? end : between(last),
    y: Math.round(yOf(limit)),
    isLast: last === final && !isStepped,
  }));
  if (!isStepped || currentLimit === null) return lines;
  return [...lines, { limit: currentLimit, from: end, to: plot.right, y: Math.round(yOf(currentLimit)), isLast: true }];
}

export interface RateLabels {
  /** Values of triangles that are labelled. */
  above: (TextPlace & { text: string })[];
  headline: (TextPlace & { text: string }) | null;
  provisional: TextPlace | null;
  band: TextPlace | null;
  /** Limits that end within the range. */
  limits: (TextPlace & { text: string })[];
}

const PROVISIONAL = 'provisional';
export const BAND_LABEL = '95% interval';

/** Width of a band with only one month, wide enough for its label. */
export const LONE_BAND_WIDTH = widthOf(BAND_LABEL) + 24;

type Banded = PlacedPoint & { atLow: number; atHigh: number };
const bandedOf = (points: readonly PlacedPoint[]): Banded[] =>
  points.filter((point): point is Banded => point.atLow !== null && point.atHigh !== null);

/** The only month with a band, or null. */
export function loneBand(points: readonly PlacedPoint[]): Banded | null {
  const banded = bandedOf(points);
  return banded.length === 1 ? banded[0]! : null;
}

/** Boxes that the data occupies: each mark, and the line between them in steps. */
function dataBoxes(points: readonly PlacedPoint[]): Box[] {
  const shown = points.filter(({ figure }) => figure !== null);
  const marks = shown.map(({ x, at, isAbove, isProvisionallyAbove }) =>
    isAbove || isProvisionallyAbove
      ? { x: x - 7, y: at - 8, width: 14, height: 13 }
      : { x: x - 5, y: at - 5, width: 10, height: 10 },
  );
  const line = shown.slice(1).flatMap((point, place) => {
    const before = shown[place]!;
    return [0.2, 0.35, 0.5, 0.65, 0.8].map((part) => ({
      x: before.x + (point.x - before.x) * part - 3,
      y: before.at + (point.at - before.at) * part - 2,
      width: 6,
      height: 4,
    }));
  });
  return [...marks, ...line];
}

function limitBoxes(lines: readonly LimitLine[], plot: Plot, isPhone: boolean): Box[] {
  return lines.flatMap(({ from, to, y, isLast }) => {
    const line = { x: from, y: y - 1, width: to - from, height: 4 };
    if (!isLast) return [line];
    const { height, centre, text } = markAt(plot, isPhone);
    return [
      line,
      { x: centre - height * 0.75, y: y - height / 2, width: height * 1.5, height },
      { x: text, y: y - 10, width: 60, height: 36 },
    ];
  });
}

/**
 * Places labels next to their data without overlaps. Labels that do not fit are omitted; the note and the table contain
 * the same information.
 */
export function placeLabels(
  points: readonly PlacedPoint[],
  lines: readonly LimitLine[],
  plot: Plot,
  isPhone: boolean,
): RateLabels {
  const taken = [...dataBoxes(points), ...limitBoxes(lines, plot, isPhone)];
  const put = <Place extends TextPlace>(place: Place | null, width: number): Place | null => {
    if (place) taken.push(boxOf(place, width));
    return place;
  };
  const inside = ({ y }: TextPlace) => y < plot.bottom - 3 && y > plot.top + 6;

  const headlinePoint = points.find(({ isHeadline, figure, isAbove }) => isHeadline && figure !== null && !isAbove);
  const headlineText = headlinePoint ? rateText(headlinePoint.figure) : '';
  const below = (point: PlacedPoint) => ({ x: point.x, y: point.at + 20 });
  const over = (point: PlacedPoint) => ({ x: point.x, y: point.at - (point.isAbove ? 12 : 11) });

  const peaks = points.filter(({ isAbove }) => isAbove).sort((a, b) => b.figure! - a.figure!);
  const above = peaks.slice(0, isPhone ? 1 : undefined).flatMap((point, rank) => {
    const text = rateText(point.figure);
    const place = rank === 0 ? over(point) : firstFree([over(point)], widthOf(text) + 4, taken);
    return put(place && { ...place, text }, widthOf(text) + 4) ?? [];
  });

  const headline = headlinePoint
    ? put(
        {
          ...(firstFree([below(headlinePoint), over(headlinePoint)].filter(inside), widthOf(headlineText), taken) ??
            below(headlinePoint)),
          text: headlineText,
        },
        widthOf(headlineText) + 4,
      )
    : null;

  const last = points.findLast(({ provisional, figure }) => provisional && figure !== null);
  const width = widthOf(PROVISIONAL);
  const sides = last ? [last.x - 12 + width / 2, last.x, last.x + 8 - width / 2] : [];
  const provisional =
    last && !isPhone
      ? put(
          firstFree(
            [20, -11, 32, -22].flatMap((shift) => sides.map((x) => ({ x, y: last.at + shift }))).filter(inside),
            width,
            taken,
          ),
          width,
        )
      : null;

  const limits = lines
    .filter(({ isLast }) => !isLast)
    .flatMap(({ from, to, y, limit }) => {
      const text = `limit ${rateText(limit)}`;
      const half = widthOf(text) / 2;
      const candidates = [from + half + 4, to - half - 4, (from + to) / 2].flatMap((x) => [
        { x, y: y - 6 },
        { x, y: y + 15 },
      ]);
      const place = to - from < half * 2 ? null : firstFree(candidates, half * 2, taken);
      return put(place && { ...place, text }, half * 2) ?? [];
    });
  return { above, headline, provisional, limits, band: placeBand(points, taken) };
}

/** Highest free position within the band, preferring its middle. */
function placeBand(points: readonly PlacedPoint[], taken: readonly Box[]): TextPlace | null {
  const width = widthOf(BAND_LABEL);
  const banded = bandedOf(points);
  const candidates = banded.flatMap(({ x, atHigh, atLow }) => {
    const near = banded.filter((each) => Math.abs(each.x - x) <= width / 2 + 24);
    const covered =
      banded.length === 1 ||
      (near.some((each) => each.x <= x - width / 2) && near.some((each) => each.x >= x + width / 2));
    if (!covered) return [];
    const top = Math.max(...near.map((each) => each.atHigh), atHigh) + 16;
    const bottom = Math.min(...near.map((each) => each.atLow), atLow) - 6;
    const places: TextPlace[] = [];
    for (let y = top; y <= bottom; y += 4) places.push({ x, y });
    return places;
  });
  const middle = banded.length > 0 ? (banded[0]!.x + banded.at(-1)!.x) / 2 : 0;
  const sorted = candidates.sort((a, b) => a.y + Math.abs(a.x - middle) / 20 - (b.y + Math.abs(b.x - middle) / 20));
  return firstFree(sorted, width + 6, taken);
}
