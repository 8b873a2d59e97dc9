import { formatMonth } from '../../../../lib/format/time.ts';
import { intervalText, rateText } from '../calculation/half-up.ts';
import type { Metric, RatePoint } from '../calculation/rate-series.ts';
import { sumTerms } from '../calculation/rate-labels.ts';
import css from './Charts.module.css';

/** Tooltip of a month; the table has the same data. */
export function RateTip({ metric, point }: { metric: Metric; point: RatePoint | undefined }) {
  if (!point) return null;
  const { cases, denominator } = sumTerms(metric, point);
  return (
    <div className={css.tip}>
      <b>
        {formatMonth(point.month)}: {rateText(point.figure)}
        {point.provisional && ', provisional'}
      </b>
      <span>95% confidence interval {intervalText(point)}</span>
      <span>
        {cases} in {denominator}
      </span>
      {point.limit !== null && (
        <span>
          {point.isAbove
            ? `above the limit of ${rateText(point.limit)}`
            : point.isProvisionallyAbove
              ? `provisionally above the limit of ${rateText(point.limit)}`
              : `limit ${rateText(point.limit)}`}
        </span>
      )}
    </div>
  );
}
