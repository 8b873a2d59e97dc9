import { randomUUID } from 'node:crypto';
import { allPermissions, managerPermissions } from '@plimsoll/contracts/permissions/permissions';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { projections } from '../../platform/projections.ts';
import {
  FindMember,
  FindMemberHandler,
  FindMembersByAddress,
  FindMembersByAddressHandler,
  FindMembershipsOf,
  FindMembershipsOfHandler,
  ListMembers,
  ListMembersHandler,
  ListUserGroups,
  ListUserGroupsHandler,
} from './query.ts';

let log: TestEventLog;
beforeAll(async () => void (log = await TestEventLog.open(projections)));
afterAll(() => log?.close());

const join = (tenant: string, userGuid: string, name: string, more: object = {}) =>
  log.tell({
    tenant,
    stream: `${userGuid.slice(0, 18)}${tenant.slice(18)}`,
    event: {
      type: 'MemberJoined',
      data: {
        userGuid,
        name,
        emailAddress: `${name}@example.com`,
        isAdmin: false,
        userGroups: ['Standard'],
        reportingGroupGuid: null,
        through: null,
        isOnboarded: true,
        ...more,
      },
    },
  });
const change = (tenant: string, userGuid: string, event: { type: string; data: object }) =>
  log.tell({ tenant, stream: `${userGuid.slice(0, 18)}${tenant.slice(18)}`, event });
const member = (tenant: string, userGuid: string) =>
  new FindMemberHandler(log.reader).execute(new FindMember(tenant, userGuid));
const names = async (...of: ConstructorParameters<typeof ListMembers>) =>
  (await new ListMembersHandler(log.reader).execute(new ListMembers(...of))).map(({ name }) => name);

test('admins hold all, others what their groups give, or what was given to them in its place', async () => {
  const tenant = randomUUID();
  const [boss, manager, worker, reviewer] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await join(tenant, boss, 'boss', { isAdmin: true });
  await join(tenant, manager, 'Manager', { userGroups: ['Standard', 'Manager'] });
  await join(tenant, worker, 'worker');
  await join(tenant, reviewer, 'Reviewer', { userGroups: ['Manager'] });
  await change(tenant, reviewer, {
    type: 'MemberPermissionsChanged',
    data: { userGuid: reviewer, isAdmin: false, userGroups: ['Standard'], permissions: ['REVIEW_EVENTS'] },
  });
  await log.project();
  expect((await member(tenant, boss))!.permissions).toEqual(allPermissions);
  expect((await member(tenant, manager))!.permissions).toEqual(managerPermissions);
  expect((await member(tenant, worker))!.permissions).toEqual(new Set());
  expect((await member(tenant, reviewer))!).toMatchObject({
    permissions: new Set(['REVIEW_EVENTS']),
    userGroupNames: ['Standard'],
  });
  expect(await names(tenant)).toEqual(['boss', 'Manager', 'Reviewer', 'worker']);
  expect(await names(tenant, { permission: 'REVIEW_EVENTS' })).toEqual(['boss', 'Manager', 'Reviewer']);
  expect(await names(tenant, { memberGuid: worker })).toEqual(['worker']);
  expect(await names(randomUUID())).toEqual([]);
});

test('a removed member is none any more, and is one again when they join again', async () => {
  const [tenant, user] = [randomUUID(), randomUUID()];
  await join(tenant, user, 'anna');
  await change(tenant, user, { type: 'MemberRemoved', data: { userGuid: user } });
  await log.project();
  expect(await member(tenant, user)).toBeNull();
  expect(await names(tenant)).toEqual([]);
  await join(tenant, user, 'anna');
  await log.project();
  expect(await member(tenant, user)).toMatchObject({ name: 'anna' });
});

test('a person finds their memberships in all organizations, and nobody else does', async () => {
  const [one, other, user] = [randomUUID(), randomUUID(), randomUUID()];
  await join(one, user, 'anna', { isAdmin: true });
  await join(other, user, 'anna');
  await join(other, randomUUID(), 'bo');
  await log.project();
  const memberships = await new FindMembershipsOfHandler(log.reader).execute(new FindMembershipsOf(user));
  expect(memberships.map(({ organizationGuid, isAdmin }) => [organizationGuid, isAdmin]).sort()).toEqual(
    [
      [one, true],
      [other, false],
    ].sort(),
  );
  const { rows } = await log.readPool.query('select * from member_list_v3');
  expect(rows).toEqual([]);
});

const groups = async (tenant: string) =>
  Object.fromEntries(
    (await new ListUserGroupsHandler(log.reader).execute(new ListUserGroups(tenant))).map(({ name, permissions }) => [
      name,
      permissions,
    ]),
  );

