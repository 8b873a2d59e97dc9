import type { Membership } from '@plimsoll/contracts/organizations/answers';
import { encodePermissions, holds, standardPermissions } from '@plimsoll/contracts/permissions';
import type { Member } from '@plimsoll/projections/member-list/query';
import type { Viewer } from '@plimsoll/projections/viewer';

const NOTHING = encodePermissions(standardPermissions);

/**
 * A member as somebody else of the organization may see them. Everybody needs names, to pick people by. E-mail addresses
 * and roles are for that person and for who holds VIEW_ORGANIZATION_MEMBER_ROLES; for others they are empty.
 */
export function membershipAsSeenBy(viewer: Viewer, member: Member & { readonly organizationGuid: string; readonly encoded: string }): Membership {
  const { userGuid: guid, name, emailAddress, organizationGuid, isAdmin, userGroupNames, reportingGroupGuid } = member;
  const seesAll = holds(viewer, 'VIEW_ORGANIZATION_MEMBER_ROLES') || viewer.userGuid === guid;
  return seesAll
    ? { userAccount: { guid, name, primaryEmailAddress: emailAddress }, organizationGuid, isAdmin, userGroupNames: [...userGroupNames], reportingGroupGuid, permissions: member.encoded }
    : { userAccount: { guid, name, primaryEmailAddress: '' }, organizationGuid, isAdmin: false, userGroupNames: [], reportingGroupGuid, permissions: NOTHING };
}
