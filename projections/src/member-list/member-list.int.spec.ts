import { randomUUID } from 'node:crypto';
import { allPermissions, managerPermissions } from '@plimsoll/contracts/permissions';
import { ToldLog } from '../../test/told-log.ts';
import { projections } from '../projections.ts';
import { FindMember, FindMemberHandler, FindMembershipsOf, FindMembershipsOfHandler, ListMembers, ListMembersHandler } from './query.ts';

let log: ToldLog;
beforeAll(async () => void (log = await ToldLog.open(projections)));
afterAll(() => log?.close());

const join = (tenant: string, userGuid: string, name: string, more: object = {}) => log.tell({
  tenant, stream: `${userGuid.slice(0, 18)}${tenant.slice(18)}`,
  event: { type: 'MemberJoined', data: { userGuid, name, emailAddress: `${name}@example.com`, isAdmin: false, userGroups: ['Standard'], reportingGroupGuid: null, ...more } },
});
const change = (tenant: string, userGuid: string, event: { type: string; data: object }) => log.tell({ tenant, stream: `${userGuid.slice(0, 18)}${tenant.slice(18)}`, event });
const member = (tenant: string, userGuid: string) => new FindMemberHandler(log.reader).execute(new FindMember(tenant, userGuid));
const names = async (...of: ConstructorParameters<typeof ListMembers>) => (await new ListMembersHandler(log.reader).execute(new ListMembers(...of))).map(({ name }) => name);

test('admins hold all, others what their groups give, or what was given to them in its place', async () => {
  const tenant = randomUUID();
  const [boss, manager, worker, reviewer] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await join(tenant, boss, 'boss', { isAdmin: true });
  await join(tenant, manager, 'Manager', { userGroups: ['Standard', 'Manager'] });
  await join(tenant, worker, 'worker');
  await join(tenant, reviewer, 'Reviewer', { userGroups: ['Manager'] });
  await change(tenant, reviewer, { type: 'MemberPermissionsChanged', data: { userGuid: reviewer, isAdmin: false, userGroups: ['Standard'], permissions: ['REVIEW_EVENTS'] } });
  await log.project();
  expect((await member(tenant, boss))!.permissions).toEqual(allPermissions);
  expect((await member(tenant, manager))!.permissions).toEqual(managerPermissions);
  expect((await member(tenant, worker))!.permissions).toEqual(new Set());
  expect((await member(tenant, reviewer))!).toMatchObject({ permissions: new Set(['REVIEW_EVENTS']), userGroupNames: ['Standard'] });
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
  expect(memberships.map(({ organizationGuid, isAdmin }) => [organizationGuid, isAdmin]).sort()).toEqual([[one, true], [other, false]].sort());
  const { rows } = await log.readPool.query('select * from member_list_v1');
  expect(rows).toEqual([]);
});
