import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { LoadLinesAnswer, LoadLinesWithCrossings } from '@plimsoll/contracts/metrics/http';
import type { ReadStatement } from '../../platform/query-as-tenant.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { memberTable } from '../../members/member-list/project.ts';
import { personOf, personOrNull } from '../../platform/person-names.ts';
import { NEVER_CHANGED, type LimitChange } from './limit-changes.ts';
import { crossingTable, limitsOf, loadLineTable, type CrossingRow, type LoadLineRow } from './project.ts';

/** Finds the limits of a calendar year, with who set them and when; all null if none were set. */
export class FindLoadLines extends Query<LoadLinesWithCrossings> {
  constructor(
    readonly tenant: string,
    readonly year: number,
  ) {
    super();
  }
}

export type NamedLoadLineRow = LoadLineRow & { readonly names: Readonly<Record<string, string>> };

/** SQL of the limits of a range of years, in order. */
export const loadLinesOfYears = (tenant: string, from: number, to: number): ReadStatement => ({
  name: 'load lines',
  text: `
    select l.*, (
      select coalesce(jsonb_object_agg(m.user_guid, m.name), '{}') from ${memberTable} m
      where m.tenant = $1 and m.user_guid in (l.set_by, (l.changes #>> '{trif,by}')::uuid, (l.changes #>> '{ltif,by}')::uuid, (l.changes #>> '{mvif,by}')::uuid)
    ) as names
    from ${loadLineTable} l where l.tenant = $1 and l.year between $2 and $3 order by l.year`,
  values: [tenant, from, to],
});

/** Converts a year's row to the answer. */
export function loadLinesAnswerOf({ names, changes, ...row }: NamedLoadLineRow): LoadLinesAnswer {
  const person = (userGuid: string) => personOf(userGuid, names[userGuid]);
  const named = (change: LimitChange<string> | null) => change && { ...change, by: person(change.by) };
  return {
    year: row.year,
    ...limitsOf(row),
    setBy: person(row.set_by),
    setAt: row.set_at,
    reason: row.reason,
    changes: { trif: named(changes.trif), ltif: named(changes.ltif), mvif: named(changes.mvif) },
    revision: row.revision,
  };
}

/** Answers `FindLoadLines`. */
@QueryHandler(FindLoadLines)
export class FindLoadLinesHandler implements IQueryHandler<FindLoadLines> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, year }: FindLoadLines): Promise<LoadLinesWithCrossings> {
    const [[row], crossings] = (await this.reader.askAll(tenant, [
      loadLinesOfYears(tenant, year, year),
      crossingsOfYear(tenant, year),
    ])) as [NamedLoadLineRow[], NamedCrossingRow[]];
    return { ...(row ? loadLinesAnswerOf(row) : { year, ...NEVER_SET }), crossings: crossings.map(crossingOf) };
  }
}

/** Whether an organization has ever set a limit. */
export class AreLoadLinesSet extends Query<boolean> {
  constructor(readonly tenant: string) {
    super();
  }
}

/** Answers `AreLoadLinesSet`. */
@QueryHandler(AreLoadLinesSet)
export class AreLoadLinesSetHandler implements IQueryHandler<AreLoadLinesSet> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant }: AreLoadLinesSet): Promise<boolean> {
    return (
      (
        await this.reader.ask(tenant, {
          name: 'any load line',
          text: `select 1 from ${loadLineTable} where tenant = $1 limit 1`,
          values: [tenant],
        })
      ).length > 0
    );
  }
}

/** Finds a crossing by its guid; null if there is none. */
export class FindCrossing extends Query<CrossingRow | null> {
  constructor(
    readonly tenant: string,
    readonly notificationGuid: string,
  ) {
    super();
  }
}

/** Answers `FindCrossing`. */
@QueryHandler(FindCrossing)
export class FindCrossingHandler implements IQueryHandler<FindCrossing> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, notificationGuid }: FindCrossing): Promise<CrossingRow | null> {
    const [row] = await this.reader.ask<CrossingRow>(tenant, {
      name: 'crossing',
      text: `select * from ${crossingTable} where tenant = $1 and notification_guid = $2`,
      values: [tenant, notificationGuid],
    });
    return row ?? null;
  }
}

/** SQL of the crossings that admins have not acknowledged. */
export const openCrossings = (tenant: string): ReadStatement => ({
  name: 'standing crossings',
  text: `select * from ${crossingTable} where tenant = $1 and rearmed_at is null and dismissed_at is null`,
  values: [tenant],
});

type NamedCrossingRow = CrossingRow & { readonly dismisser: string | null };

const crossingsOfYear = (tenant: string, year: number): ReadStatement => ({
  name: 'crossings of a year',
  text: `
    select c.*, m.name as dismisser from ${crossingTable} c left join ${memberTable} m on m.tenant = $1 and m.user_guid = c.dismissed_by
    where c.tenant = $1 and left(c.month, 4) = $2 order by c.crossed_at, c.metric`,
  values: [tenant, String(year)],
});

const crossingOf = ({ dismisser, ...row }: NamedCrossingRow): LoadLinesWithCrossings['crossings'][number] => ({
  notificationGuid: row.notification_guid,
  metric: row.metric,
  month: row.month,
  figure: Number(row.figure),
  limit: Number(row.limit_then),
  at: row.crossed_at,
  rearmedAt: row.rearmed_at,
  dismissedAt: row.dismissed_at,
  dismissedBy: personOrNull(row.dismissed_by, dismisser),
});

const NEVER_SET = {
  ...NEVER_CHANGED,
  setBy: null,
  setAt: null,
  reason: null,
  changes: NEVER_CHANGED,
  revision: 0,
} as const;
