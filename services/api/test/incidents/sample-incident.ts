import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { Form } from '@plimsoll/contracts/forms/form';
import type { IncidentFacts } from '@plimsoll/contracts/incidents/events';
import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { IncidentContext } from '../../src/incidents/incident-context.ts';

/** A guid that is recognizable by its last digits. */
export const guidOf = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const viewer = (number: number, ...permissions: Permission[]): Viewer => ({
  userGuid: guidOf(number),
  isAdmin: false,
  permissions: new Set(permissions),
  userGroupNames: [],
  reportingGroupGuid: null,
});

export const worksiteGuid = guidOf(901);
export const worksiteInSydneyGuid = guidOf(902);
export const reportingGroupGuid = guidOf(911);
export const archivedGroupGuid = guidOf(912);
/** Archived in favor of `reportingGroupGuid`. */
export const reassignedGroupGuid = guidOf(913);
export const archivedWorksiteGuid = guidOf(903);
export const albertaGuid = '01900000-e001-7000-8000-000000000001';

const group = nearMissForm.groups[0]!;
const [worst, before] = group.questions;

export const components: IncidentFacts['components'] = [
  {
    groupGuid: group.groupGuid,
    answers: [
      { questionGuid: worst!.questionGuid, value: 'FIRST_AID' },
      { questionGuid: before!.questionGuid, value: false },
    ],
  },
];

export const body: ReportIncidentRequest = {
  formGuid: nearMissForm.formGuid,
  formVersion: 1,
  occurrenceDate: '2026-03-02',
  occurrenceTime: '14:30',
  reportingGroupGuid,
  worksiteGuid,
  description: 'A sling slipped. Nobody stood below.',
  components,
};

export const facts: IncidentFacts = {
  occurrenceDate: '2026-03-02',
  occurrenceTime: '14:30',
  timeZone: 'America/Edmonton',
  reportingGroupGuid,
  worksiteGuid,
  regionGuid: null,
  location: null,
  description: 'A sling slipped. Nobody stood below.',
  immediateActions: null,
  injuredPersons: [],
  relatedPersons: [],
  components,
};

export const snapshotOf = (form: Form) => ({
  formGuid: form.formGuid,
  version: form.version,
  name: form.name,
  workflow: form.eventWorkflow,
  isSensitive: form.isSensitive,
  isLeading: form.isLeading,
  trifContributor: form.trifContributor,
  ltifContributor: form.ltifContributor,
  mvifContributor: form.mvifContributor,
});

export const context: IncidentContext = {
  timeZone: 'America/Edmonton',
  hasWorksites: true,
  hasReportingGroups: true,
  worksites: new Map([
    [worksiteGuid, { timeZone: null, status: 'ACTIVE', revision: 1 }],
    [worksiteInSydneyGuid, { timeZone: 'Australia/Sydney', status: 'ACTIVE', revision: 1 }],
    [archivedWorksiteGuid, { timeZone: null, status: 'ARCHIVED', revision: 2 }],
  ]),
  reportingGroups: new Map([
    [reportingGroupGuid, { status: 'ACTIVE', reassignedToGuid: null, revision: 1 }],
    [archivedGroupGuid, { status: 'ARCHIVED', reassignedToGuid: null, revision: 1 }],
    [reassignedGroupGuid, { status: 'ARCHIVED', reassignedToGuid: reportingGroupGuid, revision: 2 }],
  ]),
  members: new Map([
    [guidOf(1), 'Anna Lund'],
    [guidOf(2), 'Daniel Okafor'],
    [guidOf(3), 'Marta Kowalczyk'],
  ]),
  form: nearMissForm,
};
