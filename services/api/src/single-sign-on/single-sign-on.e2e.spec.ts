import { decodeJwt } from 'jose';
import { describeSamlAnswers } from '../../test/single-sign-on/saml-answer-promises.ts';
import { SsoBrowser } from '../../test/single-sign-on/sso-browser.ts';
import {
  a,
  addressIn,
  answerTo,
  app,
  b,
  closeScene,
  comeIn,
  left,
  openScene,
  other,
  person,
  provider,
  tokenOf,
} from '../../test/single-sign-on/sso-scene.ts';
import { TEST_PASSWORD } from '../../test/test-application.ts';

beforeAll(openScene);
afterAll(closeScene);

describe('signing in through a provider', () => {
  test('the sign-in address is found by an address of the domain, known or not, and by the organization; nobody else’s', async () => {
    const asked = async (query: string) => (await app.call('GET', `/auth/auth-method?${query}`)).body;
    const shown = {
      type: 'SSO_SAML',
      name: 'Anchor Works',
      signInUrl: expect.stringContaining(`/api/saml/${a.guid}/sign-in`),
    };
    expect(await asked(`identifier=nobody-at-all@${a.domain}`)).toEqual(shown);
    expect(await asked(`identifier=${a.admin.emailAddress.toUpperCase()}`)).toEqual(shown);
    expect(await asked(`organizationGuid=${a.guid}`)).toEqual(shown);
    const none = { type: 'USERNAME_PASSWORD', name: null, signInUrl: null };
    for (const query of [
      'identifier=nobody@elsewhere.example',
      'identifier=anchor.example',
      `identifier=x@sub.${a.domain}`,
      `organizationGuid=${await app.found('Plain Works')}`,
    ])
      expect(await asked(query)).toEqual(none);
  });

  test('a member comes in, and goes on where they wanted to; the session says so', async () => {
    const member = await person(a.guid, addressIn(a.domain), ['REVIEW_EVENTS']);
    const browser = new SsoBrowser(app);
    const request = await browser.begin(a.guid, '/events?text=x#there');
    expect(request.url.href).toContain(provider.is.ssoUrl);
    const posted = await browser.post(a.guid, await answerTo(request, member.emailAddress));
    expect(posted.status).toBe(303);
    const { status, body } = await browser.end(posted.code!);
    expect({ status, body }).toEqual({
      status: 200,
      body: { jwt: expect.any(String), redirectUrl: '/events?text=x#there' },
    });
    expect(decodeJwt(body.jwt)).toMatchObject({
      sub: member.userGuid,
      organizations: [{ organizationGuid: a.guid, isAdmin: false }],
    });
    expect(await app.call('GET', `/startup?organizationGuid=${a.guid}`, { token: body.jwt })).toMatchObject({
      status: 200,
      body: { organization: { guid: a.guid, authType: 'SSO_SAML' } },
    });
    expect(
      (await app.call('GET', `/users/${member.userGuid}/sessions`, { token: body.jwt })).body.items[0],
    ).toMatchObject({ method: 'SAML', isCurrent: true });
    const refreshed = await browser.call('POST', '/auth/refresh', { headers: { origin: app.url } });
    expect(decodeJwt(refreshed.body.jwt)).toMatchObject({
      sub: member.userGuid,
      organizations: [{ organizationGuid: a.guid }],
    });
  });

  test('where one goes on is ours alone', async () => {
    for (const redirectUrl of [
      'https://evil.example/x',
      '//evil.example',
      'javascript:alert(1)',
      '\\\\evil.example',
      '/..//evil.example',
      '/a/..//evil.example',
      '/..\\/evil.example',
    ]) {
      const answer = await app.call('GET', `/saml/${a.guid}/sign-in?redirectUrl=${encodeURIComponent(redirectUrl)}`);
      expect(answer).toMatchObject({
        status: 400,
        body: { className: 'InvalidRedirectUrl', fieldErrors: [{ field: 'redirectUrl' }] },
      });
    }
  });

  test("the service provider's metadata is public; an organization that does not exist, or has no provider, has no sign-in", async () => {
    const metadata = await app.call('GET', `/saml/${a.guid}/metadata`);
    expect(metadata.headers.get('content-type')).toContain('application/samlmetadata+xml');
    expect(metadata.body).toContain(`/api/saml/${a.guid}/acs`);
    const plain = await app.found('Plain Works');
    for (const guid of [plain, '01900000-0000-7000-8000-00000000dead'])
      expect(await app.call('GET', `/saml/${guid}/sign-in`)).toMatchObject({
        status: 404,
        body: { className: 'OrganizationNotFound' },
      });
  });
});

