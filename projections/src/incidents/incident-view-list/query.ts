import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { IncidentFilter } from '@plimsoll/contracts/incidents/requests';
import { memberTable } from '../../members/member-list/project.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { incidentViewTable, type IncidentViewRow } from './project.ts';

export type StoredView = IncidentViewRow & { readonly filter: IncidentFilter; readonly owner_name: string | null };

/** Lists a person's saved views: their own and the organization's, by name. */
export class ListSavedViews extends Query<readonly StoredView[]> {
  constructor(
    readonly tenant: string,
    readonly userGuid: string,
  ) {
    super();
  }
}

/** Answers `ListSavedViews`. */
@QueryHandler(ListSavedViews)
export class ListSavedViewsHandler implements IQueryHandler<ListSavedViews> {
  constructor(private readonly reader: ReadModelReader) {}

  execute({ tenant, userGuid }: ListSavedViews): Promise<readonly StoredView[]> {
    return this.reader.ask<StoredView>(tenant, {
      name: 'saved views',
      text: `select v.*, m.name as owner_name from ${incidentViewTable} v left join ${memberTable} m on m.tenant = $1 and m.user_guid = v.owner_guid
             where v.tenant = $1 and not v.is_removed and v.filter is not null and (v.scope = 'ORGANIZATION' or v.owner_guid = $2)
             order by lower(v.name), v.view_guid`,
      values: [tenant, userGuid],
    });
  }
}
