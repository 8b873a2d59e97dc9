import { sharedMigrations } from '@plimsoll/shared/migrations';
import { randomUUID } from 'node:crypto';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { modules } from '@plimsoll/contracts/organizations/features';
import { incidentReported, injured } from '../../../projections/test/test-incidents.ts';
import { TestEventLog } from '../../../projections/test/test-event-log.ts';
import { reactorMigrations } from '../src/migrations.ts';

export interface Person {
  readonly userGuid: string;
  readonly name: string;
  readonly emailAddress: string;
}

/** A time before the hour of reminders and digests in every test organization. */
export const beforeSeven = (): Date => new Date('2026-03-05T12:30:00Z');

/** Test log with organizations, members and incidents that need reviews and approvals. */
export class PeopleLog {
  readonly #members = new Map<string, string>();

  private constructor(readonly log: TestEventLog) {}

  static async open(): Promise<PeopleLog> {
    return new PeopleLog(await TestEventLog.open(undefined, [...sharedMigrations, ...reactorMigrations]));
  }

  async found(): Promise<string> {
    const tenant = randomUUID();
    await this.log.tell({
      tenant,
      stream: tenant,
      event: {
        type: 'OrganizationCreated',
        data: {
          organizationGuid: tenant,
          name: 'Northern Rigging',
          timeZone: 'America/Edmonton',
          sizeRange: 'ONE_TO_TEN',
          modules: [...modules],
          username: null,
          founderGuid: null,
          currencyCode: 'CAD',
          channelPartner: null,
          utmCodes: null,
          onboardingStatus: 'ONBOARDED',
        },
      },
    });
    return tenant;
  }

  /** Adds a member with an account who may review and approve. */
  async join(tenant: string, name = 'Vera Quay', emailAddress = `${randomUUID()}@example.test`): Promise<Person> {
    const person = { userGuid: randomUUID(), name, emailAddress };
    await this.log.tell({
      tenant: INSTALLATION_TENANT,
      stream: person.userGuid,
      event: { type: 'UserRegistered', data: { ...person, currencyCode: 'CAD', channelPartner: null, utmCodes: null } },
    });
    const stream = randomUUID();
    this.#members.set(person.userGuid, stream);
    await this.log.tell({
      tenant,
      stream,
      event: {
        type: 'MemberJoined',
        data: {
          ...person,
          isAdmin: false,
          userGroups: ['Manager'],
          reportingGroupGuid: null,
          through: null,
          isOnboarded: true,
        },
      },
    });
    return person;
  }

  async permit(tenant: string, { userGuid }: Person, permissions: readonly Permission[]): Promise<void> {
    await this.log.tell({
      tenant,
      stream: this.#members.get(userGuid)!,
      event: {
        type: 'MemberPermissionsChanged',
        data: { userGuid, isAdmin: false, userGroups: ['Manager'], permissions: [...permissions] },
      },
    });
  }

  async makeAdmin(tenant: string, { userGuid }: Person): Promise<void> {
    await this.log.tell({
      tenant,
      stream: this.#members.get(userGuid)!,
      event: {
        type: 'MemberPermissionsChanged',
        data: { userGuid, isAdmin: true, userGroups: ['Manager'], permissions: [] },
      },
    });
  }

  async remove(tenant: string, { userGuid }: Person, by?: string): Promise<void> {
    await this.log.tell({
      tenant,
      stream: this.#members.get(userGuid)!,
      event: { type: 'MemberRemoved', data: { userGuid } },
      ...(by && { by }),
    });
  }

  async report(
    tenant: string,
    {
      isSensitive = false,
      hurt = [] as readonly string[],
      reporter,
    }: { isSensitive?: boolean; hurt?: readonly string[]; reporter?: Person } = {},
  ): Promise<string> {
    const incident = randomUUID();
    await this.log.tell({
      tenant,
      stream: incident,
      event: incidentReported({
        ...(reporter && { reporterGuid: reporter.userGuid }),
        form: { name: 'Near miss', isSensitive },
        injuredPersons: hurt.map((name) => ({ ...injured(null), name })),
      }),
    });
    return incident;
  }

  step(tenant: string, incident: string, type: string, data: object = {}, by?: string): Promise<void> {
    return this.log.tell({ tenant, stream: incident, event: { type, data }, ...(by && { by }) });
  }

  /** Reports an incident and requests its review. */
  async requestReview(tenant: string, reviewer: Person, more: { isSensitive?: boolean } = {}): Promise<string> {
    const incident = await this.report(tenant, more);
    await this.step(tenant, incident, 'ReviewRequested', {
      reviewerGuid: reviewer.userGuid,
      isByCallList: false,
      routedTo: null,
    });
    return incident;
  }
}
