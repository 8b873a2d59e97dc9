import type { Type } from '@nestjs/common';
import { FindAccountByIdentifierHandler, FindAccountHandler, ListAccountAddressesHandler } from './account/query.ts';
import { ListErasuresHandler, ListLegalHoldsHandler, ListOpenBundlesHandler } from './erasure-list/query.ts';
import { FindAuditorGrantHandler, ListAuditorGrantsHandler } from './auditor-grant-list/query.ts';
import {
  CountEventsByFormHandler,
  FindFormHandler,
  FindFormVersionHandler,
  ListFormCategoriesHandler,
  ListFormsHandler,
  ListFormVersionsHandler,
} from './form-list/query.ts';
import { FindApiKeyHandler, ListApiKeysHandler } from './api-key-list/query.ts';
import { NameAccessesHandler } from './change-log/name-accesses.ts';
import { CountChangesHandler, ListChangesHandler, WasErasedAfterHandler } from './change-log/query.ts';
import { ListDashboardCasesHandler } from './frequency-chart/list-cases.ts';
import { ShowDashboardHandler } from './frequency-chart/query.ts';
import { ShowIncidentHandler } from './incident-detail/query.ts';
import { ListIncidentHistoryHandler } from './incident-history/query.ts';
import { ListIncidentsHandler } from './incident-list/query.ts';
import { FindWholeListHandler, FindWholeListIdsHandler, ReadFromListHandler } from './incident-list/whole-list.ts';
import { ListSavedViewsHandler } from './incident-view-list/query.ts';
import {
  FindInvitationByLinkHandler,
  FindInvitationHandler,
  ListInvitationsHandler,
  ListInvitationsOfHandler,
  ListInvitationsToHandler,
} from './invitation-list/query.ts';
import { FindInvoiceHandler, ListInvoicesHandler } from './invoice-list/query.ts';
import { FindKafkaExportHandler } from './kafka-export/query.ts';
import { AreLoadLinesSetHandler, FindCrossingHandler, FindLoadLinesHandler } from './load-lines/query.ts';
import { FindMarksHandler } from './marks.ts';
import {
  FindMemberHandler,
  FindMembersByAddressHandler,
  FindMembershipsOfHandler,
  FindOrganizationsOfHandler,
  ListMembersHandler,
  ListUserGroupsHandler,
} from './member-list/query.ts';
import {
  FindMembershipRequestHandler,
  ListMembershipRequestsHandler,
  ListOwnMembershipRequestsHandler,
} from './membership-request-list/query.ts';
import { FindMonthlyMetricsHandler } from './monthly-metrics/query.ts';
import { NameGuidsHandler } from './names-by-guid.ts';
import { ListNotificationsHandler } from './notification-list/query.ts';
import { FindOrganizationsCalledHandler } from './organization-directory/query.ts';
import { FindGovernorHandler } from './organization-domains/find-governor.ts';
import { FindDomainHolderHandler, ListDomainsHandler } from './organization-domains/query.ts';
import {
  FindMemberIndustriesHandler,
  FindOrganizationHandler,
  FindOrganizationNamesHandler,
} from './organization-settings/query.ts';
import { FindIncidentsWithHandler, FindKeptPersonsHandler, ListKeptPersonsHandler } from './person-list/query.ts';
import { ListStaffAccessesHandler } from './staff-access-list/query.ts';
import { FindBillingHandler } from './subscription/query.ts';
import { FindTasksAtWorksiteHandler, ListTasksHandler, NameMembersHandler } from './task-list/query.ts';
import { ListUnitHistoryHandler } from './unit-history/query.ts';
import { FindWebhookHandler, ListWebhooksHandler } from './webhook-list/query.ts';

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
