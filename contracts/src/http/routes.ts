import { z } from 'zod';
import { formList, form } from '../forms/form.ts';
import { guid } from '../ids.ts';
import {
  authMethodAnswer, authMethodQuery, beginSessionRequest, deviceKeyAnswer, nothingSaid, passwordResetParams, resendVerificationParams, resetPasswordRequest, signInAnswer, signUpAnswer,
  signUpRequest, verifyEmailAnswer, verifyEmailRequest,
} from '../identity/requests.ts';
import { trackingCodes } from '../identity/tracking-codes.ts';
import { incidentCommandAnswer, incidentDetail, incidentHistory, incidentList } from '../incidents/answers.ts';
import {
  amendIncidentRequest, approveRequest, incidentListQuery, incidentQuery, reopenRequest, reportIncidentRequest, requestApprovalRequest, requestReviewRequest,
  returnRequest, reviewRequest,
} from '../incidents/requests.ts';
import { dashboard, dashboardCases, dashboardCasesQuery, dashboardQuery, loadLinesAnswer, monthlyMetrics, recordMonthlyMetricsRequest, setLoadLinesRequest } from '../metrics/http.ts';
import { mailbox, mailboxQuery } from '../mail/mailbox.ts';
import { notificationList } from '../notifications/notification.ts';
import {
  customerConfig, membershipList, membershipQuery, organizationQuery, positionAnswer, regionList, reportingGroupList, startup, worksiteList,
} from '../organizations/answers.ts';
import { yearMonth } from '../calendar.ts';
import { hindrancesTo } from '../incidents/who-may.ts';
import type { IncidentCommand } from '../incidents/vocabulary.ts';
import type { ErrorClass } from '../errors.ts';
import type { FieldClasses, Route } from './route.ts';

const eventId = z.strictObject({ eventId: guid });
const orgGuid = z.strictObject({ orgGuid: guid });
const year = z.string().regex(/^(19|20)\d{2}$/);

const none = { allOf: [] } as const;
const nothing = { accepts: 'NOTHING' } as const;

/** Where nobody has signed in yet. */
const little = { bodyLimit: 16_384 } as const;
const much = { bodyLimit: 1_048_576 } as const;

const ofSigningIn = { identifier: 'MalformedUsername', password: 'MalformedPassword', emailVerificationToken: 'MalformedToken', redirectUrl: 'InvalidRedirectUrl' } as const satisfies FieldClasses;
const ofSigningUp = { name: 'MalformedName', emailAddress: 'MalformedEmailAddress', password: 'MalformedPassword', sizeRange: 'MalformedSizeRange', inviteToken: 'MalformedToken' } as const satisfies FieldClasses;
/** What the link of a mail that verifies an address may be refused for. */
const ofVerifying = ['MalformedToken', 'IncorrectEmailAddressVerificationToken', 'EmailAddressVerificationNotFound', 'IncorrectPassword', 'DuplicateEmailAddress'] as const;
const ofReports = {
  description: 'MalformedDescription', location: 'MalformedLocation', occurrenceDate: 'MalformedDate', at: 'MalformedDate', regionGuid: 'MalformedRegion',
  name: 'MalformedName', emailAddress: 'MalformedEmailAddress', components: 'EmptyEventComponentsArray',
  assignedReviewer: 'AssignedReviewerPresent', assignedReviewerGuid: 'AssignedReviewerPresent', reviewer: 'AssignedReviewerPresent', reviewerGuid: 'AssignedReviewerPresent',
  OTHERS: 'MalformedEventField',
} as const satisfies FieldClasses;
const ofMetrics = {
  yearMonth: 'MalformedYearMonth', employeeHours: 'MalformedReportingHours', contractorHours: 'MalformedReportingHours', employeeKms: 'MalformedReportingKms', contractorKms: 'MalformedReportingKms',
} as const satisfies FieldClasses;

const ofSession = ['NoToken', 'ExpiredNonRefreshableJwt'] as const;
/** What facts of an incident may be refused for, beyond their form: they refer to what is not there, or leave out what belongs to them. */
const ofFacts = ['FormNotFound', 'OrganizationNotFound', 'MissingRegion', 'MissingRelatedEntity', 'MissingUserAccount', 'AttemptedToReportInjuryWithoutAtLeastOneInjuredPerson'] as const;
const unseen = ['EventNotFound', 'Forbidden'] as const;
const refusalsOf = (command: IncidentCommand): readonly ErrorClass[] => [...unseen, ...hindrancesTo(command)];

