import { randomUUID } from 'node:crypto';
import { MailedLinks } from '@plimsoll/shared/mailed-links';
import { membership } from '@plimsoll/contracts/organizations/answers';
import { invitation, membershipRequest } from '@plimsoll/contracts/members/memberships';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import pg from 'pg';
import { TEST_PASSWORD, TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';
import { isExecuted, type Outcome } from '../commands/execute.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { AddEmailAddress } from '../identity/email-addresses/add-email-address.ts';

type SignedInPerson = TestPerson & { readonly token: string };

let app: TestApplication;
let admin: pg.Client;
let org: string;
let boss: SignedInPerson;
let links: ReturnType<typeof MailedLinks.ofInvitations>;

beforeAll(async () => {
  app = await TestApplication.start({ addressLimits: { mailsAndTokensAnHour: 100_000, signUpsAnHour: 100_000 } });
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
  links = MailedLinks.ofInvitations(Buffer.from(app.options.sealingKey, 'base64'));
  org = await app.found('Harbour Works');
  boss = await app.member(org, 'admin', 'Boss Quay');
});
afterAll(async () => {
  await admin?.end();
  await app?.stop();
});

const signedInPerson = async (name = 'Bo Reef', emailAddress?: string): Promise<SignedInPerson> => {
  const person = await app.register(name, emailAddress);
  return { ...person, token: await app.signIn(person) };
};
const fresh = () => `${randomUUID()}@example.test`;
const outcomeOf = ({ status, body }: Answer): string => `${status}${body?.className ? ` ${body.className}` : ''}`;
const invite = (recipientEmailAddress: string, more: object = {}, call: object = {}) =>
  app.call('PUT', '/org-invitations', {
    token: boss.token,
    body: { organizationGuid: org, recipientName: 'Bo Reef', recipientEmailAddress, ...more },
    ...call,
  });
const address = (emailAddress: string) => `/org-invitations/${org}/${encodeURIComponent(emailAddress)}`;
const reply = (person: SignedInPerson, status: string) =>
  app.call('PATCH', address(person.emailAddress), { token: person.token, body: { status } });
/** Token of the newest mail to an address. */
async function tokenOf(emailAddress: string): Promise<string> {
  const { rows } = await admin.query<{ link_guid: string }>(
    'select link_guid from invitation_v3 where email_lower = $1 order by position desc limit 1',
    [emailAddress.toLowerCase()],
  );
  return links.tokenOf(rows[0]!.link_guid);
}
const open = (inviteToken: string) => app.call('POST', '/auth/invitation', { body: { inviteToken } });
const signUp = (emailAddress: string, inviteToken: string, more: object = {}) =>
  app.call('POST', '/onboarding', {
    body: { name: 'Bo Reef', emailAddress, password: TEST_PASSWORD, inviteToken, ...more },
  });

describe('an invitation', () => {
  test('leads a person without an account from the mail into the organization: verified at once, and a member as they are invited', async () => {
    const group = await app.createReportingGroup(org, 'Quay crew');
    const emailAddress = fresh();
    const sent = await invite(emailAddress, {
      organizationUserGroups: ['Standard', 'Manager'],
      reportingGroupGuid: group,
    });
    expect([sent.status, invitation.strict().parse(sent.body)]).toEqual([
      201,
      expect.objectContaining({
        organizationGuid: org,
        organizationName: 'Harbour Works',
        recipientName: 'Bo Reef',
        recipientEmailAddress: emailAddress,
        senderUserAccountGuid: boss.userGuid,
        recipientUserAccountGuid: null,
        status: null,
        wasAccepted: null,
        organizationUserGroups: ['Standard', 'Manager'],
        reportingGroupGuid: group,
        isExpired: false,
        revision: 1,
      }),
    ]);
    const token = await tokenOf(emailAddress);
    expect((await open(token)).body).toEqual({
      organizationGuid: org,
      organizationName: 'Harbour Works',
      recipientName: 'Bo Reef',
      recipientEmailAddress: emailAddress,
      hasAccount: false,
    });
    expect(await signUp(emailAddress, token, { name: 'Bo Quay' })).toMatchObject({
      status: 201,
      body: { emailAddress },
    });
    expect((await open(token)).body).toMatchObject({ hasAccount: true });
    const bo = await app.call('POST', '/auth', { body: { identifier: emailAddress, password: TEST_PASSWORD } });
    expect(bo.status).toBe(200);
    const { jwt } = bo.body;
    const mine = await app.call('GET', '/org-invitations?mine=true', { token: jwt });
    expect(mine.body).toMatchObject({
      totalCount: 1,
      items: [{ organizationName: 'Harbour Works', recipientUserAccountGuid: null, wasAccepted: null }],
    });

    const accepted = await app.call('PATCH', address(emailAddress), { token: jwt, body: { status: 'ACCEPTED' } });
    expect(accepted).toMatchObject({ status: 200, body: { status: 'ACCEPTED', wasAccepted: true } });
    const own = await app.call('GET', `/org-memberships?memberGuid=${accepted.body.recipientUserAccountGuid}`, {
      token: jwt,
    });
    expect(own.status).toBe(200);
    expect(membership.strict().parse(own.body.items[0])).toMatchObject({
      userAccount: { name: 'Bo Quay' },
      organization: { guid: org, name: 'Harbour Works' },
      userGroupNames: ['Standard', 'Manager'],
      reportingGroupGuid: group,
      isOnboarded: false,
      permissions: '23:31e16a',
    });
    expect((await app.call('GET', '/org-invitations?mine=true', { token: jwt })).body).toEqual({
      items: [],
      totalCount: 0,
    });
    expect(outcomeOf(await open(token))).toBe('409 InvitationAlreadyUsed');
  });

  test('has one link that counts: a newer mail, a revocation and a stranger’s guess void it', async () => {
    const emailAddress = fresh();
    await invite(emailAddress);
    const first = await tokenOf(emailAddress);
    expect(await invite(emailAddress.toUpperCase(), { recipientName: 'Bo Quay' })).toMatchObject({
      status: 200,
      body: { recipientName: 'Bo Quay', revision: 2 },
    });
    const second = await tokenOf(emailAddress);
    expect(second).not.toBe(first);
    expect(outcomeOf(await open(first))).toBe('404 InvitationNotFound');
    expect(outcomeOf(await open(second))).toBe('200');
    expect(outcomeOf(await signUp(fresh(), second))).toBe('404 InvitationNotFound');
    expect(outcomeOf(await signUp(emailAddress, first))).toBe('404 InvitationNotFound');
    expect((await app.call('DELETE', address(emailAddress), { token: boss.token })).status).toBe(204);
    expect(outcomeOf(await open(second))).toBe('404 InvitationNotFound');
    expect(outcomeOf(await signUp(emailAddress, second))).toBe('404 InvitationNotFound');
    expect(outcomeOf(await open(links.tokenOf(randomUUID())))).toBe('404 InvitationNotFound');
    expect(outcomeOf(await open(`${second.slice(0, -2)}AA`))).toBe('404 InvitationNotFound');
    expect(await open('short')).toMatchObject({
      status: 400,
      body: { className: 'MalformedToken', fieldErrors: [{ field: 'inviteToken' }] },
    });
    expect(await signUp(emailAddress, 'short')).toMatchObject({ status: 400, body: { className: 'MalformedToken' } });
  });

  test('signs nobody up twice, and makes no password that nobody may have', async () => {
    const emailAddress = fresh();
    await invite(emailAddress);
    const token = await tokenOf(emailAddress);
    expect(outcomeOf(await signUp(emailAddress, token, { password: 'short' }))).toBe('400 MalformedPassword');
    expect(outcomeOf(await signUp(emailAddress, token, { password: 'My-Harbour-Works-83' }))).toBe(
      '400 MalformedPassword',
    );
    const both = await Promise.all([signUp(emailAddress, token), signUp(emailAddress, token)]);
    expect(both.map(outcomeOf).sort()).toEqual(['201', '409 RecipientAlreadyHasAccount']);
    expect(outcomeOf(await signUp(emailAddress, token))).toBe('409 RecipientAlreadyHasAccount');
    // As if the process had crashed between the event and the password.
    await admin.query(
      'delete from password_credentials where user_guid = (select user_guid from password_credentials order by changed_at desc limit 1)',
    );
    expect(outcomeOf(await signUp(emailAddress, token))).toBe('201');
    expect(
      (await app.call('POST', '/auth', { body: { identifier: emailAddress, password: TEST_PASSWORD } })).status,
    ).toBe(200);
    const known = await signedInPerson();
    await invite(known.emailAddress);
    expect(outcomeOf(await signUp(known.emailAddress, await tokenOf(known.emailAddress)))).toBe(
      '409 RecipientAlreadyHasAccount',
    );
  });

  test('says nothing of who has an account to who sends it: the answers are alike', async () => {
    const known = await signedInPerson();
    const [one, other] = [await invite(known.emailAddress), await invite(fresh())];
    const apart = ({ recipientEmailAddress: _, sentAt: __, expiresAt: ___, ...rest }: Record<string, unknown>) => rest;
    expect(apart(one.body)).toEqual(apart(other.body));
    expect((await reply(known, 'DECLINED')).body).toMatchObject({
      recipientUserAccountGuid: null,
      status: 'DECLINED',
      wasAccepted: false,
    });
    const { body } = await app.call('GET', `/org-invitations?organizationGuid=${org}`, { token: boss.token });
    expect(
      body.items.find(
        ({ recipientEmailAddress }: { recipientEmailAddress: string }) => recipientEmailAddress === known.emailAddress,
      ),
    ).toMatchObject({ recipientUserAccountGuid: null, status: 'DECLINED' });
  });

  test('is answered by the person who verified its address, be it not their primary one; a member joins no second time', async () => {
    const [person, second] = [await signedInPerson('Two Names'), fresh()];
    const added: Outcome = await app.api.application.commands.execute(
      new AddEmailAddress(systemEnvelope({ tenant: INSTALLATION_TENANT }), person.userGuid, second),
    );
    if (!isExecuted(added)) throw new Error(JSON.stringify(added));
    await app.caughtUp(INSTALLATION_TENANT, added.position!);
    await invite(second.toUpperCase());
    expect((await app.call('GET', '/org-invitations?mine=true', { token: person.token })).body.totalCount).toBe(1);
    const accept = () => app.call('PATCH', address(second), { token: person.token, body: { status: 'ACCEPTED' } });
    expect(outcomeOf(await accept())).toBe('200');
    expect(
      (await app.call('GET', `/org-memberships?memberGuid=${person.userGuid}`, { token: person.token })).body.items,
    ).toMatchObject([{ userAccount: { primaryEmailAddress: person.emailAddress } }]);
    expect(outcomeOf(await invite(second))).toBe('409 DuplicateMembership');
  });

  test('is not sent to a member, whichever way they joined', async () => {
    const member = await app.member(org, 'standard');
    expect(outcomeOf(await invite(member.emailAddress.toUpperCase()))).toBe('409 DuplicateMembership');
  });

  test('is not sent to a member by another address of their account either; a person with an account elsewhere gets it', async () => {
    const verified = async ({ userGuid }: TestPerson): Promise<string> => {
      const emailAddress = fresh();
      const added: Outcome = await app.api.application.commands.execute(
        new AddEmailAddress(systemEnvelope({ tenant: INSTALLATION_TENANT }), userGuid, emailAddress),
      );
      if (!isExecuted(added)) throw new Error(JSON.stringify(added));
      await app.caughtUp(INSTALLATION_TENANT, added.position!);
      return emailAddress;
    };
    const [member, stranger] = [await app.member(org, 'standard'), await signedInPerson('Sten Elsewhere')];
    expect(outcomeOf(await invite((await verified(member)).toUpperCase()))).toBe('409 DuplicateMembership');
    expect(outcomeOf(await invite(await verified(stranger)))).toBe('201');
  });

  test('is repeated with its first answer, and made upon the revision that was seen', async () => {
    const emailAddress = fresh();
    const headers = { 'Idempotency-Key': randomUUID() };
    const [first, again] = [await invite(emailAddress, {}, { headers }), await invite(emailAddress, {}, { headers })];
    expect([first.status, again.status, again.body.revision]).toEqual([201, 201, 1]);
    expect(outcomeOf(await invite(emailAddress, { recipientName: 'Other' }, { headers }))).toBe(
      '422 IdempotencyKeyReused',
    );
    expect(await invite(emailAddress, {}, { headers: { 'If-Match': '"7"' } })).toMatchObject({
      status: 409,
      body: { className: 'StaleRevision', currentRevision: 1 },
    });
  });

  test('is listed by name, the newest of each address, to who may see invitations', async () => {
    const own = await app.found('Own Works');
    const chief = await app.member(own, 'admin');
    const send = (recipientName: string, recipientEmailAddress: string) =>
      app.call('PUT', '/org-invitations', { token: chief.token, body: { recipientName, recipientEmailAddress } });
    const [zoe, ann, gone] = [fresh(), fresh(), fresh()];
    for (const [name, to] of [
      ['Zoe', zoe],
      ['ann', ann],
      ['Gone', gone],
    ] as const)
      await send(name, to);
    const position = (await app.call('DELETE', `/org-invitations/${own}/${gone}`, { token: chief.token })).headers.get(
      'Position',
    )!;
    const list = (token: string, query = '') =>
      app.call('GET', `/org-invitations${query}`, { token, headers: { 'At-Least': position } });
    const names = async (query = '') =>
      (await list(chief.token, query)).body.items.map(({ recipientName }: { recipientName: string }) => recipientName);
    expect([await names(), await names(`?organizationGuid=${own}`)]).toEqual([
      ['ann', 'Zoe'],
      ['ann', 'Zoe'],
    ]);
    expect(outcomeOf(await list((await app.member(own, 'standard')).token))).toBe('403 Forbidden');
    expect(outcomeOf(await list((await app.member(own, ['VIEW_ORGANIZATION_INVITATIONS'])).token))).toBe('200');
    expect(outcomeOf(await list((await signedInPerson()).token))).toBe('400 MissingOrganization');
    expect(outcomeOf(await list(chief.token, `?organizationGuid=${org}`))).toBe('404 OrganizationNotFound');
    expect(outcomeOf(await list(chief.token, `?organizationGuid=${own}&mine=true`))).toBe('400 MalformedRequest');
  });
});

describe('a request to join', () => {
  const path = ({ userGuid }: TestPerson) => `/org-invitations/${org}/request/${userGuid}`;

  test('is answered by who may invite, who says what the person is to be; then they are a member', async () => {
    const person = await signedInPerson('Rita Sund');
    const asked = await app.call('POST', path(person), {
      token: person.token,
      body: { message: ' I work in the yard. ' },
    });
    expect([asked.status, membershipRequest.strict().parse(asked.body)]).toEqual([
      201,
      expect.objectContaining({
        userAccount: { guid: person.userGuid, name: 'Rita Sund', primaryEmailAddress: person.emailAddress },
        message: 'I work in the yard.',
        status: 'PENDING',
        answeredAt: null,
      }),
    ]);
    const viewer = await app.member(org, ['VIEW_ORGANIZATION_INVITATIONS']);
    const listed = await app.call('GET', `/org-invitations/${org}/request`, { token: viewer.token });
    expect(listed.body.items).toContainEqual(asked.body);
    expect(
      outcomeOf(await app.call('PATCH', path(person), { token: viewer.token, body: { status: 'APPROVED' } })),
    ).toBe('403 Forbidden');
    expect(
      outcomeOf(
        await app.call('PATCH', path(person), {
          token: boss.token,
          body: { status: 'APPROVED', organizationUserGroups: ['Foremen'] },
        }),
      ),
    ).toBe('404 UserGroupNotFound');
    expect(
      await app.call('PATCH', path(person), {
        token: boss.token,
        body: { status: 'APPROVED', organizationUserGroups: ['Standard', 'Manager'] },
      }),
    ).toMatchObject({ status: 200, body: { status: 'APPROVED', answeredAt: expect.any(String) } });
    const own = await app.call('GET', `/org-memberships?memberGuid=${person.userGuid}`, { token: person.token });
    expect(own.body.items).toMatchObject([
      { userGroupNames: ['Standard', 'Manager'], isOnboarded: false, isAdmin: false },
    ]);
  });

  test.each([
    [{ message: 'x'.repeat(1_001) }, 'message'],
    [{ message: 'a\u0000b' }, 'message'],
    [{ status: 'APPROVED' }, 'status'],
  ])('with %j names what is wrong', async (body, field) => {
    const person = await signedInPerson();
    expect(await app.call('POST', path(person), { token: person.token, body })).toMatchObject({
      status: 400,
      body: { className: 'MalformedRequest', fieldErrors: [{ field }] },
    });
  });
});

describe('what a group holds is the organization’s own', () => {
  test('in rights, tokens, the start and pickers', async () => {
    const own = await app.found('Own Works');
    const [chief, worker, manager] = [
      await app.member(own, 'admin', 'Chief'),
      await app.member(own, 'standard', 'Worker'),
      await app.member(own, 'manager', 'Manager'),
    ];
    const set = (name: string, permissions: string[]) =>
      app.call('PUT', `/orgs/${own}/user-groups/${name}`, { token: chief.token, body: { permissions } });
    const reviewers = async () =>
      (await app.call('GET', '/org-memberships?permission=REVIEW_EVENTS', { token: chief.token })).body.items.map(
        ({ userAccount }: { userAccount: { name: string } }) => userAccount.name,
      );
    expect(await reviewers()).toEqual(['Chief', 'Manager']);
    expect(await set('Standard', ['REVIEW_EVENTS', 'VIEW_AND_SET_MONTHLY_METRICS'])).toMatchObject({
      status: 200,
      body: {
        name: 'Standard',
        permissions: ['REVIEW_EVENTS', 'VIEW_AND_SET_MONTHLY_METRICS'],
        shippedPermissions: [],
        revision: 1,
      },
    });
    expect((await set('Manager', [])).status).toBe(200);
    expect(await reviewers()).toEqual(['Chief', 'Manager', 'Worker']);
    expect((await app.call('GET', '/startup', { token: worker.token })).body.organization.permissions).toBe(
      '23:010100',
    );
    expect((await app.call('GET', `/orgs/${own}/reporting-metrics/2026-04`, { token: worker.token })).status).toBe(200);
    const claims = JSON.parse(Buffer.from((await app.signIn(worker)).split('.')[1]!, 'base64url').toString());
    expect(claims.organizations).toEqual([{ organizationGuid: own, isAdmin: false, permissions: '23:010100' }]);
    expect((await app.call('GET', `/orgs/${own}/user-groups`, { token: manager.token })).status).toBe(403);
    expect((await set('Standard', [])).status).toBe(200);
    expect((await set('Standard', [])).body.revision).toBe(2);
  });
});

describe('memberships', () => {
  test('of oneself are found in all organizations, of others in the one that is meant', async () => {
    const [one, other] = [await app.found('One Works'), await app.found('Other Works')];
    const person = await signedInPerson('Two Hats');
    await app.join(one, person);
    await app.join(other, person, 'admin');
    const list = async (query: string) => await app.call('GET', `/org-memberships${query}`, { token: person.token });
    const organizations = async (query: string) =>
      (await list(query)).body.items
        .map(({ organization }: { organization: { name: string } }) => organization.name)
        .sort();
    expect(await organizations(`?memberGuid=${person.userGuid}`)).toEqual(['One Works', 'Other Works']);
    expect(await organizations(`?memberGuid=${person.userGuid}&organizationGuid=${one}`)).toEqual(['One Works']);
    expect(outcomeOf(await list(''))).toBe('400 MissingOrganization');
    expect(outcomeOf(await list(`?memberGuid=${boss.userGuid}`))).toBe('400 MissingOrganization');
    expect(
      (
        await app.call('GET', `/org-memberships?memberGuid=${boss.userGuid}&organizationGuid=${org}`, {
          token: person.token,
        })
      ).status,
    ).toBe(404);
  });

  test('change upon the revision that was seen, and answer as they are then', async () => {
    const member = await app.member(org, 'standard');
    const change = (body: object, headers: Record<string, string> = {}) =>
      app.call('PATCH', `/org-memberships/${org}/${member.userGuid}`, { token: boss.token, body, headers });
    expect(await change({ permissions: ['REVIEW_EVENTS'] }, { 'If-Match': '"1"' })).toMatchObject({
      status: 200,
      body: { ownPermissions: ['REVIEW_EVENTS'], permissions: '23:000100', revision: 2 },
    });
    expect(await change({ permissions: null }, { 'If-Match': '"1"' })).toMatchObject({
      status: 409,
      body: { className: 'StaleRevision', currentRevision: 2 },
    });
    expect(await change({ permissions: null, organizationUserGroups: ['Standard', 'Manager'] })).toMatchObject({
      status: 200,
      body: { ownPermissions: null, permissions: '23:31e16a', revision: 3 },
    });
    expect(await change({})).toMatchObject({ status: 200, body: { revision: 3 } });
  });
});
