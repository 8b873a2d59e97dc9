import { useParams } from 'react-router';
import { YEAR_MONTH, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import { prefetching } from '../../../lib/api/loader.ts';
import { todayIn } from '../../../lib/format/time.ts';
import { NotFoundState } from '../../../ui/feedback/States.tsx';
import { monthQuery } from '../months/api.ts';
import { FIRST_SHOWN, overviewMonths } from '../months/month-list.ts';
import { MonthPage, ToAllMonths } from '../months/components/MonthPage.tsx';
import { Overview } from '../months/components/Overview.tsx';

const monthOfPath = (value: string | undefined): YearMonth | null =>
  value !== undefined && YEAR_MONTH.test(value) ? value : null;

/** Prefetches the month, or those of the overview, while the chunk is loading. */
export const loader = prefetching(({ organization, permissions }, { params }) => {
  if (!permissions.has('VIEW_AND_SET_MONTHLY_METRICS')) return [];
  const month = monthOfPath(params.yearMonth);
  const months =
    params.yearMonth === undefined ? overviewMonths(todayIn(organization.timeZone), FIRST_SHOWN) : month ? [month] : [];
  return months.map((each) => monthQuery(organization.guid, each));
});

export function Component() {
  const { yearMonth: segment } = useParams();
  const month = monthOfPath(segment);
  if (segment === undefined) return <Overview />;
  if (month) return <MonthPage key={month} month={month} />;
  return (
    <NotFoundState
      title="There is no such month"
      text="Write a month as its year and number, such as 2026-10."
      action={<ToAllMonths />}
    />
  );
}
