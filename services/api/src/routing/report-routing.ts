import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import { callListsOf } from '@plimsoll/contracts/routing/call-lists';
import {
  whoIsAsked,
  type AskableMember,
  type Asked,
  type CallLists,
  type RoutedReport,
} from '@plimsoll/contracts/routing/who-is-asked';
import { ListMembers, type Member } from '@plimsoll/projections/members/member-list/query';
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { ReadModelVersions } from '../platform/cache/read-model-versions.ts';
import { RefreshBatcher } from '../platform/cache/refresh-batcher.ts';
import { SwrCache } from '../platform/cache/swr-cache.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { resolveReportingGroup } from '../units/reporting-group.ts';

/** A member who may be asked or alerted, as far as routing needs them. */
export interface Reviewer extends AskableMember, Pick<Member, 'name' | 'revision'> {}

/** What decides in an organization who is asked about a report; at most a second old. */
export interface RoutingContext {
  readonly lists: CallLists;
  /** Members who may review or are on a call list, by guid, first those who joined first. */
  readonly reviewers: ReadonlyMap<string, Reviewer>;
  readonly hasWorksites: boolean;
  readonly hasReportingGroups: boolean;
}

/**
 * Who is asked about a report. Call lists of worksites and groups count only where the organization has them switched
 * on; the reporter's own group counts where the report names none.
 */
export const askedBy = (
  { lists, reviewers, hasWorksites, hasReportingGroups }: RoutingContext,
  {
    worksiteGuid,
    reportingGroupGuid,
    reporterGroupGuid,
    ...report
  }: RoutedReport & { readonly reporterGroupGuid: string | null },
): Asked<Reviewer> | null =>
  whoIsAsked(
    {
      ...report,
      worksiteGuid: hasWorksites ? worksiteGuid : null,
      reportingGroupGuid: hasReportingGroups ? (reportingGroupGuid ?? reporterGroupGuid) : null,
    },
    lists,
    reviewers,
  );

/** Maximum number of organizations whose reviewers are cached. */
const MAX_ORGANIZATIONS = 1_000;

/** Finds what routes the reports of an organization. Reviewers are cached for less than a second. */
@Injectable()
export class ReportRouting {
  readonly #reviewers: SwrCache<ReadonlyMap<string, Reviewer>>;

  constructor(
    private readonly queries: QueryBus,
    private readonly organizations: OrganizationsCache,
    private readonly progress: ReadYourWrites,
    versions: ReadModelVersions,
    batcher: RefreshBatcher,
  ) {
    this.#reviewers = new SwrCache((tenant) => this.#read(tenant), {
      max: MAX_ORGANIZATIONS,
      renewals: batcher,
      mark: (tenant) => versions.of([tenant]),
    });
  }

  /**
   * What routes reports now; null where the organization asks no one at once, or does not exist.
   * @param again after a conflict: waits for the read models to reach the log's head and bypasses the cache
   */
  async of(tenant: string, again = false): Promise<RoutingContext | null> {
    const found = await this.#find(tenant, again);
    return found?.asksAtOnce ? found : null;
  }

  /** What decides who is alerted, whether or not the organization asks at once; null if it does not exist. */
  async forAlarms(tenant: string, again = false): Promise<RoutingContext | null> {
    return this.#find(tenant, again);
  }

  async #find(tenant: string, again: boolean): Promise<(RoutingContext & { readonly asksAtOnce: boolean }) | null> {
    if (again) {
      await this.progress.waitForHead(tenant, ['call-list', 'member-list']);
      this.organizations.forget(tenant);
      this.#reviewers.forget(tenant);
    }
    const organization = await this.organizations.of(tenant);
    if (!organization) return null;
    const { hasWorksites, hasReportingGroups } = organization;
    return {
      asksAtOnce: organization.flags.has('REVIEWER_AT_ONCE'),
      lists: callListsOf(organization.callLists, (guid) => resolveReportingGroup(guid, organization.reportingGroups)),
      reviewers: await this.#reviewers.of(tenant),
      hasWorksites,
      hasReportingGroups,
    };
  }

  async #read(tenant: string): Promise<ReadonlyMap<string, Reviewer>> {
    const [members, organization] = await Promise.all([
      this.queries.execute(new ListMembers(tenant, { firstJoinedFirst: true })),
      this.organizations.of(tenant),
    ]);
    const listed = new Set(organization?.callLists.flatMap((list) => list.members));
    const counting = members.filter((member) => holds(member, 'REVIEW_EVENTS') || listed.has(member.userGuid));
    return new Map(
      counting.map(({ userGuid, name, isAdmin, permissions, reportingGroupGuid, revision }) => [
        userGuid,
        { userGuid, name, isAdmin, permissions, reportingGroupGuid, revision },
      ]),
    );
  }
}
