import type { Membership } from '@plimsoll/contracts/organizations/answers';
import { encodePermissions, holds, standardPermissions } from '@plimsoll/contracts/permissions/permissions';
import type { Member } from '@plimsoll/projections/members/member-list/query';
import type { Viewer } from '@plimsoll/projections/platform/viewer';

const everything = { managePassword: true, managePersonalInformation: true, manageProfilePhoto: true };
const NOTHING = encodePermissions(standardPermissions);

/**
 * A member as somebody else of the organization may see them. Everybody needs names, to pick people by. E-mail addresses
 * and roles are for that person and for who holds VIEW_ORGANIZATION_MEMBER_ROLES; for others they are empty. What they may
 * change of their account is for admins, where the organization governs it.
 */
export function membershipAsSeenBy(
  viewer: Pick<Viewer, 'userGuid' | 'isAdmin' | 'permissions'>,
  member: Member & {
    readonly organizationGuid: string;
    readonly organizationName: string;
    readonly encoded: string;
    readonly photo: string | null;
    readonly logo: string | null;
    readonly authType: Membership['authType'];
    readonly isGoverned: boolean;
  },
): Membership {
  const {
    userGuid: guid,
    name,
    emailAddress,
    organizationGuid,
    organizationName,
    isAdmin,
    isOnboarded,
    userGroupNames,
    reportingGroupGuid,
    ownPermissions,
    revision,
  } = member;
  const shared = {
    organizationGuid,
    organization: { guid: organizationGuid, name: organizationName },
    isOnboarded,
    reportingGroupGuid,
    photo: member.photo,
    logo: member.logo,
    authType: member.authType,
    revision,
    ...(viewer.isAdmin && member.isGoverned && { userPermissions: member.userPermissions ?? everything }),
  } as const;
  const seesAll = holds(viewer, 'VIEW_ORGANIZATION_MEMBER_ROLES') || viewer.userGuid === guid;
  return seesAll
    ? {
        ...shared,
        userAccount: { guid, name, primaryEmailAddress: emailAddress },
        isAdmin,
        userGroupNames: [...userGroupNames],
        permissions: member.encoded,
        ownPermissions: ownPermissions && [...ownPermissions],
      }
    : {
        ...shared,
        userAccount: { guid, name, primaryEmailAddress: '' },
        isAdmin: false,
        userGroupNames: [],
        permissions: NOTHING,
        ownPermissions: null,
      };
}
