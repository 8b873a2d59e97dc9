import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import { FindMember, FindMembershipsOf, ListMembers } from '@plimsoll/projections/members/member-list/query';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Bearer } from '../http/edge-request.ts';
import { throwRefusal } from '../http/problems/problem-of.ts';
import { fieldError } from '../commands/field-error.ts';
import {
  SendOutcome,
  Body,
  CurrentBearer,
  CurrentTenant,
  CurrentViewer,
  Envelope,
  Params,
  Query,
  ReceivedAt,
  type OutcomeSender,
} from '../http/request-parts.ts';
import { routeOf, RouteOf, type AnswerOf, type BodyOf, type ParamsOf, type QueryOf } from '../http/route-of.ts';
import { Viewers } from '../identity/accounts/viewers.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { ChangeMembership } from './change-membership.ts';
import { CreatedAccesses } from './created-access.ts';
import { RemoveMember } from './remove-member.ts';
import { SeenMemberships } from './seen-memberships.ts';

@Controller()
export class MembershipsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly progress: ReadYourWrites,
    private readonly viewers: Viewers,
    private readonly seen: SeenMemberships,
    private readonly created: CreatedAccesses,
  ) {}

  @RouteOf('listMemberships')
  async list(
    @CurrentBearer() { userGuid, organizationGuid: only }: Bearer,
    @CurrentTenant() tenant: string | undefined,
    @CurrentViewer() viewer: Viewer | undefined,
    @Query() query: QueryOf<'listMemberships'>,
  ): Promise<AnswerOf<'listMemberships'>> {
    const { organizationGuid, permission, memberGuid } = query;
    if (memberGuid === userGuid && organizationGuid === undefined) {
      const own = await this.queries.execute(new FindMembershipsOf(userGuid));
      return this.#listed(
        own.filter(
          (member) =>
            (!permission || member.permissions.has(permission)) && (only === null || member.organizationGuid === only),
        ),
        { userGuid },
      );
    }
    if (!tenant || !viewer)
      throwRefusal('MissingOrganization', { fieldErrors: [fieldError('organizationGuid', 'MissingOrganization')] });
    const members = await this.queries.execute(
      new ListMembers(tenant, { ...(permission && { permission }), ...(memberGuid && { memberGuid }) }),
    );
    return this.#listed(
      members.map((member) => ({ ...member, organizationGuid: tenant })),
      viewer,
    );
  }

  @RouteOf('changeMembership')
  async change(
    @Params() { userGuid }: ParamsOf<'changeMembership'>,
    @Body() body: BodyOf<'changeMembership'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'changeMembership'>> {
    const { tenant, actor } = envelope;
    const done = accept(await this.commands.execute(new ChangeMembership(envelope, userGuid, body)));
    await this.progress.waitFor(tenant, done.position, routeOf('changeMembership').readModels);
    this.viewers.forget(userGuid);
    const member = await this.queries.execute(new FindMember(tenant, userGuid));
    if (!member) throwRefusal('NotAMember');
    return (await this.#listed([{ ...member, organizationGuid: tenant }], actor)).items[0]!;
  }

  @RouteOf('removeMember')
  async remove(
    @Params() { userGuid }: ParamsOf<'removeMember'>,
    @Query() { keep }: QueryOf<'removeMember'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<void> {
    const done = accept(await this.commands.execute(new RemoveMember(envelope, userGuid, keep)));
    await this.progress.waitFor(envelope.tenant, done.position, ['member-list']);
    this.viewers.forget(userGuid);
  }

  /** For those who may end or lower the membership, and for the person. */
  @RouteOf('listCreatedAccess')
  async createdAccess(
    @Params() { userGuid }: ParamsOf<'listCreatedAccess'>,
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'listCreatedAccess'>> {
    const maySee =
      userGuid === viewer.userGuid ||
      holds(viewer, 'REMOVE_ORGANIZATION_MEMBERS') ||
      holds(viewer, 'UPDATE_ORGANIZATION_MEMBER_ROLES');
    if (!maySee) throwRefusal('Forbidden');
    const items = (await this.created.of(tenant, userGuid, now)).map(({ reservation: _, ...access }) => access);
    return { items, totalCount: items.length };
  }

  async #listed(...seen: Parameters<SeenMemberships['of']>): Promise<AnswerOf<'listMemberships'>> {
    const items = await this.seen.of(...seen);
    return { items, totalCount: items.length };
  }
}
