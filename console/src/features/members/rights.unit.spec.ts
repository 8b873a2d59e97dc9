import { managerPermissions, permissions } from '@plimsoll/contracts/permissions/permissions';
import { givenBy, heldAs, heldBy } from './rights.ts';
import { permissionGroups, permissionWords, shownPermissions } from './permission-labels.ts';
import { groupsOf, joiningAs, placeOfRoles, roleOf } from './role-labels.ts';
import { isAmong, mentions, pageOf } from './whole-lists.ts';

const groups = [
  { name: 'Standard' as const, permissions: ['VIEW_OTHER_USERS_EVENTS' as const], shippedPermissions: [], revision: 1 },
  {
    name: 'Manager' as const,
    permissions: [...managerPermissions],
    shippedPermissions: [...managerPermissions],
    revision: 0,
  },
];

describe('the role of somebody', () => {
  it('is Administrator by the flag, whatever the groups; else Manager by that group, else Standard', () => {
    expect(roleOf({ isAdmin: true, groups: ['Standard'] })).toBe('ADMIN');
    expect(roleOf({ isAdmin: false, groups: ['Standard', 'Manager'] })).toBe('MANAGER');
    expect(roleOf({ isAdmin: false, groups: ['Standard'] })).toBe('STANDARD');
  });

  it('is given as the flag and the groups that stand for it, and the other way round', () => {
    for (const role of ['ADMIN', 'MANAGER', 'STANDARD'] as const) {
      const { isAdmin, organizationUserGroups } = joiningAs(role);
      expect(roleOf({ isAdmin, groups: organizationUserGroups })).toBe(role);
    }
    expect(groupsOf.MANAGER).toEqual(['Standard', 'Manager']);
  });

  it('takes what is said of flag and groups', () => {
    expect(
      ['isAdmin', 'organizationUserGroups', 'organizationUserGroups.1', 'reportingGroupGuid'].map(placeOfRoles),
    ).toEqual(['role', 'role', 'role', 'reportingGroupGuid']);
  });
});

describe('what somebody may do', () => {
  it('is everything for an administrator, whatever else is said of them', () => {
    expect(heldBy({ isAdmin: true, permissions: '23:000000' }).size).toBe(permissions.length);
    expect(heldAs('ADMIN', [], groups).size).toBe(permissions.length);
  });

  it('is what the groups of a role give together, unless there are rights of their own', () => {
    expect([...heldAs('STANDARD', null, groups)]).toEqual(['VIEW_OTHER_USERS_EVENTS']);
    expect(heldAs('MANAGER', null, groups)).toEqual(new Set(['VIEW_OTHER_USERS_EVENTS', ...managerPermissions]));
    expect([...heldAs('MANAGER', ['REVIEW_EVENTS'], groups)]).toEqual(['REVIEW_EVENTS']);
    expect(givenBy([], groups).size).toBe(0);
  });

  it('has a word for each right, and shows each once', () => {
    expect([...shownPermissions].sort()).toEqual([...permissions].sort());
    expect(new Set(shownPermissions.map((permission) => permissionWords[permission].label)).size).toBe(
      permissions.length,
    );
    expect(permissionGroups.map(({ title }) => title)).toEqual(['Events', 'People', 'The organization']);
  });
});

describe('a list that came whole', () => {
  it('is searched by words, whatever their accents and case', () => {
    expect(mentions('GAGNON ame', 'Amélie Gagnon')).toBe(true);
    expect(mentions('amelie x', 'Amélie Gagnon', 'a@demo.example')).toBe(true);
    expect(mentions('amelie z', 'Amélie Gagnon', 'a@demo.example')).toBe(false);
    expect(mentions(undefined, 'anybody')).toBe(true);
  });

  it('is filtered by nothing where nothing is chosen', () => {
    expect([isAmong(undefined, 1), isAmong([], 1), isAmong([2], 1), isAmong([1, 2], 1)]).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });

  it('has pages of 25', () => {
    const sixty = Array.from({ length: 60 }, (_, place) => place);
    expect(pageOf(sixty, 3)).toEqual({ items: sixty.slice(50), totalCount: 60 });
    expect(pageOf(sixty, 4)).toEqual({ items: [], totalCount: 60 });
  });
});
