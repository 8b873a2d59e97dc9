import { decodeJwt } from 'jose';
import pg from 'pg';
import type { Permission } from '@plimsoll/contracts/permissions';
import { IdentityProvider, type MadeAnswer } from '../../test/single-sign-on/identity-provider.ts';
import { NameServer } from '../../test/single-sign-on/name-server.ts';
import { selfSigned } from '../../test/single-sign-on/self-signed.ts';
import { readRequest, SsoBrowser, type SentRequest } from '../../test/single-sign-on/sso-browser.ts';
import { TEST_PASSWORD, TestApplication, type TestPerson } from '../../test/test-application.ts';

type Somebody = TestPerson & { readonly token: string };

let app: TestApplication;
let database: pg.Client;
let provider: IdentityProvider;
let other: IdentityProvider;
let names: NameServer;

/** Organizations with a provider each: every address in the first one's domain becomes a member, in the second one's only who is there. */
let a: { guid: string; admin: Somebody; domain: string };
let b: { guid: string; admin: Somebody; domain: string };

beforeAll(async () => {
  [provider, other, names] = await Promise.all([IdentityProvider.start(), IdentityProvider.start(), NameServer.start()]);
  app = await TestApplication.start({ dnsServers: [names.address], addressLimits: { mailsAndTokensAnHour: 100_000, authMethodsAMinute: 100_000 } });
  database = new pg.Client({ connectionString: app.database.adminUrl });
  await database.connect();
  a = await organization('Anchor Works', 'anchor.example');
  b = await organization('Buoy Works', 'buoy.example');
  await connect(a, provider, true);
  await connect(b, other, false);
});
afterAll(async () => {
  names?.stop();
  await Promise.all([provider?.stop(), other?.stop(), database?.end(), app?.stop()]);
});

let count = 0;
const addressIn = (domain: string) => `person-${++count}@${domain}`;

/** An organization whose admin has an address in its domain. */
async function organization(name: string, domain: string): Promise<typeof a> {
  const guid = await app.found(name);
  return { guid, domain, admin: await person(guid, addressIn(domain), 'admin') };
}

async function person(organizationGuid: string, emailAddress: string, role: 'admin' | 'standard' | Permission[] = 'standard'): Promise<Somebody> {
  const registered = await app.register('Iris Vale', emailAddress);
  await app.join(organizationGuid, registered, role);
  return { ...registered, token: await app.signIn(registered) };
}

async function verify({ guid, admin, domain }: typeof a, token = admin.token): Promise<void> {
  const added = await app.call('POST', `/orgs/${guid}/sso/domains`, { token, body: { domain } });
  names.records.set(added.body.recordName, [added.body.recordValue]);
  const verified = await app.call('POST', `/orgs/${guid}/sso/domains/${domain}/verify`, { token });
  if (verified.status !== 200) throw new Error(JSON.stringify(verified.body));
}

/** What the provider answers to a request, honestly unless it is told otherwise. */
const answerTo = ({ inResponseTo, acsUrl, audience }: SentRequest, emailAddress: string, more: Partial<MadeAnswer> = {}, by = provider): Promise<string> => by.make({ emailAddress, inResponseTo, acsUrl, audience, ...more });

async function prove(organizationGuid: string, token: string, emailAddress: string, by: IdentityProvider): Promise<number> {
  const browser = new SsoBrowser(app);
  const { signInUrl } = (await browser.call('POST', `/orgs/${organizationGuid}/sso/try`, { token })).body;
  const { code } = await browser.post(organizationGuid, await answerTo(readRequest(signInUrl), emailAddress, {}, by));
  const answer = await browser.end(code!);
  if (answer.status === 200) expect(answer.body).toEqual({ jwt: null, redirectUrl: '/settings/organization/sign-in' });
  return answer.status;
}

async function connect(organized: typeof a, by: IdentityProvider, joinAutomatically: boolean): Promise<void> {
  const { guid, admin: { token, emailAddress } } = organized;
  await verify(organized);
  const set = await app.call('PUT', `/orgs/${guid}/sso`, { token, body: { metadataXml: by.is.metadata, joinAutomatically } });
  expect(set).toMatchObject({ status: 200, body: { active: null, pending: { entityId: by.is.entityId, ssoUrl: by.is.ssoUrl, joinAutomatically }, isTried: false } });
  expect(await prove(guid, token, emailAddress, by)).toBe(200);
  expect(await app.call('POST', `/orgs/${guid}/sso/activate`, { token })).toMatchObject({ status: 200, body: { active: { entityId: by.is.entityId }, pending: null } });
}

/** Signs in through a provider. */
async function comeIn(organizationGuid: string, emailAddress: string, more: Partial<MadeAnswer> = {}, by = provider) {
  const browser = new SsoBrowser(app);
  const request = await browser.begin(organizationGuid);
  const { code } = await browser.post(organizationGuid, await answerTo(request, emailAddress, more, by));
  return { browser, answer: await browser.end(code!) };
}
const tokenOf = async (organizationGuid: string, emailAddress: string, by = provider): Promise<string> => (await comeIn(organizationGuid, emailAddress, {}, by)).answer.body.jwt;