test('what a group holds is what its organization says, wherever its members are reckoned, and nowhere else', async () => {
  const [tenant, other, user, stream] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await join(tenant, user, 'Anna', { userGroups: ['Standard', 'Manager'] });
  await join(other, user, 'Anna', { userGroups: ['Standard', 'Manager'] });
  const says = (permissions: string[]) =>
    log.tell({
      tenant,
      stream,
      event: { type: 'UserGroupPermissionsChanged', data: { userGroup: 'Manager', permissions } },
    });
  await says(['REVIEW_EVENTS', 'UPDATE_ORGANIZATION']);
  await says(['REVIEW_EVENTS']);
  await log.project();
  expect((await member(tenant, user))!.permissions).toEqual(new Set(['REVIEW_EVENTS']));
  expect((await member(other, user))!.permissions).toEqual(managerPermissions);
  expect(await names(tenant, { permission: 'APPROVE_EVENTS' })).toEqual([]);
  const own = await new FindMembershipsOfHandler(log.reader).execute(new FindMembershipsOf(user));
  expect(own.map(({ organizationGuid, permissions }) => [organizationGuid, permissions.size]).sort()).toEqual(
    [
      [tenant, 1],
      [other, managerPermissions.size],
    ].sort(),
  );
  expect(await groups(tenant)).toEqual({ Standard: [], Manager: ['REVIEW_EVENTS'] });
  expect(await groups(other)).toEqual({ Standard: [], Manager: [...managerPermissions] });
  expect((await log.readPool.query('select * from user_group_v3')).rows).toEqual([]);
});

test('permissions of their own go by null, groups change, and each change counts', async () => {
  const [tenant, user, group] = [randomUUID(), randomUUID(), randomUUID()];
  await join(tenant, user, 'Anna', { isOnboarded: false });
  await change(tenant, user, {
    type: 'MemberPermissionsChanged',
    data: { userGuid: user, isAdmin: false, userGroups: ['Manager'], permissions: ['REVIEW_EVENTS'] },
  });
  await change(tenant, user, {
    type: 'MemberReportingGroupChanged',
    data: { userGuid: user, reportingGroupGuid: group },
  });
  await change(tenant, user, { type: 'MemberOnboardingChanged', data: { userGuid: user, isOnboarded: true } });
  await log.project();
  expect(await member(tenant, user)).toMatchObject({
    permissions: new Set(['REVIEW_EVENTS']),
    ownPermissions: ['REVIEW_EVENTS'],
    reportingGroupGuid: group,
    isOnboarded: true,
    revision: 4,
  });
  await change(tenant, user, {
    type: 'MemberPermissionsChanged',
    data: { userGuid: user, isAdmin: false, userGroups: ['Manager'], permissions: null },
  });
  await log.project();
  expect(await member(tenant, user)).toMatchObject({
    permissions: managerPermissions,
    ownPermissions: null,
    revision: 5,
  });
});

test('permissions that only a later version knows are ignored', async () => {
  const [tenant, manager, reviewer, stream] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await join(tenant, manager, 'Manager', { userGroups: ['Manager'] });
  await join(tenant, reviewer, 'Reviewer');
  const named = ['REVIEW_EVENTS', 'OF_A_LATER_VERSION'];
  await log.tell({
    tenant,
    stream,
    event: { type: 'UserGroupPermissionsChanged', data: { userGroup: 'Manager', permissions: named } },
  });
  await change(tenant, reviewer, {
    type: 'MemberPermissionsChanged',
    data: { userGuid: reviewer, isAdmin: false, userGroups: ['Standard'], permissions: named },
  });
  await log.project();
  expect((await member(tenant, manager))!.permissions).toEqual(new Set(['REVIEW_EVENTS']));
  expect(await member(tenant, reviewer)).toMatchObject({
    permissions: new Set(['REVIEW_EVENTS']),
    ownPermissions: ['REVIEW_EVENTS'],
  });
  expect(await groups(tenant)).toEqual({ Standard: [], Manager: ['REVIEW_EVENTS'] });
});

test('members are found by their address in any case', async () => {
  const [tenant, user] = [randomUUID(), randomUUID()];
  await join(tenant, user, 'Anna');
  await log.project();
  const found = async (emailAddress: string) =>
    (await new FindMembersByAddressHandler(log.reader).execute(new FindMembersByAddress(tenant, emailAddress))).map(
      ({ userGuid }) => userGuid,
    );
  expect([await found('ANNA@example.com'), await found('anna@example.co')]).toEqual([[user], []]);
});
