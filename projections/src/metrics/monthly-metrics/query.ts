import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import type { MonthlyMetrics } from '@plimsoll/contracts/metrics/http';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { memberTable } from '../../members/member-list/project.ts';
import { personOf } from '../../platform/person-names.ts';
import { hoursPerHeadWarnings } from './hours-per-head.ts';
import { monthlyMetricsTable, type MonthlyMetricsRow } from './project.ts';

/** Finds a month's hours and kilometres; the figures are null until they are entered. */
export class FindMonthlyMetrics extends Query<MonthlyMetrics> {
  constructor(
    readonly tenant: string,
    readonly yearMonth: YearMonth,
  ) {
    super();
  }
}

/** Answers `FindMonthlyMetrics`. */
@QueryHandler(FindMonthlyMetrics)
export class FindMonthlyMetricsHandler implements IQueryHandler<FindMonthlyMetrics> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, yearMonth }: FindMonthlyMetrics): Promise<MonthlyMetrics> {
    const [row] = await this.reader.ask<MonthlyMetricsRow & { recorded_by_name: string | null }>(tenant, {
      name: 'monthly metrics',
      text: `
        select f.*, m.name as recorded_by_name
        from ${monthlyMetricsTable} f left join ${memberTable} m on m.tenant = $1 and m.user_guid = f.recorded_by
        where f.tenant = $1 and f.year_month = $2`,
      values: [tenant, yearMonth],
    });
    if (!row)
      return { yearMonth, figures: null, notes: null, recordedBy: null, recordedAt: null, revision: 0, warnings: [] };
    const figures = {
      employeeHours: Number(row.employee_hours),
      contractorHours: Number(row.contractor_hours),
      employeeKms: Number(row.employee_kms),
      contractorKms: Number(row.contractor_kms),
      employeeCount: row.employee_count,
      contractorCount: row.contractor_count,
    };
    return {
      yearMonth,
      figures,
      notes: row.notes,
      recordedBy: personOf(row.recorded_by, row.recorded_by_name),
      recordedAt: row.recorded_at,
      revision: row.revision,
      warnings: hoursPerHeadWarnings(figures),
    };
  }
}
