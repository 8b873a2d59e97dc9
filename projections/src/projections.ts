import { account } from './account/project.ts';
import { erasureListProjection } from './erasure-list/project.ts';
import { auditorGrants } from './auditor-grant-list/project.ts';
import { formList } from './form-list/project.ts';
import { apiKeys } from './api-key-list/project.ts';
import { changeLog } from './change-log/project.ts';
import { frequencyChart } from './frequency-chart/project.ts';
import { incidentDetail } from './incident-detail/project.ts';
import { incidentList } from './incident-list/project.ts';
import { incidentViewList } from './incident-view-list/project.ts';
import { invitationList } from './invitation-list/project.ts';
import { invoiceList } from './invoice-list/project.ts';
import { kafkaExports } from './kafka-export/project.ts';
import { loadLinesProjection } from './load-lines/project.ts';
import { memberList } from './member-list/project.ts';
import { membershipRequestList } from './membership-request-list/project.ts';
import { monthlyMetricsProjection } from './monthly-metrics/project.ts';
import { notificationListProjection } from './notification-list/project.ts';
import { organizationDirectory } from './organization-directory/project.ts';
import { organizationDomains } from './organization-domains/project.ts';
import { organizationSettings } from './organization-settings/project.ts';
import { personList } from './person-list/project.ts';
import { staffAccessList } from './staff-access-list/project.ts';
import { subscription } from './subscription/project.ts';
import { taskList } from './task-list/project.ts';
import type { ReadModel } from './runner/read-model.ts';
import { webhooks } from './webhook-list/project.ts';
import { unitHistory } from './unit-history/project.ts';

/** Every read model there is. */
export const projections: readonly ReadModel[] = [
  account,
  memberList,
  organizationSettings,
  incidentList,
  incidentDetail,
  incidentViewList,
  frequencyChart,
  monthlyMetricsProjection,
  loadLinesProjection,
  notificationListProjection,
  invitationList,
  membershipRequestList,
  organizationDirectory,
  organizationDomains,
  staffAccessList,
  unitHistory,
  apiKeys,
  auditorGrants,
  webhooks,
  kafkaExports,
  taskList,
  formList,
  subscription,
  changeLog,
  invoiceList,
  personList,
  erasureListProjection,
];
