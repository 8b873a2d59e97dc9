import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { addMonths, localDateTime, monthOf, type YearMonth } from '@plimsoll/contracts/calendar';
import type { Notification, NotificationList } from '@plimsoll/contracts/notifications/notification';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import { holds } from '@plimsoll/contracts/permissions';
import type { ReadStatement } from '../read-as-tenant.ts';
import { ReadModelReader } from '../read-model-reader.ts';
import type { Viewer } from '../viewer.ts';
import { isOverdue, MONTHS_BACK, monthsWithoutFigures, orderNotifications } from './order-notifications.ts';
import { monthlyMetricsTable } from '../monthly-metrics/project.ts';
import { organizationTable, worksiteTable } from '../organization-settings/project.ts';
import { notificationTable, type NotificationRow } from './project.ts';

/**
 * What somebody has to do: incidents that wait for their review or approval (sensitive ones too, since they are named there),
 * and the months without figures when they may enter them.
 * @param today in the organization's zone.
 */
export class ListNotifications extends Query<NotificationList> {
  constructor(readonly tenant: string, readonly viewer: Viewer, readonly today: string) {
    super();
  }
}

const waitingFor = (tenant: string, userGuid: string): ReadStatement => ({
  name: 'waiting incidents',
  text: `
    select n.incident_guid, n.state, n.number, n.form_name, n.occurrence_date, coalesce(n.region_guid, w.region_guid) as region_guid
    from ${notificationTable} n left join ${worksiteTable} w on w.tenant = $1 and w.worksite_guid = n.worksite_guid
    where n.tenant = $1 and n.assignee_guid = $2`,
  values: [tenant, userGuid],
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

type Waiting = Pick<NotificationRow, 'incident_guid' | 'number' | 'form_name' | 'occurrence_date' | 'region_guid'> & { state: 'REVIEW_REQUESTED' | 'APPROVAL_REQUESTED' };

const asked = { REVIEW_REQUESTED: 'REVIEW', APPROVAL_REQUESTED: 'APPROVAL' } as const;

const waitingNotification = (row: Waiting, today: string): Notification => ({
  type: asked[row.state],
  eventId: row.incident_guid,
  number: row.number,
  formName: row.form_name,
  occurrenceDate: row.occurrence_date,
  regionGuid: row.region_guid,
  regionName: row.region_guid === null ? null : (regionOf(row.region_guid)?.name ?? null),
  isOverdue: isOverdue({ type: asked[row.state] }, today),
});

@QueryHandler(ListNotifications)
export class ListNotificationsHandler implements IQueryHandler<ListNotifications> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, viewer, today }: ListNotifications): Promise<NotificationList> {
    const entersFigures = holds(viewer, 'VIEW_AND_SET_MONTHLY_METRICS');
    const earliest = addMonths(monthOf(today), -MONTHS_BACK);
    const [waiting, [organization] = [], entered = []] = (await this.reader.askAll(tenant, [
      waitingFor(tenant, viewer.userGuid),
      ...(entersFigures ? [organizationOf(tenant), monthsWithHours(tenant, earliest)] : []),
    ])) as [Waiting[], { created_at: string; time_zone: string }[]?, { year_month: YearMonth }[]?];
    const months = organization
      ? monthsWithoutFigures(
          localDateTime(new Date(organization.created_at), organization.time_zone).date,
          today,
          new Set(entered.map(({ year_month }) => year_month)),
        )
      : [];
    return orderNotifications(
      [
        ...waiting.map((row) => waitingNotification(row, today)),
        ...months.map((month): Notification => ({ type: 'MONTHLY_REPORTING', month, isOverdue: isOverdue({ type: 'MONTHLY_REPORTING' }, today) })),
      ],
      today,
    );
  }
}
