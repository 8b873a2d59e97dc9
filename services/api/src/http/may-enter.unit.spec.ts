import type { Access } from '@plimsoll/contracts/http/route';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { demandsNothing, isMet, mayEnter } from './may-enter.ts';

const standard: Viewer = {
  userGuid: '019a0000-0000-7000-8000-000000000001',
  isAdmin: false,
  permissions: new Set(),
  userGroupNames: ['Standard'],
  reportingGroupGuid: null,
};
const permitted: Viewer = { ...standard, permissions: new Set(['MANAGE_WORKSITE_LOCATIONS']) };
const manager: Viewer = { ...standard, userGroupNames: ['Standard', 'Manager'] };
const admin: Viewer = { ...standard, isAdmin: true };

test.each<[string, Access, readonly string[]]>([
  ['members', 'MEMBER', ['standard', 'permitted', 'manager', 'admin']],
  ['whoever asks about any organization', 'ANY_ORGANIZATION', ['standard', 'permitted', 'manager', 'admin']],
  ['admins', 'ADMIN', ['admin']],
  ['holders of a permission', { anyOf: ['MANAGE_WORKSITE_LOCATIONS', 'APPROVE_EVENTS'] }, ['permitted', 'admin']],
  ['managers', { anyOf: ['MANAGERS'] }, ['manager', 'admin']],
  [
    'managers and holders of a permission',
    { anyOf: ['MANAGERS', 'MANAGE_WORKSITE_LOCATIONS'] },
    ['permitted', 'manager', 'admin'],
  ],
])('a route for %s is for no one else', (_, access, names) => {
  expect(
    Object.entries({ standard, permitted, manager, admin })
      .filter(([, viewer]) => mayEnter(access, viewer))
      .map(([name]) => name),
  ).toEqual(names);
});

test('switches are demanded all together, or one of several', () => {
  const on = new Set(['events', 'dashboard']);
  expect([
    isMet({ allOf: ['events', 'dashboard'] }, on),
    isMet({ allOf: ['events', 'myDocs'] }, on),
    isMet({ anyOf: ['myDocs', 'events'] }, on),
    isMet({ anyOf: ['myDocs'] }, on),
  ]).toEqual([true, false, true, false]);
  expect([
    isMet({ allOf: [] }, on),
    demandsNothing({ allOf: [] }),
    isMet({ anyOf: [] }, on),
    demandsNothing({ anyOf: [] }),
  ]).toEqual([true, true, false, false]);
});
