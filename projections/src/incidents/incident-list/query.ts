import { createHash } from 'node:crypto';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { IncidentList, IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import type { IncidentFilter, IncidentListQuery } from '@plimsoll/contracts/incidents/requests';
import { riskBand } from '@plimsoll/contracts/incidents/vocabulary';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import { holderOf, personOf, personOrNull } from '../../platform/person-names.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import type { Viewer } from '../../platform/viewer.ts';
import {
  asksForDeleted,
  decidingFor,
  incidentByKey,
  isOfIncidentsAlone,
  isOwnByKey,
  listedFor,
  matching,
  Values,
  visibilityKey,
} from './list-conditions.ts';
import { ListMemory, type Remembered } from './list-memory.ts';
import { ListOrder, type Place } from './list-order.ts';
import { assignmentOf, findLapsedAssignments } from '../../members/member-list/lapsed-assignments.ts';
import { memberTable } from '../../members/member-list/project.ts';
import { worksiteTable } from '../../organizations/organization-settings/project.ts';
import type { ReadModel } from '../../runner/tables/read-model.ts';
import { versionToken as stampSql } from '../../platform/version-token.ts';
import { incidentListTable, incidentPersonTable, type IncidentListRow } from './project.ts';

/** Filter, order and page of a list. */
export interface IncidentListRequest
  extends Partial<
    Pick<IncidentListQuery, 'limit' | 'offset' | 'sortBy' | 'sortDirection' | 'cursor' | 'searchBefore'>
  > {
  readonly filter?: IncidentFilter;
}

/**
 * Maximum number of incidents that one search for words looks through. Every row is scanned, since before row-level
 * security no index can be used with an operator that could leak data; so the work of a search is bounded.
 */
export const MAX_SEARCHED = 150_000;

/**
 * Lists the incidents that a viewer sees: by default ten, by date of occurrence, newest first. @throws MalformedCursor
 */
export class ListIncidents extends Query<IncidentList> {
  constructor(
    readonly tenant: string,
    readonly viewer: Viewer,
    readonly request: IncidentListRequest = {},
    readonly now = new Date(),
    /** Maximum number of incidents that a search looks through. */
    readonly maxSearched = MAX_SEARCHED,
  ) {
    super();
  }
}

/** An incident of the list, with the names of what it refers to. */
export interface Found extends Omit<IncidentListRow, 'search_text'> {
  sorted_by: string | null;
  worksite_name: string | null;
  worksite_region_guid: string | null;
  reporter_name: string | null;
  reviewer_name: string | null;
  approver_name: string | null;
  holder_names: Record<string, string>;
  deleted_by_name: string | null;
}

interface Page {
  readonly stamp: string | null;
  readonly total: number;
  readonly rows: readonly Found[];
  readonly searchedFrom: number | null;
}

/** The numbers that a search looks through: from one, and before another. */
interface Searched {
  readonly from: number | null;
  readonly before: number | null;
}

/** Answers `ListIncidents`. */
@QueryHandler(ListIncidents)
export class ListIncidentsHandler implements IQueryHandler<ListIncidents> {
  readonly #memory = new ListMemory();

  constructor(private readonly reader: ReadModelReader) {}

  async execute(query: ListIncidents): Promise<IncidentList> {
    const { limit = 10, sortBy = 'OCCURRENCE_DATE', sortDirection = 'DESCENDING', filter = {}, cursor } = query.request;
    const order = new ListOrder(sortBy, sortDirection);
    const place = cursor === undefined ? undefined : order.placeOf(cursor);
    const offset = place?.offset ?? query.request.offset ?? 0;

    const list = isOfIncidentsAlone(filter)
      ? `${query.tenant} ${visibilityKey(query.viewer, filter)} ${JSON.stringify(filter)}`
      : undefined;
    const known = list === undefined ? undefined : this.#memory.recall(list);
    const page =
      (known && (await this.#again(query, order, limit, offset, place, known))) ??
      (await this.#find(query, order, limit, place ?? offset));

    const last = page.rows[limit - 1];
    const next =
      page.rows.length > limit && last ? { value: last.sorted_by, number: last.number, offset: offset + limit } : null;
    if (list !== undefined && page.stamp !== null) {
      const remembered = known?.stamp === page.stamp ? known : this.#memory.remember(list, page.stamp, page.total);
      if (next) this.#memory.rememberPlace(remembered, order.page(next.offset), next);
    }
    const items = page.rows.slice(0, limit).map((row) => ({ row, asked: assignmentOf(row) }));
    const isLapsed = await findLapsedAssignments(
      this.reader,
      query.tenant,
      items.flatMap(({ asked }) => asked ?? []),
    );
    return {
      items: items.map(({ row, asked }) => itemOf(row, asked !== null && isLapsed(asked))),
      totalCount: page.total,
      limit,
      offset,
      nextCursor: next && order.cursorOf(next),
      searchedFrom: page.searchedFrom,
    };
  }

  /** Reads a page with cached facts; undefined if a read model has moved since. */
  async #again(
    query: ListIncidents,
    order: ListOrder,
    limit: number,
    offset: number,
    place: Place | undefined,
    known: Remembered,
  ): Promise<Page | undefined> {
    const page = await this.#find(
      query,
      order,
      limit,
      place ?? known.places.get(order.page(offset)) ?? offset,
      known.total,
    );
    return page.stamp === known.stamp ? page : undefined;
  }

  async #find(
    { tenant, viewer, request, now, maxSearched }: ListIncidents,
    order: ListOrder,
    limit: number,
    from: Place | number,
    total?: number,
  ): Promise<Page> {
    const { filter = {} } = request;
    // Only the most frequent statements are prepared, not the many variants of filters.
    const isPlain = Object.keys(filter).length === 0;
    const values = new Values();
    const own = values.add(tenant);
    const listed = listedFor(viewer, filter, now, own, values);
    const searched = filter.text ? await this.#searched(tenant, request.searchBefore, maxSearched) : null;
    const conditions = [
      ...listed.conditions,
      ...(searched?.from ? [`i.number >= ${values.add(searched.from)}::bigint`] : []),
      ...(searched?.before ? [`i.number < ${values.add(searched.before)}::bigint`] : []),
      ...matching(filter, viewer, own, values),
    ].join(' and ');
    const place = typeof from === 'number' ? undefined : from;
    const cut = { limit: values.add(limit + 1), offset: values.add(typeof from === 'number' ? from : 0) };
    const parts = { from: listed.from, conditions, order, versionToken: decidingFor(filter), ...cut };
    const behind = () => place && order.after(place, values);
    const behindFound = () => place && order.afterFound(place, values);
    const counted = () => (total === undefined ? undefined : values.add(total));
    const text = filter.text
      ? searchStatement({ ...parts, behind: behind(), behindFound: behindFound(), isLive: !asksForDeleted(filter) })
      : listed.owner === null
        ? listStatement({ ...parts, behind: behind(), counted: counted() })
        : isPlain && order.hasIndex
          ? ownListStatement({
              ...parts,
              owner: listed.owner,
              behind: behind(),
              behindFound: behindFound(),
              counted: counted(),
            })
          : listByKeyStatement({ ...parts, behindFound: behindFound(), counted: counted() });
    const rows = await this.reader.ask<Found & { stamp: string | null; total: number }>(tenant, {
      ...(isPlain && { name: `incident list ${createHash('sha1').update(text).digest('hex')}` }),
      text,
      values: values.list,
    });
    return {
      stamp: rows[0]!.stamp,
      total: rows[0]!.total,
      rows: rows.filter(({ event_id }) => event_id !== null),
      searchedFrom: searched?.from ?? null,
    };
  }

  /** Which numbers a search looks through: the newest ones, or those before a number. */
  async #searched(tenant: string, before: number | undefined, max: number): Promise<Searched> {
    const [row] = await this.reader.ask<{ newest: number | null }>(tenant, {
      name: 'newest number',
      text: `select max(number)::float8 as newest from ${incidentListTable} where tenant = $1 and deleted_at is null`,
      values: [tenant],
    });
    const end = Math.min(before ?? Infinity, (row?.newest ?? 0) + 1);
    return { from: end - max > 1 ? end - max : null, before: before ?? null };
  }
}

