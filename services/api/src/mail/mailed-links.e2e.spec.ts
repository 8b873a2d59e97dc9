import { readFileSync } from 'node:fs';
import { unsubscribeToken } from '@plimsoll/contracts/notifications/email-preferences';
import { MailedLinks } from '@plimsoll/shared/mailed-links';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { SendInvitation } from '../joining/send-invitation.ts';
import { TEST_PASSWORD, TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';

type SignedInPerson = TestPerson & { readonly token: string };

const NEW_PASSWORD = 'quay-lantern-83';
const DAY_MS = 86_400_000;
const situations = [
  'the name has moved',
  'the account has changed',
  'it was used',
  'it has expired',
  'another session opens it',
] as const;
type Situation = (typeof situations)[number];

/** What a link answers: status and class of a refusal. */
type Verdict = readonly [number, string?];
interface LinkCase {
  /** Brings the situation about and opens the link. */
  readonly open: () => Promise<Answer>;
  readonly answers: Verdict;
}

let app: TestApplication;
let owner: pg.Client;
let org: string;
let admin: SignedInPerson;
let stranger: SignedInPerson;
let links: {
  readonly verifications: ReturnType<typeof MailedLinks.ofVerifications>;
  readonly resets: ReturnType<typeof MailedLinks.ofResets>;
  readonly invitations: ReturnType<typeof MailedLinks.ofInvitations>;
};

beforeAll(async () => {
  app = await TestApplication.start({
    addressLimits: { signUpsAnHour: 10_000, mailsAndTokensAnHour: 10_000, authMethodsAMinute: 10_000 },
  });
  owner = new pg.Client({ connectionString: app.database.adminUrl });
  await owner.connect();
  const key = Buffer.from(app.options.sealingKey, 'base64');
  links = {
    verifications: MailedLinks.ofVerifications(key),
    resets: MailedLinks.ofResets(key),
    invitations: MailedLinks.ofInvitations(key),
  };
  org = await app.found('Link Works');
  [admin, stranger] = [await app.member(org, 'admin', 'Ada Quay'), await signedIn('Sten Moe')];
});
afterAll(async () => {
  await owner?.end();
  await app?.stop();
});

const fresh = () => `${uuidv7()}@example.test`;
async function signedIn(name: string): Promise<SignedInPerson> {
  const person = await app.register(name);
  return { ...person, token: await app.signIn(person) };
}
const newest = async (table: string): Promise<string> =>
  (await owner.query<{ guid: string }>(`select guid from ${table} order by asked_at desc limit 1`)).rows[0]!.guid;
const age = (table: string, interval: string) =>
  owner.query(`update ${table} set asked_at = asked_at - $1::interval`, [interval]);
const opensWith = async (password: string, identifier: string): Promise<boolean> =>
  (await app.call('POST', '/auth', { body: { identifier, password } })).status === 200;

const signUp = {
  async begin(emailAddress = fresh()) {
    const answer = await app.call('POST', '/onboarding', {
      body: { name: 'Nora Reef', emailAddress, password: NEW_PASSWORD },
    });
    const cookie = answer.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0]!)
      .find((one) => one.startsWith('plimsoll-sign-up='))!;
    return { emailAddress, cookie, token: links.verifications.tokenOf(await newest('email_verifications')) };
  },
  verify: ({ token, cookie }: { token: string; cookie?: string }) =>
    app.call('PUT', '/email-verification', {
      body: { verificationToken: token },
      ...(cookie && { headers: { cookie } }),
    }),
  signIn: ({ token, cookie }: { token: string; cookie: string }) =>
    app.call('POST', '/auth', { body: { emailVerificationToken: token }, headers: { cookie } }),
};

const added = {
  async begin(person: SignedInPerson, emailAddress = fresh()) {
    await app.call('POST', `/users/${person.userGuid}/email-addresses`, {
      token: person.token,
      body: { emailAddress },
    });
    return { emailAddress, token: links.verifications.tokenOf(await newest('email_verifications')) };
  },
  verify: (token: string, by?: SignedInPerson) =>
    app.call('PUT', '/email-verification', { body: { verificationToken: token }, token: by?.token }),
  /** An account with a second, verified address. */
  async person(emailAddress = fresh()) {
    const person = await signedIn('Iris Vale');
    const { token } = await added.begin(person, emailAddress);
    expect((await added.verify(token, person)).status).toBe(200);
    return { ...person, second: emailAddress };
  },
  remove: ({ userGuid, token }: SignedInPerson, emailAddress: string) =>
    app.call('DELETE', `/users/${userGuid}/email-addresses/${emailAddress}`, { token }),
};

