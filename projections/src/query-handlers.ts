import type { Type } from '@nestjs/common';
import { FindAccountByEmailHandler, FindAccountHandler } from './account/query.ts';
import { ListDashboardCasesHandler } from './frequency-chart/list-cases.ts';
import { ShowDashboardHandler } from './frequency-chart/query.ts';
import { FindIncidentHandler, ShowIncidentAfterHandler } from './incident-detail/query.ts';
import { ListIncidentHistoryHandler } from './incident-history/query.ts';
import { ListIncidentsHandler } from './incident-list/query.ts';
import { FindLoadLinesHandler } from './load-lines/query.ts';
import { FindMemberHandler, FindMembershipsOfHandler, ListMembersHandler } from './member-list/query.ts';
import { FindMonthlyMetricsHandler } from './monthly-metrics/query.ts';
import { ListNotificationsHandler } from './notification-list/query.ts';
import { FindOrganizationHandler, FindOrganizationNamesHandler } from './organization-settings/query.ts';

/** Whatever can be asked: Nest's QueryBus answers it when these are its providers, with READ_POOL. */
export const queryHandlers: readonly Type[] = [
  FindAccountByEmailHandler, FindAccountHandler, ShowDashboardHandler, ListDashboardCasesHandler, FindIncidentHandler, ShowIncidentAfterHandler, ListIncidentHistoryHandler, ListIncidentsHandler, FindLoadLinesHandler,
  FindMemberHandler, FindMembershipsOfHandler, ListMembersHandler, FindMonthlyMetricsHandler, ListNotificationsHandler,
  FindOrganizationHandler, FindOrganizationNamesHandler,
];
