import { randomUUID } from 'node:crypto';
import { managerPermissions, type Permission } from '@plimsoll/contracts/permissions/permissions';
import { TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';

type SignedInPerson = TestPerson & { readonly token: string };

let app: TestApplication;
let org: string;
let group: string;
let walked = 0;
/** Callers by role. */
const people: Record<string, SignedInPerson> = {};
const held: Record<string, 'admin' | 'manager' | 'standard' | Permission[]> = {
  'an admin': 'admin',
  'a manager': 'manager',
  'a standard member': 'standard',
  'who holds [13] and what managers do': ['UPDATE_ORGANIZATION_MEMBER_ROLES', ...managerPermissions],
  'who holds [13] alone': ['UPDATE_ORGANIZATION_MEMBER_ROLES'],
  'who holds [12]': ['UPDATE_ORGANIZATION_MEMBER'],
  'who holds [8]': ['REMOVE_ORGANIZATION_MEMBERS'],
  'who holds [5]': ['CREATE_AND_REVOKE_ORGANIZATION_INVITATIONS'],
  'who holds [5] and what managers do': ['CREATE_AND_REVOKE_ORGANIZATION_INVITATIONS', ...managerPermissions],
};

beforeAll(async () => {
  app = await TestApplication.start({ addressLimits: { mailsAndTokensAnHour: 100_000 } });
  org = await app.found('Harbour Works');
  group = await app.createReportingGroup(org, 'Quay crew');
  for (const [who, role] of Object.entries(held)) people[who] = await app.member(org, role, 'Ada Quay');
});
afterAll(async () => {
  process.stdout.write(`${walked} cells of members were walked\n`);
  await app?.stop();
});

const outcomeOf = ({ status, body }: Answer): string => `${status}${body?.className ? ` ${body.className}` : ''}`;
/** Members whose membership is changed. */
const targets: Record<string, (actor: SignedInPerson) => Promise<string>> = {
  'a standard member': () => joined('standard'),
  'a manager': () => joined('manager'),
  'another admin': () => joined('admin'),
  'who holds [10]': () => joined(['UPDATE_ORGANIZATION']),
  themselves: ({ userGuid }) => Promise.resolve(userGuid),
  nobody: () => Promise.resolve(randomUUID()),
  'who was removed': async () => {
    const userGuid = await joined('standard');
    await app.call('DELETE', `/org-memberships/${org}/${userGuid}`, { token: people['an admin']!.token });
    return userGuid;
  },
};
async function joined(role: 'standard' | 'manager' | 'admin' | Permission[]): Promise<string> {
  const person = await app.register('Tar Get');
  await app.join(org, person, role);
  return person.userGuid;
}

const F = '403 Forbidden';
const changes: [who: string, whom: string, body: object, expected: string][] = [
  ['an admin', 'a standard member', { isAdmin: true }, '200'],
  ['an admin', 'another admin', { isAdmin: false }, '200'],
  ['an admin', 'a standard member', { organizationUserGroups: ['Standard', 'Manager'] }, '200'],
  ['an admin', 'a manager', { permissions: ['REVIEW_EVENTS'] }, '200'],
  ['an admin', 'who holds [10]', { permissions: null }, '200'],
  ['an admin', 'a standard member', { organizationUserGroups: ['Foremen'] }, '404 UserGroupNotFound'],
  ['an admin', 'a standard member', { organizationUserGroups: ['Standard', 'Standard'] }, '409 DuplicateUserGroup'],
  ['an admin', 'a standard member', { organizationUserGroups: [] }, '400 MalformedRequest'],
  ['an admin', 'a standard member', { permissions: ['FLY'] }, '400 MalformedRequest'],
  ['an admin', 'a standard member', { colour: 'red' }, '400 MalformedRequest'],
  ['an admin', 'nobody', { isAdmin: true }, '404 NotAMember'],
  ['an admin', 'who was removed', { isAdmin: true }, '404 NotAMember'],
  ['an admin', 'themselves', { isAdmin: true }, F],
  ['an admin', 'themselves', { permissions: [] }, F],
  ['an admin', 'themselves', { organizationUserGroups: ['Standard', 'Manager'] }, F],
  ['an admin', 'themselves', { isOnboarded: true }, '200'],
  ['an admin', 'a standard member', { isOnboarded: true }, F],
  ['an admin', 'a standard member', { userPermissions: { managePassword: false } }, F],
  ['an admin', 'a standard member', { reportingGroupGuid: randomUUID() }, '404 ReportingGroupNotFound'],
  ['an admin', 'a standard member', { reportingGroupGuid: null }, '200'],
  [
    'who holds [13] and what managers do',
    'a standard member',
    { organizationUserGroups: ['Standard', 'Manager'] },
    '200',
  ],
  ['who holds [13] and what managers do', 'a manager', { organizationUserGroups: ['Standard'] }, '200'],
  ['who holds [13] and what managers do', 'a standard member', { isAdmin: true }, F],
  ['who holds [13] and what managers do', 'another admin', { isAdmin: false }, F],
  ['who holds [13] and what managers do', 'another admin', { permissions: [] }, F],
  ['who holds [13] and what managers do', 'a standard member', { permissions: ['UPDATE_ORGANIZATION'] }, F],
  ['who holds [13] and what managers do', 'who holds [10]', { permissions: [] }, F],
  ['who holds [13] and what managers do', 'who holds [10]', { permissions: null }, F],
  ['who holds [13] and what managers do', 'themselves', { permissions: [] }, F],
  ['who holds [13] and what managers do', 'themselves', { isAdmin: false }, F],
  ['who holds [13] and what managers do', 'a standard member', { reportingGroupGuid: null }, F],
  ['who holds [13] and what managers do', 'nobody', { organizationUserGroups: ['Standard'] }, '404 NotAMember'],
  ['who holds [13] alone', 'a standard member', { organizationUserGroups: ['Standard', 'Manager'] }, F],
  ['who holds [13] alone', 'a manager', { organizationUserGroups: ['Standard'] }, F],
  ['who holds [13] alone', 'a standard member', { permissions: ['UPDATE_ORGANIZATION_MEMBER_ROLES'] }, '200'],
  ['who holds [12]', 'a standard member', { reportingGroupGuid: 'GROUP' }, '200'],
  ['who holds [12]', 'themselves', { reportingGroupGuid: 'GROUP' }, '200'],
  ['who holds [12]', 'a standard member', { organizationUserGroups: ['Standard'] }, F],
  ['who holds [12]', 'a standard member', { reportingGroupGuid: 'GROUP', isAdmin: false }, F],
  ['who holds [12]', 'nobody', { reportingGroupGuid: 'GROUP' }, '404 NotAMember'],
  ['a manager', 'a standard member', { organizationUserGroups: ['Standard', 'Manager'] }, F],
  ['a manager', 'a standard member', { reportingGroupGuid: null }, F],
  ['a standard member', 'a manager', { permissions: [] }, F],
  ['a standard member', 'themselves', { permissions: ['REVIEW_EVENTS'] }, F],
  ['a standard member', 'themselves', { reportingGroupGuid: null }, F],
  ['a standard member', 'themselves', { isAdmin: true }, F],
  ['a standard member', 'themselves', { isOnboarded: true }, '200'],
  ['a standard member', 'nobody', { isAdmin: true }, F],
];
test.each(changes)('PATCH: %s to %s with %j', async (who, whom, body, expected) => {
  const actor = people[who]!;
  const userGuid = await targets[whom]!(actor);
  const sent = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value === 'GROUP' ? group : value]),
  );
  const answer = await app.call('PATCH', `/org-memberships/${org}/${userGuid}`, { token: actor.token, body: sent });
  expect(outcomeOf(answer)).toBe(expected);
  if (answer.status === 200)
    expect(answer.body).toMatchObject({
      userAccount: { guid: userGuid },
      organization: { guid: org, name: 'Harbour Works' },
    });
  walked++;
});