interface ListParts {
  readonly from: string;
  readonly conditions: string;
  readonly order: ListOrder;
  /** Read models whose version token validates the cache. */
  readonly versionToken: readonly ReadModel[];
  readonly limit: string;
  readonly offset: string;
}

/** Conditions for incidents after the previous page's end, on the table and on found rows. */
interface Behind {
  readonly behind: string | undefined;
  readonly behindFound: string | undefined;
}

/** The total, if it is cached. */
interface Counted {
  readonly counted: string | undefined;
}

/** Finds the page by ids first; only its rows are then read and named. */
const listStatement = ({
  from,
  conditions,
  behind,
  order,
  versionToken,
  limit,
  offset,
  counted,
}: ListParts & Pick<Behind, 'behind'> & Counted): string => `
  with page as materialized (
    select i.event_id from ${from} where ${conditions} ${behind ? `and ${behind}` : ''}
    order by ${order.orderBy} limit ${limit} offset ${offset}
  )
  ${pageStatement(counted === undefined ? `(select count(*) from ${from} where ${conditions})` : `${counted}::bigint`, pageByKey, order, versionToken)}`;

/** Like `listStatement` for incidents that are read by key: once, for count and page together. */
const listByKeyStatement = ({
  from,
  conditions,
  behindFound,
  order,
  versionToken,
  limit,
  offset,
  counted,
}: ListParts & Pick<Behind, 'behindFound'> & Counted): string => `
  with seen as materialized (
    select i.event_id, i.number, ${order.by} as value from ${from} where ${conditions}
  ), page as materialized (
    select found.event_id from seen found ${behindFound ? `where ${behindFound}` : ''} order by ${order.orderByFound} limit ${limit} offset ${offset}
  )
  ${pageStatement(counted === undefined ? '(select count(*) from seen)' : `${counted}::bigint`, pageByKey, order, versionToken)}`;

