import type { Told } from './told-log.ts';
import { builtInForms } from '@plimsoll/contracts/forms/built-in-forms';
import type { IncidentEvent, IncidentFacts } from '@plimsoll/contracts/incidents/events';
import type { IncidentState } from '@plimsoll/contracts/incidents/vocabulary';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/ids';

/** Numbers that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Open {
  readonly stream: string;
  readonly reporter: string;
  readonly workflow: string;
  state: IncidentState | 'DELETED';
  before?: IncidentState;
  reviewer: string;
  approver: string;
  revision: number;
}

/** A seeded workload of one organization: it is set up, and then incidents take every step that the workflow has. */
export class RandomWorkload {
  readonly #random: () => number;
  readonly #people: string[] = [];
  readonly #worksites: string[] = [];
  readonly #groups: string[] = [];
  readonly #incidents: Open[] = [];
  readonly tenant: string;

  constructor(seed: number) {
    this.#random = seeded(seed);
    this.tenant = this.#guid();
  }

  /** The organization with its people, worksites and groups. */
  setUp(): Told[] {
    const told: Told[] = [this.#told(this.tenant, { type: 'OrganizationCreated', data: { organizationGuid: this.tenant, name: 'Northern Rigging', timeZone: 'America/Edmonton', sizeRange: 'ONE_TO_TEN', modules: ['dashboard', 'events'] } })];
    told.push(this.#told(this.tenant, { type: 'OrganizationModuleSwitched', data: { module: 'events', isEnabled: false } }));
    told.push(this.#told(this.tenant, { type: 'OrganizationModuleSwitched', data: { module: 'credentials', isEnabled: true } }));
    told.push(this.#told(this.tenant, { type: 'CustomerConfigChanged', data: { code: 'CONTRACTORS', isEnabled: true } }));
    for (let index = 0; index < 3; index++) {
      const worksiteGuid = this.#guid();
      this.#worksites.push(worksiteGuid);
      told.push(this.#told(worksiteGuid, { type: 'WorksiteCreated', data: { worksiteGuid, name: `Yard ${index}`, regionGuid: this.#one(regions).guid, address: null, timeZone: null, emergencyPhone: '911' } }));
      const reportingGroupGuid = this.#guid();
      this.#groups.push(reportingGroupGuid);
      told.push(this.#told(reportingGroupGuid, { type: 'ReportingGroupCreated', data: { reportingGroupGuid, name: `Crew ${index}`, description: null } }));
    }
    for (let index = 0; index < 6; index++) {
      const userGuid = this.#guid();
      const membership = this.#guid();
      this.#people.push(userGuid);
      told.push({ ...this.#told(userGuid, { type: 'UserRegistered', data: { userGuid, name: `Person ${index}`, emailAddress: `Person.${index}@example.com`, currencyCode: 'CAD', channelPartner: null, utmCodes: null } }), tenant: INSTALLATION_TENANT });
      told.push(this.#told(membership, { type: 'MemberJoined', data: { userGuid, name: `Person ${index}`, emailAddress: `person.${index}@example.com`, isAdmin: index === 0, userGroups: ['Standard'], reportingGroupGuid: this.#one(this.#groups) } }));
      if (index % 3 === 1) told.push(this.#told(membership, { type: 'MemberPermissionsChanged', data: { userGuid, isAdmin: false, userGroups: ['Manager'], permissions: ['REVIEW_EVENTS', 'APPROVE_EVENTS'] } }));
      if (index === 5) told.push(this.#told(membership, { type: 'MemberRemoved', data: { userGuid } }));
    }
    return told;
  }

  /** The next thing that happens. */
  next(): Told {
    const roll = this.#random();
    if (roll < 0.03) return this.#told(this.#guid(), { type: 'LoadLinesSet', data: { year: 2000 + this.#below(90), trif: this.#below(500) / 100, ltif: null, mvif: 1.5, setByGuid: null, reason: null } });
    if (roll < 0.06) {
      const month = `${2000 + this.#below(40)}-${String(1 + this.#below(12)).padStart(2, '0')}`;
      return this.#told(this.#guid(), { type: 'MonthlyMetricsRecorded', data: { yearMonth: month, employeeHours: this.#below(10_000), contractorHours: 0.25, employeeKms: 10, contractorKms: 0, employeeCount: 5, contractorCount: 0, notes: this.#random() < 0.5 ? null : 'As counted' } });
    }
    const open = this.#incidents.length > 0 && roll < 0.85 ? this.#one(this.#incidents) : undefined;
    const event = open && this.#step(open);
    if (!open || !event) return this.#report();
    open.revision += 1;
    return this.#told(open.stream, event);
  }

  #report(): Told {
    const form = this.#one(builtInForms);
    const reporter = this.#one(this.#people);
    const stream = this.#guid();
    this.#incidents.push({ stream, reporter, workflow: form.eventWorkflow, state: form.eventWorkflow === 'NONE' ? 'CLOSED' : 'REPORTED', reviewer: '', approver: '', revision: 1 });
    const { formGuid, version, name, isSensitive, isLeading, trifContributor, ltifContributor, mvifContributor } = form;
    return this.#told(stream, {
      type: 'IncidentReported',
      data: {
        reporterGuid: reporter, enteredByGuid: this.#one(this.#people),
        form: { formGuid, version, name, workflow: form.eventWorkflow, isSensitive, isLeading, trifContributor, ltifContributor, mvifContributor },
        ...this.#facts(form.groups),
      },
    });
  }

  #facts(groups: (typeof builtInForms)[number]['groups']): IncidentFacts {
    const isOther = this.#random() < 0.3;
    return {
      occurrenceDate: this.#day(), occurrenceTime: this.#random() < 0.5 ? null : '07:45', timeZone: 'America/Edmonton',
      reportingGroupGuid: this.#random() < 0.5 ? null : this.#one(this.#groups), worksiteGuid: isOther ? null : this.#one(this.#worksites),
      regionGuid: isOther ? this.#one(regions).guid : null, location: isOther ? 'Kilometre 12, "the bend" \\ north' : null,
      description: `A ${this.#one(['chain', 'hose', 'ladder'])} slipped, {twice}. Nobody knew why.`, immediateActions: this.#random() < 0.5 ? null : 'Taped off, NULL',
      injuredPersons: this.#random() < 0.5 ? [] : [{
        injuredPersonGuid: this.#guid(), name: 'Ann Ekström', userAccountGuid: null, personType: this.#one(['EMPLOYEE', 'CONTRACTOR', 'VISITOR'] as const),
        classification: this.#one(['FIRST_AID', 'LOST_TIME', null] as const), nature: null, bodyPart: null, source: null, event: null, treatment: null, daysAway: 2, daysRestricted: null,
      }],
      relatedPersons: this.#random() < 0.8 ? [] : [{ relatedPersonGuid: this.#guid(), name: 'Bo', emailAddress: null, role: 'Witness' }],
      components: groups.map(({ groupGuid, questions }) => ({ groupGuid, answers: questions.slice(0, 1).map(({ questionGuid }) => ({ questionGuid, value: true })) })),
    };
  }

  #step(open: Open): IncidentEvent | undefined {
    if (open.state === 'DELETED') {
      if (this.#random() < 0.5) return undefined;
      open.state = open.before!;
      return { type: 'IncidentRestored', data: {} };
    }
    if (open.state === 'APPROVED') {
      if (this.#random() < 0.7) return undefined;
      open.state = 'REPORTED';
      return { type: 'IncidentReopened', data: { reason: 'Something came up.' } };
    }
    const roll = this.#random();
    if (roll < 0.1) {
      open.before = open.state;
      open.state = 'DELETED';
      return { type: 'IncidentDeleted', data: {} };
    }
    if (roll < 0.35 || open.state === 'CLOSED') return { type: 'IncidentAmended', data: this.#amendment() };
    return this.#forward(open, roll);
  }

  #amendment(): Partial<IncidentFacts> {
    const { occurrenceDate, description, location, injuredPersons, worksiteGuid, regionGuid } = this.#facts([]);
    return this.#one([{ occurrenceDate }, { description }, { location, worksiteGuid, regionGuid }, { injuredPersons }, { immediateActions: null, occurrenceTime: '23:10' }]);
  }

  #forward(open: Open, roll: number): IncidentEvent | undefined {
    switch (open.state) {
      case 'REPORTED':
      case 'RETURNED':
        open.state = 'REVIEW_REQUESTED';
        open.reviewer = this.#one(this.#people);
        return { type: 'ReviewRequested', data: { reviewerGuid: open.reviewer } };
      case 'REVIEW_REQUESTED':
        if (roll < 0.5) {
          open.state = 'RETURNED';
          return { type: 'IncidentReturned', data: { to: 'REPORTER', comment: 'Where exactly?' } };
        }
        if (roll < 0.6) return { type: 'ReviewRequested', data: { reviewerGuid: this.#one(this.#people) } };
        open.state = 'REVIEWED';
        return { type: 'IncidentReviewed', data: { severity: this.#below(6), likelihood: this.#below(6), comment: roll < 0.8 ? null : 'Seen.' } };
      case 'REVIEWED':
        if (open.workflow !== 'REVIEW_AND_APPROVAL') return undefined;
        open.state = 'APPROVAL_REQUESTED';
        return { type: 'ApprovalRequested', data: { approverGuid: this.#one(this.#people) } };
      case 'APPROVAL_REQUESTED':
        if (roll < 0.5) {
          open.state = 'REVIEW_REQUESTED';
          return { type: 'IncidentReturned', data: { to: 'REVIEWER', comment: 'Rate it again.' } };
        }
        if (roll < 0.6) return { type: 'ApprovalRequested', data: { approverGuid: this.#one(this.#people) } };
        open.state = 'APPROVED';
        return { type: 'IncidentApproved', data: { approvedRevision: open.revision, comment: null, signature: 'A. K.' } };
      default:
        return undefined;
    }
  }

  #told(stream: string, event: Told['event']): Told {
    return { tenant: this.tenant, stream, event, by: this.#people.length > 0 ? this.#one(this.#people) : this.tenant, at: `${this.#day()}T${String(this.#below(24)).padStart(2, '0')}:05:00.000Z` };
  }

  #day(): string {
    return `2026-${String(1 + this.#below(9)).padStart(2, '0')}-${String(1 + this.#below(28)).padStart(2, '0')}`;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!;
  }

  #guid(): string {
    const hex = Array.from({ length: 32 }, () => this.#below(16).toString(16)).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