const removals: [who: string, whom: string, expected: string][] = [
  ['an admin', 'a standard member', '204'],
  ['an admin', 'another admin', '204'],
  ['an admin', 'nobody', '404 NotAMember'],
  ['an admin', 'who was removed', '404 NotAMember'],
  ['who holds [8]', 'a standard member', '204'],
  ['who holds [8]', 'a manager', '204'],
  ['who holds [8]', 'another admin', F],
  ['who holds [8]', 'nobody', '404 NotAMember'],
  ['a manager', 'a standard member', F],
  ['a standard member', 'another admin', F],
  ['a standard member', 'nobody', F],
];
test.each(removals)('DELETE: %s removes %s', async (who, whom, expected) => {
  const actor = people[who]!;
  expect(
    outcomeOf(
      await app.call('DELETE', `/org-memberships/${org}/${await targets[whom]!(actor)}`, { token: actor.token }),
    ),
  ).toBe(expected);
  walked++;
});

test('everybody may leave, but for the last admin', async () => {
  const own = await app.found('Own Works');
  const [last, guest] = [await app.member(own, 'admin'), await app.member(own, 'standard')];
  const leave = ({ userGuid, token }: SignedInPerson) =>
    app.call('DELETE', `/org-memberships/${own}/${userGuid}`, { token });
  expect(outcomeOf(await leave(last))).toBe('409 LastAdminCannotBeRemoved');
  expect(
    outcomeOf(
      await app.call('PATCH', `/org-memberships/${own}/${last.userGuid}`, {
        token: last.token,
        body: { isAdmin: false },
      }),
    ),
  ).toBe('409 LastAdminCannotBeRemoved');
  expect(outcomeOf(await leave(guest))).toBe('204');
  expect(outcomeOf(await app.call('GET', `/org-memberships?organizationGuid=${own}`, { token: guest.token }))).toBe(
    '404 OrganizationNotFound',
  );
  expect((await app.call('GET', `/org-memberships?memberGuid=${guest.userGuid}`, { token: guest.token })).body).toEqual(
    { items: [], totalCount: 0 },
  );
  walked += 3;
});

