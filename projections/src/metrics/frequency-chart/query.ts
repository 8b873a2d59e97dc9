import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { monthOf, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import type { Dashboard } from '@plimsoll/contracts/metrics/http';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import { limitOfMonth, limitSettingsOfYears, type ZonedSettingRow } from '../limit-settings/query.ts';
import { loadLinesAnswerOf, loadLinesOfYears, type NamedLoadLineRow } from '../load-lines/query.ts';
import type { ReadStatement } from '../../platform/query-as-tenant.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { monthlyMetricsTable } from '../monthly-metrics/project.ts';
import { frequencyCases, frequencyMonths, type FrequencyMonth } from './project.ts';
import { januaryOf, lastEndedMonth, calculateDashboard, type Worked } from './calculate-dashboard.ts';

/** The months and the reporter that a dashboard shows. */
export interface DashboardRange {
  /** By default January of the year of `to`. */
  readonly from?: YearMonth | undefined;
  /** By default the current month. */
  readonly to?: YearMonth | undefined;
  /** Narrows leading and lagging events to those of one reporter. */
  readonly userAccountGuid?: string | undefined;
}

/**
 * Shows the frequency rates of an organization by month, for the year to date and for the last twelve months. Rates and
 * limits are the same for all viewers. Leading and lagging events are narrowed to one reporter's if requested, and to
 * the viewer's own without VIEW_OTHER_USERS_EVENTS: another reporter's are then none.
 * @param today in the organization's zone.
 */
export class ShowDashboard extends Query<Dashboard> {
  constructor(
    readonly tenant: string,
    readonly viewer: Viewer,
    readonly range: DashboardRange,
    readonly today: string,
  ) {
    super();
  }
}

/** Reads one row per month, however many incidents there are. */
const casesUntil = (tenant: string, to: YearMonth): ReadStatement => ({
  name: 'dashboard cases',
  text: `select month, trif_cases, ltif_cases, mvif_cases, leading_events, lagging_events from ${frequencyMonths} where tenant = $1 and month <= $2`,
  values: [tenant, to],
});

const workedUntil = (tenant: string, to: YearMonth): ReadStatement => ({
  name: 'dashboard hours and kms',
  text: `
    select year_month as month, ((employee_hours + contractor_hours) * 100)::bigint as hours, ((employee_kms + contractor_kms) * 100)::bigint as kms
    from ${monthlyMetricsTable} where tenant = $1 and year_month <= $2`,
  values: [tenant, to],
});

/** The months shown, and those of the year to date, which ends with the last closed month. */
const reportedBy = (
  tenant: string,
  reporter: string,
  from: YearMonth,
  to: YearMonth,
  lastEnded: YearMonth,
): ReadStatement => ({
  name: 'dashboard of a reporter',
  text: `
    select month, sum(leading_events)::integer as leading_events, sum(lagging_events)::integer as lagging_events
    from ${frequencyCases}
    where tenant = $1 and reporter_guid = $2 and month <= $4
      and month >= least($3, (
        select left(max(year_month), 4) || '-01' from ${monthlyMetricsTable}
        where tenant = $1 and year_month <= $5 and employee_hours + contractor_hours + employee_kms + contractor_kms > 0))
    group by month`,
  values: [tenant, reporter, from, to, lastEnded],
});

type Narrowing =
  | { readonly kind: 'NONE' }
  | { readonly kind: 'NOBODY' }
  | { readonly kind: 'REPORTER'; readonly userGuid: string };

/** Returns whose leading and lagging events are counted. */
export function narrowingFor(viewer: Viewer, userAccountGuid: string | undefined): Narrowing {
  const seesOthers = holds(viewer, 'VIEW_OTHER_USERS_EVENTS');
  if (seesOthers)
    return userAccountGuid === undefined ? { kind: 'NONE' } : { kind: 'REPORTER', userGuid: userAccountGuid };
  const isOwn = userAccountGuid === undefined || userAccountGuid.toLowerCase() === viewer.userGuid.toLowerCase();
  return isOwn ? { kind: 'REPORTER', userGuid: viewer.userGuid } : { kind: 'NOBODY' };
}

/** Answers `ShowDashboard`. */
@QueryHandler(ShowDashboard)
export class ShowDashboardHandler implements IQueryHandler<ShowDashboard> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, viewer, range, today }: ShowDashboard): Promise<Dashboard> {
    const to = range.to ?? monthOf(today);
    const from = range.from ?? `${to.slice(0, 4)}-01`;
    const narrowing = narrowingFor(viewer, range.userAccountGuid);
    const running = monthOf(today);
    const thisYear = januaryOf(to < running ? to : running);
    const [cases, worked, loadLines, settings, reported = []] = (await this.reader.askAll(tenant, [
      casesUntil(tenant, to),
      workedUntil(tenant, to),
      loadLinesOfYears(tenant, Number(from.slice(0, 4)), Number(to.slice(0, 4))),
      limitSettingsOfYears(tenant, Number(from.slice(0, 4)), Number(to.slice(0, 4))),
      ...(narrowing.kind === 'REPORTER'
        ? [reportedBy(tenant, narrowing.userGuid, from < thisYear ? from : thisYear, to, lastEndedMonth(to, today))]
        : []),
    ])) as [
      FrequencyMonth[],
      (Worked & { month: YearMonth })[],
      NamedLoadLineRow[],
      ZonedSettingRow[],
      Pick<FrequencyMonth, 'month' | 'leading_events' | 'lagging_events'>[]?,
    ];
    return calculateDashboard({
      organizationGuid: tenant,
      from,
      to,
      today,
      cases: new Map(
        cases.map((row) => [
          row.month,
          {
            trif: row.trif_cases,
            ltif: row.ltif_cases,
            mvif: row.mvif_cases,
            leading: row.leading_events,
            lagging: row.lagging_events,
          },
        ]),
      ),
      worked: new Map(worked.map((row) => [row.month, row])),
      ...(narrowing.kind !== 'NONE' && {
        narrowed: new Map(
          reported.map((row) => [row.month, { leading: row.leading_events, lagging: row.lagging_events }]),
        ),
      }),
      loadLines: loadLines.map(loadLinesAnswerOf),
      limitOf: (metric, month) => limitOfMonth(settings, metric, month),
    });
  }
}
