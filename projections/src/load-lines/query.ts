import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { LoadLinesAnswer } from '@plimsoll/contracts/metrics/http';
import type { ReadStatement } from '../read-as-tenant.ts';
import { ReadModelReader } from '../read-model-reader.ts';
import { memberTable } from '../member-list/project.ts';
import { personOf } from '../person-names.ts';
import { NEVER_CHANGED, type LimitChange } from './limit-changes.ts';
import { limitsOf, loadLineTable, type LoadLineRow } from './project.ts';

/** The limits of a calendar year, with who set them and when; all null when nobody has. */
export class FindLoadLines extends Query<LoadLinesAnswer> {
  constructor(readonly tenant: string, readonly year: number) {
    super();
  }
}

export type NamedLoadLineRow = LoadLineRow & { readonly names: Readonly<Record<string, string>> };

/** Those that were set for the years from one to another, in order. */
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

@QueryHandler(FindLoadLines)
export class FindLoadLinesHandler implements IQueryHandler<FindLoadLines> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, year }: FindLoadLines): Promise<LoadLinesAnswer> {
    const [row] = await this.reader.ask<NamedLoadLineRow>(tenant, loadLinesOfYears(tenant, year, year));
    return row ? loadLinesAnswerOf(row) : { year, ...NEVER_SET };
  }
}

const NEVER_SET = { ...NEVER_CHANGED, setBy: null, setAt: null, reason: null, changes: NEVER_CHANGED, revision: 0 } as const;
