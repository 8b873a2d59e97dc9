import { z } from 'zod';
import type { ErrorClass } from '../errors.ts';
import { json, much, none, nothing } from '../http/route-parts.ts';
import type { FieldClasses, Route } from '../http/route.ts';
import { guid } from '../ids.ts';
import { organizationQuery } from '../organizations/answers.ts';
import { incidentCommandAnswer, incidentDetail, incidentHistory, incidentList } from './answers.ts';
import { bulkAnswer, bulkRequest, exportIncidentsRequest } from './list-requests.ts';
import {
  amendIncidentRequest, approveRequest, incidentListQuery, incidentDocumentQuery, incidentQuery, reopenRequest, reportIncidentRequest, requestApprovalRequest, requestReviewRequest,
  returnRequest, reviewRequest,
} from './requests.ts';
import type { IncidentCommand } from './vocabulary.ts';
import { hindrancesTo } from './who-may.ts';

const eventId = z.strictObject({ eventId: guid });

const ofReports = {
  description: 'MalformedDescription', location: 'MalformedLocation', occurrenceDate: 'MalformedDate', at: 'MalformedDate', regionGuid: 'MalformedRegion',
  name: 'MalformedName', emailAddress: 'MalformedEmailAddress', components: 'EmptyEventComponentsArray',
  assignedReviewer: 'AssignedReviewerPresent', assignedReviewerGuid: 'AssignedReviewerPresent', reviewer: 'AssignedReviewerPresent', reviewerGuid: 'AssignedReviewerPresent',
  OTHERS: 'MalformedEventField',
} as const satisfies FieldClasses;
/** What facts of an incident may be refused for, beyond their form: they refer to what is not there, or leave out what belongs to them. */
const ofFacts = ['FormNotFound', 'OrganizationNotFound', 'MissingRegion', 'WorksiteNotFound', 'RegionNotFound', 'ReportingGroupNotFound', 'MissingRelatedEntity', 'MissingUserAccount', 'AttemptedToReportInjuryWithoutAtLeastOneInjuredPerson'] as const;
const unseen = ['EventNotFound', 'Forbidden'] as const;
const refusalsOf = (command: IncidentCommand): readonly ErrorClass[] => [...unseen, ...hindrancesTo(command)];

const reporting = { access: 'MEMBER', modules: { allOf: ['events'] }, flags: none, fieldClasses: ofReports, refusals: [], ...much } as const;

const verb = <const Id extends string, Content extends { accepts: 'NOTHING' } | { accepts: 'JSON'; body: z.ZodType }>(name: IncidentCommand, operationId: Id, summary: string, content: Content) =>
  ({
    method: 'POST', path: `/reported-events/{eventId}/${name}`, operationId, wall: 'REPORTING', summary, ...reporting, params: eventId, query: organizationQuery,
    ...content, readModels: [], fieldClasses: { OTHERS: 'MalformedEventField' }, refusals: [...refusalsOf(name), ...(name === 'review' ? (['EmptyEventComponentsArray'] as const) : [])], status: 200, answer: incidentCommandAnswer,
  }) as const;

/** Events and the way through their review. */
export const incidentRoutes = [
  { method: 'GET', path: '/reported-events', operationId: 'listIncidents', summary: 'Find events', ...reporting, auditors: true, readModels: ['incident-list', 'member-list', 'organization-settings'], query: incidentListQuery, ...nothing, status: 200, answer: incidentList },
  { method: 'POST', path: '/reported-events', operationId: 'reportIncident', wall: 'REPORTING', summary: 'Report an event', ...reporting, refusals: [...ofFacts, 'MissingMember', 'MalformedName', 'InvalidFileExtension', 'DuplicateGuid', 'Forbidden'], readModels: [], query: organizationQuery, ...json(reportIncidentRequest), status: 201, answer: incidentCommandAnswer },
  { method: 'GET', path: '/reported-events/{eventId}', operationId: 'getIncident', summary: 'An event, as it is, as a revision left it, or as the log knew it then', ...reporting, auditors: true, refusals: unseen, readModels: ['incident-list', 'member-list', 'organization-settings'], params: eventId, query: incidentQuery, ...nothing, status: 200, answer: incidentDetail },
  { method: 'PATCH', path: '/reported-events/{eventId}', operationId: 'amendIncident', wall: 'REPORTING', summary: 'Change an event', ...reporting, refusals: [...ofFacts, ...refusalsOf('amend')], readModels: [], fieldClasses: { ...ofReports, organizationGuid: 'OrganizationGuidPresent' }, params: eventId, query: organizationQuery, ...json(amendIncidentRequest), status: 200, answer: incidentCommandAnswer },
  { method: 'DELETE', path: '/reported-events/{eventId}', operationId: 'deleteIncident', wall: 'PROTECTING', summary: 'Delete an event; it can be restored for 30 days', ...reporting, refusals: refusalsOf('delete'), readModels: [], params: eventId, query: organizationQuery, ...nothing, status: 200, answer: incidentCommandAnswer },
  verb('restore', 'restoreIncident', 'Restore a deleted event', nothing),
  verb('request-review', 'requestReview', 'Send an event to a reviewer', json(requestReviewRequest)),
  verb('review', 'reviewIncident', 'Rate severity and likelihood', json(reviewRequest)),
  verb('return', 'returnIncident', 'Send an event back with a comment', json(returnRequest)),
  verb('request-approval', 'requestApproval', 'Send an event to an approver', json(requestApprovalRequest)),
  verb('approve', 'approveIncident', 'Approve and lock an event', json(approveRequest)),
  verb('reopen', 'reopenIncident', 'Unlock an approved event', json(reopenRequest)),
  { method: 'GET', path: '/reported-events/{eventId}/history', operationId: 'getIncidentHistory', summary: 'Who changed what, when', ...reporting, auditors: true, refusals: unseen, readModels: ['incident-list', 'member-list', 'organization-settings', 'unit-history'], params: eventId, query: organizationQuery, ...nothing, status: 200, answer: incidentHistory },
  { method: 'GET', path: '/reported-events/{eventId}/export', operationId: 'exportIncident', summary: 'An event as a document', ...reporting, fieldClasses: {}, refusals: unseen, readModels: ['member-list', 'organization-settings', 'task-list', 'unit-history'], params: eventId, query: incidentDocumentQuery, ...nothing, status: 200, answerType: 'application/pdf' },
  { method: 'POST', path: '/reported-events/exports', operationId: 'exportIncidents', wall: 'TAKING_OUT', summary: 'Take the whole list as a file', ...reporting, access: { anyOf: ['DOWNLOAD_CSV_EVENTS'] }, fieldClasses: {}, refusals: ['LimitReached'], readModels: ['incident-list', 'incident-detail', 'member-list', 'organization-settings', 'form-list'], query: organizationQuery, ...json(exportIncidentsRequest), status: 200, answerType: 'text/csv', otherAnswerType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  { method: 'POST', path: '/reported-events/bulk', operationId: 'changeIncidents', wall: 'REPORTING', summary: 'Give many events one command; each has its own outcome', ...reporting, fieldClasses: {}, refusals: ['MissingAssignedReviewer', 'MissingAssignedApprover'], readModels: ['incident-list'], query: organizationQuery, ...json(bulkRequest), status: 200, answer: bulkAnswer },
] as const satisfies readonly Route[];
