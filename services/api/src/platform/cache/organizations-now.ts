import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { CustomerConfigCode, Module } from '@plimsoll/contracts/organizations/features';
import { FindOrganization, type Organization } from '@plimsoll/projections/organizations/organization-settings/query';
import type { BeforeWall } from '../../billing/billing-status.ts';
import { BriefCache } from './brief-cache.ts';
import { Marks } from './marks.ts';
import { Renewals } from './renewals.ts';
import type { Provider } from '../../organizations/organization.ts';

/** How an organization signs in at this moment. */
export interface SignsIn {
  readonly organizationName: string;
  readonly active: Provider | null;
  readonly pending: Provider | null;
}

/** What the read models say of an organization at this moment, in the forms that commands ask for. */
export interface OrganizationNow {
  readonly timeZone: string;
  readonly signsIn: SignsIn;
  /** With its subscription. */
  readonly standing: BeforeWall;
  readonly modules: ReadonlySet<Module>;
  readonly flags: ReadonlySet<CustomerConfigCode>;
  readonly hasWorksites: boolean;
  readonly hasReportingGroups: boolean;
  /** By guid. */
  readonly worksites: ReadonlyMap<string, Omit<Organization['worksites'][number], 'eventCount'>>;
  readonly reportingGroups: ReadonlyMap<
    string,
    Omit<Organization['reportingGroups'][number], 'eventCount' | 'memberCount'>
  >;
  readonly forms: ReadonlyMap<string, Organization['forms'][number]>;
  readonly formsSwitchedOff: ReadonlyMap<CustomerConfigCode, string>;
}

/** Organizations, each asked for once for all that wants to know something of it, and remembered for less than a second. */
@Injectable()
export class OrganizationsNow {
  readonly #known: BriefCache<OrganizationNow | null>;

  constructor(
    private readonly queries: QueryBus,
    marks: Marks,
    renewals: Renewals,
  ) {
    this.#known = new BriefCache<OrganizationNow | null>((tenant) => this.#read(tenant), {
      max: 5_000,
      renewals,
      mark: (tenant) => marks.of([tenant]),
    });
  }

  /** Null when it is not there (yet). */
  of(tenant: string): Promise<OrganizationNow | null> {
    return this.#known.of(tenant);
  }

  /** Has it asked for anew: it was just changed, and the read models know it. */
  forget(tenant: string): void {
    this.#known.forget(tenant);
  }

  async #read(tenant: string): Promise<OrganizationNow | null> {
    const organization = await this.queries.execute(new FindOrganization(tenant, 'BUT_FOR_COUNTS'));
    if (!organization) return null;
    const flags = new Set(organization.customerConfig.filter(({ isEnabled }) => isEnabled).map(({ code }) => code));
    return {
      timeZone: organization.timeZone,
      signsIn: { organizationName: organization.name, ...organization.singleSignOn },
      standing: organization,
      modules: new Set(organization.modules.filter(({ isEnabled }) => isEnabled).map(({ code }) => code)),
      flags,
      hasWorksites: flags.has('WORKSITES'),
      hasReportingGroups: flags.has('REPORTING_GROUPS'),
      worksites: new Map(organization.worksites.map((worksite) => [worksite.guid, worksite])),
      reportingGroups: new Map(organization.reportingGroups.map((group) => [group.guid, group])),
      forms: new Map(organization.forms.map((form) => [form.formGuid, form])),
      formsSwitchedOff: new Map(organization.formsSwitchedOff.map(({ code, at }) => [code, at])),
    };
  }
}