/** Maximum number of the organization's newest incidents to scan for a page of a person's own. */
const LOOKED_AT = 500;

/**
 * Lists a person's own incidents. Someone with many is usually among the organization's newest, which are scanned
 * first; otherwise each of their incidents is read by key.
 */
const ownListStatement = ({
  from,
  conditions,
  owner,
  behind,
  behindFound,
  order,
  versionToken,
  limit,
  offset,
  counted,
}: ListParts & Behind & Counted & { readonly owner: string }): string => `
  with owned as materialized (
    select count(*) as incidents from ${incidentPersonTable} where tenant = $1 and user_guid = ${owner}::uuid
  ), near as materialized (
    select found.event_id from (
      select i.event_id, i.number, ${order.by} as value from ${incidentListTable} i where i.tenant = $1 and i.deleted_at is null ${behind ? `and ${behind}` : ''}
      order by ${order.orderBy} limit (select case when incidents > ${LOOKED_AT} then ${LOOKED_AT} else 0 end from owned)
    ) found where ${isOwnByKey('$1', owner, 'found.event_id')}
    order by ${order.orderByFound} limit ${limit} offset ${offset}
  ), filled as materialized (
    select count(*) >= ${limit} as is_whole from near
  ), page as materialized (
    select event_id from near where (select is_whole from filled)
    union all
    (select found.event_id from (select i.event_id, i.number, ${order.by} as value from ${from} where not (select is_whole from filled) and ${conditions}) found
    ${behindFound ? `where ${behindFound}` : ''} order by ${order.orderByFound} limit ${limit} offset ${offset})
  )
  ${pageStatement(counted === undefined ? `(select incidents from owned) - (select count(*) from ${incidentListTable} i where i.tenant = $1 and i.deleted_at is not null and ${isOwnByKey('$1', owner)})` : `${counted}::bigint`, pageByKey, order, versionToken)}`;

/** From this many matches on, walking an index in the list's order is faster than sorting them. */
const MANY = 2_000;

/**
 * Searches text in every row that the viewer may see: before row-level security, no index can be used with an operator
 * that could leak data, such as LIKE and strpos. So rows are scanned once, for count and page together, by an aggregate
 * that runs in parallel.
 */