/** For everybody. */
const open = { access: 'PUBLIC', modules: none, flags: none, readModels: [], fieldClasses: {}, refusals: [], ...little } as const;
/** For every member, whatever the organization has switched on. */
const shared = { access: 'MEMBER', modules: none, flags: none, fieldClasses: {}, refusals: [], ...much } as const;
const reporting = { access: 'MEMBER', modules: { allOf: ['events'] }, flags: none, fieldClasses: ofReports, refusals: [], ...much } as const;
const entering = { access: { anyOf: ['VIEW_AND_SET_MONTHLY_METRICS'] }, modules: none, flags: none, fieldClasses: ofMetrics, refusals: [], ...much } as const;

const verb = <const Id extends string, Content extends { accepts: 'NOTHING' } | { accepts: 'JSON'; body: z.ZodType }>(name: IncidentCommand, operationId: Id, summary: string, content: Content) =>
  ({
    method: 'POST', path: `/reported-events/{eventId}/${name}`, operationId, summary, ...reporting, params: eventId, query: organizationQuery,
    ...content, readModels: [], fieldClasses: { OTHERS: 'MalformedEventField' }, refusals: refusalsOf(name), status: 200, answer: incidentCommandAnswer,
  }) as const;
const json = <Body extends z.ZodType>(body: Body) => ({ accepts: 'JSON', body }) as const;

