import css from './Charts.module.css';
import { BAND_LABEL, type PlacedPoint, type RateLabels } from './rate-layout.ts';

const path = (points: readonly { x: number; at: number }[]): string =>
  points.map(({ x, at }, place) => `${place === 0 ? 'M' : 'L'}${x.toFixed(1)} ${at.toFixed(1)}`).join('');

/** Pairs of consecutive points that both have a figure. */
function segmentsOf(points: readonly PlacedPoint[]): { ends: [PlacedPoint, PlacedPoint]; isFinal: boolean }[] {
  return points.slice(1).flatMap((point, place) => {
    const before = points[place]!;
    if (before.figure === null || point.figure === null) return [];
    return [
      { ends: [before, point] as [PlacedPoint, PlacedPoint], isFinal: !before.provisional && !point.provisional },
    ];
  });
}

/** Connects consecutive final points into one path each, so that their joins are round. */
function finalSegments(points: readonly PlacedPoint[]): PlacedPoint[][] {
  const stretches: PlacedPoint[][] = [];
  for (const { ends, isFinal } of segmentsOf(points)) {
    if (!isFinal) continue;
    const open = stretches.at(-1);
    if (open?.at(-1) === ends[0]) open.push(ends[1]);
    else stretches.push([...ends]);
  }
  return stretches;
}

/** Distance in px between months below which dots shrink, so that they do not touch. */
const DOT_SPACING = 20;

function Dot({ point, scale }: { point: PlacedPoint; scale: number }) {
  const { x, at, provisional, isAbove, isProvisionallyAbove, isHeadline } = point;
  const triangle = { d: 'M0-7l7 12h-14z', transform: `translate(${x.toFixed(1)} ${at.toFixed(1)}) scale(${scale})` };
  if (isAbove)
    return <path data-mark="above" {...triangle} fill="var(--over)" stroke="var(--page)" strokeWidth={1.5} />;
  if (isProvisionallyAbove)
    return (
      <path
        data-mark="provisionally-above"
        {...triangle}
        fill="var(--page)"
        stroke="var(--over)"
        strokeWidth={2}
        strokeLinejoin="round"
      />
    );
  if (provisional)
    return (
      <circle
        data-mark="provisional"
        cx={x}
        cy={at}
        r={(isHeadline ? 5 : 4) * scale}
        fill="var(--page)"
        stroke="var(--c1)"
        strokeWidth={2}
      />
    );
  return (
    <circle
      data-mark={isHeadline ? 'headline' : 'month'}
      cx={x}
      cy={at}
      r={isHeadline ? 5 : 3.5 * scale}
      fill="var(--c1)"
      stroke="var(--page)"
      strokeWidth={1.5}
    />
  );
}

/**
 * Line with its points and labels: dashed and hollow where provisional, triangles above the limit, hollow triangles
 * provisionally above it.
 */
export function RateMarks({ points, labels }: { points: readonly PlacedPoint[]; labels: RateLabels }) {
  const shown = points.filter(({ figure }) => figure !== null);
  const scale = points.length > 1 ? Math.min(1, Math.max(0.6, (points[1]!.x - points[0]!.x) / DOT_SPACING)) : 1;
  return (
    <g>
      {finalSegments(points).map((stretch) => (
        <path
          key={stretch[0]!.month}
          d={path(stretch)}
          fill="none"
          stroke="var(--c1)"
          strokeWidth={2.5}
          strokeLinejoin="round"
        />
      ))}
      {segmentsOf(points)
        .filter(({ isFinal }) => !isFinal)
        .map(({ ends }) => (
          <path
            key={ends[0].month}
            d={path(ends)}
            fill="none"
            stroke="var(--c1)"
            strokeWidth={2.5}
            strokeDasharray="5 4"
          />
        ))}
      {shown.map((point) => (
        <Dot key={point.month} point={point} scale={scale} />
      ))}
      {labels.above.map(({ x, y, text }) => (
        <text key={x} className={css.over} x={x} y={y} textAnchor="middle">
          {text}
        </text>
      ))}
      {labels.headline && (
        <text className={css.series} x={labels.headline.x} y={labels.headline.y} textAnchor="middle">
          {labels.headline.text}
        </text>
      )}
      {labels.provisional && (
        <text x={labels.provisional.x} y={labels.provisional.y} textAnchor="middle">
          provisional
        </text>
      )}
      {labels.limits.map(({ x, y, text }) => (
        <text key={x} className={css.strong} x={x} y={y} textAnchor="middle">
          {text}
        </text>
      ))}
      {labels.band && (
        <text x={labels.band.x} y={labels.band.y} textAnchor="middle">
          {BAND_LABEL}
        </text>
      )}
    </g>
  );
}
