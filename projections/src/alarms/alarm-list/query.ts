import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AlarmList, ListedAlarm } from '@plimsoll/contracts/alarms/answers';
import { isUnanswered, type AlarmState } from '@plimsoll/contracts/alarms/progress';
import { visibilityCondition } from '@plimsoll/contracts/incidents/visibility';
import { incidentListTable } from '../../incidents/incident-list/project.ts';
import { Values, visibilitySql } from '../../incidents/incident-list/list-conditions.ts';
import { memberTable } from '../../members/member-list/project.ts';
import { worksiteTable } from '../../organizations/organization-settings/project.ts';
import { personOf } from '../../platform/person-names.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import type { ReadStatement } from '../../platform/query-as-tenant.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { alarmOf, alarmTable, type AlarmRow } from './project.ts';

/** Filter and page of a list of alarms. */
export interface AlarmSearch {
  readonly state?: readonly AlarmState[] | undefined;
  readonly eventId?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Lists alarms of events that the viewer sees and was alerted about, for admins all; the newest first. */
export class ListAlarms extends Query<AlarmList> {
  constructor(
    readonly tenant: string,
    readonly viewer: Viewer,
    readonly search: AlarmSearch,
  ) {
    super();
  }
}

/** An open alarm of an event that the viewer sees, or of a drill, with what decides whether they may answer it. */
export interface OpenAlarm extends ListedAlarm {
  readonly isTold: boolean;
}

/** Lists the newest open alarms of events that the viewer sees, and open drills, whether or not they were alerted. */
export class ListOpenAlarms extends Query<readonly OpenAlarm[]> {
  constructor(
    readonly tenant: string,
    readonly viewer: Viewer,
  ) {
    super();
  }
}

/** Maximum number of open alarms that the bell lists. */
const MAX_OPEN = 100;

type Found = AlarmRow & {
  number: number | null;
  form_name: string | null;
  worksite_name: string | null;
  names: Record<string, string>;
};

/** Alarms `a` with their events `i`, as far as a viewer sees these; drills have none. */
function seenAlarms(viewer: Viewer, tenant: string, values: Values): { readonly from: string; readonly seen: string } {
  const seen = visibilitySql(visibilityCondition(viewer, { IS_DELETED: false }), viewer, tenant, values);
  return {
    from: `${alarmTable} a left join ${incidentListTable} i on i.tenant = ${tenant} and i.event_id = a.event_id and i.deleted_at is null`,
    seen: `a.tenant = ${tenant} and (a.is_drill or (i.event_id is not null and ${seen}))`,
  };
}

const columns = (tenant: string): string => `a.*, i.number, i.form_name,
  (select w.name from ${worksiteTable} w where w.tenant = ${tenant} and w.worksite_guid = coalesce(i.worksite_guid, a.worksite_guid)) as worksite_name,
  coalesce(i.worksite_guid, a.worksite_guid) as worksite_guid,
  (select coalesce(jsonb_object_agg(m.user_guid, m.name), '{}') from ${memberTable} m
    where m.tenant = ${tenant} and m.user_guid in ((a.held_by ->> 'userGuid')::uuid, (a.called_off ->> 'byGuid')::uuid)) as names`;

function listed(row: Found): ListedAlarm {
  const alarm = alarmOf(row);
  const answered = alarm.heldBy ?? (alarm.calledOff && { userGuid: alarm.calledOff.byGuid, at: alarm.calledOff.at });
  return {
    alarmGuid: row.alarm_guid,
    isDrill: alarm.isDrill,
    eventId: alarm.eventId,
    number: row.number,
    formName: row.form_name,
    worksite:
      alarm.worksiteGuid !== null && row.worksite_name !== null
        ? { guid: alarm.worksiteGuid, name: row.worksite_name }
        : null,
    level: alarm.level,
    rules: alarm.rules.map(({ code, ruleGuid, name }) => ({ code, ruleGuid, name })),
    state: alarm.state,
    round: alarm.round,
    raisedAt: alarm.raisedAt,
    answeredBy: answered && personOf(answered.userGuid, row.names[answered.userGuid]),
    answeredAt: answered && answered.at,
    nextStepAt: alarm.nextStepAt,
    isUnanswered: isUnanswered(alarm),
  };
}

/** Answers `ListAlarms`. */
@QueryHandler(ListAlarms)
export class ListAlarmsHandler implements IQueryHandler<ListAlarms> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, viewer, search: { state, eventId, limit, offset } }: ListAlarms): Promise<AlarmList> {
    const values = new Values();
    const own = values.add(tenant);
    const { from, seen } = seenAlarms(viewer, own, values);
    const where = [
      seen,
      ...(viewer.isAdmin ? [] : [`${values.add(viewer.userGuid)}::uuid = any (a.told_guids)`]),
      ...(state ? [`a.state = any (${values.add(state)}::text[])`] : []),
      ...(eventId ? [`a.event_id = ${values.add(eventId)}::uuid`] : []),
    ].join(' and ');
    const counted = [...values.list];
    const statements: ReadStatement[] = [
      {
        text: `select ${columns(own)} from ${from} where ${where} order by a.raised_at desc, a.alarm_guid limit ${values.add(limit)} offset ${values.add(offset)}`,
        values: values.list,
      },
      { text: `select count(*)::integer as count from ${from} where ${where}`, values: counted },
    ];
    const [rows, [total]] = (await this.reader.askAll(tenant, statements)) as [Found[], { count: number }[]];
    return { items: rows.map(listed), totalCount: total!.count, limit, offset };
  }
}

/** Answers `ListOpenAlarms`. */
@QueryHandler(ListOpenAlarms)
export class ListOpenAlarmsHandler implements IQueryHandler<ListOpenAlarms> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, viewer }: ListOpenAlarms): Promise<readonly OpenAlarm[]> {
    const values = new Values();
    const own = values.add(tenant);
    const { from, seen } = seenAlarms(viewer, own, values);
    const rows = await this.reader.ask<Found>(tenant, {
      text: `select ${columns(own)} from ${from} where a.state = 'OPEN' and ${seen} order by a.raised_at desc, a.alarm_guid limit ${MAX_OPEN}`,
      values: values.list,
    });
    return rows.map((row) => ({ ...listed(row), isTold: row.told_guids.includes(viewer.userGuid) }));
  }
}