/** Every route of the API: its edge, OpenAPI and the console's client are made from this list. Who may ask is reviewed in `access.json`. */
export const routes = [
  { method: 'POST', path: '/auth', operationId: 'signIn', summary: 'Sign in with a password, or with the link that verifies an address', ...open, fieldClasses: ofSigningIn, refusals: [...ofVerifying, 'UserHasNoVerifiedEmailAddress', 'PasswordOrEmailAddressVerificationTokenMustBePresent'], ...json(beginSessionRequest), status: 200, answer: signInAnswer },
  { method: 'GET', path: '/auth/auth-method', operationId: 'getAuthMethod', summary: 'How somebody signs in', ...open, fieldClasses: { identifier: 'MalformedUsername' }, query: authMethodQuery, ...nothing, status: 200, answer: authMethodAnswer },
  { method: 'POST', path: '/auth/refresh', operationId: 'refreshSession', summary: 'Trade the refresh cookie for a new token', ...open, refusals: ofSession, ...nothing, status: 200, answer: signInAnswer },
  { method: 'POST', path: '/auth/sign-out', operationId: 'signOut', summary: 'End the session', ...open, ...nothing, status: 204 },
  { method: 'POST', path: '/onboarding', operationId: 'signUp', summary: 'Sign up; a mail asks to verify the address', ...open, fieldClasses: ofSigningUp, refusals: ['InvitationNotFound'], ...json(signUpRequest), status: 202, answer: signUpAnswer },
  { method: 'PUT', path: '/email-verification', operationId: 'verifyEmail', summary: 'Verify the address that somebody signed up with', ...open, fieldClasses: { verificationToken: 'MalformedToken', password: 'MalformedPassword' }, refusals: ofVerifying, ...json(verifyEmailRequest), status: 200, answer: verifyEmailAnswer },
  { method: 'PUT', path: '/users/{emailAddress}/resend-verification', operationId: 'resendVerification', summary: 'Send the mail that verifies an address once more', ...open, fieldClasses: { emailAddress: 'MalformedEmailAddress' }, params: resendVerificationParams, ...json(trackingCodes), status: 202, answer: nothingSaid },
  { method: 'PUT', path: '/users/{identifier}/password-reset-request', operationId: 'requestPasswordReset', summary: 'Send a mail that lets its reader set a new password', ...open, fieldClasses: { identifier: 'MalformedUsername' }, params: passwordResetParams, ...nothing, status: 202, answer: nothingSaid },
  { method: 'POST', path: '/password-reset', operationId: 'resetPassword', summary: 'Set a new password by the link of a mail', ...open, fieldClasses: { resetToken: 'MalformedToken', newPassword: 'MalformedPassword' }, refusals: ['IncorrectPasswordResetToken', 'PasswordResetRequestNotFound'], ...json(resetPasswordRequest), status: 204 },
  { method: 'GET', path: '/device-key', operationId: 'getDeviceKey', summary: 'The key that seals what a browser keeps for the person', ...shared, access: 'SIGNED_IN', readModels: [], ...nothing, status: 200, answer: deviceKeyAnswer },
  { method: 'GET', path: '/startup', operationId: 'getStartup', summary: 'All that the console needs to start', ...shared, access: 'SIGNED_IN', refusals: ['MissingUserAccount'], readModels: ['account', 'member-list', 'organization-settings'], query: organizationQuery, ...nothing, status: 200, answer: startup },
  { method: 'GET', path: '/position', operationId: 'getPosition', summary: 'How far the answers have come: it changes with whatever is done in the organization', ...shared, readModels: ['incident-detail', 'incident-history', 'notification-list', 'monthly-metrics', 'member-list', 'organization-settings'], query: organizationQuery, ...nothing, status: 200, answer: positionAnswer },
  { method: 'GET', path: '/org-memberships', operationId: 'listMemberships', summary: 'The members of an organization', ...shared, readModels: ['member-list'], query: membershipQuery, ...nothing, status: 200, answer: membershipList },
  { method: 'GET', path: '/forms', operationId: 'listForms', summary: 'The forms that may be used to report', ...reporting, readModels: [], fieldClasses: {}, query: organizationQuery, ...nothing, status: 200, answer: formList },
  { method: 'GET', path: '/forms/{guid}', operationId: 'getForm', summary: 'A form with its questions', ...reporting, refusals: ['FormNotFound'], readModels: [], fieldClasses: {}, params: z.strictObject({ guid }), query: organizationQuery.extend({ version: z.coerce.number().int().positive().optional() }), ...nothing, status: 200, answer: form },
  { method: 'GET', path: '/regions', operationId: 'listRegions', summary: 'Regions by country', ...shared, readModels: [], query: organizationQuery, ...nothing, status: 200, answer: regionList },
  { method: 'GET', path: '/orgs/{orgGuid}/worksite-locations', operationId: 'listWorksites', summary: 'The worksites of an organization', ...shared, readModels: ['organization-settings', 'member-list'], params: orgGuid, ...nothing, status: 200, answer: worksiteList },
  { method: 'GET', path: '/orgs/{orgGuid}/reporting-groups', operationId: 'listReportingGroups', summary: 'The reporting groups of an organization', ...shared, readModels: ['organization-settings', 'member-list'], params: orgGuid, ...nothing, status: 200, answer: reportingGroupList },
  { method: 'GET', path: '/orgs/{orgGuid}/customer-config', operationId: 'getCustomerConfig', summary: 'Which features an organization has switched on', ...shared, readModels: ['organization-settings', 'member-list'], params: orgGuid, ...nothing, status: 200, answer: customerConfig },
  { method: 'GET', path: '/reported-events', operationId: 'listIncidents', summary: 'Find events', ...reporting, readModels: ['incident-list', 'member-list', 'organization-settings'], query: incidentListQuery, ...nothing, status: 200, answer: incidentList },
  { method: 'POST', path: '/reported-events', operationId: 'reportIncident', summary: 'Report an event', ...reporting, refusals: [...ofFacts, 'MissingMember', 'DuplicateGuid', 'Forbidden'], readModels: [], query: organizationQuery, ...json(reportIncidentRequest), status: 201, answer: incidentCommandAnswer },
  { method: 'GET', path: '/reported-events/{eventId}', operationId: 'getIncident', summary: 'An event, as it is or as a revision left it', ...reporting, refusals: unseen, readModels: ['incident-detail', 'member-list', 'organization-settings'], params: eventId, query: incidentQuery, ...nothing, status: 200, answer: incidentDetail },
  { method: 'PATCH', path: '/reported-events/{eventId}', operationId: 'amendIncident', summary: 'Change an event', ...reporting, refusals: [...ofFacts, ...refusalsOf('amend')], readModels: [], fieldClasses: { ...ofReports, organizationGuid: 'OrganizationGuidPresent' }, params: eventId, query: organizationQuery, ...json(amendIncidentRequest), status: 200, answer: incidentCommandAnswer },
  { method: 'DELETE', path: '/reported-events/{eventId}', operationId: 'deleteIncident', summary: 'Delete an event; it can be restored for 30 days', ...reporting, refusals: refusalsOf('delete'), readModels: [], params: eventId, query: organizationQuery, ...nothing, status: 200, answer: incidentCommandAnswer },
  verb('restore', 'restoreIncident', 'Restore a deleted event', nothing),
  verb('request-review', 'requestReview', 'Send an event to a reviewer', json(requestReviewRequest)),
  verb('review', 'reviewIncident', 'Rate severity and likelihood', json(reviewRequest)),
  verb('return', 'returnIncident', 'Send an event back with a comment', json(returnRequest)),
  verb('request-approval', 'requestApproval', 'Send an event to an approver', json(requestApprovalRequest)),
  verb('approve', 'approveIncident', 'Approve and lock an event', json(approveRequest)),
  verb('reopen', 'reopenIncident', 'Unlock an approved event', json(reopenRequest)),
  { method: 'GET', path: '/reported-events/{eventId}/history', operationId: 'getIncidentHistory', summary: 'Who changed what, when', ...reporting, refusals: unseen, readModels: ['incident-history', 'member-list', 'organization-settings'], params: eventId, query: organizationQuery, ...nothing, status: 200, answer: incidentHistory },
  { method: 'GET', path: '/dashboard/reported-events', operationId: 'getDashboard', summary: 'Frequency rates, leading and lagging events', ...shared, modules: { allOf: ['dashboard', 'reportedEvents'] }, readModels: ['frequency-chart', 'monthly-metrics', 'load-lines', 'member-list', 'organization-settings'], fieldClasses: { from: 'MalformedYearMonth', to: 'MalformedYearMonth' }, query: dashboardQuery, ...nothing, status: 200, answer: dashboard },
  { method: 'GET', path: '/dashboard/cases', operationId: 'listDashboardCases', summary: 'What a figure of the dashboard counts', ...shared, modules: { allOf: ['dashboard', 'reportedEvents'] }, readModels: ['frequency-chart', 'incident-list', 'incident-detail', 'member-list', 'organization-settings'], fieldClasses: { from: 'MalformedYearMonth', to: 'MalformedYearMonth' }, query: dashboardCasesQuery, ...nothing, status: 200, answer: dashboardCases },
  { method: 'GET', path: '/dashboard/notifications', operationId: 'listNotifications', summary: 'What the bearer has to do', ...shared, modules: { allOf: ['reportedEvents'] }, readModels: ['notification-list', 'monthly-metrics', 'member-list', 'organization-settings'], query: organizationQuery, ...nothing, status: 200, answer: notificationList },
  { method: 'GET', path: '/orgs/{orgGuid}/reporting-metrics/{yearMonth}', operationId: 'getMonthlyMetrics', summary: 'Hours and distance of a month', ...entering, readModels: ['monthly-metrics', 'member-list'], params: orgGuid.extend({ yearMonth }), ...nothing, status: 200, answer: monthlyMetrics },
  { method: 'PUT', path: '/orgs/{orgGuid}/reporting-metrics/{yearMonth}', operationId: 'recordMonthlyMetrics', summary: 'Enter hours and distance of a month', ...entering, readModels: ['monthly-metrics', 'member-list'], params: orgGuid.extend({ yearMonth }), ...json(recordMonthlyMetricsRequest), status: 200, answer: monthlyMetrics },
  { method: 'GET', path: '/orgs/{orgGuid}/load-lines/{year}', operationId: 'getLoadLines', summary: 'The limits of a year', ...entering, readModels: ['load-lines', 'member-list'], params: orgGuid.extend({ year }), ...nothing, status: 200, answer: loadLinesAnswer },
  { method: 'PUT', path: '/orgs/{orgGuid}/load-lines/{year}', operationId: 'setLoadLines', summary: 'Set the limits of a year', ...entering, readModels: ['load-lines', 'member-list'], params: orgGuid.extend({ year }), ...json(setLoadLinesRequest), status: 200, answer: loadLinesAnswer },
  { method: 'GET', path: '/mailbox', operationId: 'getMailbox', summary: 'The mails that no mail server carries, for whoever tries the product on its own machine', ...open, refusals: ['RouteNotFound'], query: mailboxQuery, ...nothing, status: 200, answer: mailbox },
] as const satisfies readonly Route[];
