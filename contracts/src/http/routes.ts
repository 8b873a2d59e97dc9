import { z } from 'zod';
import { formList, form } from '../forms/form.ts';
import { guid } from '../ids.ts';
import { signInAnswer, signInRequest } from '../identity/requests.ts';
import { incidentCommandAnswer, incidentDetail, incidentHistory, incidentList } from '../incidents/answers.ts';
import {
  amendIncidentRequest, approveRequest, incidentListQuery, reopenRequest, reportIncidentRequest, requestApprovalRequest, requestReviewRequest,
  returnRequest, reviewRequest,
} from '../incidents/requests.ts';
import { dashboard, dashboardQuery, loadLinesAnswer, monthlyMetrics, recordMonthlyMetricsRequest, setLoadLinesRequest } from '../metrics/http.ts';
import { notificationList } from '../notifications/notification.ts';
import {
  customerConfig, membershipList, membershipQuery, organizationQuery, regionList, reportingGroupList, startup, worksiteList,
} from '../organizations/answers.ts';
import type { Permission } from '../permissions.ts';
import { yearMonth } from '../calendar.ts';

/** One address of the API. Paths stand under /api; names in braces are parameters. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  /** Without it the bearer's token is demanded. */
  readonly isPublic?: boolean;
  /** Without it 403. Finer rules, by state and person, are the workflow's own. */
  readonly permission?: Permission;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly status: 200 | 201 | 204;
  readonly answer?: z.ZodType;
}

const eventId = z.strictObject({ eventId: guid });
const orgGuid = z.strictObject({ orgGuid: guid });
const year = z.string().regex(/^(19|20)\d{2}$/);

const verb = <const Id extends string, Body extends z.ZodType | undefined = undefined>(name: string, operationId: Id, summary: string, body?: Body) =>
  ({
    method: 'POST', path: `/reported-events/{eventId}/${name}`, operationId, summary, params: eventId, query: organizationQuery,
    body: body as Body, status: 200, answer: incidentCommandAnswer,
  }) as const satisfies Route;

