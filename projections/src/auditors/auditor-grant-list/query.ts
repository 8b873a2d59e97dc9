import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { memberTable } from '../../members/member-list/project.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { auditorGrantTable, type AuditorGrantRow } from './project.ts';

export type MadeAuditorGrant = AuditorGrantRow & {
  readonly granted_by_name: string | null;
  readonly owner_name: string | null;
};

/** Lists every grant of an organization, newest first, with the names of its creator and owner. */
export class ListAuditorGrants extends Query<readonly MadeAuditorGrant[]> {
  constructor(readonly tenant: string) {
    super();
  }
}

/** Finds a grant; null if there is none. */
export class FindAuditorGrant extends Query<MadeAuditorGrant | null> {
  constructor(
    readonly tenant: string,
    readonly grantGuid: string,
  ) {
    super();
  }
}

const GRANTS = `select g.*, m.name as granted_by_name, o.name as owner_name from ${auditorGrantTable} g left join ${memberTable} m on m.tenant = $1 and m.user_guid = g.granted_by left join ${memberTable} o on o.tenant = $1 and o.user_guid = g.owner_guid where g.tenant = $1`;

/** Answers `ListAuditorGrants`. */
@QueryHandler(ListAuditorGrants)
export class ListAuditorGrantsHandler implements IQueryHandler<ListAuditorGrants> {
  constructor(private readonly reader: ReadModelReader) {}

  execute({ tenant }: ListAuditorGrants): Promise<readonly MadeAuditorGrant[]> {
    return this.reader.ask<MadeAuditorGrant>(tenant, {
      name: 'auditor grants',
      text: `${GRANTS} order by g.granted_at desc, g.grant_guid`,
      values: [tenant],
    });
  }
}

/** Answers `FindAuditorGrant`. */
@QueryHandler(FindAuditorGrant)
export class FindAuditorGrantHandler implements IQueryHandler<FindAuditorGrant> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, grantGuid }: FindAuditorGrant): Promise<MadeAuditorGrant | null> {
    const [row] = await this.reader.ask<MadeAuditorGrant>(tenant, {
      name: 'auditor grant',
      text: `${GRANTS} and g.grant_guid = $2`,
      values: [tenant, grantGuid],
    });
    return row ?? null;
  }
}
