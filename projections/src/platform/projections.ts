import { account } from '../identity/account/project.ts';
import { erasureListProjection } from '../privacy/erasure-list/project.ts';
import { auditorGrants } from '../auditors/auditor-grant-list/project.ts';
import { formList } from '../forms/form-list/project.ts';
import { apiKeys } from '../integration/api-key-list/project.ts';
import { changeLog } from '../audit/change-log/project.ts';
import { frequencyChart } from '../metrics/frequency-chart/project.ts';
import { incidentDetail } from '../incidents/incident-detail/project.ts';
import { incidentList } from '../incidents/incident-list/project.ts';
import { incidentViewList } from '../incidents/incident-view-list/project.ts';
import { invitationList } from '../joining/invitation-list/project.ts';
import { invoiceList } from '../billing/invoice-list/project.ts';
import { kafkaExports } from '../integration/kafka-export/project.ts';
import { loadLinesProjection } from '../metrics/load-lines/project.ts';
import { memberList } from '../members/member-list/project.ts';
import { membershipRequestList } from '../joining/membership-request-list/project.ts';
import { monthlyMetricsProjection } from '../metrics/monthly-metrics/project.ts';
import { notificationListProjection } from '../notifications/notification-list/project.ts';
import { organizationDirectory } from '../organizations/organization-directory/project.ts';
import { organizationDomains } from '../single-sign-on/organization-domains/project.ts';
import { organizationSettings } from '../organizations/organization-settings/project.ts';
import { personList } from '../privacy/person-list/project.ts';
import { staffAccessList } from '../staff/staff-access-list/project.ts';
import { subscription } from '../billing/subscription/project.ts';
import { taskList } from '../tasks/task-list/project.ts';
import type { ReadModel } from '../runner/tables/read-model.ts';
import { webhooks } from '../integration/webhook-list/project.ts';
import { unitHistory } from '../units/unit-history/project.ts';

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
