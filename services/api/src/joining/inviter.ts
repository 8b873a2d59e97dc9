import { holds } from '@plimsoll/contracts/permissions/permissions';
import type { GroupPermissions } from '@plimsoll/projections/members/member-list/group-permissions';
import { effectivePermissions } from '@plimsoll/projections/members/member-list/query';
import type { MemberState } from '../members/member.ts';
import { mayGiveRoles } from '../members/roles.ts';
import type { InvitationOwner, Sent } from './invitation.ts';

/**
 * Whether an invitation's owner may still invite a person with these roles: an invitation gives nothing that its owner
 * could not give now. One that no member sent, but an operator or an import, belongs to nobody who could lose rights.
 */
export function mayStillInvite(
  owner: InvitationOwner,
  member: MemberState,
  roles: Pick<Sent, 'isAdmin' | 'userGroups'>,
  groups: GroupPermissions,
): boolean {
  if (owner.kind !== 'USER') return true;
  if (member.state !== 'MEMBER') return false;
  const { isAdmin, permissions: given, userGroups } = member;
  const holder = {
    userGuid: owner.userGuid,
    isAdmin,
    permissions: effectivePermissions({ isAdmin, given, userGroups }, groups),
  };
  return holds(holder, 'CREATE_AND_REVOKE_ORGANIZATION_INVITATIONS') && mayGiveRoles(roles, holder, groups);
}
