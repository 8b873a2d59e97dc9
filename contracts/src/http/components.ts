import { z } from 'zod';
import {
  categoryCommandAnswer,
  form,
  formCategory,
  formCategoryList,
  formCommandAnswer,
  formList,
  formSchema,
  formSummary,
  keptForm,
  keptFormList,
  keptFormSummary,
  question,
  questionGroup,
} from '../forms/form.ts';
import {
  authMethodAnswer,
  deviceKeyAnswer,
  nothingSaid,
  signInAnswer,
  signUpAnswer,
  verifyEmailAnswer,
} from '../identity/requests.ts';
import { emailAddressAnswer, emailAddressList, profilePhoto, user } from '../identity/user.ts';
import {
  addedPasskey,
  addedTotp,
  beginSessionAnswer,
  passkey,
  passkeyCreationOptions,
  passkeyRequestOptions,
  recoveryCodes,
  secondFactors,
  signInChallenge,
  totpSecret,
} from '../identity/second-factors.ts';
import { session, sessionList } from '../identity/sessions.ts';
import {
  billing,
  billingDiscount,
  billingPlan,
  billingProduct,
  billingProductList,
  billingQuote,
  chosenPlan,
  invoice,
  invoiceList,
  nothingMore,
  purchase,
  sellingPointList,
  subscription,
} from '../billing/answers.ts';
import { attachment, attachmentCommandAnswer, attachmentList, storedAttachment } from '../attachments/answers.ts';
import { access, accessList } from '../audit/accesses.ts';
import { auditedRecord } from '../audit/audit-lists.ts';
import { auditBundle, auditBundleList, publicKeyList } from '../audit/bundles.ts';
import { auditorGrant, auditorGrantList, auditorSession, madeAuditorGrant } from '../auditors/grants.ts';
import { change, changeList } from '../audit/changes.ts';
import { replayedRecord } from '../audit/records.ts';
import { checkedImport, importFault, incidentImport, uploadedImport } from '../imports/requests.ts';
import {
  incidentCommandAnswer,
  incidentDetail,
  incidentHistory,
  incidentList,
  incidentListItem,
  incidentStep,
} from '../incidents/answers.ts';
import { bulkAnswer } from '../incidents/list-requests.ts';
import { savedView, savedViewAnswer, savedViewList } from '../incidents/view-answers.ts';
import { apiKey, apiKeyList, createdApiKey } from '../integration/api-keys.ts';
import { kafkaExport } from '../integration/kafka.ts';
import {
  replayedDeliveries,
  rewoundWebhook,
  testedWebhook,
  webhook,
  webhookDelivery,
  webhookDeliveryList,
  webhookList,
  webhookWithSecret,
} from '../integration/webhooks.ts';
import { mailbox, mailboxItem } from '../mail/mailbox.ts';
import {
  dashboard,
  dashboardCases,
  loadLineCrossing,
  loadLinesAnswer,
  loadLinesWithCrossings,
  monthlyMetrics,
  rateFigure,
} from '../metrics/http.ts';
import { emailPreference, emailPreferences, unsubscribed } from '../notifications/email-preferences.ts';
import { notification, notificationDismissed, notificationList } from '../notifications/notification.ts';
import {
  customerConfig,
  membership,
  membershipList,
  positionAnswer,
  region,
  regionList,
  reportingGroup,
  reportingGroupList,
  startup,
  worksite,
  worksiteList,
} from '../organizations/answers.ts';
import { externalSystem } from '../organizations/organization-fields.ts';
import {
  externalSystemList,
  featureList,
  foundOrganizations,
  industry,
  industryList,
  intracUrlList,
  operatingLocation,
  operatingLocationList,
  organization,
  organizationLogo,
  regionSuggestion,
  sectorAndIndustries,
  sectorList,
} from '../organizations/settings.ts';
import { billingStatus } from '../organizations/subscription.ts';
import { reportingGroupDetail, unitHistory, worksiteDetail } from '../units/units.ts';
import {
  invitation,
  invitationList,
  membershipRequest,
  membershipRequestList,
  openedInvitation,
  ownMembershipRequest,
  ownMembershipRequestList,
  userGroup,
  userGroupList,
} from '../members/memberships.ts';
import {
  endSsoAnswer,
  organizationDomain,
  organizationDomainList,
  ssoProvider,
  ssoSettings,
  tryAnswer,
} from '../single-sign-on/sso.ts';
import { fieldError, problem } from '../errors/problem.ts';
import { person } from '../kernel/values/person.ts';
import {
  erasure,
  erasureList,
  erasurePreview,
  keptPerson,
  keptPersonList,
  legalHold,
  legalHoldList,
} from '../privacy/privacy.ts';
import { begunStaffAccess, staffAccess, staffAccessList, staffCall } from '../staff/staff-access.ts';
import { taskCommandAnswer, taskDetail, taskList, taskListItem } from '../tasks/answers.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

