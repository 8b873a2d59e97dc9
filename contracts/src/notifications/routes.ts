import { form, json, nothing, open, ownAccount, shared } from '../http/route-parts.ts';
import type { Route } from '../http/route.ts';
import { organizationQuery } from '../organizations/answers.ts';
import {
  changeEmailPreferencesRequest,
  emailPreferences,
  emailPreferencesParams,
  unsubscribed,
  unsubscribeForm,
  unsubscribeQuery,
} from './email-preferences.ts';
import { notificationDismissed, notificationList, notificationParams } from './notification.ts';

/** Everybody's are their own, and answered from their account's stream. */
const ofPreferences = {
  ...ownAccount,
  readModels: [],
  refusals: ['Forbidden'],
  params: emailPreferencesParams,
} as const;

/** What a user has to do, and their mail preferences. */
export const notificationRoutes = [
  {
    method: 'GET',
    path: '/dashboard/notifications',
    operationId: 'listNotifications',
    summary: 'What the bearer has to do',
    ...shared,
    modules: { allOf: ['reportedEvents'] },
    readModels: [
      'notification-list',
      'alarm-list',
      'call-list',
      'task-list',
      'incident-list',
      'incident-detail',
      'monthly-metrics',
      'load-lines',
      'member-list',
      'organization-settings',
    ],
    query: organizationQuery,
    ...nothing,
    status: 200,
    answer: notificationList,
  },
  {
    method: 'POST',
    path: '/dashboard/notifications/{notificationGuid}/dismiss',
    operationId: 'dismissNotification',
    wall: 'REPORTING',
    summary: 'Have a crossed load line told no more',
    ...shared,
    access: 'ADMIN',
    modules: { allOf: ['reportedEvents'] },
    refusals: ['RecordNotFound'],
    readModels: ['load-lines'],
    query: organizationQuery,
    params: notificationParams,
    ...nothing,
    status: 200,
    answer: notificationDismissed,
  },
  {
    method: 'GET',
    path: '/email-preferences/{userGuid}',
    operationId: 'getEmailPreferences',
    summary: 'Which mails one wants',
    ...ofPreferences,
    ...nothing,
    status: 200,
    answer: emailPreferences,
  },
  {
    method: 'PUT',
    path: '/email-preferences/{userGuid}',
    operationId: 'changeEmailPreferences',
    wall: 'ONESELF',
    summary: 'Say which mails one wants',
    ...ofPreferences,
    ...json(changeEmailPreferencesRequest),
    status: 200,
    answer: emailPreferences,
  },
  {
    method: 'POST',
    path: '/email-preferences/unsubscribe',
    operationId: 'unsubscribe',
    wall: 'ONESELF',
    summary: 'Do without a kind of mails, by the link of one, signed in or not',
    ...open,
    log: 'INSTALLATION',
    fieldClasses: { token: 'MalformedToken' },
    refusals: ['MalformedToken'],
    query: unsubscribeQuery,
    ...form(unsubscribeForm),
    status: 200,
    answer: unsubscribed,
  },
] as const satisfies readonly Route[];