const reset = {
  async ask(identifier: string) {
    await app.call('PUT', `/users/${encodeURIComponent(identifier)}/password-reset-request`);
    return links.resets.tokenOf(await newest('password_resets'));
  },
  use: (resetToken: string, token?: string) =>
    app.call('POST', '/password-reset', { body: { resetToken, newPassword: NEW_PASSWORD }, token }),
};

const invitation = {
  async send(emailAddress = fresh(), at = new Date()) {
    const envelope = systemEnvelope({
      tenant: org,
      actor: {
        userGuid: admin.userGuid,
        isAdmin: true,
        permissions: new Set(),
        userGroupNames: [],
        reportingGroupGuid: null,
      },
      kind: 'USER',
      at,
    });
    const done = await app.api.application.commands.execute(
      new SendInvitation(envelope, { recipientName: 'Gus Trip', recipientEmailAddress: emailAddress }),
    );
    if ('refused' in done) throw new Error(done.refused);
    await app.caughtUp(org, done.position!);
    const { rows } = await owner.query<{ link_guid: string }>(
      'select link_guid from invitation_v3 where email_lower = $1 order by position desc limit 1',
      [emailAddress],
    );
    return { emailAddress, token: links.invitations.tokenOf(rows[0]!.link_guid) };
  },
  signUp: ({ emailAddress, token }: { emailAddress: string; token: string }) =>
    app.call('POST', '/onboarding', {
      body: { name: 'Gus Trip', emailAddress, password: NEW_PASSWORD, inviteToken: token },
    }),
  answer: (emailAddress: string, by: SignedInPerson) =>
    app.call('PATCH', `/org-invitations/${org}/${emailAddress}`, { token: by.token, body: { status: 'ACCEPTED' } }),
};

