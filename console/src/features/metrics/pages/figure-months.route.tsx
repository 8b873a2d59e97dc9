import { useQuery } from '@tanstack/react-query';
import { monthOf, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import { oneOfOr } from '../../../lib/url/address-fields.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { metricsPaths } from '../paths.ts';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { formatMonth, todayIn } from '../../../lib/format/time.ts';
import { readState, useUrlState } from '../../../lib/url/url-state.ts';
import { DataTable, PairCard, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { DataTableSkeleton } from '../../../ui/data/DataTableSkeleton.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { dashboardQuery } from '../dashboard/api.ts';
import css from '../dashboard/components/Dashboard.module.css';
import { amountText } from '../dashboard/calculation/half-up.ts';
import { rangeAddress, rangeOf, rangeText } from '../dashboard/calculation/range.ts';

const monthsAddress = { ...rangeAddress, of: oneOfOr('hours', ['hours', 'kms']) };

export const loader = prefetching(({ organization }, { search }) => {
  const { of: _, ...range } = readState(monthsAddress, search);
  return [dashboardQuery(organization, rangeOf(range, monthOf(todayIn(organization.timeZone))))];
});

interface Row {
  month: YearMonth;
  amount: number;
}

const labels = {
  hours: { title: 'Hours worked', unit: 'hours', header: 'Hours' },
  kms: { title: 'Kilometres driven', unit: 'km', header: 'Km' },
} as const;

/** Hours or kilometres of employees and contractors that a rate divides by, month by month. */
export function Component() {
  const { organization } = useStarted();
  const mayEnter = useMay('VIEW_AND_SET_MONTHLY_METRICS');
  const [{ of, ...address }] = useUrlState(monthsAddress);
  const range = rangeOf(address, monthOf(todayIn(organization.timeZone)));
  const query = useQuery(dashboardQuery(organization, range));
  const { title, unit, header } = labels[of];
  const rows: Row[] = query.data?.months.map((month) => ({ month: month.month, amount: month[of] })) ?? [];
  // Adds in hundredths, so that the sum is exact.
  const total = rows.reduce((hundredths, { amount }) => hundredths + Math.round(amount * 100), 0) / 100;
  const amountOf = ({ amount }: Row) => (amount === 0 ? 'None yet' : amountText(amount));
  const rowHref = mayEnter ? ({ month }: Row) => metricsPaths.reportingMonth(month) : undefined;
  const columns: DataColumn<Row>[] = [
    { id: 'month', header: 'Month', primary: true, cell: ({ month }) => formatMonth(month) },
    { id: 'amount', header, align: 'right', width: 200, cell: amountOf },
  ];
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Dashboard', to: metricsPaths.dashboard() }, { label: title }]}
        title={query.data && !query.isPlaceholderData ? `${amountText(total)} ${unit}` : title}
        meta={`${title} by employees and contractors, ${rangeText(range)}`}
      />
      <QueryView query={query} home={metricsPaths.dashboard()} skeleton={<DataTableSkeleton density="comfortable" />}>
        {() => (
          <div className={css.oneLine}>
            <DataTable
              caption={`${title}, ${rangeText(range)}`}
              columns={columns}
              rows={rows}
              rowKey={({ month }) => month}
              rowHref={rowHref}
              card={(row) => <PairCard to={rowHref?.(row)} word={formatMonth(row.month)} figure={amountOf(row)} />}
            />
          </div>
        )}
      </QueryView>
    </>
  );
}
