import { Inject } from '@nestjs/common';
import { Command, CommandHandler, QueryBus, type ICommandHandler } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { memberPermissionsChanged } from '@plimsoll/contracts/organizations/events';
import type { EventStore } from '@plimsoll/event-store/event-store';
import { ListMembers } from '@plimsoll/projections/member-list/query';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { refuse, type Decision } from '../commands/decision.ts';
import { execute, type Outcome } from '../commands/execute.ts';
import { EVENT_STORE } from '../event-store-token.ts';
import { evolveMember, memberStream, stranger, type MemberState, type Roles } from './member.ts';

/** Gives a member other roles and permissions. Refuses: NotAMember, LastAdminCannotBeRemoved. The same ones again write nothing. */
export class ChangeMemberPermissions extends Command<Outcome> {
  constructor(readonly envelope: CommandEnvelope, readonly userGuid: string, readonly roles: Roles) {
    super();
  }
}

const sorted = (list: readonly string[]) => [...new Set(list)].sort().join();

export function changeMemberPermissions(
  command: { readonly userGuid: string; readonly roles: Roles; readonly hasOtherAdmins: boolean }, member: MemberState,
): Decision<EventOf<typeof memberPermissionsChanged>> {
  const { userGuid, roles, hasOtherAdmins } = command;
  if (member.state !== 'MEMBER') return refuse('NotAMember');
  if (member.isAdmin && !roles.isAdmin && !hasOtherAdmins) return refuse('LastAdminCannotBeRemoved');
  const isSame =
    member.isAdmin === roles.isAdmin && sorted(member.userGroups) === sorted(roles.userGroups) && member.permissions !== null &&
    sorted(member.permissions) === sorted(roles.permissions);
  return isSame ? [] : [{ type: 'MemberPermissionsChanged', data: { userGuid, ...roles } }];
}

@CommandHandler(ChangeMemberPermissions)
export class ChangeMemberPermissionsHandler implements ICommandHandler<ChangeMemberPermissions> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore, private readonly queries: QueryBus) {}

  async execute({ envelope, userGuid, roles }: ChangeMemberPermissions): Promise<Outcome> {
    const members = await this.queries.execute(new ListMembers(envelope.tenant));
    const hasOtherAdmins = members.some((member) => member.isAdmin && member.userGuid !== userGuid);
    return execute(this.store, envelope, {
      stream: memberStream(envelope.tenant, userGuid),
      initial: stranger,
      evolve: evolveMember,
      decide: (member) => changeMemberPermissions({ userGuid, roles, hasOtherAdmins }, member),
    });
  }
}
