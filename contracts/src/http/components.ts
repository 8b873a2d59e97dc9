import { z } from 'zod';
import { form, formList, formSummary, question, questionGroup } from '../forms/form.ts';
import { authMethodAnswer, deviceKeyAnswer, nothingSaid, signInAnswer, signUpAnswer, verifyEmailAnswer } from '../identity/requests.ts';
import { incidentCommandAnswer, incidentDetail, incidentHistory, incidentList, incidentListItem, incidentStep, person } from '../incidents/answers.ts';
import { mailbox, mailboxItem } from '../mail/mailbox.ts';
import { dashboard, dashboardCases, loadLinesAnswer, monthlyMetrics, rateFigure } from '../metrics/http.ts';
import { notification, notificationList } from '../notifications/notification.ts';
import { customerConfig, membership, membershipList, positionAnswer, region, regionList, reportingGroup, reportingGroupList, startup, worksite, worksiteList } from '../organizations/answers.ts';
import { fieldError, problem } from '../problem.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

type Named = Readonly<Record<string, z.ZodType>>;

const registryOf = (named: Named) => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  return registry;
};

const withBody = (routes as readonly Route[]).flatMap(({ operationId, body }) => (body ? [[`${operationId[0]!.toUpperCase()}${operationId.slice(1)}Request`, body] as const] : []));

/** What requests hold, each named for its operation: `SignInRequest`. */
export const requests = registryOf(Object.fromEntries(withBody));

/** What answers hold, under the names that the OpenAPI document has for them. */
export const answers = registryOf({
  Problem: problem, FieldError: fieldError, SignInAnswer: signInAnswer, AuthMethodAnswer: authMethodAnswer, SignUpAnswer: signUpAnswer, VerifyEmailAnswer: verifyEmailAnswer, NothingSaid: nothingSaid, DeviceKeyAnswer: deviceKeyAnswer,
  Startup: startup, PositionAnswer: positionAnswer, Membership: membership, MembershipList: membershipList, Region: region, RegionList: regionList, Worksite: worksite, WorksiteList: worksiteList,
  ReportingGroup: reportingGroup, ReportingGroupList: reportingGroupList, CustomerConfig: customerConfig,
  Question: question, QuestionGroup: questionGroup, Form: form, FormSummary: formSummary, FormList: formList,
  Person: person, IncidentListItem: incidentListItem, IncidentList: incidentList, IncidentStep: incidentStep, IncidentDetail: incidentDetail,
  IncidentHistory: incidentHistory, IncidentCommandAnswer: incidentCommandAnswer,
  RateFigure: rateFigure, Dashboard: dashboard, DashboardCases: dashboardCases, MonthlyMetrics: monthlyMetrics, LoadLines: loadLinesAnswer, Notification: notification, NotificationList: notificationList, MailboxItem: mailboxItem, Mailbox: mailbox,
});
