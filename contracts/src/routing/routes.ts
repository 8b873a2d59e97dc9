import { json, much, none, nothing, orgGuid, shared } from '../http/route-parts.ts';
import type { Route } from '../http/route.ts';
import { unitParams } from '../units/unit-requests.ts';
import { callListList, setCallListAnswer, whoIsAskedAnswer } from './answers.ts';
import { setCallListRequest, whoIsAskedQuery } from './requests.ts';

const events = { allOf: ['events'] } as const;
const readModels = ['call-list', 'organization-settings', 'member-list'] as const;
const setting = { modules: events, fieldClasses: {}, readModels: ['call-list'], ...much } as const;
const lists = '/orgs/{orgGuid}/call-lists';

/** Who is asked about what is reported, and in which order. */
export const routingRoutes = [
  {
    method: 'GET',
    path: lists,
    operationId: 'listCallLists',
    summary: 'The call lists of an organization, also empty ones, and what they lack',
    ...shared,
    access: { anyOf: ['UPDATE_ORGANIZATION', 'MANAGE_WORKSITE_LOCATIONS', 'MANAGE_REPORTING_GROUPS'] },
    modules: events,
    readModels,
    params: orgGuid,
    ...nothing,
    status: 200,
    answer: callListList,
  },
  {
    method: 'GET',
    path: `${lists}/asked`,
    operationId: 'findWhoIsAsked',
    summary: 'Whom a report would go to now',
    ...shared,
    modules: events,
    refusals: ['FormNotFound', 'WorksiteNotFound', 'ReportingGroupNotFound', 'MissingMember'],
    readModels,
    params: orgGuid,
    query: whoIsAskedQuery,
    ...nothing,
    status: 200,
    answer: whoIsAskedAnswer,
  },
  {
    method: 'PUT',
    path: `${lists}/organization`,
    operationId: 'setCallListOfOrganization',
    wall: 'PROTECTING',
    summary: 'Set whom the organization asks first about reports',
    ...setting,
    access: { anyOf: ['UPDATE_ORGANIZATION'] },
    flags: none,
    refusals: ['MissingMember'],
    params: orgGuid,
    ...json(setCallListRequest),
    status: 200,
    answer: setCallListAnswer,
  },
  {
    method: 'PUT',
    path: `${lists}/worksites/{guid}`,
    operationId: 'setCallListOfWorksite',
    wall: 'PROTECTING',
    summary: 'Set who is asked first about reports from a worksite',
    ...setting,
    access: { anyOf: ['MANAGE_WORKSITE_LOCATIONS'] },
    flags: { allOf: ['WORKSITES'] },
    refusals: ['MissingMember', 'WorksiteNotFound'],
    params: unitParams,
    ...json(setCallListRequest),
    status: 200,
    answer: setCallListAnswer,
  },
  {
    method: 'PUT',
    path: `${lists}/reporting-groups/{guid}`,
    operationId: 'setCallListOfReportingGroup',
    wall: 'PROTECTING',
    summary: 'Set who is asked first about reports of a reporting group',
    ...setting,
    access: { anyOf: ['MANAGE_REPORTING_GROUPS'] },
    flags: { allOf: ['REPORTING_GROUPS'] },
    refusals: ['MissingMember', 'ReportingGroupNotFound'],
    params: unitParams,
    ...json(setCallListRequest),
    status: 200,
    answer: setCallListAnswer,
  },
] as const satisfies readonly Route[];
