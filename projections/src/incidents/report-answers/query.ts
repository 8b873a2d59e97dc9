import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AlarmProgress } from '@plimsoll/contracts/alarms/progress';
import type { MyReport, MyReportList } from '@plimsoll/contracts/incidents/my-reports';
import type { AnswersShare } from '@plimsoll/contracts/metrics/answers-share';
import { visibilityCondition } from '@plimsoll/contracts/incidents/visibility';
import { MAX_NEWS, NEWS_DAYS, type NewsItem } from '@plimsoll/contracts/notifications/news';
import { alarmTable, type AlarmRow } from '../../alarms/alarm-list/project.ts';
import { memberTable } from '../../members/member-list/project.ts';
import { worksiteTable } from '../../organizations/organization-settings/project.ts';
import { personOf } from '../../platform/person-names.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { taskTable } from '../../tasks/task-list/project.ts';
import { answeredSql, startOfDay, Values, visibilitySql } from '../incident-list/list-conditions.ts';
import { incidentListTable, type IncidentListRow } from '../incident-list/project.ts';
import { eventNewsTable, newsTable, reportAnswerTable, type NewsRow, type ReportAnswerRow } from './project.ts';

/** Lists what a person reported or entered, newest first, with what became of it. */
export class ListMyReports extends Query<MyReportList> {
  constructor(
    readonly tenant: string,
    readonly userGuid: string,
    readonly page: { readonly limit: number; readonly offset: number },
  ) {
    super();
  }
}

/**
 * Counts the reports of some days that the viewer sees, by how soon someone answered them. Days are the organization's.
 */
export class CountAnswers extends Query<AnswersShare> {
  constructor(
    readonly tenant: string,
    readonly viewer: Viewer,
    readonly days: { readonly from: string; readonly to: string },
  ) {
    super();
  }
}

/** News of a person, newest first, before it is known which of them they have seen. */
export class ListNews extends Query<readonly Omit<NewsItem, 'isNew'>[]> {
  constructor(
    readonly tenant: string,
    readonly viewer: Viewer,
    readonly now: Date,
  ) {
    super();
  }
}

/** A row of news with the names that are shown. */
type News = Omit<NewsRow, 'recipient_guid'> & { number: number; form_name: string; by_name: string | null };

type Reported = ReportAnswerRow &
  Pick<
    IncidentListRow,
    'number' | 'heading' | 'form_name' | 'occurrence_date' | 'state' | 'holder_guids' | 'holder_since'
  > & {
    worksite_name: string | null;
    names: Record<string, string>;
    open_actions: number;
    actions_to_check: number;
    verified_actions: number;
    alarm_state: AlarmRow['state'] | null;
    held_by: AlarmProgress['heldBy'];
  };

const MINE = `from ${reportAnswerTable} r join ${incidentListTable} i on i.tenant = $1 and i.event_id = r.event_id and i.deleted_at is null
  where r.tenant = $1 and (r.reporter_guid = $2 or r.entered_by_guid = $2) and not r.is_imported`;

const actions = (state: string): string =>
  `(select count(*)::integer from ${taskTable} t where t.tenant = $1 and t.event_id = r.event_id and not t.is_deleted and t.state = '${state}')`;

const MY_REPORTS = `
  select r.*, i.number, i.heading, i.form_name, i.occurrence_date, i.state, i.holder_guids, i.holder_since,
    (select w.name from ${worksiteTable} w where w.tenant = $1 and w.worksite_guid = i.worksite_guid) as worksite_name,
    ${actions('OPEN')} as open_actions, ${actions('COMPLETED')} as actions_to_check, ${actions('VERIFIED')} as verified_actions,
    a.state as alarm_state, a.held_by,
    (select coalesce(jsonb_object_agg(m.user_guid, m.name), '{}') from ${memberTable} m
      where m.tenant = $1 and m.user_guid in (i.holder_guids[1], r.answer_by_guid, (a.held_by ->> 'userGuid')::uuid)) as names
  from ${reportAnswerTable} r join ${incidentListTable} i on i.tenant = $1 and i.event_id = r.event_id and i.deleted_at is null
  left join ${alarmTable} a on a.tenant = $1 and a.event_id = r.event_id
  where r.tenant = $1 and (r.reporter_guid = $2 or r.entered_by_guid = $2) and not r.is_imported
  order by r.reported_at desc, r.event_id limit $3 offset $4`;