/** Every route of the API. OpenAPI, the console's client and the matrices of the security tests are made from this list. */
export const routes = [
  { method: 'POST', path: '/auth', operationId: 'signIn', summary: 'Sign in with a password', isPublic: true, body: signInRequest, status: 200, answer: signInAnswer },
  { method: 'POST', path: '/auth/refresh', operationId: 'refreshSession', summary: 'Trade the refresh cookie for a new token', isPublic: true, status: 200, answer: signInAnswer },
  { method: 'POST', path: '/auth/sign-out', operationId: 'signOut', summary: 'End the session', isPublic: true, status: 204 },
  { method: 'GET', path: '/startup', operationId: 'getStartup', summary: 'All that the console needs to start', query: organizationQuery, status: 200, answer: startup },
  { method: 'GET', path: '/org-memberships', operationId: 'listMemberships', summary: 'The members of an organization', query: membershipQuery, status: 200, answer: membershipList },
  { method: 'GET', path: '/forms', operationId: 'listForms', summary: 'The forms that may be used to report', query: organizationQuery, status: 200, answer: formList },
  { method: 'GET', path: '/forms/{guid}', operationId: 'getForm', summary: 'A form with its questions', params: z.strictObject({ guid }), query: organizationQuery.extend({ version: z.coerce.number().int().positive().optional() }), status: 200, answer: form },
  { method: 'GET', path: '/regions', operationId: 'listRegions', summary: 'Regions by country', query: organizationQuery, status: 200, answer: regionList },
  { method: 'GET', path: '/orgs/{orgGuid}/worksite-locations', operationId: 'listWorksites', summary: 'The worksites of an organization', params: orgGuid, status: 200, answer: worksiteList },
  { method: 'GET', path: '/orgs/{orgGuid}/reporting-groups', operationId: 'listReportingGroups', summary: 'The reporting groups of an organization', params: orgGuid, status: 200, answer: reportingGroupList },
  { method: 'GET', path: '/orgs/{orgGuid}/customer-config', operationId: 'getCustomerConfig', summary: 'Which features an organization has switched on', params: orgGuid, status: 200, answer: customerConfig },
  { method: 'GET', path: '/reported-events', operationId: 'listIncidents', summary: 'Find events', query: incidentListQuery, status: 200, answer: incidentList },
  { method: 'POST', path: '/reported-events', operationId: 'reportIncident', summary: 'Report an event', query: organizationQuery, body: reportIncidentRequest, status: 201, answer: incidentCommandAnswer },
  { method: 'GET', path: '/reported-events/{eventId}', operationId: 'getIncident', summary: 'An event', params: eventId, query: organizationQuery, status: 200, answer: incidentDetail },
  { method: 'PATCH', path: '/reported-events/{eventId}', operationId: 'amendIncident', summary: 'Change an event', params: eventId, query: organizationQuery, body: amendIncidentRequest, status: 200, answer: incidentCommandAnswer },
  { method: 'DELETE', path: '/reported-events/{eventId}', operationId: 'deleteIncident', summary: 'Delete an event; it can be restored for 30 days', params: eventId, query: organizationQuery, status: 200, answer: incidentCommandAnswer },
  verb('restore', 'restoreIncident', 'Restore a deleted event'),
  verb('request-review', 'requestReview', 'Send an event to a reviewer', requestReviewRequest),
  verb('review', 'reviewIncident', 'Rate severity and likelihood', reviewRequest),
  verb('return', 'returnIncident', 'Send an event back with a comment', returnRequest),
  verb('request-approval', 'requestApproval', 'Send an event to an approver', requestApprovalRequest),
  verb('approve', 'approveIncident', 'Approve and lock an event', approveRequest),
  verb('reopen', 'reopenIncident', 'Unlock an approved event', reopenRequest),
  { method: 'GET', path: '/reported-events/{eventId}/history', operationId: 'getIncidentHistory', summary: 'Who changed what, when', params: eventId, query: organizationQuery, status: 200, answer: incidentHistory },
  { method: 'GET', path: '/dashboard/reported-events', operationId: 'getDashboard', summary: 'Frequency rates, leading and lagging events', query: dashboardQuery, status: 200, answer: dashboard },
  { method: 'GET', path: '/dashboard/notifications', operationId: 'listNotifications', summary: 'What the bearer has to do', query: organizationQuery, status: 200, answer: notificationList },
  { method: 'GET', path: '/orgs/{orgGuid}/reporting-metrics/{yearMonth}', operationId: 'getMonthlyMetrics', summary: 'Hours and distance of a month', permission: 'VIEW_AND_SET_MONTHLY_METRICS', params: orgGuid.extend({ yearMonth }), status: 200, answer: monthlyMetrics },
  { method: 'PUT', path: '/orgs/{orgGuid}/reporting-metrics/{yearMonth}', operationId: 'recordMonthlyMetrics', summary: 'Enter hours and distance of a month', permission: 'VIEW_AND_SET_MONTHLY_METRICS', params: orgGuid.extend({ yearMonth }), body: recordMonthlyMetricsRequest, status: 200, answer: monthlyMetrics },
  { method: 'GET', path: '/orgs/{orgGuid}/load-lines/{year}', operationId: 'getLoadLines', summary: 'The limits of a year', permission: 'VIEW_AND_SET_MONTHLY_METRICS', params: orgGuid.extend({ year }), status: 200, answer: loadLinesAnswer },
  { method: 'PUT', path: '/orgs/{orgGuid}/load-lines/{year}', operationId: 'setLoadLines', summary: 'Set the limits of a year', permission: 'VIEW_AND_SET_MONTHLY_METRICS', params: orgGuid.extend({ year }), body: setLoadLinesRequest, status: 200, answer: loadLinesAnswer },
] as const satisfies readonly Route[];
