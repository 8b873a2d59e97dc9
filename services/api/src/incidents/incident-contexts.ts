import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Form } from '@plimsoll/contracts/forms/form';
import { FindMember, type Member } from '@plimsoll/projections/members/member-list/query';
import { SwrCache } from '../platform/cache/swr-cache.ts';
import { OrganizationForms, type ReportableForm } from '../forms/organization-forms.ts';
import { ReadModelVersions } from '../platform/cache/read-model-versions.ts';
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { RefreshBatcher } from '../platform/cache/refresh-batcher.ts';
import { SETTINGS, type Settings } from '../platform/process/settings.ts';
import type { IncidentContext } from './incident-context.ts';

const nobody: IncidentContext['members'] = new Map();

/**
 * Caches read-model data for validating incidents, for less than a second, so that a command costs one load and one
 * append.
 */
@Injectable()
export class IncidentContexts {
  /** Maximum size of a file. */
  readonly fileLimitBytes: number;
  readonly #members: SwrCache<Member | null>;

  constructor(
    private readonly queries: QueryBus,
    private readonly organizations: OrganizationsCache,
    private readonly forms: OrganizationForms,
    private readonly progress: ReadYourWrites,
    marks: ReadModelVersions,
    renewals: RefreshBatcher,
    @Inject(SETTINGS) { fileLimitBytes }: Settings,
  ) {
    this.fileLimitBytes = fileLimitBytes;
    const namesOf = (key: string) => key.split('/') as [string, string];
    this.#members = new SwrCache<Member | null>(async (key) => this.queries.execute(new FindMember(...namesOf(key))), {
      renewals,
      mark: (key) => marks.of([namesOf(key)[0]]),
    });
  }

  /** A member with their permissions; null for anyone else. */
  member(tenant: string, userGuid: string | null | undefined): Promise<Member | null> {
    return userGuid ? this.#members.of(`${tenant}/${userGuid.toLowerCase()}`) : Promise.resolve(null);
  }

  /** A version of a form; null when there is none. */
  form(
    tenant: string,
    { formGuid, version }: { readonly formGuid: string; readonly version: number },
  ): Promise<Form | null> {
    return this.forms.find(tenant, formGuid, version);
  }

  /** A version of a form for a new report, with what decides whether it may be used; null when there is none. */
  reportable(
    tenant: string,
    form: { readonly formGuid: string; readonly version: number },
  ): Promise<ReportableForm | null> {
    return this.forms.reportable(tenant, form);
  }

  /**
   * Context for a request that names these people and this form; null when the organization does not exist (yet).
   * @param again after a conflict: waits for the read model to reach the log's head and bypasses the cached
   * organization
   */
  async of(
    tenant: string,
    people: readonly (string | null | undefined)[],
    form: Form | null,
    again = false,
  ): Promise<IncidentContext | null> {
    if (again) {
      await this.progress.waitForHead(tenant, ['organization-settings']);
      this.organizations.forget(tenant);
    }
    const named = [...new Set(people.filter((guid) => guid !== null && guid !== undefined))];
    if (named.length === 0) {
      const organization = await this.organizations.of(tenant);
      return organization && { ...organization, form, members: nobody };
    }
    const [organization, ...found] = await Promise.all([
      this.organizations.of(tenant),
      ...named.map((guid) => this.member(tenant, guid)),
    ]);
    return (
      organization && {
        ...organization,
        form,
        members: new Map(found.flatMap((member) => (member ? [[member.userGuid, member.name] as const] : []))),
      }
    );
  }
}
