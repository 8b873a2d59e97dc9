import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { LoadLinesAnswer } from '@plimsoll/contracts/metrics/http';
import type { ReadStatement } from '../read-as-tenant.ts';
import { ReadModelReader } from '../read-model-reader.ts';
import { memberTable } from '../member-list/project.ts';
import { loadLineTable, type LoadLineRow } from './project.ts';

/** The limits of a calendar year, with who set them and when; all null when nobody has. */
export class FindLoadLines extends Query<LoadLinesAnswer> {
  constructor(readonly tenant: string, readonly year: number) {
    super();
  }
}

export type NamedLoadLineRow = LoadLineRow & { readonly set_by_name: string };

/** Those that were set for the years from one to another, in order. */
export const loadLinesOfYears = (tenant: string, from: number, to: number): ReadStatement => ({
  name: 'load lines',
  text: `
    select l.*, coalesce(m.name, '') as set_by_name
    from ${loadLineTable} l left join ${memberTable} m on m.tenant = $1 and m.user_guid = l.set_by
    where l.tenant = $1 and l.year between $2 and $3 order by l.year`,
  values: [tenant, from, to],
});

const number = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal));

export const loadLinesAnswerOf = (row: NamedLoadLineRow): LoadLinesAnswer => ({
  year: row.year,
  trif: number(row.trif),
  ltif: number(row.ltif),
  mvif: number(row.mvif),
  setBy: { userGuid: row.set_by, name: row.set_by_name },
  setAt: row.set_at,
  revision: row.revision,
});

@QueryHandler(FindLoadLines)
export class FindLoadLinesHandler implements IQueryHandler<FindLoadLines> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, year }: FindLoadLines): Promise<LoadLinesAnswer> {
    const [row] = await this.reader.ask<NamedLoadLineRow>(tenant, loadLinesOfYears(tenant, year, year));
    return row ? loadLinesAnswerOf(row) : { year, trif: null, ltif: null, mvif: null, setBy: null, setAt: null, revision: 0 };
  }
}
