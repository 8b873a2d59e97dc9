import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { addMonths, localDateTime, monthOf, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import {
  WITHOUT_REVIEWER_HOURS,
  type Notification,
  type ToDoList,
} from '@plimsoll/contracts/notifications/notification';
import { visibilityOf } from '@plimsoll/contracts/incidents/visibility';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import type { ReadStatement } from '../../platform/query-as-tenant.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { progressOf } from '../../incidents/incident-progress.ts';
import { memberOf, type Member } from '../../members/member-list/query.ts';
import { findLapsedAssignments, type Assignment } from '../../members/member-list/lapsed-assignments.ts';
import { readMemberships } from '../../members/member-list/read-memberships.ts';
import { reporterNotice, type NoticeRecipient } from './reporter-notices.ts';
import { isOverdue, MONTHS_BACK, monthsWithoutFigures, orderNotifications } from './order-notifications.ts';
import type { CrossingRow } from '../../metrics/load-lines/project.ts';
import { openCrossings } from '../../metrics/load-lines/query.ts';
import { monthlyMetricsTable } from '../../metrics/monthly-metrics/project.ts';
import {
  equivalentReportingGroups,
  resolveReportingGroup,
  organizationTable,
  worksiteTable,
} from '../../organizations/organization-settings/project.ts';
import { Values } from '../../incidents/incident-list/list-conditions.ts';
import type { TaskRow } from '../../tasks/task-list/project.ts';
import { titlesOf, type EventColumns } from '../../tasks/task-list/event-titles.ts';
import { seenTasks } from '../../tasks/task-list/query.ts';
import { notificationTable, type NotificationRow } from './project.ts';

/**
 * Lists what a person has to do: incidents that wait for their review or approval (including sensitive ones, since they
 * are named there), incidents returned to them or without a reviewer, lapsed assignments that they can reassign, months
 * without figures if they may enter them, and for admins crossed limits.
 * @param today in the organization's zone, at the moment `now`.
 */
export class ListNotifications extends Query<ToDoList> {
  constructor(
    readonly tenant: string,
    readonly viewer: Viewer,
    readonly today: string,
    readonly now: Date,
  ) {
    super();
  }
}

const waitingFor = (tenant: string, userGuid: string): ReadStatement => ({
  name: 'waiting incidents',
  text: `
    select n.incident_guid, n.state, n.number, n.heading, n.form_name, n.occurrence_date, coalesce(n.region_guid, w.region_guid) as region_guid
    from ${notificationTable} n left join ${worksiteTable} w on w.tenant = $1 and w.worksite_guid = n.worksite_guid
    where n.tenant = $1 and n.assignee_guid = $2`,
  values: [tenant, userGuid],
});

/** Assignees of incidents that the viewer can reassign: they requested it, or may change any event. */
const othersAsked = (tenant: string, viewer: Viewer): ReadStatement => ({
  name: 'others who are asked',
  text: `select distinct assignee_guid as "assigneeGuid", state from ${notificationTable} where tenant = $1 and assignee_guid is not null and assignee_guid <> $2 and (asked_by_guid = $2 or $3)`,
  values: [tenant, viewer.userGuid, holds(viewer, 'ALWAYS_MODIFY_EVENTS')],
});

/** Incidents that wait for any of these assignees and that the viewer can reassign. */
const waitingForOthers = (
  tenant: string,
  viewer: Viewer,
  reviewers: readonly string[],
  approvers: readonly string[],
): ReadStatement => ({
  name: 'incidents that wait in vain',
  text: `
    select n.*, coalesce(n.region_guid, w.region_guid) as region_guid
    from ${notificationTable} n left join ${worksiteTable} w on w.tenant = $1 and w.worksite_guid = n.worksite_guid
    where n.tenant = $1 and (n.asked_by_guid = $2 or $3)
      and ((n.state = 'REVIEW_REQUESTED' and n.assignee_guid = any ($4)) or (n.state = 'APPROVAL_REQUESTED' and n.assignee_guid = any ($5)))`,
  values: [tenant, viewer.userGuid, holds(viewer, 'ALWAYS_MODIFY_EVENTS'), reviewers, approvers],
});

/**
 * Incidents with their reporter that may concern the viewer: returned to them, or reported, reviewed or administered by
 * them and waiting long enough.
 */
const withReporter = (
  tenant: string,
  { userGuid, isAdmin, reportingGroupGuid }: Viewer,
  waitingSince: Date,
): ReadStatement => ({
  name: 'incidents with their reporter',
  text: `
    select n.*, coalesce(n.region_guid, w.region_guid) as region_guid, ${resolveReportingGroup('n.reporting_group_guid')} as reporting_group_guid, n.came_to_reporter_at <= $3 as is_late
    from ${notificationTable} n left join ${worksiteTable} w on w.tenant = $1 and w.worksite_guid = n.worksite_guid
    where n.tenant = $1 and n.state in ('REPORTED', 'RETURNED') and n.deleted_at is null and not n.is_imported
      and (n.reporter_guid = $2 or n.entered_by_guid = $2 or (n.came_to_reporter_at <= $3 and ($4 or n.reporting_group_guid = any (${equivalentReportingGroups('array[$5::uuid]', '$1')}))))`,
  values: [tenant, userGuid, waitingSince.toISOString(), isAdmin, reportingGroupGuid],
});

const organizationOf = (tenant: string): ReadStatement => ({
  name: 'organization of notifications',
  text: `select created_at, time_zone from ${organizationTable} where tenant = $1`,
  values: [tenant],
});

const monthsWithHours = (tenant: string, since: YearMonth): ReadStatement => ({
  name: 'months with hours',
  text: `select year_month from ${monthlyMetricsTable} where tenant = $1 and year_month >= $2 and employee_hours + contractor_hours > 0`,
  values: [tenant, since],
});

/**
 * Corrective actions that the viewer has to do, and those to verify from their due date: never one's own, which then go
 * to admins.
 */
function tasksOf(tenant: string, viewer: Viewer, today: string): ReadStatement {
  const values = new Values();
  const own = values.add(tenant);
  const { from, event, condition } = seenTasks(viewer, own, values);
  const [user, day, admin] = [
    `${values.add(viewer.userGuid)}::uuid`,
    `${values.add(today)}::date`,
    `${values.add(viewer.isAdmin)}::boolean`,
  ];
  return {
    text: `
      select t.task_guid, t.event_id, t.description, t.state, t.due_date, t.verify_by, ${event}
      from ${from} where ${condition} and ((t.state = 'OPEN' and t.responsible_guid = ${user})
        or (t.state = 'COMPLETED' and t.verify_by <= ${day} and t.completed_by_guid <> ${user} and (t.verifier_guid = ${user} or (${admin} and t.verifier_guid = t.completed_by_guid))))`,
    values: values.list,
  };
}

type ToDo = Pick<TaskRow, 'task_guid' | 'event_id' | 'description' | 'state' | 'due_date' | 'verify_by'> & EventColumns;

function taskNotification(row: ToDo, title: string | null, today: string): Notification {
  const about = {
    eventId: row.event_id,
    number: row.number,
    heading: title,
    taskId: row.task_guid,
    taskDescription: row.description,
  };
  const type = row.state === 'OPEN' ? 'CORRECTIVE_ACTION' : 'ACTION_VERIFICATION';
  const dueDate = row.state === 'OPEN' ? row.due_date : row.verify_by!;
  return { type, ...about, dueDate, isOverdue: isOverdue({ type, dueDate }, today) };
}

type TestEvent = Pick<
  NotificationRow,
  'incident_guid' | 'number' | 'heading' | 'form_name' | 'occurrence_date' | 'region_guid'
>;
type Waiting = TestEvent & { state: 'REVIEW_REQUESTED' | 'APPROVAL_REQUESTED' };
type WithoutReviewer = NotificationRow & { is_late: boolean };

const asked = { REVIEW_REQUESTED: 'REVIEW', APPROVAL_REQUESTED: 'APPROVAL' } as const;

const recordOf = (row: TestEvent) => ({
  eventId: row.incident_guid,
  number: row.number,
  heading: row.heading,
  formName: row.form_name,
  occurrenceDate: row.occurrence_date,
  regionGuid: row.region_guid,
  regionName: row.region_guid === null ? null : (regionOf(row.region_guid)?.name ?? null),
});

const waitingNotification = (row: Waiting, today: string): Notification => ({
  type: asked[row.state],
  ...recordOf(row),
  isOverdue: isOverdue({ type: asked[row.state] }, today),
});

/** Builds the notifications of incidents that are with their reporters. */
function reporterNotifications(
  rows: readonly WithoutReviewer[],
  viewer: Viewer,
  members: readonly NoticeRecipient[],
  today: string,
): Notification[] {
  return rows.flatMap((row): Notification[] => {
    const incident = {
      progress: progressOf(row),
      isSensitive: row.is_sensitive,
      reportingGroupGuid: row.reporting_group_guid,
      isLate: row.is_late,
    };
    const type = reporterNotice(incident, viewer, () => members);
    return type
      ? [{ type, ...recordOf(row), since: row.came_to_reporter_at, isOverdue: isOverdue({ type }, today) }]
      : [];
  });
}

const HOUR_MS = 3_600_000;

/** Answers `ListNotifications`. */
@QueryHandler(ListNotifications)
export class ListNotificationsHandler implements IQueryHandler<ListNotifications> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, viewer, today, now }: ListNotifications): Promise<ToDoList> {
    const entersFigures = holds(viewer, 'VIEW_AND_SET_MONTHLY_METRICS');
    const earliest = addMonths(monthOf(today), -MONTHS_BACK);
    const waitingSince = new Date(now.getTime() - WITHOUT_REVIEWER_HOURS * HOUR_MS);
    const [waiting, withoutReviewer, others, tasks, ...more] = (await this.reader.askAll(tenant, [
      waitingFor(tenant, viewer.userGuid),
      withReporter(tenant, viewer, waitingSince),
      othersAsked(tenant, viewer),
      tasksOf(tenant, viewer, today),
      ...(viewer.isAdmin ? [openCrossings(tenant)] : []),
      ...(entersFigures ? [organizationOf(tenant), monthsWithHours(tenant, earliest)] : []),
    ])) as [Waiting[], WithoutReviewer[], Assignment[], ToDo[], ...unknown[]];
    const crossings = (viewer.isAdmin ? more.shift() : []) as CrossingRow[];
    const [[organization] = [], entered = []] = more as [
      { created_at: string; time_zone: string }[]?,
      { year_month: YearMonth }[]?,
    ];
    const members =
      viewer.isAdmin && withoutReviewer.some(({ is_late }) => is_late) ? await this.#membersInGroups(tenant) : [];
    const months = organization
      ? monthsWithoutFigures(
          localDateTime(new Date(organization.created_at), organization.time_zone).date,
          today,
          new Set(entered.map(({ year_month }) => year_month)),
        )
      : [];
    const titles = await titlesOf(this.reader, tenant, tasks);
    return orderNotifications(
      [
        ...waiting.map((row) => waitingNotification(row, today)),
        ...reporterNotifications(withoutReviewer, viewer, members, today),
        ...(await this.#lapsed(tenant, viewer, others, today)),
        ...tasks.map((row, place) => taskNotification(row, titles[place]!, today)),
        ...crossings.map(
          (row): Notification => ({
            type: 'LOAD_LINE',
            notificationGuid: row.notification_guid,
            metric: row.metric,
            month: row.month,
            figure: Number(row.figure),
            limit: Number(row.limit_then),
            isOverdue: false,
          }),
        ),
        ...months.map(
          (month): Notification => ({
            type: 'MONTHLY_REPORTING',
            month,
            isOverdue: isOverdue({ type: 'MONTHLY_REPORTING' }, today),
          }),
        ),
      ],
      today,
    );
  }

