import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import type { LoadLines } from '@plimsoll/contracts/metrics/events';
import { organizationTable } from '../../organizations/organization-settings/project.ts';
import type { ReadStatement } from '../../platform/query-as-tenant.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { limitInForce, type LimitInForce } from './limit-in-force.ts';
import { limitSettingTable, type LimitSettingRow } from './project.ts';

/** Finds the limit by which a month is judged; null if there is none. */
export class FindLimitOfMonth extends Query<number | null> {
  constructor(
    readonly tenant: string,
    readonly metric: keyof LoadLines,
    readonly month: YearMonth,
  ) {
    super();
  }
}

export type ZonedSettingRow = LimitSettingRow & { readonly time_zone: string | null };

/** SQL of the settings of a range of years, the oldest first, with the zone by which months are counted. */
export const limitSettingsOfYears = (tenant: string, from: number, to: number): ReadStatement => ({
  name: 'limit settings',
  text: `
    select s.*, o.time_zone from ${limitSettingTable} s left join ${organizationTable} o on o.tenant = $1
    where s.tenant = $1 and s.year between $2 and $3 order by s.year, s.revision`,
  values: [tenant, from, to],
});

const number = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal));

/** The limit of a month, from the settings of its year and of others. */
export function limitOfMonth(
  rows: readonly ZonedSettingRow[],
  metric: keyof LoadLines,
  month: YearMonth,
): LimitInForce {
  const ofYear = rows.filter(({ year }) => year === Number(month.slice(0, 4)));
  const settings = ofYear.map(({ set_at: at, trif, ltif, mvif }) => ({
    at,
    trif: number(trif),
    ltif: number(ltif),
    mvif: number(mvif),
  }));
  return limitInForce(settings, metric, month, ofYear[0]?.time_zone ?? 'UTC');
}

/** Answers `FindLimitOfMonth`. */
@QueryHandler(FindLimitOfMonth)
export class FindLimitOfMonthHandler implements IQueryHandler<FindLimitOfMonth> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, metric, month }: FindLimitOfMonth): Promise<number | null> {
    const year = Number(month.slice(0, 4));
    const rows = await this.reader.ask<ZonedSettingRow>(tenant, limitSettingsOfYears(tenant, year, year));
    return limitOfMonth(rows, metric, month).limit;
  }
}
