import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { memberRemoved } from '@plimsoll/contracts/organizations/events';
import { holds, type PermissionHolder } from '@plimsoll/contracts/permissions/permissions';
import { refuse, type Decision } from '../commands/decision.ts';
import type { MemberState } from './member.ts';

/**
 * Ends a membership. Anyone may leave; removing others requires REMOVE_ORGANIZATION_MEMBERS, and for admins being an
 * admin. Refuses: Forbidden, NotAMember, LastAdminCannotBeRemoved.
 */
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
