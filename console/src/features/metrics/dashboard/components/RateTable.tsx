import { Link } from 'react-router';
import { formatMonth } from '../../../../lib/format/time.ts';
import { DataTable, type DataColumn } from '../../../../ui/data/DataTable.tsx';
import { intervalText, rateText } from '../calculation/half-up.ts';
import { casesPath, countedMetricOf, monthsPath, twelveMonthsTo } from '../calculation/figure-links.ts';
import { rangeText, type Range } from '../calculation/range.ts';
import { denominatorOf, type Metric, type RatePoint } from '../calculation/rate-series.ts';
import { metricLabels, sumTerms } from '../calculation/rate-labels.ts';
import css from './Dashboard.module.css';

/** The word is before the figure, so that figures are aligned. */
function Figure({ point }: { point: RatePoint }) {
  const word = point.isAbove
    ? 'above'
    : point.isProvisionallyAbove
      ? 'provisionally above'
      : point.provisional && point.figure !== null
        ? 'provisional'
        : null;
  return (
    <span className={css.figure}>
      {word && (
        <span className={point.isAbove || point.isProvisionallyAbove ? css.above : css.provisional}>{word} </span>
      )}
      {rateText(point.figure)}
    </span>
  );
}

/**
 * Link from a number to what it counts. Its label includes the months, to distinguish the rows, and the number as it is
 * shown, by which people ask for it.
 */
function Term({ to, label, range, text }: { to: string; label: string; range: Range; text: string }) {
  return (
    <Link
      className={css.term}
      to={to}
      aria-label={`${label.startsWith(text) ? label : `${text}, ${label}`}, ${rangeText(range)}`}
    >
      {text}
    </Link>
  );
}

const columnsOf = (metric: Metric, decimals: number): DataColumn<RatePoint>[] => [
  { id: 'month', header: 'Month', cell: ({ month }) => formatMonth(month, { short: true }), width: 84 },
  { id: 'rate', header: 'Rolling 12', align: 'right', cell: (point) => <Figure point={point} /> },
  { id: 'interval', header: '95% confidence interval', align: 'right', cell: intervalText },
  {
    id: 'limit',
    header: 'Limit',
    align: 'right',
    width: 60,
    cell: ({ limit }) => (limit === null ? 'none' : rateText(limit)),
  },
  {
    id: 'cases',
    header: 'Cases',
    align: 'right',
    width: 60,
    cell: (point) => (
      <Term
        to={casesPath(countedMetricOf[metric], twelveMonthsTo(point.month))}
        label={sumTerms(metric, point).cases}
        range={twelveMonthsTo(point.month)}
        text={point.cases.toLocaleString('en-CA')}
      />
    ),
  },
  {
    id: 'denominator',
    header: denominatorOf[metric] === 'hours' ? 'Hours' : 'Km',
    align: 'right',
    from: 1261,
    cell: (point) => (
      <Term
        to={monthsPath(denominatorOf[metric], twelveMonthsTo(point.month))}
        label={sumTerms(metric, point).denominator}
        range={twelveMonthsTo(point.month)}
        text={point.denominator.toLocaleString('en-CA', {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
        })}
      />
    ),
  },
];

/** Table with the data of the chart. Cases and denominators are those of the twelve months. */
export function RateTable({ metric, points }: { metric: Metric; points: readonly RatePoint[] }) {
  const decimals = points.every(({ denominator }) => Number.isInteger(denominator)) ? 0 : 2;
  return (
    <DataTable
      caption={`${metricLabels[metric].title}, rolling 12 months`}
      columns={columnsOf(metric, decimals)}
      rows={points}
      rowKey={({ month }) => month}
      density="compact"
    />
  );
}