/** Whatever a sign-in could leave behind. */
async function left(): Promise<{ accounts: number; sessions: number; links: number; members: number }> {
  await app.api.application.runner?.catchUp();
  const { rows } = await database.query(
    `select (select count(*)::int from events where body like '%"type":"UserRegistered"%') as accounts, (select count(*)::int from sessions where organization_guid is not null) as sessions,
      (select count(*)::int from sso_links) as links, (select count(*)::int from events where body like '%"type":"MemberJoined"%') as members`,
  );
  return rows[0];
}

describe('signing in through a provider', () => {
  test('the way is told by an address of the domain, known or not, and by the organization; nobody else’s', async () => {
    const asked = async (query: string) => (await app.call('GET', `/auth/auth-method?${query}`)).body;
    const told = { type: 'SSO_SAML', name: 'Anchor Works', signInUrl: expect.stringContaining(`/api/saml/${a.guid}/sign-in`) };
    expect(await asked(`identifier=nobody-at-all@${a.domain}`)).toEqual(told);
    expect(await asked(`identifier=${a.admin.emailAddress.toUpperCase()}`)).toEqual(told);
    expect(await asked(`organizationGuid=${a.guid}`)).toEqual(told);
    const none = { type: 'USERNAME_PASSWORD', name: null, signInUrl: null };
    for (const query of ['identifier=nobody@elsewhere.example', 'identifier=anchor.example', `identifier=x@sub.${a.domain}`, `organizationGuid=${await app.found('Plain Works')}`]) expect(await asked(query)).toEqual(none);
  });

  test('a member comes in, and goes on where they wanted to; the session says so', async () => {
    const member = await person(a.guid, addressIn(a.domain), ['REVIEW_EVENTS']);
    const browser = new SsoBrowser(app);
    const request = await browser.begin(a.guid, '/events?text=x#there');
    expect(request.url.href).toContain(provider.is.ssoUrl);
    const posted = await browser.post(a.guid, await answerTo(request, member.emailAddress));
    expect(posted.status).toBe(303);
    const { status, body } = await browser.end(posted.code!);
    expect({ status, body }).toEqual({ status: 200, body: { jwt: expect.any(String), redirectUrl: '/events?text=x#there' } });
    expect(decodeJwt(body.jwt)).toMatchObject({ sub: member.userGuid, organizations: [{ organizationGuid: a.guid, isAdmin: false }] });
    expect(await app.call('GET', `/startup?organizationGuid=${a.guid}`, { token: body.jwt })).toMatchObject({ status: 200, body: { organization: { guid: a.guid, authType: 'SSO_SAML' } } });
    expect((await app.call('GET', `/users/${member.userGuid}/sessions`, { token: body.jwt })).body.items[0]).toMatchObject({ method: 'SAML', isCurrent: true });
    const refreshed = await browser.call('POST', '/auth/refresh', { headers: { origin: app.url } });
    expect(decodeJwt(refreshed.body.jwt)).toMatchObject({ sub: member.userGuid, organizations: [{ organizationGuid: a.guid }] });
  });

  test('where one goes on is ours alone', async () => {
    for (const redirectUrl of ['https://evil.example/x', '//evil.example', 'javascript:alert(1)', '\\\\evil.example']) {
      const answer = await app.call('GET', `/saml/${a.guid}/sign-in?redirectUrl=${encodeURIComponent(redirectUrl)}`);
      expect(answer).toMatchObject({ status: 400, body: { className: 'InvalidRedirectUrl', fieldErrors: [{ field: 'redirectUrl' }] } });
    }
  });

  test('what the provider must know of us is told to whoever asks; an organization that is not there, or has no provider, has no sign-in', async () => {
    const metadata = await app.call('GET', `/saml/${a.guid}/metadata`);
    expect(metadata.headers.get('content-type')).toContain('application/samlmetadata+xml');
    expect(metadata.body).toContain(`/api/saml/${a.guid}/acs`);
    const plain = await app.found('Plain Works');
    for (const guid of [plain, '01900000-0000-7000-8000-00000000dead']) expect(await app.call('GET', `/saml/${guid}/sign-in`)).toMatchObject({ status: 404, body: { className: 'OrganizationNotFound' } });
  });
});

