import { randomUUID } from 'node:crypto';
import type { FormSnapshot, IncidentFacts, InjuredPersonFact } from '@plimsoll/contracts/incidents/events';

const form: FormSnapshot = {
  formGuid: randomUUID(),
  version: 1,
  name: 'Injury',
  workflow: 'REVIEW_AND_APPROVAL',
  isSensitive: true,
  isLeading: false,
  trifContributor: true,
  ltifContributor: false,
  mvifContributor: false,
};

const facts: IncidentFacts = {
  occurrenceDate: '2026-06-10',
  occurrenceTime: null,
  timeZone: 'America/Edmonton',
  reportingGroupGuid: null,
  worksiteGuid: null,
  regionGuid: null,
  location: null,
  description: 'A hand was caught in the door.',
  immediateActions: null,
  injuredPersons: [],
  relatedPersons: [],
  components: [],
};

/** An ordinary report of an incident, with the given changes. */
export const incidentReported = (
  about: Partial<IncidentFacts> & { reporterGuid?: string; form?: Partial<FormSnapshot> } = {},
) => {
  const { reporterGuid = randomUUID(), form: of, ...changed } = about;
  return {
    type: 'IncidentReported',
    data: {
      reporterGuid,
      enteredByGuid: reporterGuid,
      form: { ...form, ...of },
      isQuick: false,
      isUrgent: false,
      ...facts,
      ...changed,
    },
  };
};

/** The facts of an injured person. */
export const injured = (
  classification: InjuredPersonFact['classification'],
  personType: InjuredPersonFact['personType'] = 'EMPLOYEE',
): InjuredPersonFact => ({
  injuredPersonGuid: randomUUID(),
  name: 'Ann Ekström',
  userAccountGuid: null,
  personType,
  classification,
  nature: null,
  bodyPart: null,
  source: null,
  event: null,
  treatment: null,
  daysAway: null,
  daysRestricted: null,
});

/** The creation of an organization, with the given changes. */
export const organizationCreated = (organizationGuid: string, about: object = {}) => ({
  type: 'OrganizationCreated',
  data: {
    organizationGuid,
    name: 'Northern Rigging',
    username: null,
    timeZone: 'America/Edmonton',
    sizeRange: 'ONE_TO_TEN',
    modules: [],
    founderGuid: null,
    currencyCode: 'CAD',
    channelPartner: null,
    utmCodes: null,
    onboardingStatus: 'ONBOARDED',
    ...about,
  },
});

/** The joining of a member, with the given changes. */
export const memberJoined = (userGuid: string, name: string, about: object = {}) => ({
  type: 'MemberJoined',
  data: {
    userGuid,
    name,
    emailAddress: 'someone@example.com',
    isAdmin: false,
    userGroups: ['Standard'],
    reportingGroupGuid: null,
    through: null,
    isOnboarded: true,
    ...about,
  },
});

/** The figures of a month, with the given changes. */
export const monthlyFigures = (
  yearMonth: string,
  figures: Partial<
    Record<
      'employeeHours' | 'contractorHours' | 'employeeKms' | 'contractorKms' | 'employeeCount' | 'contractorCount',
      number
    >
  >,
) => ({
  type: 'MonthlyMetricsRecorded',
  data: {
    yearMonth,
    employeeHours: 0,
    contractorHours: 0,
    employeeKms: 0,
    contractorKms: 0,
    employeeCount: 0,
    contractorCount: 0,
    notes: null,
    ...figures,
  },
});
