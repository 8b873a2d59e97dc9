import type { IncidentFilter, IncidentListQuery } from '@plimsoll/contracts/incidents/requests';
import type { ViewScope } from '@plimsoll/contracts/incidents/saved-views';
import { foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';

export const incidentViewTable = table('incident_view', {
  comment: 'Lists of incidents that are kept by a name.',
  key: ['view_guid'],
  columns: {
    view_guid: 'uuid',
    owner_guid: 'uuid',
    name: 'text',
    scope: of<ViewScope>('text'),
    filter: of<IncidentFilter | null>('jsonb?'),
    sort_by: of<IncidentListQuery['sortBy']>('text'),
    sort_direction: of<IncidentListQuery['sortDirection']>('text'),
    is_removed: 'boolean',
    revision: 'integer',
  },
  comments: { filter: 'null once the owner is erased: then nobody has the view any more' },
  filtered: ['owner_guid', 'scope'],
});
export type IncidentViewRow = RowOf<typeof incidentViewTable>;

const viewFold = foldStream(incidentViewTable, {
  begin: {
    SavedViewCreated: ({ stream, revision, data: { ownerGuid, name, scope, filter, sortBy, sortDirection } }) => ({
      view_guid: stream.guid,
      owner_guid: ownerGuid,
      name,
      scope,
      filter,
      sort_by: sortBy,
      sort_direction: sortDirection,
      is_removed: false,
      revision,
    }),
  },
  evolve: {
    SavedViewChanged: (row, { data: { name, scope, filter, sortBy, sortDirection } }) => {
      Object.assign(row, {
        name: name ?? row.name,
        scope: scope ?? row.scope,
        filter: filter === undefined ? row.filter : filter,
        sort_by: sortBy ?? row.sort_by,
        sort_direction: sortDirection ?? row.sort_direction,
      });
    },
    SavedViewRemoved: (row) => void (row.is_removed = true),
  },
  always: (row, { revision }) => void (row.revision = revision),
});

/** Saved views of the list, personal and shared. */
export const incidentViewList = defineReadModel({
  name: 'incident-view-list',
  version: 1,
  tables: [incidentViewTable],
  folds: [viewFold],
});
