import type { Membership } from '@plimsoll/contracts/organizations/answers';
import { encodePermissions, holds, standardPermissions } from '@plimsoll/contracts/permissions/permissions';
import type { Member } from '@plimsoll/projections/members/member-list/query';
import type { Viewer } from '@plimsoll/projections/platform/viewer';

const fullAccountPermissions = { managePassword: true, managePersonalInformation: true, manageProfilePhoto: true };
const NOTHING = encodePermissions(standardPermissions);

/**
 * A membership as another member may see it. All members see names, to select people. Email addresses and roles are
 * visible to the person and to holders of VIEW_ORGANIZATION_MEMBER_ROLES; others get empty values. Only admins see
 * account permissions, if the organization manages the account.
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
    ...(viewer.isAdmin && member.isGoverned && { userPermissions: member.userPermissions ?? fullAccountPermissions }),
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
