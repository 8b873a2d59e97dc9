import css from './Charts.module.css';
import { rateText } from '../calculation/half-up.ts';
import { markAt, type LimitLine, type Plot } from './rate-layout.ts';

interface LoadLineProps {
  lines: readonly LimitLine[];
  plot: Plot;
  isPhone: boolean;
}

/**
 * Line of the limit, 2 px high with the value at its upper edge. Steps where the limit changes, and ends in the
 * load-line mark.
 */
export function LoadLine({ lines, plot, isPhone }: LoadLineProps) {
  return (
    <g data-part="load-line">
      {lines.map(({ from, to, y, isLast }, place) => {
        const next = lines[place + 1];
        const meets = next && next.from === to;
        return (
          <g key={from} fill="var(--load)" shapeRendering="crispEdges">
            <rect x={from} y={y} width={(isLast ? to + 14 : to) - from + (meets ? 1 : 0)} height={2} />
            {meets && (
              <rect
                data-part="limit-step"
                x={to - 1}
                y={Math.min(y, next.y)}
                width={2}
                height={Math.abs(next.y - y) + 2}
              />
            )}
          </g>
        );
      })}
      {lines
        .filter(({ isLast }) => isLast)
        .map((line) => (
          <LoadMark key="mark" line={line} plot={plot} isPhone={isPhone} />
        ))}
    </g>
  );
}

/** Load-line mark at the limit, in the proportions of the logo. */
function LoadMark({ line: { y, limit }, plot, isPhone }: { line: LimitLine; plot: Plot; isPhone: boolean }) {
  const { height, centre, text } = markAt(plot, isPhone);
  const weight = height / 8;
  return (
    <g>
      <circle cx={centre} cy={y} r={(height - weight) / 2} fill="none" stroke="var(--load)" strokeWidth={weight} />
      <rect x={centre - height * 0.75} y={y} width={height * 1.5} height={weight} fill="var(--load)" />
      <text className={isPhone ? `${css.limit} ${css.limitPhone}` : css.limit} x={text} y={y + 6}>
        {rateText(limit)}
      </text>
      <text x={text} y={y + 22}>
        limit
      </text>
    </g>
  );
}
