import type { Membership } from '@plimsoll/contracts/organizations/answers';
import type { UserGroup } from '@plimsoll/contracts/organizations/features';

/** Roles, derived from the admin flag and the user groups (specification 1, section 6). */
export const roles = ['ADMIN', 'MANAGER', 'STANDARD'] as const;
export type Role = (typeof roles)[number];

interface Roles {
  isAdmin: boolean;
  groups: readonly UserGroup[];
}

export const roleOf = ({ isAdmin, groups }: Roles): Role =>
  isAdmin ? 'ADMIN' : groups.includes('Manager') ? 'MANAGER' : 'STANDARD';

export const roleOfMember = ({ isAdmin, userGroupNames }: Pick<Membership, 'isAdmin' | 'userGroupNames'>): Role =>
  roleOf({ isAdmin, groups: userGroupNames });

/** Label of each role, its name within a sentence, and its description. */
export const roleLabels: Readonly<Record<Role, { label: string; within: string; hint: string }>> = {
  ADMIN: {
    label: 'Administrator',
    within: 'an administrator',
    hint: 'Holds every right, and makes other administrators',
  },
  MANAGER: { label: 'Manager', within: 'a manager', hint: 'The rights that your organization gives to managers' },
  STANDARD: {
    label: 'Standard',
    within: 'a standard member',
    hint: 'The rights that your organization gives to everybody',
  },
};

/** User groups of each role: managers are in both. Administrators may be in any. */
export const groupsOf: Readonly<Record<Exclude<Role, 'ADMIN'>, UserGroup[]>> = {
  MANAGER: ['Standard', 'Manager'],
  STANDARD: ['Standard'],
};

/** Fields of a request for the role of a new member. */
export const roleRequestFields = (role: Role): { isAdmin: boolean; organizationUserGroups: UserGroup[] } => ({
  isAdmin: role === 'ADMIN',
  organizationUserGroups: role === 'ADMIN' ? ['Standard'] : groupsOf[role],
});

/** Maps a server error about the admin flag or the groups to the role field. */
export const roleFieldOf = (field: string): string =>
  field === 'isAdmin' || field.startsWith('organizationUserGroups') ? 'role' : field;

/** What becomes of access that a demoted administrator created and that is not revoked. */
export const RETAINED_AFTER_DEMOTION =
  'What you leave unchecked keeps working, except invitations to a role that they may no longer give.';
