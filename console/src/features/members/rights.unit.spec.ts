import { managerPermissions, permissions } from '@plimsoll/contracts/permissions/permissions';
import { permissionsOfGroups, permissionsWithRole, permissionsOf } from './rights.ts';
import { permissionGroups, permissionLabels, shownPermissions } from './permission-labels.ts';
import { groupsOf, roleRequestFields, roleFieldOf, roleOf } from './role-labels.ts';
import { matchesFilter, containsWords, pageOf } from './client-lists.ts';

const groups = [
  { name: 'Standard' as const, permissions: ['VIEW_OTHER_USERS_EVENTS' as const], shippedPermissions: [], revision: 1 },
  {
    name: 'Manager' as const,
    permissions: [...managerPermissions],
    shippedPermissions: [...managerPermissions],
    revision: 0,
  },
];

describe('roles', () => {
  it('follow from the admin flag first, then from the group Manager, else are Standard', () => {
    expect(roleOf({ isAdmin: true, groups: ['Standard'] })).toBe('ADMIN');
    expect(roleOf({ isAdmin: false, groups: ['Standard', 'Manager'] })).toBe('MANAGER');
    expect(roleOf({ isAdmin: false, groups: ['Standard'] })).toBe('STANDARD');
  });

  it('convert to the admin flag and groups, and back', () => {
    for (const role of ['ADMIN', 'MANAGER', 'STANDARD'] as const) {
      const { isAdmin, organizationUserGroups } = roleRequestFields(role);
      expect(roleOf({ isAdmin, groups: organizationUserGroups })).toBe(role);
    }
    expect(groupsOf.MANAGER).toEqual(['Standard', 'Manager']);
  });

  it('receive errors about the admin flag and the groups', () => {
    expect(
      ['isAdmin', 'organizationUserGroups', 'organizationUserGroups.1', 'reportingGroupGuid'].map(roleFieldOf),
    ).toEqual(['role', 'role', 'role', 'reportingGroupGuid']);
  });
});

describe('effective permissions', () => {
  it('include everything for administrators', () => {
    expect(permissionsOf({ isAdmin: true, permissions: '23:000000' }).size).toBe(permissions.length);
    expect(permissionsWithRole('ADMIN', [], groups).size).toBe(permissions.length);
  });

  it("are the union of the role's groups, unless the member has their own permissions", () => {
    expect([...permissionsWithRole('STANDARD', null, groups)]).toEqual(['VIEW_OTHER_USERS_EVENTS']);
    expect(permissionsWithRole('MANAGER', null, groups)).toEqual(
      new Set(['VIEW_OTHER_USERS_EVENTS', ...managerPermissions]),
    );
    expect([...permissionsWithRole('MANAGER', ['REVIEW_EVENTS'], groups)]).toEqual(['REVIEW_EVENTS']);
    expect(permissionsOfGroups([], groups).size).toBe(0);
  });

  it('each have a label, and are listed once', () => {
    expect([...shownPermissions].sort()).toEqual([...permissions].sort());
    expect(new Set(shownPermissions.map((permission) => permissionLabels[permission].label)).size).toBe(
      permissions.length,
    );
    expect(permissionGroups.map(({ title }) => title)).toEqual(['Events', 'People', 'The organization']);
  });
});

describe('a list that was loaded completely', () => {
  it('is searched by words, ignoring accents and case', () => {
    expect(containsWords('GAGNON ame', 'Amélie Gagnon')).toBe(true);
    expect(containsWords('amelie x', 'Amélie Gagnon', 'a@demo.example')).toBe(true);
    expect(containsWords('amelie z', 'Amélie Gagnon', 'a@demo.example')).toBe(false);
    expect(containsWords(undefined, 'anybody')).toBe(true);
  });

  it('is not filtered while nothing is selected', () => {
    expect([
      matchesFilter(undefined, 1),
      matchesFilter([], 1),
      matchesFilter([2], 1),
      matchesFilter([1, 2], 1),
    ]).toEqual([true, true, false, true]);
  });

  it('has pages of 25', () => {
    const sixty = Array.from({ length: 60 }, (_, place) => place);
    expect(pageOf(sixty, 3)).toEqual({ items: sixty.slice(50), totalCount: 60 });
    expect(pageOf(sixty, 4)).toEqual({ items: [], totalCount: 60 });
  });
});
