import { json, much, none, nothing, orgGuid, shared } from '../http/route-parts.ts';
import type { FieldClasses, Route } from '../http/route.ts';
import { reportingGroupList, worksiteList } from './answers.ts';
import { archiveReportingGroupRequest, createReportingGroupRequest, createWorksiteRequest, unitParams, unitQuery, updateReportingGroupRequest, updateWorksiteRequest } from './unit-requests.ts';
import { reportingGroupDetail, worksiteDetail } from './units.ts';

/** What lists tell of them, and their own pages besides. */
const listed = ['organization-settings', 'member-list', 'incident-list'] as const;
const told = [...listed, 'unit-history'] as const;

const reading = { ...shared, readModels: told } as const;
const ofWorksite = { name: 'MalformedName', regionGuid: 'MalformedRegion' } as const satisfies FieldClasses;
const ofGroup = { name: 'MalformedName', description: 'MalformedDescription' } as const satisfies FieldClasses;
const keepingWorksites = { access: { anyOf: ['MANAGE_WORKSITE_LOCATIONS'] }, modules: none, flags: { allOf: ['WORKSITES'] }, fieldClasses: {}, readModels: told, ...much } as const;
const keepingGroups = { access: { anyOf: ['MANAGE_REPORTING_GROUPS'] }, modules: none, flags: { allOf: ['REPORTING_GROUPS'] }, fieldClasses: {}, readModels: told, ...much } as const;

const worksites = '/orgs/{orgGuid}/worksite-locations';
const groups = '/orgs/{orgGuid}/reporting-groups';

/** Where the people of an organization work, and in which groups they report. */
export const unitRoutes = [
  { method: 'GET', path: worksites, operationId: 'listWorksites', summary: 'The worksites of an organization', ...shared, readModels: listed, params: orgGuid, query: unitQuery, ...nothing, status: 200, answer: worksiteList },
  { method: 'POST', path: worksites, operationId: 'createWorksite', wall: 'WALLED', summary: 'Add a worksite', ...keepingWorksites, fieldClasses: ofWorksite, refusals: ['RegionNotFound', 'DuplicateWorksiteName', 'DuplicateGuid'], params: orgGuid, ...json(createWorksiteRequest), status: 201, answer: worksiteDetail },
  { method: 'GET', path: `${worksites}/{guid}`, operationId: 'getWorksite', summary: 'A worksite, with what happened to it', ...reading, refusals: ['WorksiteNotFound'], params: unitParams, ...nothing, status: 200, answer: worksiteDetail },
  { method: 'PATCH', path: `${worksites}/{guid}`, operationId: 'updateWorksite', wall: 'WALLED', summary: 'Change a worksite', ...keepingWorksites, fieldClasses: ofWorksite, refusals: ['WorksiteNotFound', 'RegionNotFound', 'DuplicateWorksiteName'], params: unitParams, ...json(updateWorksiteRequest), status: 200, answer: worksiteDetail },
  { method: 'DELETE', path: `${worksites}/{guid}`, operationId: 'removeWorksite', wall: 'PROTECTING', summary: 'Remove a worksite without events', ...keepingWorksites, refusals: ['WorksiteNotFound', 'WorksiteWithEventsCannotBeRemoved'], params: unitParams, ...nothing, status: 204 },
  { method: 'POST', path: `${worksites}/{guid}/archive`, operationId: 'archiveWorksite', wall: 'WALLED', summary: 'Archive a worksite: it is offered no more, and its events keep it', ...keepingWorksites, refusals: ['WorksiteNotFound'], params: unitParams, ...nothing, status: 200, answer: worksiteDetail },

  { method: 'GET', path: groups, operationId: 'listReportingGroups', summary: 'The reporting groups of an organization', ...shared, readModels: listed, params: orgGuid, query: unitQuery, ...nothing, status: 200, answer: reportingGroupList },
  { method: 'POST', path: groups, operationId: 'createReportingGroup', wall: 'WALLED', summary: 'Add a reporting group', ...keepingGroups, fieldClasses: ofGroup, refusals: ['DuplicateReportingGroupName', 'DuplicateGuid'], params: orgGuid, ...json(createReportingGroupRequest), status: 201, answer: reportingGroupDetail },
  { method: 'GET', path: `${groups}/{guid}`, operationId: 'getReportingGroup', summary: 'A reporting group, with what happened to it', ...reading, refusals: ['ReportingGroupNotFound'], params: unitParams, ...nothing, status: 200, answer: reportingGroupDetail },
  { method: 'PATCH', path: `${groups}/{guid}`, operationId: 'updateReportingGroup', wall: 'WALLED', summary: 'Change what a reporting group is called or for', ...keepingGroups, fieldClasses: ofGroup, refusals: ['ReportingGroupNotFound', 'DuplicateReportingGroupName'], params: unitParams, ...json(updateReportingGroupRequest), status: 200, answer: reportingGroupDetail },
  { method: 'DELETE', path: `${groups}/{guid}`, operationId: 'removeReportingGroup', wall: 'PROTECTING', summary: 'Remove a reporting group without members and events', ...keepingGroups, refusals: ['ReportingGroupNotFound', 'ReportingGroupWithEventsOrMembersCannotBeRemoved'], params: unitParams, ...nothing, status: 204 },
  { method: 'POST', path: `${groups}/{guid}/archive`, operationId: 'archiveReportingGroup', wall: 'WALLED', summary: 'Archive a reporting group; its members and events are another one’s from then on', ...keepingGroups, refusals: ['ReportingGroupNotFound', 'MissingRelatedEntity'], params: unitParams, ...json(archiveReportingGroupRequest), status: 200, answer: reportingGroupDetail },
] as const satisfies readonly Route[];