  /** Finds incidents whose assignee has left or lost the permission, as far as the viewer sees them. */
  async #lapsed(tenant: string, viewer: Viewer, others: readonly Assignment[], today: string): Promise<Notification[]> {
    if (others.length === 0) return [];
    const lapsed = others.filter(await findLapsedAssignments(this.reader, tenant, others));
    const unable = (state: Assignment['state']) =>
      lapsed.filter((other) => other.state === state).map(({ assigneeGuid }) => assigneeGuid);
    const [reviewers, approvers] = [unable('REVIEW_REQUESTED'), unable('APPROVAL_REQUESTED')];
    if (reviewers.length + approvers.length === 0) return [];
    const found = await this.reader.ask<NotificationRow & Waiting>(
      tenant,
      waitingForOthers(tenant, viewer, reviewers, approvers),
    );
    const seen = found.filter(
      (row) => visibilityOf({ ...progressOf(row), isSensitive: row.is_sensitive }, viewer) === 'SEEN',
    );
    return seen.map((row) => ({
      type: asked[row.state],
      ...recordOf(row),
      isOverdue: isOverdue({ type: asked[row.state] }, today),
      needsReassigning: true,
    }));
  }

  async #membersInGroups(tenant: string): Promise<Member[]> {
    const rows = await readMemberships(
      this.reader,
      { tenant },
      {
        name: 'members in reporting groups',
        where: 'tenant = $1 and not is_removed and reporting_group_guid is not null',
        values: [tenant],
      },
    );
    return rows.map(memberOf);
  }
}
