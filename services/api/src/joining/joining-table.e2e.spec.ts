import { randomUUID } from 'node:crypto';
import { INVITATION_DAYS } from '@plimsoll/contracts/members/memberships';
import { allPermissions } from '@plimsoll/contracts/permissions/permissions';
import { TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';
import { isExecuted, type Outcome } from '../commands/execute.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { SendInvitation } from './send-invitation.ts';

type SignedInPerson = TestPerson & { readonly token: string };

let app: TestApplication;
let org: string;
let boss: SignedInPerson;
let stranger: SignedInPerson;
let walked = 0;

beforeAll(async () => {
  app = await TestApplication.start({ addressLimits: { mailsAndTokensAnHour: 100_000, signUpsAnHour: 100_000 } });
  org = await app.found('Harbour Works');
  boss = await app.member(org, 'admin', 'Boss Quay');
  stranger = await signedInPerson('Stran Ger');
});
afterAll(async () => {
  process.stdout.write(`${walked} cells of invitations and requests were walked\n`);
  await app?.stop();
});

async function signedInPerson(name = 'Bo Reef'): Promise<SignedInPerson> {
  const person = await app.register(name);
  return { ...person, token: await app.signIn(person) };
}
const ok = (answer: Answer): Answer => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
};
const outcomeOf = ({ status, body }: Answer): string => `${status}${body?.className ? ` ${body.className}` : ''}`;
const leave = async (person: SignedInPerson) =>
  ok(await app.call('DELETE', `/org-memberships/${org}/${person.userGuid}`, { token: person.token }));

const invitation = (person: TestPerson, of = org) =>
  `/org-invitations/${of}/${encodeURIComponent(person.emailAddress)}`;
const invite = (person: TestPerson, more: object = {}, token = boss.token) =>
  app.call('PUT', '/org-invitations', {
    token,
    body: { organizationGuid: org, recipientName: person.name, recipientEmailAddress: person.emailAddress, ...more },
  });
const reply = (person: TestPerson, token: string, status: string) =>
  app.call('PATCH', invitation(person), { token, body: { status } });
const revoke = (person: TestPerson, token = boss.token) => app.call('DELETE', invitation(person), { token });

/** An invitation that was sent some days ago. */
async function invitedAgo(person: TestPerson, days: number): Promise<void> {
  const actor = {
    userGuid: boss.userGuid,
    isAdmin: true,
    permissions: allPermissions,
    userGroupNames: [],
    reportingGroupGuid: null,
  };
  const outcome: Outcome = await app.api.application.commands.execute(
    new SendInvitation(systemEnvelope({ tenant: org, actor, at: new Date(Date.now() - days * 86_400_000) }), {
      recipientName: person.name,
      recipientEmailAddress: person.emailAddress,
    }),
  );
  if (!isExecuted(outcome)) throw new Error(JSON.stringify(outcome));
}

const invitationStates: Record<string, (person: SignedInPerson) => Promise<unknown>> = {
  none: async () => undefined,
  revoked: async (person) => [ok(await invite(person)), ok(await revoke(person))],
  outstanding: async (person) => ok(await invite(person)),
  expired: (person) => invitedAgo(person, INVITATION_DAYS + 1),
  declined: async (person) => [ok(await invite(person)), ok(await reply(person, person.token, 'DECLINED'))],
  accepted: async (person) => [ok(await invite(person)), ok(await reply(person, person.token, 'ACCEPTED'))],
  left: async (person) => [
    ok(await invite(person)),
    ok(await reply(person, person.token, 'ACCEPTED')),
    await leave(person),
  ],
};
const [n, u] = ['404 InvitationNotFound', '409 InvitationAlreadyUsed'];
const invitationCalls: Record<string, (person: SignedInPerson) => Promise<Answer>> = {
  PUT: (person) => invite(person),
  'PATCH ACCEPTED': (person) => reply(person, person.token, 'ACCEPTED'),
  'PATCH DECLINED': (person) => reply(person, person.token, 'DECLINED'),
  'PATCH by somebody else': (person) => reply(person, stranger.token, 'ACCEPTED'),
  'PATCH by an admin': (person) => reply(person, boss.token, 'DECLINED'),
  DELETE: (person) => revoke(person),
};
const invitationTable: Record<string, Record<string, string>> = {
  PUT: {
    none: '201',
    revoked: '201',
    outstanding: '200',
    expired: '200',
    declined: '201',
    accepted: '409 DuplicateMembership',
    left: '201',
  },
  'PATCH ACCEPTED': { none: n, revoked: n, outstanding: '200', expired: n, declined: u, accepted: u, left: u },
  'PATCH DECLINED': { none: n, revoked: n, outstanding: '200', expired: n, declined: u, accepted: u, left: u },
  'PATCH by somebody else': {
    none: '403 Forbidden',
    revoked: '403 Forbidden',
    outstanding: '403 Forbidden',
    expired: '403 Forbidden',
    declined: '403 Forbidden',
    accepted: '403 Forbidden',
    left: '403 Forbidden',
  },
  'PATCH by an admin': {
    none: '403 Forbidden',
    revoked: '403 Forbidden',
    outstanding: '403 Forbidden',
    expired: '403 Forbidden',
    declined: '403 Forbidden',
    accepted: '403 Forbidden',
    left: '403 Forbidden',
  },
  DELETE: { none: n, revoked: n, outstanding: '204', expired: '204', declined: u, accepted: u, left: u },
};

