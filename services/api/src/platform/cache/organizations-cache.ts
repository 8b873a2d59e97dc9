import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { CustomerConfigCode, Module } from '@plimsoll/contracts/organizations/features';
import { FindOrganization, type Organization } from '@plimsoll/projections/organizations/organization-settings/query';
import type { GatedOrganization } from '../../billing/billing-status.ts';
import { SwrCache } from './swr-cache.ts';
import { ReadModelVersions } from './read-model-versions.ts';
import { RefreshBatcher } from './refresh-batcher.ts';
import type { Provider } from '../../organizations/organization.ts';

/** Single sign-on settings of an organization. */
export interface SignsIn {
  readonly organizationName: string;
  readonly active: Provider | null;
  readonly pending: Provider | null;
}

/** Current state of an organization from the read models, in the form that commands need. */
export interface OrganizationSnapshot {
  readonly timeZone: string;
  readonly signsIn: SignsIn;
  /** The organization's subscription state. */
  readonly subscription: GatedOrganization;
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
  readonly callLists: Organization['callLists'];
}

/** Cache of organizations, shared by everything that needs one; entries are less than a second old. */
@Injectable()
export class OrganizationsCache {
  readonly #cache: SwrCache<OrganizationSnapshot | null>;

  constructor(
    private readonly queries: QueryBus,
    versions: ReadModelVersions,
    batcher: RefreshBatcher,
  ) {
    this.#cache = new SwrCache<OrganizationSnapshot | null>((tenant) => this.#read(tenant), {
      max: 5_000,
      renewals: batcher,
      mark: (tenant) => versions.of([tenant]),
    });
  }

  /** Null when the organization does not exist (yet). */
  of(tenant: string): Promise<OrganizationSnapshot | null> {
    return this.#cache.of(tenant);
  }

  /** Drops the entry after a change that the read models already contain. */
  forget(tenant: string): void {
    this.#cache.forget(tenant);
  }

  async #read(tenant: string): Promise<OrganizationSnapshot | null> {
    const organization = await this.queries.execute(new FindOrganization(tenant, 'BUT_FOR_COUNTS'));
    if (!organization) return null;
    const flags = new Set(organization.customerConfig.filter(({ isEnabled }) => isEnabled).map(({ code }) => code));
    return {
      timeZone: organization.timeZone,
      signsIn: { organizationName: organization.name, ...organization.singleSignOn },
      subscription: organization,
      modules: new Set(organization.modules.filter(({ isEnabled }) => isEnabled).map(({ code }) => code)),
      flags,
      hasWorksites: flags.has('WORKSITES'),
      hasReportingGroups: flags.has('REPORTING_GROUPS'),
      worksites: new Map(organization.worksites.map((worksite) => [worksite.guid, worksite])),
      reportingGroups: new Map(organization.reportingGroups.map((group) => [group.guid, group])),
      forms: new Map(organization.forms.map((form) => [form.formGuid, form])),
      formsSwitchedOff: new Map(organization.formsSwitchedOff.map(({ code, at }) => [code, at])),
      callLists: organization.callLists,
    };
  }
}