const searchStatement = ({
  from,
  conditions,
  behind,
  behindFound,
  order,
  versionToken,
  limit,
  offset,
  isLive,
}: ListParts & Behind & { readonly isLive: boolean }): string => `
  with everywhere as materialized (
    select count(*) as total, ${order.collected} from ${from} where ${conditions}
  ), page as materialized (
    (select found.number from everywhere, unnest(everywhere.numbers, everywhere.sorted) found (number, value)
    where ${order.hasIndex ? `everywhere.total < ${MANY}` : 'true'} ${behindFound ? `and ${behindFound}` : ''}
    order by ${order.orderByFound} limit ${limit} offset ${offset})
    ${
      order.hasIndex
        ? `union all (select i.number from ${from} where (select total from everywhere) >= ${MANY} and ${conditions} ${behind ? `and ${behind}` : ''}
    order by ${order.orderBy} limit ${limit} offset ${offset})`
        : ''
    }
  )
  ${pageStatement('(select total from everywhere)', isLive ? liveByNumber : `${incidentListTable} i on i.tenant = $1 and i.number = page.number`, order, versionToken)}`;

/** An incident that is not deleted by its number, always by the index (see `incidentByKey`). */
const liveByNumber = `lateral (select * from ${incidentListTable} where tenant = $1 and number = page.number and deleted_at is null offset 0) i on true`;

export const pageByKey = `${incidentByKey('$1', 'page.event_id')} on true`;

/** SQL of a page with the names that its incidents refer to. @param incident joins the page's incidents, as `i`. */
export const pageStatement = (
  total: string,
  incident: string,
  order: ListOrder,
  versionToken: readonly ReadModel[],
): string => `
  select c.total, c.stamp, r.* from (
    select ${total} as total,
      ${stampSql(versionToken)} as stamp
  ) c
  left join lateral (
    select i.*, ${order.value} as sorted_by, w.name as worksite_name, w.region_guid as worksite_region_guid, reporter.name as reporter_name,
      reviewer.name as reviewer_name, approver.name as approver_name, deleter.name as deleted_by_name,
      (select coalesce(jsonb_object_agg(h.user_guid, h.name), '{}') from ${memberTable} h where h.tenant = $1 and h.user_guid = any (i.holder_guids)) as holder_names
    from page
    join ${incident}
    left join ${worksiteTable} w on w.tenant = $1 and w.worksite_guid = i.worksite_guid
    left join ${memberTable} reporter on reporter.tenant = $1 and reporter.user_guid = i.reporter_guid
    left join ${memberTable} reviewer on reviewer.tenant = $1 and reviewer.user_guid = i.reviewer_guid
    left join ${memberTable} approver on approver.tenant = $1 and approver.user_guid = i.approver_guid
    left join ${memberTable} deleter on deleter.tenant = $1 and deleter.user_guid = i.deleted_by_guid
    order by ${order.orderBy}
  ) r on true`;

/** Converts a row to a list item. */
export function itemOf(row: Found, needsReassigning: boolean): IncidentListItem {
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
      worksiteGuid: row.worksite_guid,
      worksiteName: row.worksite_name,
      regionGuid,
      regionName: regionGuid === null ? null : (regionOf(regionGuid)?.name ?? null),
      location: row.location,
    },
    reporter: personOf(row.reporter_guid, row.reporter_name),
    reviewer: personOrNull(row.reviewer_guid, row.reviewer_name),
    approver: personOrNull(row.approver_guid, row.approver_name),
    holder: holderOf(row, (guid) => personOf(guid, row.holder_names[guid])),
    needsReassigning,
    severity: row.severity,
    likelihood: row.likelihood,
    riskScore: row.risk_score,
    riskBand: riskBand(row.risk_score),
    isLeading: row.is_leading,
    isSensitive: row.is_sensitive,
    changedSinceReview: row.changed_since_review,
    reportedAt: row.reported_at,
    ...(row.is_imported && { isImported: true }),
    deleted:
      row.deleted_at === null ? null : { at: row.deleted_at, by: personOf(row.deleted_by_guid!, row.deleted_by_name) },
    revision: row.revision,
  };
}
