import { Link, useNavigate } from 'react-router';
import type { YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import type { FormSummary } from '@plimsoll/contracts/forms/form';
import type { Dashboard } from '@plimsoll/contracts/metrics/http';
import { useMay } from '../../../../lib/session/startup.ts';
import { formatMonth } from '../../../../lib/format/time.ts';
import { ChartCard, ExplainedFigure } from '../../../../ui/data/ChartCard.tsx';
import { DataTable, PairCard } from '../../../../ui/data/DataTable.tsx';
import { EmptyState } from '../../../../ui/feedback/States.tsx';
import { useWide } from '../../../../ui/layout/useWide.ts';
import { LazyEventBars } from '../charts/LazyChart.tsx';
import { casesPath } from '../calculation/figure-links.ts';
import { countedLabels } from '../calculation/counted-labels.ts';
import { leadingText, ratioText, sumOf } from '../calculation/event-labels.ts';
import { rangeText } from '../calculation/range.ts';
import css from './Dashboard.module.css';

interface EventsCardProps {
  dashboard: Dashboard;
  kind: 'leading' | 'lagging';
  forms: readonly FormSummary[];
  className?: string;
}

const cardTexts = {
  leading: {
    metric: 'LEADING',
    events: 'Leading events',
    none: 'No leading events in these months',
    hint: 'Observations, inspections and toolbox talks appear here, month by month.',
  },
  lagging: {
    metric: 'LAGGING',
    events: 'Lagging events',
    none: 'No incidents in these months',
    hint: 'Injuries, damage and other incidents appear here, month by month.',
  },
} as const;

interface Row {
  month: YearMonth;
  count: number;
  isRunning: boolean;
}

const monthOfRow = ({ month, isRunning }: Row): string =>
  `${formatMonth(month, { short: true })}${isRunning ? ', not ended' : ''}`;

function CountOfRow({ row: { month, count }, metric }: { row: Row; metric: 'LEADING' | 'LAGGING' }) {
  const text = count.toLocaleString('en-CA');
  return (
    <Link
      className={css.term}
      to={casesPath(metric, { from: month, to: month })}
      aria-label={`${text} in ${formatMonth(month)}`}
    >
      {text}
    </Link>
  );
}

/**
 * Card with the number of leading or lagging events by month. Users who may not see the events of others see their own.
 */
export function EventsCard({ dashboard, kind, forms, className }: EventsCardProps) {
  const navigate = useNavigate();
  const wide = useWide(768);
  const seesOthers = useMay('VIEW_OTHER_USERS_EVENTS');
  const { metric, events, none, hint } = cardTexts[kind];
  const own = seesOthers ? events : `Your own ${events.toLowerCase()}`;
  const total = sumOf(dashboard, kind);
  const counts: Row[] = dashboard.months.map((month) => ({
    month: month.month,
    count: month[kind],
    isRunning: month.isRunning,
  }));
  const isThisYear =
    dashboard.from.endsWith('-01') &&
    dashboard.months.at(-1)?.isRunning &&
    dashboard.from.slice(0, 4) === dashboard.to.slice(0, 4);
  const period = isThisYear ? `${own} this year` : `${own}, ${rangeText(dashboard)}`;
  const sum = kind === 'leading' ? leadingText(forms) : ratioText(dashboard);
  return (
    <ChartCard
      className={className}
      title={countedLabels[metric].of}
      figure={
        <ExplainedFigure
          figure={total.toLocaleString('en-CA')}
          period={<Link to={casesPath(metric, dashboard)}>{period}</Link>}
          sum={sum}
        />
      }
      chart={
        total === 0 ? (
          <EmptyState title={none} text={hint} />
        ) : (
          <LazyEventBars
            label={`${own} by month`}
            counts={counts}
            colour={kind === 'leading' ? 'c1' : 'c2'}
            height={wide ? 212 : 176}
            onMonth={(month) => void navigate(casesPath(metric, { from: month, to: month }))}
          />
        )
      }
      table={
        <DataTable
          caption={`${own} by month`}
          density="compact"
          rows={counts}
          rowKey={({ month }) => month}
          columns={[
            { id: 'month', header: 'Month', cell: monthOfRow },
            { id: 'count', header: events, align: 'right', cell: (row) => <CountOfRow row={row} metric={metric} /> },
          ]}
          card={(row) => <PairCard word={monthOfRow(row)} figure={<CountOfRow row={row} metric={metric} />} />}
        />
      }
    />
  );
}
