import { Link, useNavigate } from 'react-router';
import { addMonths, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import type { Dashboard } from '@plimsoll/contracts/metrics/http';
import { metricsPaths } from '../../paths.ts';
import { useMay } from '../../../../lib/session/startup.ts';
import { formatMonth } from '../../../../lib/format/time.ts';
import { ButtonLink } from '../../../../ui/inputs/Button.tsx';
import { ChartCard, ExplainedFigure } from '../../../../ui/data/ChartCard.tsx';
import { KeyValues } from '../../../../ui/data/KeyValues.tsx';
import { EmptyState } from '../../../../ui/feedback/States.tsx';
import { useWide } from '../../../../ui/layout/useWide.ts';
import { LazyRateChart } from '../charts/LazyChart.tsx';
import { casesPath, countedMetricOf, monthsPath, twelveMonthsTo } from '../calculation/figure-links.ts';
import { intervalText, rateText } from '../calculation/half-up.ts';
import { monthLabel } from '../calculation/month-labels.ts';
import type { Range } from '../calculation/range.ts';
import { currentLimitOf, denominatorOf, ratePoints, type Metric } from '../calculation/rate-series.ts';
import { metricLabels, sumTerms } from '../calculation/rate-labels.ts';
import css from './Dashboard.module.css';
import { RateNote } from './RateNote.tsx';
import { RateTable } from './RateTable.tsx';

interface RateCardProps {
  dashboard: Dashboard;
  metric: Metric;
  onSetLimits: () => void;
  /** The first card of the page: its figure is larger, beside the chart, and compared with other periods. */
  isLead?: boolean;
  className?: string;
}

/** Card of a frequency rate: figure, formula, chart, table and note. */
export function RateCard({ dashboard, metric, onSetLimits, isLead, className }: RateCardProps) {
  const wide = useWide(768);
  const navigate = useNavigate();
  const { title, abbr } = metricLabels[metric];
  const points = ratePoints(dashboard, metric);
  const hasFigure = dashboard.rolling12[metric].figure !== null;
  const height = !wide ? 176 : isLead ? 312 : 228;
  const shown = points.some(({ figure }) => figure !== null);
  return (
    <ChartCard
      className={className}
      beside={isLead && wide}
      title={title}
      abbr={wide ? abbr : undefined}
      figure={<Figure dashboard={dashboard} metric={metric} isLead={isLead} />}
      facts={isLead && hasFigure && <Comparison dashboard={dashboard} metric={metric} />}
      chart={
        shown ? (
          <LazyRateChart
            metric={metric}
            points={points}
            currentLimit={currentLimitOf(dashboard, metric)}
            height={height}
            onMonth={(month) => void navigate(casesPath(countedMetricOf[metric], twelveMonthsTo(month)))}
          />
        ) : (
          <NoRate dashboard={dashboard} metric={metric} isEmpty={points.length === 0} />
        )
      }
      table={<RateTable metric={metric} points={points} />}
      note={<RateNote dashboard={dashboard} metric={metric} points={points} onSetLimits={onSetLimits} />}
    />
  );
}

/** The last closed month, or the last one that ended if none is closed. */
function lastClosedMonth(dashboard: Dashboard, metric: Metric): YearMonth | null {
  return dashboard.rolling12.until[denominatorOf[metric]] ?? dashboard.rolling12[metric].missing.at(-1) ?? null;
}

function Figure({ dashboard, metric, isLead }: Pick<RateCardProps, 'dashboard' | 'metric' | 'isLead'>) {
  const wide = useWide(768);
  const rate = dashboard.rolling12[metric];
  const until = lastClosedMonth(dashboard, metric);
  const terms = sumTerms(metric, rate);
  const cases = until ? (
    <Link to={casesPath(countedMetricOf[metric], twelveMonthsTo(until))}>{terms.cases}</Link>
  ) : (
    terms.cases
  );
  const hours = until ? (
    <Link to={monthsPath(denominatorOf[metric], twelveMonthsTo(until))}>{terms.denominator}</Link>
  ) : (
    terms.denominator
  );
  return (
    <ExplainedFigure
      size={isLead && wide ? 'xl' : 'l'}
      figure={rateText(rate.figure)}
      period={
        <>
          Rolling 12 months{until && ` to ${periodEnd(until, dashboard.to, wide)}`}
          {rate.provisional && rate.figure !== null && <span className={css.provisional}>, provisional</span>}
        </>
      }
      sum={
        rate.figure === null ? (
          <>
            {cases}, no {metricLabels[metric].missingNoun} yet
          </>
        ) : (
          <>
            {cases} × {terms.base} {!wide && <br />}
            <span className={css.unbroken}>÷ {hours}</span>
          </>
        )
      }
    />
  );
}

/** 'September', with its year if that is not the range's. */
function periodEnd(until: YearMonth, to: YearMonth, wide: boolean): string {
  return wide
    ? monthLabel(until, Number(to.slice(0, 4)))
    : until.slice(0, 4) === to.slice(0, 4)
      ? formatMonth(until, { short: true }).slice(0, 3)
      : formatMonth(until, { short: true });
}

function Comparison({ dashboard, metric }: { dashboard: Dashboard; metric: Metric }) {
  const { figure, low, high } = dashboard.rolling12[metric];
  const earlier = dashboard.yearEarlier[metric];
  const year = dashboard.yearToDate[metric];
  const isWithin =
    earlier.figure !== null &&
    figure !== null &&
    low !== null &&
    high !== null &&
    earlier.figure >= low &&
    earlier.figure <= high;
  const until = lastClosedMonth(dashboard, metric);
  const withRemarks = (rate: typeof earlier, opens: Range | null, name: string, more?: string | false) => {
    const remarks = [rate.provisional && rate.figure !== null && 'provisional', more].filter(Boolean);
    return (
      <>
        {opens && rate.figure !== null ? (
          <Link
            className={css.term}
            to={casesPath(countedMetricOf[metric], opens)}
            aria-label={`${rateText(rate.figure)}, ${name}: ${sumTerms(metric, rate).cases}`}
          >
            {rateText(rate.figure)}
          </Link>
        ) : (
          rateText(rate.figure)
        )}
        {remarks.map((remark) => (
          <span key={String(remark)} className={css.small}>
            {remark}
          </span>
        ))}
      </>
    );
  };
  return (
    <KeyValues
      layout="rows"
      items={[
        {
          term: 'Year to date',
          value: withRemarks(
            year,
            until === null ? null : { from: `${until.slice(0, 4)}-01`, to: until },
            'year to date',
          ),
        },
        { term: '95% confidence interval', value: <span className={css.unbroken}>{intervalText({ low, high })}</span> },
        {
          term: 'A year earlier',
          value: withRemarks(
            earlier,
            until === null ? null : twelveMonthsTo(addMonths(until, -12)),
            'a year earlier',
            isWithin && 'within the interval',
          ),
        },
      ]}
    />
  );
}

/** Why no rate can be calculated, and a link to enter what is missing. */
function NoRate({ dashboard, metric, isEmpty }: { dashboard: Dashboard; metric: Metric; isEmpty: boolean }) {
  const may = useMay('VIEW_AND_SET_MONTHLY_METRICS');
  const { missingNoun } = metricLabels[metric];
  const month = dashboard.rolling12[metric].missing.at(-1);
  if (isEmpty)
    return (
      <EmptyState
        title="No month has ended yet"
        text="A month counts toward the rates once it has ended. Choose earlier months to see their rates."
      />
    );
  return (
    <EmptyState
      title={`No ${missingNoun} yet`}
      text={
        may
          ? `A rate divides cases by ${missingNoun}. It appears with the first month that has them.`
          : `A rate divides cases by ${missingNoun}. It appears once someone has entered them.`
      }
      action={
        may &&
        month && (
          <ButtonLink variant="primary" to={metricsPaths.reportingMonth(month)}>
            Enter {monthLabel(month, Number(dashboard.to.slice(0, 4)))}
          </ButtonLink>
        )
      }
    />
  );
}