const invitations: [who: string, body: object, expected: string][] = [
  ['an admin', { isAdmin: true }, '201'],
  ['an admin', { organizationUserGroups: ['Standard', 'Manager'], reportingGroupGuid: 'GROUP' }, '201'],
  ['an admin', { organizationUserGroups: ['Foremen'] }, '404 UserGroupNotFound'],
  ['an admin', { reportingGroupGuid: randomUUID() }, '404 ReportingGroupNotFound'],
  ['an admin', { organizationUserGroups: ['Manager', 'Manager'] }, '409 DuplicateUserGroup'],
  ['an admin', { recipientName: '4711' }, '400 MalformedName'],
  ['an admin', { recipientName: 'Bo\r\nBcc: x' }, '400 MalformedName'],
  ['an admin', { recipientEmailAddress: 'bo' }, '400 MalformedEmailAddress'],
  ['an admin', { recipientEmailAddress: 'bo@example.test\nx@example.test' }, '400 MalformedEmailAddress'],
  ['who holds [5]', {}, '201'],
  ['who holds [5]', { isAdmin: true }, F],
  ['who holds [5]', { organizationUserGroups: ['Manager'] }, F],
  ['who holds [5] and what managers do', { organizationUserGroups: ['Standard', 'Manager'] }, '201'],
  ['a manager', {}, F],
  ['a standard member', {}, F],
];
test.each(invitations)('PUT: %s invites with %j', async (who, body, expected) => {
  const sent = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value === 'GROUP' ? group : value]),
  );
  const answer = await app.call('PUT', '/org-invitations', {
    token: people[who]!.token,
    body: { recipientName: 'Bo Reef', recipientEmailAddress: `${randomUUID()}@example.test`, ...sent },
  });
  expect(outcomeOf(answer)).toBe(expected);
  walked++;
});

const groups: [who: string, name: string, permissions: string[], expected: string][] = [
  ['an admin', 'Foremen', [], '404 UserGroupNotFound'],
  ['an admin', 'Standard', ['FLY'], '400 MalformedRequest'],
  ['who holds [13] alone', 'Standard', ['REVIEW_EVENTS'], F],
  ['who holds [13] alone', 'Manager', [], F],
  ['who holds [13] and what managers do', 'Standard', ['REVIEW_EVENTS'], '200'],
  ['who holds [13] and what managers do', 'Standard', [], '200'],
  ['who holds [13] and what managers do', 'Standard', ['UPDATE_ORGANIZATION'], F],
  ['an admin', 'Standard', ['UPDATE_ORGANIZATION'], '200'],
  ['who holds [13] and what managers do', 'Standard', [], F],
  ['an admin', 'Standard', [], '200'],
  ['a manager', 'Standard', [], F],
  ['a standard member', 'Standard', [], F],
];
test.each(groups)('PUT: %s has %s hold %j', async (who, name, permissions, expected) => {
  expect(
    outcomeOf(
      await app.call('PUT', `/orgs/${org}/user-groups/${name}`, { token: people[who]!.token, body: { permissions } }),
    ),
  ).toBe(expected);
  walked++;
});

test('permissions of a group are shown to people who may see roles, with those it was shipped with', async () => {
  const { status, body } = await app.call('GET', `/orgs/${org}/user-groups`, { token: people['a manager']!.token });
  expect(status).toBe(200);
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['Standard', 'Manager']);
  expect(body.items[1]).toMatchObject({
    permissions: [...managerPermissions],
    shippedPermissions: [...managerPermissions],
    revision: 0,
  });
  expect(
    outcomeOf(await app.call('GET', `/orgs/${org}/user-groups`, { token: people['a standard member']!.token })),
  ).toBe(F);
});

test('every cell was walked', () => expect(walked).toBe(89));
