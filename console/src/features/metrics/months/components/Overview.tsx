import { useQueries } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import type { MonthlyMetrics } from '@plimsoll/contracts/metrics/http';
import { metricsPaths } from '../../paths.ts';
import { useStarted } from '../../../../lib/session/startup.ts';
import { formatDay, formatInstant, formatMonth, localTime, todayIn } from '../../../../lib/format/time.ts';
import { Due } from '../../../../ui/feedback/Badge.tsx';
import { Button, ButtonLink } from '../../../../ui/inputs/Button.tsx';
import { DataTable, RecordCard, type DataColumn } from '../../../../ui/data/DataTable.tsx';
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx';
import { FailedState, Skeleton } from '../../../../ui/feedback/States.tsx';
import { useDelayed } from '../../../../ui/feedback/useDelayed.ts';
import { monthQuery } from '../api.ts';
import { FIRST_SHOWN, isRequiredMonth, MAX_SHOWN, overviewMonths } from '../month-list.ts';
import css from './Metrics.module.css';

interface Row {
  month: YearMonth;
  /** Undefined while loading. */
  metrics: MonthlyMetrics | undefined;
  isRequired: boolean;
}

type Figures = NonNullable<MonthlyMetrics['figures']>;

/** Adds in hundredths, so that the sum is exact. */
const sum = (a: number, b: number): number => (Math.round(a * 100) + Math.round(b * 100)) / 100;
const hoursOf = (figures: Figures): number => sum(figures.employeeHours, figures.contractorHours);
const kmsOf = (figures: Figures): number => sum(figures.employeeKms, figures.contractorKms);
const peopleOf = (figures: Figures): number => figures.employeeCount + figures.contractorCount;

/** All figures of a column have the same number of decimals. */
function figureColumn(
  id: string,
  header: string,
  width: number,
  rows: readonly Row[],
  valueOf: (figures: Figures) => number,
  from?: 1024,
): DataColumn<Row> {
  const decimals = rows.every(({ metrics }) => !metrics?.figures || Number.isInteger(valueOf(metrics.figures))) ? 0 : 2;
  const format = (figures: Figures) =>
    valueOf(figures).toLocaleString('en-CA', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return {
    id,
    header,
    align: 'right',
    width,
    from,
    cell: ({ metrics }) => (metrics?.figures ? format(metrics.figures) : <span className={css.muted}>–</span>),
  };
}

function UnusualHours() {
  return (
    <span className={css.question}>
      <IconAlertTriangle size={18} aria-hidden />
      Unusual hours per person
    </span>
  );
}

function StateOf({ row: { metrics, isRequired } }: { row: Row }) {
  const { organization } = useStarted();
  if (!metrics) return <span className={css.muted}>…</span>;
  if (!metrics.figures) return isRequired ? <Due overdue>Missing</Due> : <span className={css.muted}>Not entered</span>;
  const who = [metrics.recordedBy?.name, metrics.recordedAt && formatInstant(metrics.recordedAt, organization.timeZone)]
    .filter(Boolean)
    .join(', ');
  return (
    <>
      {who}
      {metrics.warnings.length > 0 && <UnusualHours />}
    </>
  );
}

const columnsOf = (rows: readonly Row[]): DataColumn<Row>[] => [
  { id: 'month', header: 'Month', primary: true, width: 176, cell: ({ month }) => formatMonth(month) },
  figureColumn('hours', 'Hours', 144, rows, hoursOf),
  figureColumn('kms', 'Kilometres', 144, rows, kmsOf),
  figureColumn('people', 'People', 104, rows, peopleOf, 1024),
  { id: 'state', header: 'Entered by', cell: (row) => <StateOf row={row} /> },
];

/** Card of a month, used on phones. */
function MonthCard({ row: { month, metrics, isRequired } }: { row: Row }) {
  const { organization } = useStarted();
  const figures = metrics?.figures;
  const entered = metrics?.recordedAt && localTime(metrics.recordedAt, organization.timeZone).date;
  return (
    <RecordCard
      to={metricsPaths.reportingMonth(month)}
      meta={metrics?.recordedBy?.name ?? (metrics ? 'Not entered' : '…')}
      when={entered ? formatDay(entered) : ''}
      title={formatMonth(month)}
      place={figures && `${hoursOf(figures).toLocaleString('en-CA')} hours`}
      holder={figures && `${kmsOf(figures).toLocaleString('en-CA')} km`}
      badges={
        metrics && !figures && isRequired ? (
          <Due overdue>Missing</Due>
        ) : metrics && metrics.warnings.length > 0 ? (
          <UnusualHours />
        ) : undefined
      }
    />
  );
}

/** Overview of the months: which lack figures, and who entered the others. */
export function Overview() {
  const { organization } = useStarted();
  const today = todayIn(organization.timeZone);
  const [count, setCount] = useState(FIRST_SHOWN);
  const months = overviewMonths(today, count);
  const queries = useQueries({ queries: months.map((month) => monthQuery(organization.guid, month)) });
  const rows = months.map((month, place) => ({
    month,
    metrics: queries[place]!.data,
    isRequired: isRequiredMonth(month, today, organization.createdDate),
  }));
  const failed = queries.find(({ error, data }) => error && !data)?.error;
  const isWaiting = rows.every(({ metrics }) => !metrics);
  const late = useDelayed(isWaiting, 200);
  const missing = rows.filter(({ metrics, isRequired }) => isRequired && metrics && !metrics.figures);
  const oldest = missing.at(-1)?.month;
  return (
    <>
      <PageHeader
        title="Reporting Metrics"
        meta={
          isWaiting
            ? 'Hours worked and kilometres driven, month by month: what the frequency rates divide by.'
            : missing.length === 0
              ? 'No figures are missing.'
              : `${missing.length} ${missing.length === 1 ? 'month has' : 'months have'} no figures. Rates that depend on them are provisional.`
        }
        actions={
          oldest && (
            <ButtonLink variant="primary" to={metricsPaths.reportingMonth(oldest)}>
              Enter {formatMonth(oldest)}
            </ButtonLink>
          )
        }
      />
      {failed ? (
        <FailedState
          text={failed.message}
          onRetry={() => queries.forEach(({ refetch, error }) => error && void refetch())}
        />
      ) : isWaiting ? (
        late && <Skeleton widths={months.map(() => '96%')} />
      ) : (
        <>
          <DataTable
            caption="Months and their figures"
            columns={columnsOf(rows)}
            rows={rows}
            rowKey={({ month }) => month}
            rowHref={({ month }) => metricsPaths.reportingMonth(month)}
            card={(row) => <MonthCard row={row} />}
          />
          {count < MAX_SHOWN && (
            <div className={css.more}>
              <Button onClick={() => setCount(MAX_SHOWN)}>Show {MAX_SHOWN - count} earlier months</Button>
            </div>
          )}
        </>
      )}
    </>
  );
}
