import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { memberRemoved } from '@plimsoll/contracts/organizations/events';
import { holds, type PermissionHolder } from '@plimsoll/contracts/permissions/permissions';
import { isRefusal, refuse, type Decision } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { memberDecider, isKnownAdmin, type MemberState } from './member.ts';
import { RoleFactsNow } from './role-facts.ts';

/** Ends a membership: everybody may leave, others are removed by who may, and admins by admins. Refuses: Forbidden, NotAMember, LastAdminCannotBeRemoved. */
export function removeMember(
  {
    userGuid,
    actor,
    hasOtherAdmins,
  }: { readonly userGuid: string; readonly actor: PermissionHolder; readonly hasOtherAdmins: boolean },
  member: MemberState,
): Decision<EventOf<typeof memberRemoved>> {
  const isOwn = userGuid === actor.userGuid;
  if (!isOwn && !holds(actor, 'REMOVE_ORGANIZATION_MEMBERS')) return refuse('Forbidden');
  if (member.state !== 'MEMBER') return refuse('NotAMember');
  if (!isOwn && member.isAdmin && !actor.isAdmin) return refuse('Forbidden');
  if (member.isAdmin && !hasOtherAdmins) return refuse('LastAdminCannotBeRemoved');
  return [{ type: 'MemberRemoved', data: { userGuid } }];
}

export const RemoveMember = defineCommand({
  name: 'RemoveMember',
  needs: [RoleFactsNow],
  handle: (facts) => async (store, envelope, userGuid: string) => {
    const { tenant, actor } = envelope;
    const admins = await facts.otherAdmins(tenant, userGuid);
    return execute(store, envelope, {
      own: memberDecider.of(tenant, userGuid),
      others: admins.map((guid) => memberDecider.of(tenant, guid)),
      decide: (member, ...others) => {
        const other = others.find(isKnownAdmin);
        const decision = removeMember({ userGuid, actor, hasOtherAdmins: other !== undefined }, member.state);
        if (isRefusal(decision)) return decision;
        return {
          records: decision.map((event) => ({ stream: member.stream, event })),
          ...(other && isKnownAdmin(member) && { readDependencies: [other.stream] }),
        };
      },
    });
  },
});