type Named = Readonly<Record<string, z.ZodType>>;

const registryOf = (named: Named) => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  return registry;
};

const withBody = (routes as readonly Route[]).flatMap(({ operationId, body }) =>
  body ? [[`${operationId[0]!.toUpperCase()}${operationId.slice(1)}Request`, body] as const] : [],
);

/** What requests hold, each named for its operation: `SignInRequest`. */
export const requests = registryOf(Object.fromEntries(withBody));

/** What answers hold, under the names that the OpenAPI document has for them. */
export const answers = registryOf({
  Problem: problem,
  FieldError: fieldError,
  SignInAnswer: signInAnswer,
  AuthMethodAnswer: authMethodAnswer,
  SignUpAnswer: signUpAnswer,
  VerifyEmailAnswer: verifyEmailAnswer,
  NothingSaid: nothingSaid,
  DeviceKeyAnswer: deviceKeyAnswer,
  User: user,
  EmailAddress: emailAddressAnswer,
  EmailAddressList: emailAddressList,
  ProfilePhoto: profilePhoto,
  BeginSessionAnswer: beginSessionAnswer,
  SignInChallenge: signInChallenge,
  PasskeyRequestOptions: passkeyRequestOptions,
  PasskeyCreationOptions: passkeyCreationOptions,
  Session: session,
  SessionList: sessionList,
  SecondFactors: secondFactors,
  TotpSecret: totpSecret,
  AddedTotp: addedTotp,
  Passkey: passkey,
  AddedPasskey: addedPasskey,
  RecoveryCodes: recoveryCodes,
  Startup: startup,
  PositionAnswer: positionAnswer,
  Membership: membership,
  MembershipList: membershipList,
  UserGroup: userGroup,
  UserGroupList: userGroupList,
  Invitation: invitation,
  InvitationList: invitationList,
  OpenedInvitation: openedInvitation,
  MembershipRequest: membershipRequest,
  MembershipRequestList: membershipRequestList,
  OwnMembershipRequest: ownMembershipRequest,
  OwnMembershipRequestList: ownMembershipRequestList,
  Region: region,
  RegionList: regionList,
  Worksite: worksite,
  WorksiteList: worksiteList,
  WorksiteDetail: worksiteDetail,
  ReportingGroup: reportingGroup,
  ReportingGroupList: reportingGroupList,
  ReportingGroupDetail: reportingGroupDetail,
  UnitHistory: unitHistory,
  CustomerConfig: customerConfig,
  Organization: organization,
  FoundOrganizations: foundOrganizations,
  FeatureList: featureList,
  ExternalSystem: externalSystem,
  ExternalSystemList: externalSystemList,
  Industry: industry,
  IndustryList: industryList,
  SectorAndIndustries: sectorAndIndustries,
  SectorList: sectorList,
  OperatingLocation: operatingLocation,
  OperatingLocationList: operatingLocationList,
  IntracUrlList: intracUrlList,
  RegionSuggestion: regionSuggestion,
  BillingStatus: billingStatus,
  SsoProvider: ssoProvider,
  SsoSettings: ssoSettings,
  SsoTry: tryAnswer,
  OrganizationDomain: organizationDomain,
  OrganizationDomainList: organizationDomainList,
  EndSsoAnswer: endSsoAnswer,
  Question: question,
  QuestionGroup: questionGroup,
  Form: form,
  FormSummary: formSummary,
  FormList: formList,
  FormCommandAnswer: formCommandAnswer,
  KeptForm: keptForm,
  KeptFormSummary: keptFormSummary,
  KeptFormList: keptFormList,
  FormSchema: formSchema,
  FormCategory: formCategory,
  FormCategoryList: formCategoryList,
  CategoryCommandAnswer: categoryCommandAnswer,
  Person: person,
  IncidentListItem: incidentListItem,
  IncidentList: incidentList,
  IncidentStep: incidentStep,
  IncidentDetail: incidentDetail,
  IncidentHistory: incidentHistory,
  IncidentCommandAnswer: incidentCommandAnswer,
  SavedView: savedView,
  SavedViewList: savedViewList,
  SavedViewAnswer: savedViewAnswer,
  BulkAnswer: bulkAnswer,
  UploadedImport: uploadedImport,
  CheckedImport: checkedImport,
  ImportFault: importFault,
  IncidentImport: incidentImport,
  Attachment: attachment,
  AttachmentList: attachmentList,
  StoredAttachment: storedAttachment,
  AttachmentCommandAnswer: attachmentCommandAnswer,
  TaskListItem: taskListItem,
  TaskList: taskList,
  TaskDetail: taskDetail,
  TaskCommandAnswer: taskCommandAnswer,
  RateFigure: rateFigure,
  Dashboard: dashboard,
  DashboardCases: dashboardCases,
  MonthlyMetrics: monthlyMetrics,
  LoadLines: loadLinesAnswer,
  LoadLineCrossing: loadLineCrossing,
  LoadLinesWithCrossings: loadLinesWithCrossings,
  Notification: notification,
  NotificationList: notificationList,
  NotificationDismissed: notificationDismissed,
  MailboxItem: mailboxItem,
  Mailbox: mailbox,
  OrganizationLogo: organizationLogo,
  EmailPreference: emailPreference,
  EmailPreferences: emailPreferences,
  Unsubscribed: unsubscribed,
  BegunStaffAccess: begunStaffAccess,
  StaffCall: staffCall,
  StaffAccess: staffAccess,
  StaffAccessList: staffAccessList,
  Billing: billing,
  BillingPlan: billingPlan,
  BillingProduct: billingProduct,
  BillingProductList: billingProductList,
  SellingPointList: sellingPointList,
  BillingDiscount: billingDiscount,
  Subscription: subscription,
  ChosenPlan: chosenPlan,
  BillingQuote: billingQuote,
  Purchase: purchase,
  Invoice: invoice,
  InvoiceList: invoiceList,
  NothingMore: nothingMore,
  AuditedRecord: auditedRecord,
  Change: change,
  ChangeList: changeList,
  Access: access,
  AccessList: accessList,
  ReplayedRecord: replayedRecord,
  AuditBundle: auditBundle,
  AuditBundleList: auditBundleList,
  PublicKeyList: publicKeyList,
  KeptPerson: keptPerson,
  KeptPersonList: keptPersonList,
  ErasurePreview: erasurePreview,
  Erasure: erasure,
  ErasureList: erasureList,
  LegalHold: legalHold,
  LegalHoldList: legalHoldList,
  AuditorGrant: auditorGrant,
  AuditorGrantList: auditorGrantList,
  MadeAuditorGrant: madeAuditorGrant,
  AuditorSession: auditorSession,
  ApiKey: apiKey,
  ApiKeyList: apiKeyList,
  CreatedApiKey: createdApiKey,
  Webhook: webhook,
  WebhookList: webhookList,
  WebhookWithSecret: webhookWithSecret,
  WebhookDelivery: webhookDelivery,
  WebhookDeliveryList: webhookDeliveryList,
  TestedWebhook: testedWebhook,
  RewoundWebhook: rewoundWebhook,
  ReplayedDeliveries: replayedDeliveries,
  KafkaExport: kafkaExport,
});
