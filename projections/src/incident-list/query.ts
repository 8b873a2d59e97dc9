import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { IncidentList, IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import type { IncidentFilter, IncidentListQuery } from '@plimsoll/contracts/incidents/requests';
import { riskBand } from '@plimsoll/contracts/incidents/vocabulary';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import type pg from 'pg';
import { personOf, personOrNull } from '../person-names.ts';
import { readAsTenant } from '../read-as-tenant.ts';
import { READ_POOL } from '../read-pool.ts';
import type { Viewer } from '../viewer.ts';
import { matching, Values, visibleTo } from './list-conditions.ts';
import { ListOrder } from './list-order.ts';
import type { IncidentListRow } from './project.ts';

export interface IncidentListRequest extends Partial<Pick<IncidentListQuery, 'limit' | 'offset' | 'sortBy' | 'sortDirection' | 'cursor'>> {
  readonly filter?: IncidentFilter;
}

/** The incidents that somebody sees: ten by the day they happened, the newest first, unless asked otherwise. Throws MalformedCursor. */
export class ListIncidents extends Query<IncidentList> {
  constructor(readonly tenant: string, readonly viewer: Viewer, readonly request: IncidentListRequest = {}) {
    super();
  }
}

interface Found extends Omit<IncidentListRow, 'search_text'> {
  total: number;
  sorted_by: string | null;
  worksite_name: string | null;
  worksite_region_guid: string | null;
  reporter_name: string | null;
  reviewer_name: string | null;
  approver_name: string | null;
  holder_name: string | null;
}

@QueryHandler(ListIncidents)
export class ListIncidentsHandler implements IQueryHandler<ListIncidents> {
  constructor(@Inject(READ_POOL) private readonly pool: pg.Pool) {}

  async execute({ tenant, viewer, request }: ListIncidents): Promise<IncidentList> {
    const { limit = 10, sortBy = 'OCCURRENCE_DATE', sortDirection = 'DESCENDING', filter = {} } = request;
    const order = new ListOrder(sortBy, sortDirection);
    const place = request.cursor === undefined ? undefined : order.placeOf(request.cursor);
    const offset = place?.offset ?? request.offset ?? 0;

    const values = new Values();
    const own = values.add(tenant);
    const conditions = [...visibleTo(viewer, own, values), ...matching(filter, viewer, own, values)];
    const behind = place ? [order.after(values.add(place.value), values.add(place.number))] : [];
    const rows = await readAsTenant<Found>(this.pool, tenant, {
      text: listStatement(conditions, behind, order, values.add(limit + 1), values.add(place ? 0 : offset)), values: values.list,
    });

    const items = rows.filter(({ event_id }) => event_id !== null);
    const last = items[limit - 1];
    return {
      items: items.slice(0, limit).map(itemOf),
      totalCount: rows[0]!.total,
      limit,
      offset,
      nextCursor: items.length > limit && last ? order.cursorOf({ value: last.sorted_by, number: last.number, offset: offset + limit }) : null,
    };
  }
}

/** The page is found first, by ids alone; only its rows are then read and named. */
function listStatement(conditions: readonly string[], behind: readonly string[], order: ListOrder, limit: string, offset: string): string {
  return `
    with page as materialized (
      select i.event_id from incident_list_v1 i where ${[...conditions, ...behind].join(' and ')}
      order by ${order.orderBy} limit ${limit} offset ${offset}
    )
    select c.total, r.* from (select count(*) as total from incident_list_v1 i where ${conditions.join(' and ')}) c
    left join lateral (
      select i.*, ${order.value} as sorted_by, w.name as worksite_name, w.region_guid as worksite_region_guid, reporter.name as reporter_name,
        reviewer.name as reviewer_name, approver.name as approver_name, holder.name as holder_name
      from page
      join incident_list_v1 i on i.tenant = $1 and i.event_id = page.event_id
      left join worksite_v1 w on w.tenant = $1 and w.worksite_guid = i.worksite_guid
      left join member_list_v1 reporter on reporter.tenant = $1 and reporter.user_guid = i.reporter_guid
      left join member_list_v1 reviewer on reviewer.tenant = $1 and reviewer.user_guid = i.reviewer_guid
      left join member_list_v1 approver on approver.tenant = $1 and approver.user_guid = i.approver_guid
      left join member_list_v1 holder on holder.tenant = $1 and holder.user_guid = i.holder_guid
      order by ${order.orderBy}
    ) r on true`;
}

function itemOf(row: Found): IncidentListItem {
  const regionGuid = row.region_guid ?? row.worksite_region_guid;
  return {
    eventId: row.event_id,
    number: row.number,
    heading: row.heading,
    formGuid: row.form_guid,
    formName: row.form_name,
    occurrenceDate: row.occurrence_date,
    occurrenceTime: row.occurrence_time,
    timeZone: row.time_zone,
    state: row.state,
    place: {
      worksiteGuid: row.worksite_guid, worksiteName: row.worksite_name, regionGuid,
      regionName: regionGuid === null ? null : (regionOf(regionGuid)?.name ?? null), location: row.location,
    },
    reporter: personOf(row.reporter_guid, row.reporter_name),
    reviewer: personOrNull(row.reviewer_guid, row.reviewer_name),
    approver: personOrNull(row.approver_guid, row.approver_name),
    holder: row.holder_guid === null ? null : { ...personOf(row.holder_guid, row.holder_name), since: row.holder_since! },
    severity: row.severity,
    likelihood: row.likelihood,
    riskScore: row.risk_score,
    riskBand: riskBand(row.risk_score),
    isLeading: row.is_leading,
    isSensitive: row.is_sensitive,
    changedSinceReview: row.changed_since_review,
    reportedAt: row.reported_at,
    revision: row.revision,
  };
}
