import { knownPermissions, type Permission } from '@plimsoll/contracts/permissions/permissions';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import * as streams from '@plimsoll/contracts/members/streams';
import { decider } from '../commands/decider.ts';
import { changeUserGroup, userGroupStream } from './change-user-group.rule.ts';

export const userGroupDecider = decider({
  stream: streams.userGroupStream,
  initial: null as ReadonlySet<Permission> | null,
  evolve: (_, { data }): ReadonlySet<Permission> => new Set(knownPermissions(data.permissions)),
  guid: (tenant: string, name: string) => userGroupStream(tenant, name).guid,
});

export const ChangeUserGroup = defineCommand({
  name: 'ChangeUserGroup',
  useCase: ({ tenant, actor }, name: string, asked: readonly Permission[]) =>
    singleStream({
      own: userGroupDecider.of(tenant, name),
      decide: (changed) => changeUserGroup({ name, asked, actor }, changed),
    }),
});
