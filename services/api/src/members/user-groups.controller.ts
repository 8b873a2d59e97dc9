import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { UserGroupAnswer } from '@plimsoll/contracts/members/memberships';
import { ListUserGroups } from '@plimsoll/projections/members/member-list/query';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { throwRefusal } from '../http/problems/problem-of.ts';
import { SendOutcome, Body, CurrentTenant, Envelope, Params, type OutcomeSender } from '../http/request-parts.ts';
import { routeOf, RouteOf, type AnswerOf, type BodyOf, type ParamsOf } from '../http/route-of.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { ChangeUserGroup } from './change-user-group.ts';

@Controller()
export class UserGroupsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly progress: ReadYourWrites,
  ) {}

  @RouteOf('listUserGroups')
  async list(@CurrentTenant() tenant: string): Promise<AnswerOf<'listUserGroups'>> {
    const items = await this.#groups(tenant);
    return { items, totalCount: items.length };
  }

  @RouteOf('changeUserGroup')
  async change(
    @Params() { name }: ParamsOf<'changeUserGroup'>,
    @Body() { permissions }: BodyOf<'changeUserGroup'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'changeUserGroup'>> {
    const done = accept(await this.commands.execute(new ChangeUserGroup(envelope, name, permissions)));
    await this.progress.waitFor(envelope.tenant, done.position, routeOf('changeUserGroup').readModels);
    return (
      (await this.#groups(envelope.tenant)).find((group) => group.name === name) ?? throwRefusal('UserGroupNotFound')
    );
  }

  async #groups(tenant: string): Promise<UserGroupAnswer[]> {
    const groups = await this.queries.execute(new ListUserGroups(tenant));
    return groups.map(({ name, permissions, shippedPermissions, revision }) => ({
      name,
      permissions: [...permissions],
      shippedPermissions: [...shippedPermissions],
      revision,
    }));
  }
}