describeSamlAnswers();

describe('who comes in', () => {
  test('a person whom the provider has named before, whatever their address is now', async () => {
    const member = await person(b.guid, addressIn('home.example'));
    expect((await comeIn(b.guid, member.emailAddress, { nameId: 'employee-7' }, other)).answer.status).toBe(200);
    expect(
      decodeJwt((await comeIn(b.guid, 'renamed@buoy.example', { nameId: 'employee-7' }, other)).answer.body.jwt).sub,
    ).toBe(member.userGuid);
    expect((await comeIn(b.guid, 'renamed@buoy.example', { nameId: 'employee-8' }, other)).answer).toMatchObject({
      status: 403,
      body: { className: 'Forbidden' },
    });
  });

  test('an answer that is signed as a whole, and its assertion not, opens as well', async () => {
    const member = await person(a.guid, addressIn(a.domain));
    const whole = { isResponseSigned: true, isAssertionSigned: false };
    expect((await comeIn(a.guid, member.emailAddress, whole)).answer.status).toBe(200);
  });

  test('a new account is called by given name and surname, never by a login', async () => {
    const names = { displayName: 'CONTOSO\\jdoe', givenName: 'John', surname: 'Doe', nameId: 'CONTOSO\\jdoe' };
    const { answer } = await comeIn(a.guid, addressIn(a.domain), names);
    const { sub } = decodeJwt(answer.body.jwt);
    expect((await app.call('GET', `/users/${sub}`, { token: answer.body.jwt })).body.name).toBe('John Doe');
  });

  test('a name that is another one every time means nobody', async () => {
    const member = await person(b.guid, addressIn('home.example'));
    const transient = { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient', nameId: 'for-now' };
    expect((await comeIn(b.guid, member.emailAddress, transient, other)).answer.status).toBe(200);
    expect((await comeIn(b.guid, 'somebody@buoy.example', transient, other)).answer.status).toBe(403);
  });

  test('an invited person in a verified domain, with the roles of the invitation; a revoked one lets nobody in', async () => {
    const admin = await tokenOf(b.guid, b.admin.emailAddress, other);
    const [invited, late] = [addressIn(b.domain), addressIn(b.domain)];
    for (const recipientEmailAddress of [invited, late]) {
      expect(
        (
          await app.call('PUT', '/org-invitations', {
            token: admin,
            body: {
              organizationGuid: b.guid,
              recipientName: 'Gus Trip',
              recipientEmailAddress,
              organizationUserGroups: ['Standard', 'Manager'],
            },
          })
        ).status,
      ).toBe(201);
    }
    const { answer } = await comeIn(b.guid, invited, { displayName: 'Gus Trip' }, other);
    expect(answer.status).toBe(200);
    const members = (await app.call('GET', `/org-memberships?organizationGuid=${b.guid}`, { token: admin })).body.items;
    expect(
      members.find(
        (one: { userAccount: { primaryEmailAddress: string } }) => one.userAccount.primaryEmailAddress === invited,
      ),
    ).toMatchObject({ userAccount: { name: 'Gus Trip' }, userGroupNames: ['Standard', 'Manager'], isAdmin: false });
    await app.call('DELETE', `/org-invitations/${b.guid}/${late}`, { token: admin });
    const before = await left();
    expect((await comeIn(b.guid, late, {}, other)).answer.status).toBe(403);
    expect(await left()).toEqual(before);
  });

  test('any address of a verified domain where that is said, as Standard, with an account that has no password; nobody of another domain', async () => {
    const emailAddress = addressIn(a.domain);
    const { answer } = await comeIn(a.guid, emailAddress, { displayName: 'Nora Reef' });
    expect(answer.status).toBe(200);
    const { sub } = decodeJwt(answer.body.jwt);
    expect(
      await app.call('GET', `/org-memberships?organizationGuid=${a.guid}&memberGuid=${sub}`, {
        token: answer.body.jwt,
      }),
    ).toMatchObject({
      status: 200,
      body: {
        items: [
          {
            userAccount: { name: 'Nora Reef', primaryEmailAddress: emailAddress },
            userGroupNames: ['Standard'],
            isAdmin: false,
            isOnboarded: false,
            authType: 'SSO_SAML',
          },
        ],
      },
    });
    expect(
      (await app.call('POST', '/auth', { body: { identifier: emailAddress, password: TEST_PASSWORD } })).status,
    ).toBe(401);
    for (const foreign of [
      'somebody@elsewhere.example',
      'somebody@sub.anchor.example',
      'somebody@anchor.example.evil.example',
    ])
      expect((await comeIn(a.guid, foreign)).answer.status).toBe(403);
    expect((await comeIn(b.guid, addressIn(b.domain), {}, other)).answer.status).toBe(403);
  });

  test('nobody who was removed, by name or by address', async () => {
    const emailAddress = addressIn(a.domain);
    const { answer } = await comeIn(a.guid, emailAddress);
    const admin = await tokenOf(a.guid, a.admin.emailAddress);
    expect(
      (await app.call('DELETE', `/org-memberships/${a.guid}/${decodeJwt(answer.body.jwt).sub}`, { token: admin }))
        .status,
    ).toBe(204);
    const before = await left();
    for (const nameId of [emailAddress, 'another-name'])
      expect((await comeIn(a.guid, emailAddress, { nameId })).answer).toMatchObject({
        status: 403,
        body: { className: 'Forbidden' },
      });
    expect(await left()).toEqual(before);
  });
});

describe('a password', () => {
  test('opens no organization with a provider; what is asked says where its sign-in is', async () => {
    const token = await app.signIn(a.admin);
    const demanded = {
      status: 403,
      body: {
        className: 'SsoSessionRequired',
        organizationGuid: a.guid,
        organizationName: 'Anchor Works',
        signInUrl: expect.stringContaining(`/api/saml/${a.guid}/sign-in`),
      },
    };
    for (const [method, path] of [
      ['GET', `/startup?organizationGuid=${a.guid}`],
      ['GET', '/startup'],
      ['GET', `/org-memberships?organizationGuid=${a.guid}`],
      ['GET', `/orgs/${a.guid}`],
      ['GET', `/orgs/${a.guid}/sso`],
      ['GET', `/orgs/${a.guid}/sso/domains`],
      ['GET', '/reported-events'],
      ['PATCH', `/orgs/${a.guid}`],
    ] as const) {
      expect(
        await app.call(method, path, { token, ...(method === 'PATCH' && { body: { name: 'Taken Works' } }) }),
      ).toMatchObject(demanded);
    }
  });

  test('opens the other organizations, and one’s own account', async () => {
    const member = await person(a.guid, addressIn(a.domain));
    const plain = await app.found('Plain Works');
    await app.join(plain, member);
    const token = await app.signIn(member);
    expect((await app.call('GET', `/startup?organizationGuid=${plain}`, { token })).status).toBe(200);
    expect((await app.call('GET', `/orgs/${plain}`, { token })).status).toBe(200);
    expect((await app.call('GET', `/users/${member.userGuid}`, { token })).status).toBe(200);
    const alone = await app.signIn(a.admin);
    expect((await app.call('GET', `/users/${a.admin.userGuid}`, { token: alone })).status).toBe(200);
    expect((await app.call('GET', '/regions', { token: alone })).status).toBe(200);
  });
});

describe('a provider takes over no account', () => {
  test('of a person who belongs to both: it opens its own organization alone, and neither reads nor changes the account', async () => {
    const victim = await person(a.guid, addressIn(a.domain));
    const third = await app.found('Third Works');
    await app.join(third, victim);
    await app.join(b.guid, victim);
    const {
      answer: {
        body: { jwt: token },
      },
    } = await comeIn(b.guid, victim.emailAddress, {}, other);
    expect(decodeJwt(token)).toMatchObject({ sub: victim.userGuid, organizations: [{ organizationGuid: b.guid }] });
    expect((await app.call('GET', `/orgs/${b.guid}`, { token })).status).toBe(200);
    for (const guid of [a.guid, third]) {
      for (const path of [
        `/orgs/${guid}`,
        `/startup?organizationGuid=${guid}`,
        `/org-memberships?organizationGuid=${guid}`,
      ])
        expect(await app.call('GET', path, { token })).toMatchObject({
          status: 404,
          body: { className: 'OrganizationNotFound' },
        });
    }
    const listed = (path: string) =>
      app
        .call('GET', path, { token })
        .then(({ body }) =>
          (body.items ?? body.memberships ?? body.organizationMemberships).map(
            ({ organizationGuid }: { organizationGuid: string }) => organizationGuid,
          ),
        );
    expect(
      [
        await listed(`/org-memberships?memberGuid=${victim.userGuid}`),
        await listed('/startup'),
        await listed('/org-invitations?mine=true'),
      ].flat(),
    ).toEqual([b.guid, b.guid]);

    const own = `/users/${victim.userGuid}`;
    const before = await app.call('GET', own, { token: victim.token });
    const closed: [string, string, unknown?][] = [
      ['GET', own],
      ['GET', `${own}/email-addresses`],
      ['GET', `${own}/sessions`],
      ['GET', `${own}/second-factors`],
      ['GET', `${own}/membership-requests`],
      ['GET', `/email-preferences/${victim.userGuid}`],
      ['PATCH', own, { name: 'Mallory' }],
      ['PATCH', own, { username: 'mallory-1' }],
      ['POST', `${own}/email-addresses`, { emailAddress: 'mallory@buoy.example' }],
      ['PATCH', `${own}/email-addresses/${victim.emailAddress}`, { isPrimary: true }],
      ['DELETE', `${own}/email-addresses/${victim.emailAddress}`],
      ['POST', `${own}/password`, { currentPassword: TEST_PASSWORD, newPassword: 'another-anchor-77' }],
      ['POST', `${own}/totp`],
      ['POST', `${own}/totp/confirm`, { code: '123456' }],
      ['DELETE', `${own}/totp`],
      ['POST', `${own}/passkeys/options`],
      ['POST', `${own}/recovery-codes`],
      ['DELETE', `${own}/photo`],
      ['PUT', `${own}/photo`, Buffer.from('x')],
      ['DELETE', `${own}/sessions`],
      ['POST', '/orgs', { creatorGuid: victim.userGuid, name: 'Mallory Works', sizeRange: 'ONE_TO_TEN' }],
      ['PATCH', `/org-invitations/${third}/${victim.emailAddress}`, { status: 'ACCEPTED' }],
      ['POST', `/org-invitations/${a.guid}/request/${victim.userGuid}`, {}],
    ];
    for (const [method, path, body] of closed)
      expect([method, path, await app.call(method, path, { token, body })]).toMatchObject([
        method,
        path,
        { status: 403, body: { className: 'Forbidden' } },
      ]);
    expect((await app.call('GET', own, { token: victim.token })).body).toMatchObject({
      name: before.body.name,
      username: before.body.username,
      emailAddresses: before.body.emailAddresses,
    });
    expect(await app.signIn(victim)).toEqual(expect.any(String));
    // It does not open drafts that the person wrote in another session on this device either.
    const key = async (by: string) => (await app.call('GET', '/device-key', { token: by })).body.key;
    expect(await key(token)).not.toBe(await key(await app.signIn(victim)));
  });

  test('the organization that has verified the domain of the primary address may change the account', async () => {
    const member = await person(a.guid, addressIn(a.domain));
    const token = await tokenOf(a.guid, member.emailAddress);
    expect(
      await app.call('PATCH', `/users/${member.userGuid}`, { token, body: { name: 'Iris Vale-Lund' } }),
    ).toMatchObject({ status: 200, body: { name: 'Iris Vale-Lund' } });
    expect(
      (
        await app.call('POST', '/orgs', {
          token,
          body: { creatorGuid: member.userGuid, name: 'Side Works', sizeRange: 'ONE_TO_TEN' },
        })
      ).status,
    ).toBe(403);
  });
});