const preferences = {
  linkOf: ({ userGuid }: TestPerson) =>
    unsubscribeToken(
      'REVIEW',
      MailedLinks.ofMails(Buffer.from(app.options.sealingKey, 'base64'), 'REVIEW').tokenOf(userGuid),
    ),
  use: (link: string, token?: string) =>
    app.call('POST', `/email-preferences/unsubscribe?token=${encodeURIComponent(link)}`, {
      token,
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  of: async ({ userGuid, token }: SignedInPerson) =>
    (await app.call('GET', `/email-preferences/${userGuid}`, { token })).body,
};

const auditor = {
  async grant(expiresAt = new Date(Date.now() + 9 * DAY_MS).toISOString()) {
    const { body } = await app.call('POST', `/orgs/${org}/auditor-grants`, {
      token: admin.token,
      headers: { 'idempotency-key': uuidv7() },
      body: {
        name: 'Ida Berg',
        emailAddress: 'ida.berg@audit.example',
        firm: 'Berg & Vale',
        purpose: 'Yearly audit',
        from: '2026-01-01',
        to: '2026-12-31',
        includeSensitive: false,
        withNames: false,
        expiresAt,
      },
    });
    return { grantGuid: body.grantGuid, token: body.link.split('#')[1], passcode: body.passcode };
  },
  signIn: ({ token, passcode }: { token: string; passcode: string }, by?: string) =>
    app.call('POST', '/auth/auditor', { body: { token, passcode }, token: by }),
};

const requests = (token?: string) => app.call('GET', `/org-invitations/${org}/request`, { token });

/** The answers of each link, by its name in docs/security.md. */
const table: Readonly<Record<string, Readonly<Record<Situation, LinkCase>>>> = {
  'sign-up': {
    'the name has moved': {
      open: async () => {
        const begun = await signUp.begin();
        await app.register('Other Person', begun.emailAddress);
        return signUp.verify(begun);
      },
      answers: [409, 'DuplicateEmailAddress'],
    },
    'the account has changed': {
      open: async () => {
        const begun = await signUp.begin();
        expect((await signUp.verify(begun)).status).toBe(200);
        const token = await reset.ask(begun.emailAddress);
        await app.call('POST', '/password-reset', { body: { resetToken: token, newPassword: TEST_PASSWORD } });
        return signUp.signIn(begun);
      },
      answers: [404, 'EmailAddressVerificationNotFound'],
    },
    'it was used': {
      open: async () => {
        const begun = await signUp.begin();
        expect((await signUp.verify(begun)).status).toBe(200);
        return signUp.verify(begun);
      },
      answers: [404, 'EmailAddressVerificationNotFound'],
    },
    'it has expired': {
      open: async () => {
        const begun = await signUp.begin();
        await age('email_verifications', '25 hours');
        return signUp.verify(begun);
      },
      answers: [404, 'EmailAddressVerificationNotFound'],
    },
    'another session opens it': {
      open: async () => added.verify((await signUp.begin()).token, stranger),
      answers: [401, 'IncorrectPassword'],
    },
  },
  'added address': {
    'the name has moved': {
      open: async () => {
        const person = await signedIn('Iris Vale');
        const { emailAddress, token } = await added.begin(person);
        await app.register('Other Person', emailAddress);
        return added.verify(token, person);
      },
      answers: [409, 'DuplicateEmailAddress'],
    },
    'the account has changed': {
      open: async () => {
        const person = await signedIn('Iris Vale');
        const { emailAddress, token } = await added.begin(person);
        expect((await added.remove(person, emailAddress)).status).toBe(204);
        return added.verify(token, person);
      },
      answers: [404, 'EmailAddressVerificationNotFound'],
    },
    'it was used': {
      open: async () => {
        const person = await signedIn('Iris Vale');
        const { token } = await added.begin(person);
        expect((await added.verify(token, person)).status).toBe(200);
        return added.verify(token, person);
      },
      answers: [404, 'EmailAddressVerificationNotFound'],
    },
    'it has expired': {
      open: async () => {
        const person = await signedIn('Iris Vale');
        const { token } = await added.begin(person);
        await age('email_verifications', '25 hours');
        return added.verify(token, person);
      },
      answers: [404, 'EmailAddressVerificationNotFound'],
    },
    'another session opens it': {
      open: async () => {
        const person = await signedIn('Iris Vale');
        const { token } = await added.begin(person);
        return added.verify(token, stranger);
      },
      answers: [401, 'NoToken'],
    },
  },
  'password reset': {
    'the name has moved': {
      open: async () => {
        const attacker = await added.person();
        const token = await reset.ask(attacker.second);
        expect((await added.remove(attacker, attacker.second)).status).toBe(204);
        const victim = await added.person(attacker.second);
        const answer = await reset.use(token);
        expect(await opensWith(TEST_PASSWORD, victim.emailAddress)).toBe(true);
        expect(await opensWith(TEST_PASSWORD, attacker.emailAddress)).toBe(true);
        return answer;
      },
      answers: [404, 'PasswordResetRequestNotFound'],
    },
    'the account has changed': {
      open: async () => {
        const person = await signedIn('Iris Vale');
        const token = await reset.ask(person.emailAddress);
        expect(
          (
            await app.call('POST', `/users/${person.userGuid}/password`, {
              token: person.token,
              body: { currentPassword: TEST_PASSWORD, newPassword: 'another-anchor-77' },
            })
          ).status,
        ).toBe(204);
        const answer = await reset.use(token);
        expect(await opensWith('another-anchor-77', person.emailAddress)).toBe(true);
        return answer;
      },
      answers: [404, 'PasswordResetRequestNotFound'],
    },
    'it was used': {
      open: async () => {
        const token = await reset.ask((await signedIn('Iris Vale')).emailAddress);
        expect((await reset.use(token)).status).toBe(204);
        return reset.use(token);
      },
      answers: [404, 'PasswordResetRequestNotFound'],
    },
    'it has expired': {
      open: async () => {
        const token = await reset.ask((await signedIn('Iris Vale')).emailAddress);
        await age('password_resets', '11 minutes');
        return reset.use(token);
      },
      answers: [404, 'PasswordResetRequestNotFound'],
    },
    'another session opens it': {
      open: async () => {
        const person = await signedIn('Iris Vale');
        const answer = await reset.use(await reset.ask(person.emailAddress), stranger.token);
        expect(await opensWith(NEW_PASSWORD, person.emailAddress)).toBe(true);
        expect(await opensWith(TEST_PASSWORD, stranger.emailAddress)).toBe(true);
        return answer;
      },
      answers: [204],
    },
  },
  invitation: {
    'the name has moved': {
      open: async () => {
        const sent = await invitation.send();
        await app.register('Other Person', sent.emailAddress);
        return invitation.signUp(sent);
      },
      answers: [409, 'RecipientAlreadyHasAccount'],
    },
    'the account has changed': {
      open: async () => {
        const person = await added.person();
        await invitation.send(person.second);
        expect((await added.remove(person, person.second)).status).toBe(204);
        return invitation.answer(person.second, person);
      },
      answers: [403, 'Forbidden'],
    },
    'it was used': {
      open: async () => {
        const person = await signedIn('Iris Vale');
        await invitation.send(person.emailAddress);
        expect((await invitation.answer(person.emailAddress, person)).status).toBe(200);
        return invitation.answer(person.emailAddress, person);
      },
      answers: [409, 'InvitationAlreadyUsed'],
    },
    'it has expired': {
      open: async () => {
        const sent = await invitation.send(fresh(), new Date(Date.now() - 15 * DAY_MS));
        return app.call('POST', '/auth/invitation', { body: { inviteToken: sent.token } });
      },
      answers: [404, 'InvitationNotFound'],
    },
    'another session opens it': {
      open: async () => invitation.answer((await invitation.send()).emailAddress, stranger),
      answers: [403, 'Forbidden'],
    },
  },
  unsubscribe: {
    'the name has moved': {
      open: async () => {
        const [person, other] = [await added.person(), await signedIn('Other Person')];
        const [link, before] = [preferences.linkOf(person), await preferences.of(other)];
        expect((await added.remove(person, person.second)).status).toBe(204);
        const { token } = await added.begin(other, person.second);
        expect((await added.verify(token, other)).status).toBe(200);
        const answer = await preferences.use(link);
        expect(await preferences.of(other)).toEqual(before);
        return answer;
      },
      answers: [200],
    },
    'the account has changed': {
      open: async () => {
        const person = await signedIn('Iris Vale');
        const link = preferences.linkOf(person);
        expect((await reset.use(await reset.ask(person.emailAddress))).status).toBe(204);
        return preferences.use(link);
      },
      answers: [200],
    },
    'it was used': {
      open: async () => {
        const link = preferences.linkOf(await signedIn('Iris Vale'));
        await preferences.use(link);
        return preferences.use(link);
      },
      answers: [200],
    },
    'it has expired': {
      open: async () => preferences.use(preferences.linkOf(await signedIn('Iris Vale'))),
      answers: [200],
    },
    'another session opens it': {
      open: async () => {
        const before = await preferences.of(stranger);
        const answer = await preferences.use(preferences.linkOf(await signedIn('Iris Vale')), stranger.token);
        expect(await preferences.of(stranger)).toEqual(before);
        return answer;
      },
      answers: [200],
    },
  },
  auditor: {
    'the name has moved': {
      open: async () => {
        const [first, second] = [await auditor.grant(), await auditor.grant()];
        return auditor.signIn({ token: first.token, passcode: second.passcode });
      },
      answers: [401, 'InvalidAuditorCode'],
    },
    'the account has changed': {
      open: async () => {
        const granted = await auditor.grant();
        await app.call('POST', `/orgs/${org}/auditor-grants/${granted.grantGuid}/revoke`, { token: admin.token });
        return auditor.signIn(granted);
      },
      answers: [401, 'InvalidAuditorCode'],
    },
    'it was used': {
      open: async () => {
        const granted = await auditor.grant();
        expect((await auditor.signIn(granted)).status).toBe(200);
        return auditor.signIn(granted);
      },
      answers: [200],
    },
    'it has expired': {
      open: async () => {
        const granted = await auditor.grant(new Date(Date.now() + 1_500).toISOString());
        await new Promise((resolve) => setTimeout(resolve, 1_600));
        return auditor.signIn(granted);
      },
      answers: [401, 'InvalidAuditorCode'],
    },
    'another session opens it': {
      open: async () => {
        const answer = await auditor.signIn(await auditor.grant(), stranger.token);
        const [, claims] = (answer.body.jwt as string).split('.');
        expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({
          auditor: org,
          organizations: [],
        });
        return answer;
      },
      answers: [200],
    },
  },
  page: {
    'the name has moved': {
      open: async () => requests((await signedIn('Other Person')).token),
      answers: [404, 'OrganizationNotFound'],
    },
    'the account has changed': {
      open: async () => {
        const person = await app.member(org, ['VIEW_ORGANIZATION_INVITATIONS']);
        await app.permit(org, person, []);
        return requests(await app.signIn(person));
      },
      answers: [403, 'Forbidden'],
    },
    'it was used': {
      open: async () => {
        await requests(admin.token);
        return requests(admin.token);
      },
      answers: [200],
    },
    'it has expired': { open: () => requests(), answers: [401, 'NoToken'] },
    'another session opens it': { open: () => requests(stranger.token), answers: [404, 'OrganizationNotFound'] },
  },
};

test('the table of links in docs/security.md is the one that is tested', () => {
  const page = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8');
  const [, section] = page.split('## Links in mails');
  const named = [...section!.split('\n## ', 1)[0]!.matchAll(/^\| ([^|]+?) \|/gm)].map(([, name]) => name!);
  expect(named.filter((name) => name !== 'link' && !/^-+$/.test(name))).toEqual(Object.keys(table));
});

describe.each(Object.keys(table))('a link of the kind "%s"', (link) => {
  test.each(situations)('has one answer when %s', async (situation) => {
    const { open, answers } = table[link]![situation];
    const { status, body } = await open();
    expect([status, ...(status >= 400 ? [body.className] : [])]).toEqual(answers);
  });
});

describe('a password reset', () => {
  test('by a username sets the password of the account that had it, not of the one that has it by then', async () => {
    const [first, second] = [await signedIn('Iris Vale'), await signedIn('Nora Reef')];
    const username = `reef-${uuidv7().slice(-6)}`;
    const rename = (person: SignedInPerson, to: string) =>
      app.call('PATCH', `/users/${person.userGuid}`, { token: person.token, body: { username: to } });
    expect((await rename(first, username)).status).toBe(200);
    const token = await reset.ask(username);
    expect((await rename(first, `${username}-before`)).status).toBe(200);
    expect((await rename(second, username)).status).toBe(200);
    expect((await reset.use(token)).status).toBe(204);
    expect(await opensWith(NEW_PASSWORD, first.emailAddress)).toBe(true);
    expect(await opensWith(TEST_PASSWORD, second.emailAddress)).toBe(true);
  });

  test('is bound to the stored address when a look-alike was typed', async () => {
    const person = await app.register('Kim Kvale', `kim.${uuidv7()}@example.test`);
    const token = await reset.ask(person.emailAddress.replace('k', '\u212A'));
    const guid = await newest('password_resets');
    const { rows } = await owner.query<{ sealed: Buffer }>('select sealed from password_resets where guid = $1', [
      guid,
    ]);
    expect(links.resets.rows.open(guid, rows[0]!.sealed)).toEqual({
      account: { userGuid: person.userGuid, credentialVersion: 1, emailAddress: person.emailAddress },
    });
    expect((await reset.use(token)).status).toBe(204);
  });
});

test('a sign-in link opens nothing once the account has lost its address', async () => {
  const begun = await signUp.begin();
  expect((await signUp.verify(begun)).status).toBe(200);
  const { body } = await app.call('POST', '/auth', {
    body: { identifier: begun.emailAddress, password: NEW_PASSWORD },
  });
  const [, claims] = (body.jwt as string).split('.');
  const { sub } = JSON.parse(Buffer.from(claims!, 'base64url').toString()) as { sub: string };
  const person = { userGuid: sub, name: 'Nora Reef', emailAddress: begun.emailAddress, token: body.jwt as string };
  const { emailAddress, token } = await added.begin(person);
  expect((await added.verify(token, person)).status).toBe(200);
  await app.call('PATCH', `/users/${sub}/email-addresses/${emailAddress}`, {
    token: person.token,
    body: { isPrimary: true },
  });
  expect((await added.remove(person, begun.emailAddress)).status).toBe(204);
  expect(await signUp.signIn(begun)).toMatchObject({
    status: 404,
    body: { className: 'EmailAddressVerificationNotFound' },
  });
});