describe('an answer that is not what it should be', () => {
  const victim = () => a.admin.emailAddress;
  const mallory = 'mallory@anchor.example';
  const assertionIn = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)![0];
  const signatureIn = (xml: string) => /<Signature[\s\S]*?<\/Signature>/.exec(xml)![0];
  /** The pieces that are wrapped around each other: what was signed, without its signature, and what somebody wants to be read. */
  const pieces = (xml: string) => {
    const assertion = assertionIn(xml);
    const bare = assertion.replace(signatureIn(assertion), '');
    const turned = (text: string) => text.replaceAll(mallory, victim()).replace(/ID="[^"]*"/, 'ID="_evil"');
    return { assertion, bare, evil: turned(bare), evilSigned: turned(assertion) };
  };
  const wrapped = (wrap: (found: ReturnType<typeof pieces>, xml: string) => string) => (xml: string) => xml.replace(assertionIn(xml), () => wrap(pieces(xml), xml));
  /** Of a response that is signed as a whole. */
  const around = (place: (evil: string, signature: string, original: string) => string) => (xml: string) => {
    const signature = signatureIn(xml);
    const original = xml.replace(signature, '').replace(/<\?xml[^>]*>/, '');
    return place(xml.replace(/ID="[^"]*"/, 'ID="_evil"').replaceAll(mallory, victim()), signature, original);
  };

  interface Attack {
    readonly made?: Partial<MadeAnswer> | ((request: SentRequest) => Partial<MadeAnswer>);
    readonly turned?: (xml: string) => string;
    readonly fields?: (xml: string) => Record<string, string>;
    readonly expected?: [status: number, className: string];
  }
  const attacks: Record<string, Attack> = {
    'unsigned': { made: { signedBy: 'NOBODY' } },
    'signature stripped': { turned: (xml) => xml.replace(signatureIn(xml), '') },
    'another name under the signature': { turned: (xml) => xml.replaceAll(mallory, victim()) },
    'XSW1: the signed response in the signature of another': { made: { isResponseSigned: true }, turned: around((evil, signature, original) => evil.replace(signature, signature.replace('</Signature>', `${original}</Signature>`))) },
    'XSW2: the signed response before the signature of another': { made: { isResponseSigned: true }, turned: around((evil, signature, original) => evil.replace(signature, `${original}${signature}`)) },
    'XSW3: another assertion before the signed one': { turned: wrapped(({ evil, assertion }) => `${evil}${assertion}`) },
    'XSW4: the signed assertion in another': { turned: wrapped(({ evil, assertion }) => evil.replace(/<\/saml:Assertion>$/, `${assertion}</saml:Assertion>`)) },
    'XSW5: the signature at another assertion, the signed one behind': { turned: wrapped(({ evilSigned, bare }) => `${evilSigned}${bare}`) },
    'XSW6: the signed assertion in the signature of another': { turned: wrapped(({ evilSigned, bare }) => evilSigned.replace('</Signature>', `${bare}</Signature>`)) },
    'XSW7: another assertion among the extensions': { turned: wrapped(({ evil, assertion }) => `<samlp:Extensions xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${evil}</samlp:Extensions>${assertion}`) },
    'XSW8: the signed assertion as an object of the signature of another': { turned: wrapped(({ evilSigned, bare }) => evilSigned.replace('</Signature>', `<Object>${bare}</Object></Signature>`)) },
    'two signed assertions': { turned: wrapped(({ assertion }) => `${assertion}${assertion}`) },
    'for another audience': { made: { audience: 'https://another.example' } },
    'for another recipient': { made: { recipient: 'https://another.example/acs' } },
    'for another destination': { made: { destination: 'https://another.example/acs' } },
    'of another issuer': { made: { issuer: 'https://another.example' } },
    'too late': { made: { lifetimeInSeconds: -120 } },
    'without an end': { turned: (xml) => xml.replaceAll(/ NotOnOrAfter="[^"]*"/g, '') },
    'to a request that nobody made': { made: { inResponseTo: `_${'0'.repeat(32)}` } },
    'to no request': { made: { inResponseTo: '' } },
    'of a foreign certificate that it brings along': { made: { signedBy: 'FOREIGN' } },
    'of a foreign certificate, as a whole too': { made: { signedBy: 'FOREIGN', isResponseSigned: true } },
    'by SHA-1': { made: { isWeak: true } },
    'with a document type': { turned: (xml) => `<!DOCTYPE x [<!ENTITY e "${victim()}">]>${xml.replace(/<\?xml[^>]*>/, '')}` },
    'with a comment in the name': { made: () => ({ emailAddress: `${victim()}.evil.example`, nameId: `${victim()}.evil.example` }), turned: (xml) => xml.replaceAll(`${victim()}.evil.example`, `${victim()}<!---->.evil.example`) },
    'of a sign-in that failed': { made: { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' } },
    'that is cut off': { turned: (xml) => xml.slice(0, -40), expected: [400, 'MalformedRequest'] },
    'that is no response': { turned: () => '<hello/>', expected: [400, 'MalformedRequest'] },
    'that is no XML': { turned: () => 'hello', expected: [400, 'MalformedRequest'] },
    'that is not there': { fields: () => ({ RelayState: '/' }), expected: [400, 'MalformedRequest'] },
    'that is no base64': { fields: () => ({ SAMLResponse: '<<<>>>' }), expected: [400, 'MalformedRequest'] },
    'that is there twice': { fields: () => ({ SAMLResponse: 'aGVsbG8=&SAMLResponse=aGVsbG8=' }), expected: [400, 'MalformedRequest'] },
  };

  test.each(Object.entries(attacks))('%s: it opens nothing, and the honest one does afterwards', async (_, { made = {}, turned = (xml: string) => xml, fields, expected = [401, 'IdentityProviderFailure'] }) => {
    const before = await left();
    const browser = new SsoBrowser(app);
    const request = await browser.begin(a.guid);
    const xml = turned(await answerTo(request, mallory, typeof made === 'function' ? made(request) : made));
    const posted = await (fields ? browser.post(a.guid, '', fields(xml)) : browser.post(a.guid, xml));
    expect(posted).toEqual({ status: expected[0], className: expected[1], code: undefined });
    expect(await left()).toEqual(before);
    expect((await browser.post(a.guid, await answerTo(request, victim()))).status).toBe(303);
  });

  test('an answer is taken once, and so is its code', async () => {
    const browser = new SsoBrowser(app);
    const xml = await answerTo(await browser.begin(a.guid), victim());
    const [first, again] = [await browser.post(a.guid, xml), await browser.post(a.guid, xml)];
    expect([first.status, again]).toEqual([303, { status: 401, className: 'IdentityProviderFailure', code: undefined }]);
    expect([(await browser.end(first.code!)).status, (await browser.end(first.code!)).body.className]).toEqual([200, 'IdentityProviderFailure']);
  });

  test('another browser’s answer opens nothing, and leaves it to the one that asked', async () => {
    const [mine, theirs] = [new SsoBrowser(app), new SsoBrowser(app)];
    await theirs.begin(a.guid);
    const { code } = await mine.post(a.guid, await answerTo(await mine.begin(a.guid), victim()));
    const before = await left();
    for (const browser of [theirs, new SsoBrowser(app)]) expect(await browser.end(code!)).toMatchObject({ status: 401, body: { className: 'IdentityProviderFailure' } });
    expect(await left()).toEqual(before);
    expect((await mine.end(code!)).status).toBe(200);
  });

  test('an answer for one organization opens no other, and neither does another provider’s', async () => {
    const browser = new SsoBrowser(app);
    const [request, elsewhere] = [await browser.begin(a.guid), await browser.begin(b.guid)];
    expect((await browser.post(b.guid, await answerTo(request, victim()))).status).toBe(401);
    expect((await browser.post(a.guid, await answerTo(request, victim(), { issuer: provider.is.entityId }, other))).status).toBe(401);
    expect((await browser.post(b.guid, await answerTo(elsewhere, b.admin.emailAddress))).status).toBe(401);
  });

  test('a code is void after two minutes, and a request after fifteen', async () => {
    const browser = new SsoBrowser(app);
    const request = await browser.begin(a.guid);
    const { code } = await browser.post(a.guid, await answerTo(request, victim()));
    await database.query("update sso_requests set answered_at = answered_at - interval '2 minutes'");
    expect((await browser.end(code!)).status).toBe(401);
    const late = await browser.begin(a.guid);
    await database.query("update sso_requests set asked_at = asked_at - interval '15 minutes'");
    expect((await browser.post(a.guid, await answerTo(late, victim()))).status).toBe(401);
  });

  test('ten megabytes are refused, whatever they are, and so is what no form sends', async () => {
    const post = (body: string, type: string) => fetch(`${app.url}/api/saml/${a.guid}/acs`, { method: 'POST', headers: { 'content-type': type }, body });
    const large = await post(`SAMLResponse=${'A'.repeat(10_000_000)}`, 'application/x-www-form-urlencoded').catch(() => null);
    if (large) expect([large.status, ((await large.json()) as { className: string }).className]).toEqual([413, 'PayloadTooLarge']);
    expect((await post('{"SAMLResponse":"x"}', 'application/json')).status).toBe(415);
    expect((await app.call('GET', '/auth/auth-method?identifier=x')).status).toBe(200);
  });
});

describe('who comes in', () => {
  test('whoever the provider has named before, whatever their address is by then', async () => {
    const member = await person(b.guid, addressIn('home.example'));
    expect((await comeIn(b.guid, member.emailAddress, { nameId: 'employee-7' }, other)).answer.status).toBe(200);
    expect(decodeJwt((await comeIn(b.guid, 'renamed@buoy.example', { nameId: 'employee-7' }, other)).answer.body.jwt).sub).toBe(member.userGuid);
    expect((await comeIn(b.guid, 'renamed@buoy.example', { nameId: 'employee-8' }, other)).answer).toMatchObject({ status: 403, body: { className: 'Forbidden' } });
  });

  test('a name that is another one every time means nobody', async () => {
    const member = await person(b.guid, addressIn('home.example'));
    const transient = { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient', nameId: 'for-now' };
    expect((await comeIn(b.guid, member.emailAddress, transient, other)).answer.status).toBe(200);
    expect((await comeIn(b.guid, 'somebody@buoy.example', transient, other)).answer.status).toBe(403);
  });

  test('whoever is invited, as what the invitation says; one that is over lets nobody in', async () => {
    const admin = await tokenOf(b.guid, b.admin.emailAddress, other);
    const [invited, late] = [addressIn('guests.example'), addressIn('guests.example')];
    for (const recipientEmailAddress of [invited, late]) {
      expect((await app.call('PUT', '/org-invitations', { token: admin, body: { organizationGuid: b.guid, recipientName: 'Gus Trip', recipientEmailAddress, organizationUserGroups: ['Standard', 'Manager'] } })).status).toBe(201);
    }
    const { answer } = await comeIn(b.guid, invited, { displayName: 'Gus Trip' }, other);
    expect(answer.status).toBe(200);
    const members = (await app.call('GET', `/org-memberships?organizationGuid=${b.guid}`, { token: admin })).body.items;
    expect(members.find((one: { userAccount: { primaryEmailAddress: string } }) => one.userAccount.primaryEmailAddress === invited)).toMatchObject({ userAccount: { name: 'Gus Trip' }, userGroupNames: ['Standard', 'Manager'], isAdmin: false });
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
    expect(await app.call('GET', `/org-memberships?organizationGuid=${a.guid}&memberGuid=${sub}`, { token: answer.body.jwt })).toMatchObject({ status: 200, body: { items: [{ userAccount: { name: 'Nora Reef', primaryEmailAddress: emailAddress }, userGroupNames: ['Standard'], isAdmin: false, isOnboarded: false, authType: 'SSO_SAML' }] } });
    expect((await app.call('POST', '/auth', { body: { identifier: emailAddress, password: TEST_PASSWORD } })).status).toBe(401);
    for (const foreign of ['somebody@elsewhere.example', 'somebody@sub.anchor.example', 'somebody@anchor.example.evil.example']) expect((await comeIn(a.guid, foreign)).answer.status).toBe(403);
    expect((await comeIn(b.guid, addressIn(b.domain), {}, other)).answer.status).toBe(403);
  });

  test('nobody who was removed, by name or by address', async () => {
    const emailAddress = addressIn(a.domain);
    const { answer } = await comeIn(a.guid, emailAddress);
    const admin = await tokenOf(a.guid, a.admin.emailAddress);
    expect((await app.call('DELETE', `/org-memberships/${a.guid}/${decodeJwt(answer.body.jwt).sub}`, { token: admin })).status).toBe(204);
    const before = await left();
    for (const nameId of [emailAddress, 'another-name']) expect((await comeIn(a.guid, emailAddress, { nameId })).answer).toMatchObject({ status: 403, body: { className: 'Forbidden' } });
    expect(await left()).toEqual(before);
  });
});

describe('a password', () => {
  test('opens no organization with a provider; what is asked says where its sign-in is', async () => {
    const token = await app.signIn(a.admin);
    const demanded = { status: 403, body: { className: 'SsoSessionRequired', organizationGuid: a.guid, organizationName: 'Anchor Works', signInUrl: expect.stringContaining(`/api/saml/${a.guid}/sign-in`) } };
    for (const [method, path] of [['GET', `/startup?organizationGuid=${a.guid}`], ['GET', '/startup'], ['GET', `/org-memberships?organizationGuid=${a.guid}`], ['GET', `/orgs/${a.guid}`], ['GET', `/orgs/${a.guid}/sso`], ['GET', `/orgs/${a.guid}/sso/domains`], ['GET', '/reported-events'], ['PATCH', `/orgs/${a.guid}`]] as const) {
      expect(await app.call(method, path, { token, ...(method === 'PATCH' && { body: { name: 'Taken Works' } }) })).toMatchObject(demanded);
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
  /** Of the first organization, known by their address there; the second one's provider says that it is they. */
  const scenes: [string, (victim: Somebody) => Promise<void>][] = [
    ['who belongs to both', (victim) => app.join(b.guid, victim)],
    ['who is invited there', async ({ emailAddress }) => {
      const token = await tokenOf(b.guid, b.admin.emailAddress, other);
      expect((await app.call('PUT', '/org-invitations', { token, body: { organizationGuid: b.guid, recipientName: 'Iris Vale', recipientEmailAddress: emailAddress } })).status).toBe(201);
    }],
  ];
  test.each(scenes)('of somebody %s: it opens its own organization alone, and changes nothing of the account', async (_, bring) => {
    const victim = await person(a.guid, addressIn(a.domain));
    const third = await app.found('Third Works');
    await app.join(third, victim);
    await bring(victim);
    const { answer: { body: { jwt: token } } } = await comeIn(b.guid, victim.emailAddress, {}, other);
    expect(decodeJwt(token)).toMatchObject({ sub: victim.userGuid, organizations: [{ organizationGuid: b.guid }] });
    expect((await app.call('GET', `/orgs/${b.guid}`, { token })).status).toBe(200);
    for (const guid of [a.guid, third]) {
      for (const path of [`/orgs/${guid}`, `/startup?organizationGuid=${guid}`, `/org-memberships?organizationGuid=${guid}`]) expect(await app.call('GET', path, { token })).toMatchObject({ status: 404, body: { className: 'OrganizationNotFound' } });
    }
    const listed = (path: string) => app.call('GET', path, { token }).then(({ body }) => (body.items ?? body.memberships ?? body.organizationMemberships).map(({ organizationGuid }: { organizationGuid: string }) => organizationGuid));
    expect([await listed(`/org-memberships?memberGuid=${victim.userGuid}`), await listed('/startup'), await listed(`/users/${victim.userGuid}`), await listed('/org-invitations?mine=true')].flat()).toEqual([b.guid, b.guid, b.guid]);

    const own = `/users/${victim.userGuid}`;
    const before = await app.call('GET', own, { token: victim.token });
    const changes: [string, string, unknown?][] = [
      ['PATCH', own, { name: 'Mallory' }], ['PATCH', own, { username: 'mallory-1' }], ['POST', `${own}/email-addresses`, { emailAddress: 'mallory@buoy.example' }],
      ['PATCH', `${own}/email-addresses/${victim.emailAddress}`, { isPrimary: true }], ['DELETE', `${own}/email-addresses/${victim.emailAddress}`],
      ['POST', `${own}/password`, { currentPassword: TEST_PASSWORD, newPassword: 'another-anchor-77' }], ['POST', `${own}/totp`], ['POST', `${own}/totp/confirm`, { code: '123456' }], ['DELETE', `${own}/totp`],
      ['POST', `${own}/passkeys/options`], ['POST', `${own}/recovery-codes`], ['DELETE', `${own}/photo`], ['PUT', `${own}/photo`, Buffer.from('x')], ['DELETE', `${own}/sessions`],
      ['POST', '/orgs', { creatorGuid: victim.userGuid, name: 'Mallory Works', sizeRange: 'ONE_TO_TEN' }],
      ['PATCH', `/org-invitations/${third}/${victim.emailAddress}`, { status: 'ACCEPTED' }], ['POST', `/org-invitations/${a.guid}/request/${victim.userGuid}`, {}],
    ];
    for (const [method, path, body] of changes) expect([method, path, await app.call(method, path, { token, body })]).toMatchObject([method, path, { status: 403, body: { className: 'Forbidden' } }]);
    expect((await app.call('GET', own, { token: victim.token })).body).toMatchObject({ name: before.body.name, username: before.body.username, emailAddresses: before.body.emailAddresses });
    expect(await app.signIn(victim)).toEqual(expect.any(String));
    // Nor does it open what the person has written elsewhere on this device.
    const key = async (by: string) => (await app.call('GET', '/device-key', { token: by })).body.key;
    expect(await key(token)).not.toBe(await key(await app.signIn(victim)));
  });

  test('the organization that has verified the domain of the primary address may change the account', async () => {
    const member = await person(a.guid, addressIn(a.domain));
    const token = await tokenOf(a.guid, member.emailAddress);
    expect(await app.call('PATCH', `/users/${member.userGuid}`, { token, body: { name: 'Iris Vale-Lund' } })).toMatchObject({ status: 200, body: { name: 'Iris Vale-Lund' } });
    expect((await app.call('POST', '/orgs', { token, body: { creatorGuid: member.userGuid, name: 'Side Works', sizeRange: 'ONE_TO_TEN' } })).status).toBe(403);
  });
});

describe('setting it up', () => {
  test('data of a provider are looked at field by field', async () => {
    const { guid, admin: { token } } = await organization('Checked Works', 'checked.example');
    const good = { entityId: provider.is.entityId, ssoUrl: 'https://identity.example/sso', certificates: [provider.is.certificate] };
    const weak = selfSigned('weak', 1_024).certificate;
    const set = (body: object) => app.call('PUT', `/orgs/${guid}/sso`, { token, body });
    const faulty: [object, string][] = [
      [{}, 'entityId'], [{ entityId: 'x' }, 'ssoUrl'], [{ ...good, metadataXml: provider.is.metadata }, 'metadataXml'], [{ ...good, ssoUrl: 'http://identity.example/sso' }, 'ssoUrl'], [{ ...good, ssoUrl: 'javascript:x' }, 'ssoUrl'],
      [{ ...good, certificates: ['hello'] }, 'certificates.0'], [{ ...good, certificates: [provider.is.certificate, weak] }, 'certificates.1'], [{ ...good, certificates: [] }, 'certificates'], [{ metadataXml: '<x/>' }, 'metadataXml'],
      [{ metadataXml: `<!DOCTYPE x>${provider.is.metadata}` }, 'metadataXml'], [{ metadataXml: provider.is.metadata.replace('HTTP-Redirect', 'SOAP') }, 'metadataXml'], [{ ...good, colour: 'red' }, 'colour'],
    ];
    for (const [body, field] of faulty) expect([field, await set(body)]).toMatchObject([field, { status: 400, body: { className: 'MalformedRequest', fieldErrors: expect.arrayContaining([expect.objectContaining({ field })]) } }]);
    expect((await app.call('GET', `/orgs/${guid}/sso`, { token })).body).toMatchObject({ active: null, pending: null });
    expect(await set(good)).toMatchObject({ status: 200, body: { pending: { entityId: good.entityId, joinAutomatically: false, certificates: [{ subject: 'CN=Test identity', pem: expect.stringContaining('BEGIN CERTIFICATE') }] } } });
    const { revision } = (await app.call('GET', `/orgs/${guid}/sso`, { token })).body;
    expect((await set(good)).body.revision).toBe(revision);
  });

  test('nothing is turned on that was not tried by whoever turns it on, a quarter of an hour ago at most', async () => {
    const organized = await organization('Tried Works', 'tried.example');
    const { guid, admin } = organized;
    const second = await person(guid, addressIn('tried.example'), 'admin');
    const activate = (token: string) => app.call('POST', `/orgs/${guid}/sso/activate`, { token });
    const untested = { status: 409, body: { className: 'SsoNotTested' } };
    expect(await activate(admin.token)).toMatchObject(untested);
    expect((await app.call('POST', `/orgs/${guid}/sso/try`, { token: admin.token })).status).toBe(404);
    await app.call('PUT', `/orgs/${guid}/sso`, { token: admin.token, body: { metadataXml: provider.is.metadata } });
    expect(await activate(admin.token)).toMatchObject(untested);
    // Somebody else's way in does not show that one gets in oneself.
    expect(await prove(guid, admin.token, second.emailAddress, provider)).toBe(403);
    expect(await prove(guid, admin.token, 'nobody@tried.example', provider)).toBe(403);
    expect(await activate(admin.token)).toMatchObject(untested);
    expect(await prove(guid, admin.token, admin.emailAddress, provider)).toBe(200);
    expect(await activate(second.token)).toMatchObject(untested);
    expect((await app.call('GET', `/orgs/${guid}/sso`, { token: admin.token })).body.isTried).toBe(true);
    await database.query("update sso_requests set proved_at = proved_at - interval '15 minutes' where tenant = $1", [guid]);
    expect(await activate(admin.token)).toMatchObject(untested);
    expect(await prove(guid, admin.token, admin.emailAddress, provider)).toBe(200);
    expect((await activate(admin.token)).status).toBe(200);
    expect((await app.call('GET', `/orgs/${guid}`, { token: second.token })).body.className).toBe('SsoSessionRequired');
  });

  test('new data that do not work lock nobody out: the old ones go on until the new ones were tried and turned on', async () => {
    const organized = await organization('Moving Works', 'moving.example');
    const { guid, admin } = organized;
    await connect(organized, provider, false);
    const token = await tokenOf(guid, admin.emailAddress);
    const broken = { entityId: other.is.entityId, ssoUrl: other.is.ssoUrl, certificates: [provider.is.foreignCertificate] };
    expect(await app.call('PUT', `/orgs/${guid}/sso`, { token, body: broken })).toMatchObject({ status: 200, body: { active: { entityId: provider.is.entityId }, pending: { entityId: other.is.entityId } } });
    const browser = new SsoBrowser(app);
    const { signInUrl } = (await browser.call('POST', `/orgs/${guid}/sso/try`, { token })).body;
    expect((await browser.post(guid, await answerTo(readRequest(signInUrl), admin.emailAddress, {}, other))).status).toBe(401);
    expect((await app.call('POST', `/orgs/${guid}/sso/activate`, { token })).body.className).toBe('SsoNotTested');
    expect((await comeIn(guid, admin.emailAddress)).answer.status).toBe(200);
    expect((await app.call('PUT', `/orgs/${guid}/sso`, { token, body: { metadataXml: other.is.metadata } })).status).toBe(200);
    expect(await prove(guid, token, admin.emailAddress, other)).toBe(200);
    expect((await comeIn(guid, admin.emailAddress)).answer.status).toBe(200);
    expect((await app.call('POST', `/orgs/${guid}/sso/activate`, { token })).status).toBe(200);
    expect((await comeIn(guid, admin.emailAddress, {}, other)).answer.status).toBe(200);
    expect((await app.call('POST', `/orgs/${guid}/sso/deactivate`, { token })).body).toMatchObject({ active: null, pending: { entityId: other.is.entityId } });
    expect((await app.call('GET', `/orgs/${guid}`, { token: await app.signIn(admin) })).status).toBe(200);
    expect((await app.call('GET', `/saml/${guid}/sign-in`)).status).toBe(404);
  });

  test('an answer to a request of data that were replaced meanwhile opens nothing', async () => {
    const organized = await organization('Replaced Works', 'replaced.example');
    const { guid, admin } = organized;
    await connect(organized, provider, false);
    const browser = new SsoBrowser(app);
    const request = await browser.begin(guid);
    const token = await tokenOf(guid, admin.emailAddress);
    await app.call('POST', `/orgs/${guid}/sso/deactivate`, { token });
    expect((await browser.post(guid, await answerTo(request, admin.emailAddress))).status).toBe(401);
  });
});

describe('a domain', () => {
  test('is verified by its TXT record alone, and says until then what the record must be', async () => {
    const { guid, admin: { token }, domain } = await organization('Record Works', 'record.example');
    const call = (method: string, path = '', body?: object) => app.call(method, `/orgs/${guid}/sso/domains${path}`, { token, body });
    const added = await call('POST', '', { domain: ' Record.EXAMPLE ' });
    expect(added).toMatchObject({ status: 201, body: { domain, recordName: `_plimsoll.${domain}`, recordValue: expect.stringMatching(/^plimsoll=[\w-]{43}$/), verifiedAt: null } });
    expect((await call('POST', '', { domain })).body).toEqual(added.body);
    const missing = { status: 400, body: { className: 'MissingRelatedEntity', fieldErrors: [{ field: 'domain' }] } };
    expect(await call('POST', `/${domain}/verify`)).toMatchObject(missing);
    names.records.set(`_plimsoll.${domain}`, ['plimsoll=something-else', `${added.body.recordValue}x`]);
    expect(await call('POST', `/${domain}/verify`)).toMatchObject(missing);
    names.isSilent = true;
    expect((await call('POST', `/${domain}/verify`)).body.fieldErrors[0].message).toMatch(/did not answer/);
    names.isSilent = false;
    names.records.set(`_plimsoll.${domain}`, ['v=spf1 -all', added.body.recordValue]);
    expect(await call('POST', `/${domain}/verify`)).toMatchObject({ status: 200, body: { domain, verifiedAt: expect.any(String) } });
    expect((await call('GET')).body).toMatchObject({ items: [{ domain, verifiedAt: expect.any(String) }], totalCount: 1 });
    for (const name of ['localhost', 'x..example', '-x.example', '1.2.3.4', 'a@b.example', 'x'.repeat(64) + '.example']) expect(await call('POST', '', { domain: name })).toMatchObject({ status: 400, body: { fieldErrors: [{ field: 'domain' }] } });
    expect((await call('POST', '/unknown.example/verify')).body.className).toBe('RecordNotFound');
    expect((await call('DELETE', '/unknown.example')).body.className).toBe('RecordNotFound');
  });

  test('is one organization’s once it is verified, and free again once that one removes it', async () => {
    const [one, two] = [await organization('First Works', 'shared.example'), await organization('Second Works', 'shared.example')];
    const added = await app.call('POST', `/orgs/${two.guid}/sso/domains`, { token: two.admin.token, body: { domain: 'shared.example' } });
    await verify(one);
    const taken = { status: 409, body: { className: 'DuplicateDomain' } };
    names.records.set('_plimsoll.shared.example', [added.body.recordValue]);
    expect(await app.call('POST', `/orgs/${two.guid}/sso/domains/shared.example/verify`, { token: two.admin.token })).toMatchObject(taken);
    const three = await organization('Third Works', 'shared.example');
    expect(await app.call('POST', `/orgs/${three.guid}/sso/domains`, { token: three.admin.token, body: { domain: 'shared.example' } })).toMatchObject(taken);
    expect((await app.call('DELETE', `/orgs/${one.guid}/sso/domains/shared.example`, { token: one.admin.token })).status).toBe(204);
    expect((await app.call('POST', `/orgs/${two.guid}/sso/domains/shared.example/verify`, { token: two.admin.token })).status).toBe(200);
    expect((await app.call('GET', `/orgs/${one.guid}/sso/domains`, { token: one.admin.token })).body.totalCount).toBe(0);
  });
});

describe('what an organization lets its people change', () => {
  test('holds where it has verified the domain of their primary address, and is refused with 403', async () => {
    const organized = await organization('Strict Works', 'strict.example');
    const { guid, admin } = organized;
    const [inside, outside] = [await person(guid, addressIn('strict.example')), await person(guid, addressIn('home.example'))];
    const change = (userGuid: string, token: string, userPermissions: object) => app.call('PATCH', `/org-memberships/${guid}/${userGuid}`, { token, body: { userPermissions } });
    expect((await change(inside.userGuid, admin.token, { managePassword: false })).status).toBe(403);
    await verify(organized);
    expect((await change(outside.userGuid, admin.token, { managePassword: false })).status).toBe(403);
    expect((await change(inside.userGuid, inside.token, { managePassword: true })).status).toBe(403);
    const nothing = { managePassword: false, managePersonalInformation: false, manageProfilePhoto: false };
    expect(await change(inside.userGuid, admin.token, nothing)).toMatchObject({ status: 200, body: { userPermissions: nothing } });
    const own = `/users/${inside.userGuid}`;
    expect((await app.call('GET', own, { token: inside.token })).body.userPermissions).toEqual(nothing);
    const refused: [string, string, unknown?][] = [
      ['POST', `${own}/password`, { currentPassword: TEST_PASSWORD, newPassword: 'another-anchor-77' }], ['PATCH', own, { name: 'Somebody Else' }], ['PATCH', own, { username: 'somebody-else' }],
      ['POST', `${own}/email-addresses`, { emailAddress: 'x@home.example' }], ['DELETE', `${own}/photo`], ['PUT', `${own}/photo`, Buffer.from('x')],
    ];
    for (const [method, path, body] of refused) expect([path, await app.call(method, path, { token: inside.token, body })]).toMatchObject([path, { status: 403, body: { className: 'Forbidden' } }]);
    expect(await change(inside.userGuid, admin.token, { managePersonalInformation: true })).toMatchObject({ body: { userPermissions: { ...nothing, managePersonalInformation: true } } });
    expect((await app.call('PATCH', own, { token: inside.token, body: { name: 'Iris Vale-Lund' } })).status).toBe(200);
    // What somebody else asks for is not theirs to see.
    expect((await app.call('GET', `/org-memberships?organizationGuid=${guid}&memberGuid=${inside.userGuid}`, { token: inside.token })).body.items[0].userPermissions).toBeUndefined();
    await app.call('DELETE', `/orgs/${guid}/sso/domains/strict.example`, { token: admin.token });
    expect((await app.call('GET', own, { token: inside.token })).body.userPermissions.managePassword).toBe(true);
  });
});
