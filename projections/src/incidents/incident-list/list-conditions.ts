import { DAYS_TO_ANSWER } from '@plimsoll/contracts/metrics/answers-share';
import { regions } from '@plimsoll/contracts/organizations/regions';
import type { IncidentFilter } from '@plimsoll/contracts/incidents/requests';
import {
  visibilityCondition,
  type VisibilityCondition,
  type VisibilityFact,
} from '@plimsoll/contracts/incidents/visibility';
import { riskBandScores, type AnsweredWhen } from '@plimsoll/contracts/incidents/vocabulary';
import { restorableSince } from '@plimsoll/contracts/incidents/policy';
import { formCategoryTable } from '../../forms/form-list/project.ts';
import {
  equivalentReportingGroups,
  organizationSettings,
  organizationTable,
  worksiteTable,
} from '../../organizations/organization-settings/project.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ReadModel } from '../../runner/tables/read-model.ts';
import { reportAnswerTable } from '../report-answers/project.ts';
import { placesOf } from './occurred.ts';
import { incidentList, incidentListTable, incidentPersonTable } from './project.ts';

/** Collects a statement's values while its text is built. */
export class Values {
  readonly list: unknown[] = [];

  /** Adds a value and returns its placeholder. */
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** Facts of the visibility rules as SQL about an incident `i`. `user` returns the viewer's placeholder. */
const facts: Readonly<Record<VisibilityFact, (tenant: string, user: () => string) => string>> = {
  IS_DELETED: () => 'i.deleted_at is not null',
  WAS_DELETED_BY_VIEWER: (_, user) => `coalesce(i.deleted_by_guid = ${user()}::uuid, false)`,
  IS_OWN: (tenant, user) =>
    `i.event_id in (select p.event_id from ${incidentPersonTable} p where p.tenant = ${tenant} and p.user_guid = ${user()}::uuid)`,
  IS_SENSITIVE: () => 'i.is_sensitive',
};

/** Translates a condition of the visibility rules to SQL. */
export function visibilitySql(condition: VisibilityCondition, viewer: Viewer, tenant: string, values: Values): string {
  const sql = (part: VisibilityCondition): string => visibilitySql(part, viewer, tenant, values);
  if (condition === 'ALWAYS') return 'true';
  if (condition === 'NEVER') return 'false';
  if ('fact' in condition) return facts[condition.fact](tenant, () => values.add(viewer.userGuid));
  if ('not' in condition) return `not ${sql(condition.not)}`;
  return 'all' in condition ? `(${condition.all.map(sql).join(' and ')})` : `(${condition.any.map(sql).join(' or ')})`;
}

const listed = (viewer: Viewer): VisibilityCondition => visibilityCondition(viewer, { IS_DELETED: false });

const seenBy = (viewer: Viewer, condition: VisibilityCondition, tenant: string, values: Values): string[] =>
  condition === 'ALWAYS' ? [] : [visibilitySql(condition, viewer, tenant, values)];

/** Whether the filter requests deleted incidents, which no other list contains. */
export const asksForDeleted = ({ state }: IncidentFilter): boolean => state?.includes('DELETED') ?? false;

/** The source of a list's incidents `i`, and the conditions on them. */
export interface Listed {
  readonly from: string;
  /**
   * Placeholder of the person whose own incidents the list is limited to; each is then read by key, not by scanning an
   * index.
   */
  readonly owner: string | null;
  readonly conditions: readonly string[];
}

/** Returns which incidents of these states a viewer sees in a list, and which deleted ones they may restore. */
export function listedFor(
  viewer: Viewer,
  { state = [] }: IncidentFilter,
  now: Date,
  tenant: string,
  values: Values,
): Listed {
  const live = state.filter((each) => each !== 'DELETED');
  const isOfOwnAlone = live.length === state.length && isOwnAlone(listed(viewer));
  const owner = isOfOwnAlone ? values.add(viewer.userGuid) : null;
  const from = owner === null ? `${incidentListTable} i` : ownIncidents(tenant, owner);
  const ways: string[] = [];
  if (live.length === state.length || live.length > 0) {
    const seen = isOfOwnAlone ? [] : seenBy(viewer, listed(viewer), tenant, values);
    ways.push(
      all([
        'i.deleted_at is null',
        ...seen,
        ...(live.length > 0 ? [`i.state = any (${values.add(live)}::text[])`] : []),
      ]),
    );
  }
  if (live.length < state.length) {
    ways.push(
      all([
        `i.deleted_at >= ${values.add(restorableSince(now).toISOString())}::timestamptz`,
        ...seenBy(viewer, visibilityCondition(viewer, { IS_DELETED: true }), tenant, values),
      ]),
    );
  }
  return {
    from,
    owner,
    conditions: [
      `i.tenant = ${tenant}`,
      ...withinScope(viewer, values),
      ways.length > 1 ? `(${ways.map((way) => `(${way})`).join(' or ')})` : ways[0]!,
    ],
  };
}

/** Conditions of an auditor's grant on incidents `i`; none for other viewers. */
export function withinScope({ auditor }: Viewer, values: Values): string[] {
  if (!auditor) return [];
  const among = (column: string, guids: readonly string[] | null) =>
    guids === null ? [] : [`i.${column} = any (${values.add(guids)}::uuid[])`];
  return [
    `i.occurred between ${values.add(placesOf(auditor.from).first)}::bigint and ${values.add(placesOf(auditor.to).last)}::bigint`,
    ...among('form_guid', auditor.formGuids),
    ...among('worksite_guid', auditor.worksiteGuids),
    ...among('event_id', auditor.eventIds),
  ];
}

const isOwnAlone = (condition: VisibilityCondition): boolean =>
  typeof condition === 'object' && 'fact' in condition && condition.fact === 'IS_OWN';

/**
 * Reads an incident by its key, as `i`. `offset 0` prevents other plans: without statistics of a new organization the
 * planner assumes a single row, and scans all of its rows for each key.
 */
export const incidentByKey = (tenant: string, eventId: string): string =>
  `lateral (select * from ${incidentListTable} where tenant = ${tenant} and event_id = ${eventId} offset 0) i`;

/** SQL join of an incident by key as `i`, if it is not deleted and the viewer sees it. */
export function seenByKey(viewer: Viewer, tenant: string, eventId: string, values: Values): string {
  const seen = isOwnAlone(listed(viewer))
    ? [isOwnByKey(tenant, values.add(viewer.userGuid))]
    : seenBy(viewer, listed(viewer), tenant, values);
  return `${incidentByKey(tenant, eventId)} on ${all(['i.deleted_at is null', ...seen, ...withinScope(viewer, values)])}`;
}

/** SQL condition: the incident of a key is the person's own. */
export const isOwnByKey = (tenant: string, user: string, eventId = 'i.event_id'): string =>
  `exists (select from ${incidentPersonTable} p where p.tenant = ${tenant} and p.user_guid = ${user}::uuid and p.event_id = ${eventId} offset 0)`;

/** A person's own incidents, each read by its key. */
const ownIncidents = (tenant: string, user: string): string =>
  `(select event_id from ${incidentPersonTable} where tenant = ${tenant} and user_guid = ${user}::uuid) own cross join ${incidentByKey(tenant, 'own.event_id')}`;

const all = (conditions: readonly string[]): string => conditions.join(' and ');

/** Identifies viewers and filters with the same list, which share a count. */
export function visibilityKey(viewer: Viewer, filter: IncidentFilter): string {
  const condition = listed(viewer);
  return condition === 'ALWAYS' && !filter.assignedToMe && !viewer.auditor
    ? 'all'
    : `${viewer.userGuid} ${JSON.stringify(condition)}`;
}

/** Whether the filter uses only columns of incidents and the current meaning of groups, regardless of the clock. */
export const isOfIncidentsAlone = (filter: IncidentFilter): boolean =>
  !filter.text &&
  !filter.regionGuid &&
  !filter.answered &&
  !filter.reportedFrom &&
  !filter.reportedTo &&
  !asksForDeleted(filter);

/** The read models that a filter's list depends on: cached results are valid until one of them moves. */
export const decidingFor = ({ reportingGroupGuid }: IncidentFilter): readonly ReadModel[] =>
  reportingGroupGuid?.length ? [incidentList, organizationSettings] : [incidentList];

/** Days within which a report should be answered, as SQL about a report `r`. */
const inTime = `r.answered_at <= r.reported_at + interval '${DAYS_TO_ANSWER} days'`;
/** How soon a report `r` was answered, as SQL. */
export const answeredSql: Readonly<Record<AnsweredWhen, string>> = {
  WITHIN_7_DAYS: inTime,
  LATER: `not ${inTime}`,
  NOT_YET: 'r.answered_at is null',
  ANY: 'true',
};

/** The instant at which a day begins in the organization's zone, as SQL. */
export const startOfDay = (day: string, tenant: string): string =>
  `(${day}::date::timestamp at time zone (select o.time_zone from ${organizationTable} o where o.tenant = ${tenant}))`;

/** Translates a filter, except for the state, to conditions. Empty or absent values do not filter. */
export function matching(filter: IncidentFilter, viewer: Viewer, tenant: string, values: Values): string[] {
  const found: string[] = [];
  const among = (column: string, type: string, list: readonly string[] | undefined) => {
    if (list && list.length > 0) found.push(`i.${column} = any (${values.add(list)}::${type}[])`);
  };
  among('form_guid', 'uuid', filter.formGuid);
  if (filter.reportingGroupGuid && filter.reportingGroupGuid.length > 0)
    found.push(
      `i.reporting_group_guid = any (${equivalentReportingGroups(`${values.add(filter.reportingGroupGuid)}::uuid[]`, tenant)})`,
    );
  among('worksite_guid', 'uuid', filter.worksiteGuid);
  // A category means its current forms.
  if (filter.categoryGuid && filter.categoryGuid.length > 0) {
    found.push(
      `i.form_guid in (select unnest(c.form_guids) from ${formCategoryTable} c where c.tenant = ${tenant} and not c.is_removed and c.category_guid = any (${values.add(filter.categoryGuid)}::uuid[]))`,
    );
  }
  if (filter.from) found.push(`i.occurred >= ${values.add(placesOf(filter.from).first)}::bigint`);
  if (filter.to) found.push(`i.occurred <= ${values.add(placesOf(filter.to).last)}::bigint`);
  if (filter.reporterGuid) found.push(`i.reporter_guid = ${values.add(filter.reporterGuid)}::uuid`);
  const holders = [
    ...(filter.assignedToMe ? [viewer.userGuid] : []),
    ...(filter.holderGuid ? [filter.holderGuid] : []),
  ];
  for (const holder of holders)
    found.push(`${values.add(holder)}::uuid = any (i.holder_guids) and i.deleted_at is null`);
  if (filter.riskBand && filter.riskBand.length > 0) {
    found.push(
      `(${filter.riskBand.map((band) => `i.risk_score between ${riskBandScores[band].join(' and ')}`).join(' or ')})`,
    );
  }
  if (filter.answered)
    found.push(
      `i.event_id in (select r.event_id from ${reportAnswerTable} r where r.tenant = ${tenant} and r.workflow <> 'NONE' and not r.is_imported and ${answeredSql[filter.answered]})`,
    );
  if (filter.reportedFrom) found.push(`i.reported_at >= ${startOfDay(values.add(filter.reportedFrom), tenant)}`);
  if (filter.reportedTo)
    found.push(`i.reported_at < ${startOfDay(`(${values.add(filter.reportedTo)}::date + 1)`, tenant)}`);
  if (filter.regionGuid) found.push(inRegions(`= ${values.add(filter.regionGuid)}::uuid`, tenant));
  for (const word of new Set((filter.text ?? '').toLowerCase().split(/\s+/).filter(Boolean)))
    found.push(mentioning(word, tenant, values));
  return found;
}

/** The incident's own region, otherwise its worksite's. */
const inRegions = (comparison: string, tenant: string) =>
  `(i.region_guid ${comparison} or (i.region_guid is null and i.worksite_guid in (select w.worksite_guid from ${worksiteTable} w where w.tenant = ${tenant} and w.region_guid ${comparison})))`;

/** SQL condition: a word in the heading, description or location, or the number. */
function mentioning(word: string, tenant: string, values: Values): string {
  const text = values.add(word);
  const places = [
    `strpos(i.search_text, ${text}) > 0`,
    `i.worksite_guid in (select w.worksite_guid from ${worksiteTable} w where w.tenant = ${tenant} and strpos(lower(w.name), ${text}) > 0)`,
  ];
  const number = /^#?(\d{1,15})$/.exec(word)?.[1];
  if (number) places.push(`i.number = ${values.add(number)}::bigint`);
  const named = regions.filter(({ name }) => name.toLowerCase().includes(word)).map(({ guid }) => guid);
  if (named.length > 0) places.push(inRegions(`= any (${values.add(named)}::uuid[])`, tenant));
  return `(${places.join(' or ')})`;
}
