import { answersShare } from './answers-share.ts';
import { organizationQuery } from '../organizations/answers.ts';
import { z } from 'zod';
import { yearMonth } from '../kernel/values/dates.ts';
import { json, much, none, nothing, orgGuid, shared } from '../http/route-parts.ts';
import type { FieldClasses, Route } from '../http/route.ts';
import {
  dashboard,
  dashboardCases,
  dashboardCasesQuery,
  dashboardQuery,
  loadLinesAnswer,
  loadLinesWithCrossings,
  monthlyMetrics,
  recordMonthlyMetricsRequest,
  setLoadLinesRequest,
} from './http.ts';

const year = z.string().regex(/^(19|20)\d{2}$/);

const ofMetrics = {
  yearMonth: 'MalformedYearMonth',
  employeeHours: 'MalformedReportingHours',
  contractorHours: 'MalformedReportingHours',
  employeeKms: 'MalformedReportingKms',
  contractorKms: 'MalformedReportingKms',
} as const satisfies FieldClasses;
const entering = {
  access: { anyOf: ['VIEW_AND_SET_MONTHLY_METRICS'] },
  modules: none,
  flags: none,
  fieldClasses: ofMetrics,
  refusals: [],
  ...much,
} as const;

/** Rates, and the hours and limits that they rest on. */
export const metricsRoutes = [
  {
    method: 'GET',
    path: '/dashboard/reported-events',
    operationId: 'getDashboard',
    summary: 'Frequency rates, leading and lagging events',
    ...shared,
    modules: { allOf: ['dashboard', 'reportedEvents'] },
    readModels: [
      'frequency-chart',
      'monthly-metrics',
      'load-lines',
      'limit-settings',
      'member-list',
      'organization-settings',
    ],
    fieldClasses: { from: 'MalformedYearMonth', to: 'MalformedYearMonth' },
    query: dashboardQuery,
    ...nothing,
    status: 200,
    answer: dashboard,
  },
  {
    method: 'GET',
    path: '/dashboard/cases',
    operationId: 'listDashboardCases',
    summary: 'What a figure of the dashboard counts',
    ...shared,
    modules: { allOf: ['dashboard', 'reportedEvents'] },
    readModels: ['frequency-chart', 'incident-list', 'incident-detail', 'member-list', 'organization-settings'],
    fieldClasses: { from: 'MalformedYearMonth', to: 'MalformedYearMonth' },
    query: dashboardCasesQuery,
    ...nothing,
    status: 200,
    answer: dashboardCases,
  },
  {
    method: 'GET',
    path: '/orgs/{orgGuid}/reporting-metrics/{yearMonth}',
    operationId: 'getMonthlyMetrics',
    summary: 'Hours and distance of a month',
    ...entering,
    readModels: ['monthly-metrics', 'member-list'],
    params: orgGuid.extend({ yearMonth }),
    ...nothing,
    status: 200,
    answer: monthlyMetrics,
  },
  {
    method: 'PUT',
    path: '/orgs/{orgGuid}/reporting-metrics/{yearMonth}',
    operationId: 'recordMonthlyMetrics',
    wall: 'REPORTING',
    summary: 'Enter hours and distance of a month',
    ...entering,
    readModels: ['monthly-metrics', 'member-list'],
    params: orgGuid.extend({ yearMonth }),
    ...json(recordMonthlyMetricsRequest),
    status: 200,
    answer: monthlyMetrics,
  },
  {
    method: 'GET',
    path: '/orgs/{orgGuid}/load-lines/{year}',
    operationId: 'getLoadLines',
    summary: 'The limits of a year, and when they were crossed',
    ...entering,
    readModels: ['load-lines', 'member-list'],
    params: orgGuid.extend({ year }),
    ...nothing,
    status: 200,
    answer: loadLinesWithCrossings,
  },
  {
    method: 'PUT',
    path: '/orgs/{orgGuid}/load-lines/{year}',
    operationId: 'setLoadLines',
    wall: 'WALLED',
    summary: 'Set the limits of a year',
    ...entering,
    readModels: ['load-lines', 'member-list'],
    params: orgGuid.extend({ year }),
    ...json(setLoadLinesRequest),
    status: 200,
    answer: loadLinesAnswer,
  },
  {
    method: 'GET',
    path: '/dashboard/answers',
    operationId: 'getAnswersShare',
    summary: 'How many reports were answered within a week',
    ...shared,
    modules: { allOf: ['dashboard', 'reportedEvents'] },
    readModels: ['report-answers', 'incident-list', 'organization-settings'],
    query: organizationQuery,
    ...nothing,
    status: 200,
    answer: answersShare,
  },
] as const satisfies readonly Route[];
