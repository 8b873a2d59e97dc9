import type { Type } from '@nestjs/common';
import {
  FindAccountByIdentifierHandler,
  FindAccountHandler,
  ListAccountAddressesHandler,
} from '../identity/account/query.ts';
import { ListErasuresHandler, ListLegalHoldsHandler, ListOpenBundlesHandler } from '../privacy/erasure-list/query.ts';
import { FindAuditorGrantHandler, ListAuditorGrantsHandler } from '../auditors/auditor-grant-list/query.ts';
import {
  CountEventsByFormHandler,
  FindFormHandler,
  FindFormVersionHandler,
  ListFormCategoriesHandler,
  ListFormsHandler,
  ListFormVersionsHandler,
} from '../forms/form-list/query.ts';
import { FindApiKeyHandler, ListApiKeysHandler } from '../integration/api-key-list/query.ts';
import { NameAccessesHandler } from '../audit/change-log/name-accesses.ts';
import { CountChangesHandler, ListChangesHandler, WasErasedAfterHandler } from '../audit/change-log/query.ts';
import { ListDashboardCasesHandler } from '../metrics/frequency-chart/list-cases.ts';
import { ShowDashboardHandler } from '../metrics/frequency-chart/query.ts';
import { ShowIncidentHandler } from '../incidents/incident-detail/query.ts';
import { ListIncidentHistoryHandler } from '../incidents/incident-history/query.ts';
import { ListIncidentsHandler } from '../incidents/incident-list/query.ts';
import {
  FindWholeListHandler,
  FindWholeListIdsHandler,
  ReadFromListHandler,
} from '../incidents/incident-list/whole-list.ts';
import { ListSavedViewsHandler } from '../incidents/incident-view-list/query.ts';
import {
  FindInvitationByLinkHandler,
  FindInvitationHandler,
  ListInvitationsHandler,
  ListInvitationsOfHandler,
  ListInvitationsToHandler,
} from '../joining/invitation-list/query.ts';
import { FindInvoiceHandler, ListInvoicesHandler } from '../billing/invoice-list/query.ts';
import { FindKafkaExportHandler } from '../integration/kafka-export/query.ts';
import { AreLoadLinesSetHandler, FindCrossingHandler, FindLoadLinesHandler } from '../metrics/load-lines/query.ts';
import { FindMarksHandler } from './marks.ts';
import {
  FindMemberHandler,
  FindMembersByAddressHandler,
  FindMembershipsOfHandler,
  FindOrganizationsOfHandler,
  ListMembersHandler,
  ListUserGroupsHandler,
} from '../members/member-list/query.ts';
import {
  FindMembershipRequestHandler,
  ListMembershipRequestsHandler,
  ListOwnMembershipRequestsHandler,
} from '../joining/membership-request-list/query.ts';
import { FindMonthlyMetricsHandler } from '../metrics/monthly-metrics/query.ts';
import { NameGuidsHandler } from './names-by-guid.ts';
import { ListNotificationsHandler } from '../notifications/notification-list/query.ts';
import { FindOrganizationsCalledHandler } from '../organizations/organization-directory/query.ts';
import { FindGovernorHandler } from '../single-sign-on/organization-domains/find-governor.ts';
import { FindDomainHolderHandler, ListDomainsHandler } from '../single-sign-on/organization-domains/query.ts';
import {
  FindMemberIndustriesHandler,
  FindOrganizationHandler,
  FindOrganizationNamesHandler,
} from '../organizations/organization-settings/query.ts';
import {
  FindIncidentsWithHandler,
  FindKeptPersonsHandler,
  ListKeptPersonsHandler,
} from '../privacy/person-list/query.ts';
import { ListStaffAccessesHandler } from '../staff/staff-access-list/query.ts';
import { FindBillingHandler } from '../billing/subscription/query.ts';
import { FindTasksAtWorksiteHandler, ListTasksHandler, NameMembersHandler } from '../tasks/task-list/query.ts';
import { ListUnitHistoryHandler } from '../units/unit-history/query.ts';
import { FindWebhookHandler, ListWebhooksHandler } from '../integration/webhook-list/query.ts';

/** Whatever can be asked: Nest's QueryBus answers it when these are its providers, with READ_POOL. */
export const queryHandlers: readonly Type[] = [
  FindAccountByIdentifierHandler,
  FindAccountHandler,
  ListAccountAddressesHandler,
  ShowDashboardHandler,
  ListDashboardCasesHandler,
  ShowIncidentHandler,
  ListIncidentHistoryHandler,
  ListIncidentsHandler,
  FindWholeListHandler,
  FindWholeListIdsHandler,
  ReadFromListHandler,
  ListSavedViewsHandler,
  FindLoadLinesHandler,
  AreLoadLinesSetHandler,
  FindCrossingHandler,
  FindMemberHandler,
  FindMembersByAddressHandler,
  FindMembershipsOfHandler,
  FindOrganizationsOfHandler,
  FindMarksHandler,
  ListMembersHandler,
  ListUserGroupsHandler,
  FindMonthlyMetricsHandler,
  ListNotificationsHandler,
  FindOrganizationHandler,
  FindOrganizationNamesHandler,
  FindMemberIndustriesHandler,
  FindOrganizationsCalledHandler,
  FindDomainHolderHandler,
  ListDomainsHandler,
  FindGovernorHandler,
  FindInvitationHandler,
  FindInvitationByLinkHandler,
  ListInvitationsHandler,
  ListInvitationsOfHandler,
  ListInvitationsToHandler,
  FindMembershipRequestHandler,
  ListMembershipRequestsHandler,
  ListOwnMembershipRequestsHandler,
  ListStaffAccessesHandler,
  ListUnitHistoryHandler,
  ListTasksHandler,
  FindTasksAtWorksiteHandler,
  NameMembersHandler,
  ListFormsHandler,
  FindFormHandler,
  FindFormVersionHandler,
  ListFormVersionsHandler,
  CountEventsByFormHandler,
  ListFormCategoriesHandler,
  FindApiKeyHandler,
  ListApiKeysHandler,
  FindAuditorGrantHandler,
  ListAuditorGrantsHandler,
  FindBillingHandler,
  NameGuidsHandler,
  FindInvoiceHandler,
  ListInvoicesHandler,
  FindWebhookHandler,
  ListWebhooksHandler,
  FindKafkaExportHandler,
  ListChangesHandler,
  CountChangesHandler,
  WasErasedAfterHandler,
  NameAccessesHandler,
  ListKeptPersonsHandler,
  FindKeptPersonsHandler,
  FindIncidentsWithHandler,
  ListErasuresHandler,
  ListLegalHoldsHandler,
  ListOpenBundlesHandler,
];
