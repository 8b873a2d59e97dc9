import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { encodePermissions } from '@plimsoll/contracts/permissions';
import { ListMembers } from '@plimsoll/projections/member-list/query';
import type { Viewer } from '@plimsoll/projections/viewer';
import { CurrentTenant, CurrentViewer, Search } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type QueryOf } from '../http/route-of.ts';
import { membershipAsSeenBy } from './membership-as-seen-by.ts';

@Controller()
export class MembershipsController {
  constructor(private readonly queries: QueryBus) {}

  @RouteOf('listMemberships')
  async list(@CurrentTenant() tenant: string, @CurrentViewer() viewer: Viewer, @Search() query: QueryOf<'listMemberships'>): Promise<AnswerOf<'listMemberships'>> {
    const { permission, memberGuid } = query;
    const members = await this.queries.execute(new ListMembers(tenant, { ...(permission && { permission }), ...(memberGuid && { memberGuid }) }));
    const items = members.map((member) => membershipAsSeenBy(viewer, { ...member, organizationGuid: tenant, encoded: encodePermissions(member.permissions) }));
    return { items, totalCount: items.length };
  }
}