test.each(
  Object.entries(invitationTable).flatMap(([call, row]) =>
    Object.entries(row).map(([state, expected]) => [call, state, expected] as const),
  ),
)('an invitation: %s where it is %s gives %s', async (call, state, expected) => {
  const person = await signedInPerson();
  await invitationStates[state]!(person);
  expect(outcomeOf(await invitationCalls[call]!(person))).toBe(expected);
  walked++;
});

const request = (person: TestPerson, of = org) => `/org-invitations/${of}/request/${person.userGuid}`;
const ask = (person: SignedInPerson, token = person.token) =>
  app.call('POST', request(person), { token, body: { message: 'I work in the yard.' } });
const decide = (person: TestPerson, status: string, token = boss.token) =>
  app.call('PATCH', request(person), { token, body: { status } });
const withdraw = (person: SignedInPerson, token = person.token) => app.call('DELETE', request(person), { token });

const requestStates: Record<string, (person: SignedInPerson) => Promise<unknown>> = {
  none: async () => undefined,
  pending: async (person) => ok(await ask(person)),
  withdrawn: async (person) => [ok(await ask(person)), ok(await withdraw(person))],
  declined: async (person) => [ok(await ask(person)), ok(await decide(person, 'DECLINED'))],
  approved: async (person) => [ok(await ask(person)), ok(await decide(person, 'APPROVED'))],
  left: async (person) => [ok(await ask(person)), ok(await decide(person, 'APPROVED')), await leave(person)],
  member: async (person) => app.join(org, person),
};
const gone = '404 OnboardingRequestNotFound';
const requestCalls: Record<string, (person: SignedInPerson) => Promise<Answer>> = {
  POST: (person) => ask(person),
  'POST for somebody else': (person) => ask(person, stranger.token),
  'PATCH APPROVED': (person) => decide(person, 'APPROVED'),
  'PATCH DECLINED': (person) => decide(person, 'DECLINED'),
  DELETE: (person) => withdraw(person),
  'DELETE for somebody else': (person) => withdraw(person, stranger.token),
};
const ownList = (person: TestPerson, token: string) =>
  app.call('GET', `/users/${person.userGuid}/membership-requests`, { token });
/** Requests in each person's own list. */
const listed: Record<string, string[]> = {
  none: [],
  pending: ['PENDING'],
  withdrawn: [],
  declined: ['DECLINED'],
  approved: ['APPROVED'],
  left: ['APPROVED'],
  member: [],
};
const requestTable: Record<string, Record<string, string>> = {
  POST: {
    none: '201',
    pending: '200',
    withdrawn: '201',
    declined: '201',
    approved: '409 DuplicateMembership',
    left: '201',
    member: '409 DuplicateMembership',
  },
  'POST for somebody else': {
    none: '403 Forbidden',
    pending: '403 Forbidden',
    withdrawn: '403 Forbidden',
    declined: '403 Forbidden',
    approved: '403 Forbidden',
    left: '403 Forbidden',
    member: '403 Forbidden',
  },
  'PATCH APPROVED': { none: gone, pending: '200', withdrawn: gone, declined: u, approved: u, left: u, member: gone },
  'PATCH DECLINED': { none: gone, pending: '200', withdrawn: gone, declined: u, approved: u, left: u, member: gone },
  DELETE: { none: gone, pending: '204', withdrawn: gone, declined: u, approved: u, left: u, member: gone },
  'DELETE for somebody else': {
    none: '403 Forbidden',
    pending: '403 Forbidden',
    withdrawn: '403 Forbidden',
    declined: '403 Forbidden',
    approved: '403 Forbidden',
    left: '403 Forbidden',
    member: '403 Forbidden',
  },
};

test.each(
  Object.entries(requestTable).flatMap(([call, row]) =>
    Object.entries(row).map(([state, expected]) => [call, state, expected] as const),
  ),
)('a request: %s where it is %s gives %s', async (call, state, expected) => {
  const person = await signedInPerson();
  await requestStates[state]!(person);
  if (call === 'POST') {
    expect(
      (await ownList(person, person.token)).body.items.map(
        (item: { status: string; organizationGuid: string; organizationName: string }) => [
          item.status,
          item.organizationGuid,
          item.organizationName,
        ],
      ),
    ).toEqual(listed[state]!.map((status) => [status, org, 'Harbour Works']));
    expect(outcomeOf(await ownList(person, stranger.token))).toBe('404 UsernameDoesNotExist');
  }
  expect(outcomeOf(await requestCalls[call]!(person))).toBe(expected);
  walked++;
});

test('every cell of both tables was walked', () => expect(walked).toBe(6 * 7 + 6 * 7));

test('an organization that nobody knows has no invitation, and takes no request', async () => {
  const nowhere = randomUUID();
  expect(
    outcomeOf(
      await app.call('PATCH', invitation(stranger, nowhere), { token: stranger.token, body: { status: 'ACCEPTED' } }),
    ),
  ).toBe('404 InvitationNotFound');
  expect(
    outcomeOf(
      await app.call('PATCH', invitation(boss, nowhere), { token: stranger.token, body: { status: 'ACCEPTED' } }),
    ),
  ).toBe('403 Forbidden');
  expect(outcomeOf(await app.call('POST', request(stranger, nowhere), { token: stranger.token, body: {} }))).toBe(
    '404 OrganizationNotFound',
  );
  expect(outcomeOf(await app.call('DELETE', request(stranger, nowhere), { token: stranger.token }))).toBe(
    '404 OnboardingRequestNotFound',
  );
});
