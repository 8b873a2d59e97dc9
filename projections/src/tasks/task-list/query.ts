import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { visibilityCondition } from '@plimsoll/contracts/incidents/visibility';
import { headingOf } from '@plimsoll/contracts/incidents/vocabulary';
import type { TaskList } from '@plimsoll/contracts/tasks/answers';
import { statusOn, type ListedTaskStatus } from '@plimsoll/contracts/tasks/vocabulary';
import { incidentDetailTable } from '../../incidents/incident-detail/project.ts';
import { incidentListTable } from '../../incidents/incident-list/project.ts';
import { Values, visibilitySql, withinScope } from '../../incidents/incident-list/list-conditions.ts';
import { memberTable } from '../../members/member-list/project.ts';
import { worksiteTable } from '../../organizations/organization-settings/project.ts';
import { personOf, type Person } from '../../platform/person-names.ts';
import type { ReadStatement } from '../../platform/query-as-tenant.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { taskTable, type TaskRow } from './project.ts';
import { memberNames, titlesOf, type EventColumns } from './event-titles.ts';
import { knownMembers, titleForResponsible, type HiddenEvent } from './hidden-event-title.ts';

/** Filter and page of a list of corrective actions. */
export interface TaskSearch {
  readonly limit: number;
  readonly offset: number;
  /** The person responsible. */
  readonly assignee?: string | undefined;
  readonly eventId?: string | undefined;
  readonly status?: ListedTaskStatus | undefined;
}

/** Lists the corrective actions that the viewer sees, by due date. @param today in the organization's zone. */
export class ListTasks extends Query<TaskList> {
  constructor(
    readonly tenant: string,
    readonly viewer: Viewer,
    readonly search: TaskSearch,
    readonly today: string,
  ) {
    super();
  }
}

/** Finds completed and verified actions of incidents at a worksite, regardless of visibility. */
export class FindTasksAtWorksite extends Query<readonly string[]> {
  constructor(
    readonly tenant: string,
    readonly worksiteGuid: string,
  ) {
    super();
  }
}

/** Names of persons in the organization, and whether they are still members. */
export interface NamedMembers {
  person(userGuid: string): Person;
  isMember(userGuid: string): boolean;
}

/** Looks up these persons in the organization. */
export class NameMembers extends Query<NamedMembers> {
  constructor(
    readonly tenant: string,
    readonly userGuids: readonly string[],
  ) {
    super();
  }
}

const byStatus: Readonly<Record<ListedTaskStatus, (today: () => string) => string>> = {
  TO_DO: (today) => `(t.state = 'OPEN' or (t.state = 'COMPLETED' and t.verify_by <= ${today()}::date))`,
  OVERDUE: (today) => `t.state = 'OPEN' and t.due_date < ${today()}::date`,
  CHECK_OVERDUE: (today) => `t.state = 'COMPLETED' and t.verify_by < ${today()}::date`,
  OPEN: (today) => `t.state = 'OPEN' and t.due_date >= ${today()}::date`,
  COMPLETED: (today) => `t.state = 'COMPLETED' and t.verify_by >= ${today()}::date`,
  VERIFIED: () => "t.state = 'VERIFIED'",
  CANCELLED: () => "t.state = 'CANCELLED'",
};

/**
 * SQL of the actions `t` that a viewer sees, with their incidents `i`; `seen` is whether they also see the incident.
 * `event` are columns of the incident, to select: see `EventColumns`.
 */
export function seenTasks(
  viewer: Viewer,
  tenant: string,
  values: Values,
): { readonly from: string; readonly seen: string; readonly condition: string; readonly event: string } {
  const seen = visibilitySql(visibilityCondition(viewer, { IS_DELETED: false }), viewer, tenant, values);
  const user = `${values.add(viewer.userGuid)}::uuid`;
  const isTheirs = `t.responsible_guid = ${user}`;
  return {
    from: `${taskTable} t join ${incidentListTable} i on i.tenant = ${tenant} and i.event_id = t.event_id and i.deleted_at is null`,
    seen,
    condition: [
      `t.tenant = ${tenant} and not t.is_deleted and (${seen} or ${user} = any (t.concerned))`,
      ...withinScope(viewer, values),
    ].join(' and '),
    event: `case when ${seen} then i.number end as number, case when ${seen} then i.heading end as heading,
      case when ${seen} or ${isTheirs} then (select w.name from ${worksiteTable} w where w.tenant = ${tenant} and w.worksite_guid = i.worksite_guid) end as worksite_name,
      case when not ${seen} and ${isTheirs} and not i.is_sensitive then i.form_name end as form_name,
      case when not ${seen} and ${isTheirs} and not i.is_sensitive then (select d.facts from ${incidentDetailTable} d where d.tenant = ${tenant} and d.event_id = t.event_id) end as facts`,
  };
}

/** What the responsible person of an action reads of its incident without seeing it, or anyone who sees it. */
export class DescribeEventOfTask extends Query<{
  readonly heading: string | null;
  readonly worksiteName: string | null;
}> {
  constructor(
    readonly tenant: string,
    readonly event: HiddenEvent & { readonly worksiteGuid: string | null },
    readonly isSeen: boolean,
  ) {
    super();
  }
}