function myReport(row: Reported): MyReport {
  const person = (guid: string) => personOf(guid, row.names[guid]);
  const [holder] = row.holder_guids;
  return {
    eventId: row.event_id,
    number: row.number,
    heading: row.heading,
    formName: row.form_name,
    occurrenceDate: row.occurrence_date,
    worksiteName: row.worksite_name,
    state: row.state,
    reportedAt: row.reported_at,
    with: holder !== undefined && row.holder_since !== null ? { ...person(holder), since: row.holder_since } : null,
    reviewedAt: row.reviewed_at,
    closedAt: row.closed_at,
    returnedAt: row.returned_at,
    answer:
      row.answer !== null && row.answer_by_guid !== null && row.answer_at !== null
        ? { text: row.answer, by: person(row.answer_by_guid), at: row.answer_at }
        : null,
    actions: { open: row.open_actions, toCheck: row.actions_to_check, verified: row.verified_actions },
    alarm:
      row.alarm_state === null
        ? null
        : {
            state: row.alarm_state,
            answeredBy: row.held_by && person(row.held_by.userGuid),
            answeredAt: row.held_by && row.held_by.at,
          },
    answeredAt: row.answered_at,
  };
}

/** Answers `ListMyReports`. */
@QueryHandler(ListMyReports)
export class ListMyReportsHandler implements IQueryHandler<ListMyReports> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, userGuid, page: { limit, offset } }: ListMyReports): Promise<MyReportList> {
    const [rows, [total]] = (await this.reader.askAll(tenant, [
      { name: 'own reports', text: MY_REPORTS, values: [tenant, userGuid, limit, offset] },
      { name: 'number of own reports', text: `select count(*)::integer as count ${MINE}`, values: [tenant, userGuid] },
    ])) as [Reported[], { count: number }[]];
    return { items: rows.map(myReport), totalCount: total!.count, limit, offset };
  }
}

/** Answers `CountAnswers`. */
@QueryHandler(CountAnswers)
export class CountAnswersHandler implements IQueryHandler<CountAnswers> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, viewer, days: { from, to } }: CountAnswers): Promise<AnswersShare> {
    const values = new Values();
    const own = values.add(tenant);
    const seen = visibilitySql(visibilityCondition(viewer, { IS_DELETED: false }), viewer, own, values);
    const [row] = await this.reader.ask<{ within: number; later: number; not_yet: number }>(tenant, {
      text: `
        select count(*) filter (where ${answeredSql.WITHIN_7_DAYS})::integer as within, count(*) filter (where ${answeredSql.LATER})::integer as later,
          count(*) filter (where ${answeredSql.NOT_YET})::integer as not_yet
        from ${reportAnswerTable} r join ${incidentListTable} i on i.tenant = ${own} and i.event_id = r.event_id and i.deleted_at is null
        where r.tenant = ${own} and r.workflow <> 'NONE' and not r.is_imported and ${seen}
          and r.reported_at >= ${startOfDay(values.add(from), own)} and r.reported_at < ${startOfDay(`(${values.add(to)}::date + 1)`, own)}`,
      values: values.list,
    });
    const { within = 0, later = 0, not_yet: notYet = 0 } = row ?? {};
    const reports = within + later + notYet;
    return { from, to, reports, within7Days: within, later, notYet, share: reports === 0 ? null : within / reports };
  }
}

/** Answers `ListNews`. */
@QueryHandler(ListNews)
export class ListNewsHandler implements IQueryHandler<ListNews> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, viewer, now }: ListNews): Promise<readonly Omit<NewsItem, 'isNew'>[]> {
    const values = new Values();
    const own = values.add(tenant);
    const seen = visibilitySql(visibilityCondition(viewer, { IS_DELETED: false }), viewer, own, values);
    const since = new Date(now.getTime() - NEWS_DAYS * 86_400_000);
    const [user, from] = [values.add(viewer.userGuid), values.add(since.toISOString())];
    const rows = await this.reader.ask<News>(tenant, {
      text: `
        select n.*, i.number, i.form_name, (select m.name from ${memberTable} m where m.tenant = ${own} and m.user_guid = n.by_guid) as by_name
        from (
          select news_guid, event_id, kind, at, by_guid, text from ${newsTable}
          where tenant = ${own} and recipient_guid = ${user}::uuid and at > ${from}::timestamptz
          union all
          select e.news_guid, e.event_id, e.kind, e.at, e.by_guid, null from ${reportAnswerTable} r
          join ${eventNewsTable} e on e.tenant = ${own} and e.event_id = r.event_id and e.at > ${from}::timestamptz and e.by_guid is distinct from ${user}::uuid
          where r.tenant = ${own} and (r.reporter_guid = ${user}::uuid or r.entered_by_guid = ${user}::uuid) and not r.is_imported
        ) n join ${incidentListTable} i on i.tenant = ${own} and i.event_id = n.event_id and i.deleted_at is null
        where ${seen} order by n.at desc, n.news_guid limit ${MAX_NEWS}`,
      values: values.list,
    });
    return rows.map((row) => ({
      newsGuid: row.news_guid,
      kind: row.kind,
      eventId: row.event_id,
      number: row.number,
      formName: row.form_name,
      at: row.at,
      by: row.by_guid === null ? null : personOf(row.by_guid, row.by_name),
      text: row.text,
    }));
  }
}
