import { http, type RequestHandler } from 'msw';
import type { RouteObject } from 'react-router';
import type { z } from 'zod';
import { USUAL_FILE_LIMIT_BYTES } from '@plimsoll/contracts/attachments/file-types';
import { alarmSettings } from '@plimsoll/contracts/alarms/answers';
import { builtInForms } from '@plimsoll/contracts/forms/built-in-forms';
import { form, formList } from '@plimsoll/contracts/forms/form';
import {
  incidentDetail,
  incidentList,
  type IncidentDetail,
  type IncidentListItem,
} from '@plimsoll/contracts/incidents/answers';
import { membershipList, type Membership } from '@plimsoll/contracts/organizations/answers';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { allPermissions, type Permission } from '@plimsoll/contracts/permissions/permissions';
import type { Started } from '../../../lib/session/startup.ts';
import { alarmSettingsAnswer } from '../../../lib/test/alarm-settings.ts';
import {
  answer,
  daniel,
  guid,
  open as openPages,
  organizationGuid,
  priya,
  started as anyStarted,
} from '../../../lib/test/stage.tsx';

export const marta = { userGuid: guid(3), name: 'Marta Kowalczyk' };
const alberta = regions.find(({ name }) => name === 'Alberta')!;
export const acheson = {
  guid: guid(101),
  name: 'Acheson Yard',
  regionGuid: alberta.guid,
  address: null,
  timeZone: 'America/Edmonton',
  emergencyPhone: '780 555 0111',
  status: 'ACTIVE' as const,
  eventCount: 3,
  revision: 1,
};

/** Session of Priya in a small organization with one worksite. */
export function started(held: ReadonlySet<Permission> = allPermissions): Started {
  const usual = anyStarted(held);
  return {
    ...usual,
    regions: [...regions],
    organization: { ...usual.organization, modules: [{ code: 'events', isEnabled: true }], worksites: [acheson] },
    modules: new Set(['events']),
    features: new Set(['WORKSITES', 'REPORTING_GROUPS']),
    fileLimitBytes: USUAL_FILE_LIMIT_BYTES,
  };
}

export const member = (person: typeof priya, change: Partial<Membership> = {}): Membership => ({
  userAccount: {
    guid: person.userGuid,
    name: person.name,
    primaryEmailAddress: `${person.name.split(' ')[0]!.toLowerCase()}@demo.example`,
  },
  organizationGuid,
  organization: { guid: organizationGuid, name: 'Northern Rigging' },
  isAdmin: false,
  isOnboarded: true,
  userGroupNames: [],
  reportingGroupGuid: null,
  permissions: '23:000000',
  ownPermissions: null,
  photo: null,
  logo: null,
  authType: 'USERNAME_PASSWORD',
  revision: 1,
  ...change,
});

/** An incident that waits for Priya's approval. */
export const incident = (change: Partial<z.input<typeof incidentDetail>> = {}): IncidentDetail =>
  incidentDetail.parse({
    eventId: guid(1048),
    number: 1048,
    heading: 'Forklift reversed into the racking at Bay 4',
    formGuid: builtInForms[1]!.formGuid,
    formName: 'Near miss',
    occurrenceDate: '2026-11-17',
    occurrenceTime: '06:40',
    timeZone: 'America/Edmonton',
    state: 'APPROVAL_REQUESTED',
    place: {
      worksiteGuid: acheson.guid,
      worksiteName: acheson.name,
      regionGuid: alberta.guid,
      regionName: 'Alberta',
      location: null,
    },
    reporter: marta,
    reviewer: daniel,
    approver: priya,
    holder: { ...priya, alsoWith: null, since: '2026-11-18T23:02:00Z' },
    needsReassigning: false,
    severity: 4,
    likelihood: 3,
    riskScore: 12,
    riskBand: 'HIGH',
    isLeading: false,
    isSensitive: false,
    changedSinceReview: false,
    reportedAt: '2026-11-17T13:52:00Z',
    revision: 4,
    workflow: 'REVIEW_AND_APPROVAL',
    formVersion: 1,
    description: 'Forklift reversed into the racking at Bay 4. Nobody was in the aisle.',
    immediateActions: null,
    reportingGroupGuid: null,
    reportingGroupName: null,
    enteredBy: marta,
    injuredPersons: [],
    relatedPersons: [],
    components: [],
    openQuestions: [],
    steps: [
      { type: 'IncidentReported', revision: 1, at: '2026-11-17T13:52:00Z', by: marta, to: null, comment: null },
      { type: 'ReviewRequested', revision: 2, at: '2026-11-17T14:33:00Z', by: marta, to: daniel, comment: null },
      { type: 'IncidentReviewed', revision: 3, at: '2026-11-18T22:57:00Z', by: daniel, to: null, comment: null },
      { type: 'ApprovalRequested', revision: 4, at: '2026-11-18T23:02:00Z', by: daniel, to: priya, comment: null },
    ],
    approvedRevision: null,
    deleted: null,
    allowedCommands: [],
    mayAddTask: false,
    answer: null,
    ...change,
  });

/** The incident before its review, which the user may give. */
export const incidentToReview = (change: Partial<z.input<typeof incidentDetail>> = {}): IncidentDetail =>
  incident({
    state: 'REVIEW_REQUESTED',
    severity: null,
    likelihood: null,
    riskScore: null,
    riskBand: null,
    allowedCommands: ['review'],
    ...change,
  });

export const listItems = (
  items: readonly IncidentListItem[],
  totalCount = items.length,
  searchedFrom: number | null = null,
) => answer(incidentList, { items: [...items], totalCount, limit: 10, offset: 0, nextCursor: null, searchedFrom });

const usual: RequestHandler[] = [
  http.get('*/api/orgs/:orgGuid/alarm-settings', () => answer(alarmSettings, alarmSettingsAnswer())),
  http.get('*/api/forms', () =>
    answer(formList, {
      items: builtInForms.map(({ groups: _, ...summary }) => ({ ...summary, eventCount: 0 })),
      totalCount: builtInForms.length,
    }),
  ),
  http.get('*/api/forms/:guid', ({ params }) =>
    answer(form, builtInForms.find(({ formGuid }) => formGuid === params.guid)!),
  ),
  http.get('*/api/org-memberships', () =>
    answer(membershipList, { items: [member(priya), member(daniel)], totalCount: 2 }),
  ),
];

/**
 * Renders routes with mocked API responses; the first matching handler answers. Returns the router and the requests.
 */
export const open = (routes: RouteObject[], address: string, handlers: RequestHandler[] = [], who = started()) =>
  openPages(routes, address, [...handlers, ...usual], who);