/** Answers `DescribeEventOfTask`. */
@QueryHandler(DescribeEventOfTask)
export class DescribeEventOfTaskHandler implements IQueryHandler<DescribeEventOfTask> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, event, isSeen }: DescribeEventOfTask) {
    const [worksites, members = []] = (await this.reader.askAll(tenant, [
      {
        name: 'name of a worksite',
        text: `select name from ${worksiteTable} where tenant = $1 and worksite_guid = $2`,
        values: [tenant, event.worksiteGuid],
      },
      ...(isSeen ? [] : [memberNames(tenant)]),
    ])) as [{ name: string }[], { name: string }[]?];
    return {
      heading: isSeen
        ? headingOf(event.facts.description)
        : titleForResponsible(event, knownMembers(members.map(({ name }) => name))),
      worksiteName: worksites[0]?.name ?? null,
    };
  }
}

type Found = TaskRow & EventColumns & { names: Record<string, string>; needs_reassigning: boolean };

function listStatement({
  tenant,
  viewer,
  search: { limit, offset, assignee, eventId, status },
  today,
}: ListTasks): readonly ReadStatement[] {
  const values = new Values();
  const own = values.add(tenant);
  const { from, event, condition } = seenTasks(viewer, own, values);
  const where = [
    condition,
    ...(eventId ? [`t.event_id = ${values.add(eventId)}::uuid`] : []),
    ...(assignee
      ? [
          `(case when t.state = 'COMPLETED' then t.verifier_guid else t.responsible_guid end) = ${values.add(assignee)}::uuid`,
        ]
      : []),
    ...(status ? [byStatus[status](() => values.add(today))] : []),
  ].join(' and ');
  const counted = [...values.list];
  const text = `
    select t.*, ${event},
      (select coalesce(jsonb_object_agg(m.user_guid, m.name), '{}') from ${memberTable} m where m.tenant = ${own} and m.user_guid = any (array[t.created_by_guid, t.responsible_guid, t.verifier_guid, t.completed_by_guid])) as names,
      t.state in ('OPEN', 'COMPLETED') and not exists (select from ${memberTable} m where m.tenant = ${own} and not m.is_removed
        and m.user_guid = case when t.state = 'OPEN' then t.responsible_guid else t.verifier_guid end) as needs_reassigning
    from ${from} where ${where} order by t.due_date, t.task_guid limit ${values.add(limit)} offset ${values.add(offset)}`;
  return [
    { text, values: values.list },
    { text: `select count(*)::integer as count from ${from} where ${where}`, values: counted },
  ];
}

/** Answers `ListTasks`. */
@QueryHandler(ListTasks)
export class ListTasksHandler implements IQueryHandler<ListTasks> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute(asked: ListTasks): Promise<TaskList> {
    const [rows, [counted]] = (await this.reader.askAll(asked.tenant, listStatement(asked))) as [
      Found[],
      { count: number }[],
    ];
    const titles = await titlesOf(this.reader, asked.tenant, rows);
    return {
      items: rows.map((row, place) => {
        const person = (guid: string) => personOf(guid, row.names[guid]);
        return {
          taskGuid: row.task_guid,
          eventId: row.event_id,
          eventNumber: row.number,
          eventHeading: titles[place]!,
          worksiteName: row.worksite_name,
          description: row.description,
          dueDate: row.due_date,
          status: statusOn({ state: row.state, dueDate: row.due_date, verifyBy: row.verify_by }, asked.today),
          priority: row.priority,
          controlType: row.control_type,
          createdBy: person(row.created_by_guid),
          responsible: person(row.responsible_guid),
          verifier: person(row.verifier_guid),
          needsReassigning: row.needs_reassigning,
          completedBy: row.completed_by_guid === null ? null : person(row.completed_by_guid),
          completedAt: row.completed_at,
          verifyBy: row.verify_by,
          revision: row.revision,
        };
      }),
      totalCount: counted!.count,
      limit: asked.search.limit,
      offset: asked.search.offset,
    };
  }
}

/** Answers `FindTasksAtWorksite`. */
@QueryHandler(FindTasksAtWorksite)
export class FindTasksAtWorksiteHandler implements IQueryHandler<FindTasksAtWorksite> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, worksiteGuid }: FindTasksAtWorksite): Promise<readonly string[]> {
    const rows = await this.reader.ask<{ task_guid: string }>(tenant, {
      name: 'actions at a worksite',
      text: `select t.task_guid from ${taskTable} t join ${incidentListTable} i on i.tenant = $1 and i.event_id = t.event_id and i.deleted_at is null
             where t.tenant = $1 and not t.is_deleted and t.state in ('COMPLETED', 'VERIFIED') and i.worksite_guid = $2 order by t.task_guid`,
      values: [tenant, worksiteGuid],
    });
    return rows.map(({ task_guid: guid }) => guid);
  }
}

/** Answers `NameMembers`. */
@QueryHandler(NameMembers)
export class NameMembersHandler implements IQueryHandler<NameMembers> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, userGuids }: NameMembers): Promise<NamedMembers> {
    const rows = await this.reader.ask<{ user_guid: string; name: string; is_removed: boolean }>(tenant, {
      name: 'names of members',
      text: `select user_guid, name, is_removed from ${memberTable} where tenant = $1 and user_guid = any ($2)`,
      values: [tenant, [...new Set(userGuids)]],
    });
    const known = new Map(rows.map((row) => [row.user_guid, row]));
    return {
      person: (guid) => personOf(guid, known.get(guid)?.name),
      isMember: (guid) => known.get(guid)?.is_removed === false,
    };
  }
}
