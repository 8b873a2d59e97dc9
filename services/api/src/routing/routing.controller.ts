import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindMember, ListMembers } from '@plimsoll/projections/members/member-list/query';
import { FindOrganization } from '@plimsoll/projections/organizations/organization-settings/query';
import { NameGuids } from '@plimsoll/projections/platform/names-by-guid';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { fieldError } from '../commands/field-error.ts';
import { OrganizationForms } from '../forms/organization-forms.ts';
import { throwRefusal } from '../http/problems/problem-of.ts';
import { CurrentTenant, CurrentViewer, Query } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type QueryOf } from '../http/route-of.ts';
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { resolveReportingGroup } from '../units/reporting-group.ts';
import { callListView } from './call-list-view.ts';
import { askedBy, ReportRouting } from './report-routing.ts';

/** Call lists, and whom a report would go to. */
@Controller()
export class RoutingController {
  constructor(
    private readonly queries: QueryBus,
    private readonly forms: OrganizationForms,
    private readonly organizations: OrganizationsCache,
    private readonly routing: ReportRouting,
  ) {}

  @RouteOf('listCallLists')
  async callLists(@CurrentTenant() tenant: string): Promise<AnswerOf<'listCallLists'>> {
    const [organization, found] = await Promise.all([
      this.queries.execute(new FindOrganization(tenant, 'BUT_FOR_COUNTS')),
      this.queries.execute(new ListMembers(tenant)),
    ]);
    if (!organization) throwRefusal('OrganizationNotFound');
    const members = new Map(found.map((member) => [member.userGuid, member]));
    const gone = organization.callLists.flatMap((list) => list.members.filter((guid) => !members.has(guid)));
    const names = gone.length > 0 ? await this.queries.execute(new NameGuids(tenant, gone)) : new Map();
    return callListView(organization, members, names);
  }

  /** The reporter's own group counts where none is named, as in a report. */
  @RouteOf('findWhoIsAsked')
  async asked(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @Query() { formGuid, worksiteGuid, reportingGroupGuid, onBehalfOfUserGuid }: QueryOf<'findWhoIsAsked'>,
  ): Promise<AnswerOf<'findWhoIsAsked'>> {
    const [form, organization, reporter] = await Promise.all([
      this.forms.find(tenant, formGuid),
      this.organizations.of(tenant),
      onBehalfOfUserGuid ? this.queries.execute(new FindMember(tenant, onBehalfOfUserGuid)) : viewer,
    ]);
    if (!organization) throwRefusal('OrganizationNotFound');
    if (!form) throwRefusal('FormNotFound');
    if (worksiteGuid && organization.worksites.get(worksiteGuid)?.status !== 'ACTIVE') throwRefusal('WorksiteNotFound');
    const groupGuid = resolveReportingGroup(reportingGroupGuid ?? null, organization.reportingGroups);
    if (groupGuid !== null && organization.reportingGroups.get(groupGuid)?.status !== 'ACTIVE')
      throwRefusal('ReportingGroupNotFound');
    if (!reporter) throwRefusal('MissingMember', { fieldErrors: [fieldError('onBehalfOfUserGuid', 'MissingMember')] });
    const context = form.eventWorkflow === 'NONE' ? null : await this.routing.of(tenant);
    if (!context) return { reviewer: null, because: null };
    const found = askedBy(context, {
      reporterGuid: reporter.userGuid,
      enteredByGuid: viewer.userGuid,
      hurtGuids: [],
      isSensitive: form.isSensitive || organization.forms.get(form.formGuid)?.isSensitive === true,
      worksiteGuid: worksiteGuid ?? null,
      reportingGroupGuid: groupGuid,
      reporterGroupGuid: reporter.reportingGroupGuid,
    });
    if (!found) return { reviewer: null, because: null };
    return { reviewer: { userGuid: found.member.userGuid, name: found.member.name }, because: found.because };
  }
}
