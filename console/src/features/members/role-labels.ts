import type { Membership } from '@plimsoll/contracts/organizations/answers';
import type { UserGroup } from '@plimsoll/contracts/organizations/features';

/** What somebody is, from the admin flag and the groups (specification 1, section 6). */
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

/** The label of each, what somebody is called within a sentence, and what it gives. */
export const roleWords: Readonly<Record<Role, { label: string; within: string; hint: string }>> = {
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

/** The groups of a role: a manager is in Manager beside Standard. An administrator's may be any. */
export const groupsOf: Readonly<Record<Exclude<Role, 'ADMIN'>, UserGroup[]>> = {
  MANAGER: ['Standard', 'Manager'],
  STANDARD: ['Standard'],
};

/** What a request says of the role of somebody who joins. */
export const joiningAs = (role: Role): { isAdmin: boolean; organizationUserGroups: UserGroup[] } => ({
  isAdmin: role === 'ADMIN',
  organizationUserGroups: role === 'ADMIN' ? ['Standard'] : groupsOf[role],
});

/** Where a form shows what the server says of roles: the role stands for the admin flag and the groups. */
export const placeOfRoles = (field: string): string =>
  field === 'isAdmin' || field.startsWith('organizationUserGroups') ? 'role' : field;
