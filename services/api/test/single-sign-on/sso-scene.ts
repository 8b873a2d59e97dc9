import pg from 'pg';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { IdentityProvider, type MadeAnswer } from './identity-provider.ts';
import { NameServer } from './name-server.ts';
import { readRequest, type SentRequest } from './sent-request.ts';
import { SsoBrowser } from './sso-browser.ts';
import { TestApplication, type TestPerson } from '../test-application.ts';

export type SignedInPerson = TestPerson & { readonly token: string };

/** One application for all tests of single sign-on, with two providers, and the actions of their users. */
export let app: TestApplication;
export let database: pg.Client;
export let provider: IdentityProvider;
export let other: IdentityProvider;
export let names: NameServer;
/** Lines of the server log. */
export const logged: string[] = [];

/**
 * Organizations with a provider each: every address in the first one's domain becomes a member; the second one admits
 * only existing members.
 */
export let a: { guid: string; admin: SignedInPerson; domain: string };
export let b: { guid: string; admin: SignedInPerson; domain: string };

export async function openScene(): Promise<void> {
  [provider, other, names] = await Promise.all([
    IdentityProvider.start(),
    IdentityProvider.start(),
    NameServer.start(),
  ]);
  app = await TestApplication.start({
    logLevel: 'warn',
    logDestination: { write: (line: string) => void logged.push(line) },
    dnsServers: [names.address],
    addressLimits: { mailsAndTokensAnHour: 100_000, authMethodsAMinute: 100_000 },
  });
  database = new pg.Client({ connectionString: app.database.adminUrl });
  await database.connect();
  a = await organization('Anchor Works', 'anchor.example');
  b = await organization('Buoy Works', 'buoy.example');
  await connect(a, provider, true);
  await connect(b, other, false);
}

export async function closeScene(): Promise<void> {
  names?.stop();
  await Promise.all([provider?.stop(), other?.stop(), database?.end(), app?.stop()]);
}

let count = 0;
export const addressIn = (domain: string) => `person-${++count}@${domain}`;

/** An organization whose admin has an address in its domain. */
export async function organization(name: string, domain: string): Promise<typeof a> {
  const guid = await app.found(name);
  return { guid, domain, admin: await person(guid, addressIn(domain), 'admin') };
}

export async function person(
  organizationGuid: string,
  emailAddress: string,
  role: 'admin' | 'standard' | Permission[] = 'standard',
): Promise<SignedInPerson> {
  const registered = await app.register('Iris Vale', emailAddress);
  await app.join(organizationGuid, registered, role);
  return { ...registered, token: await app.signIn(registered) };
}

export async function verify({ guid, admin, domain }: typeof a, token = admin.token): Promise<void> {
  const added = await app.call('POST', `/orgs/${guid}/sso/domains`, { token, body: { domain } });
  names.records.set(added.body.recordName, [added.body.recordValue]);
  const verified = await app.call('POST', `/orgs/${guid}/sso/domains/${domain}/verify`, { token });
  if (verified.status !== 200) throw new Error(JSON.stringify(verified.body));
}

/** The provider's answer to a request; honest unless overridden. */
export const answerTo = (
  { inResponseTo, acsUrl, audience }: SentRequest,
  emailAddress: string,
  more: Partial<MadeAnswer> = {},
  by = provider,
): Promise<string> => by.make({ emailAddress, inResponseTo, acsUrl, audience, ...more });

export async function prove(
  organizationGuid: string,
  token: string,
  emailAddress: string,
  by: IdentityProvider,
): Promise<number> {
  const browser = new SsoBrowser(app);
  const { signInUrl } = (await browser.call('POST', `/orgs/${organizationGuid}/sso/try`, { token })).body;
  const { code } = await browser.post(organizationGuid, await answerTo(readRequest(signInUrl), emailAddress, {}, by));
  const answer = await browser.end(code!);
  if (answer.status === 200) expect(answer.body).toEqual({ jwt: null, redirectUrl: '/settings/organization/sign-in' });
  return answer.status;
}

export async function connect(organized: typeof a, by: IdentityProvider, joinAutomatically: boolean): Promise<void> {
  const {
    guid,
    admin: { token, emailAddress },
  } = organized;
  await verify(organized);
  const set = await app.call('PUT', `/orgs/${guid}/sso`, {
    token,
    body: { metadataXml: by.is.metadata, joinAutomatically },
  });
  expect(set).toMatchObject({
    status: 200,
    body: {
      active: null,
      pending: { entityId: by.is.entityId, ssoUrl: by.is.ssoUrl, joinAutomatically },
      isTried: false,
    },
  });
  expect(await prove(guid, token, emailAddress, by)).toBe(200);
  expect(await app.call('POST', `/orgs/${guid}/sso/activate`, { token })).toMatchObject({
    status: 200,
    body: { active: { entityId: by.is.entityId }, pending: null },
  });
}

/** Signs in through a provider. */
export async function comeIn(
  organizationGuid: string,
  emailAddress: string,
  more: Partial<MadeAnswer> = {},
  by = provider,
) {
  const browser = new SsoBrowser(app);
  const request = await browser.begin(organizationGuid);
  const { code } = await browser.post(organizationGuid, await answerTo(request, emailAddress, more, by));
  return { browser, answer: await browser.end(code!) };
}
export const tokenOf = async (organizationGuid: string, emailAddress: string, by = provider): Promise<string> =>
  (await comeIn(organizationGuid, emailAddress, {}, by)).answer.body.jwt;

/** Counts everything that a sign-in could leave behind. */
export async function left(): Promise<{ accounts: number; sessions: number; links: number; members: number }> {
  await app.api.application.runner?.catchUp();
  const { rows } = await database.query(
    `select (select count(*)::int from events where body like '%"type":"UserRegistered"%') as accounts, (select count(*)::int from sessions where organization_guid is not null) as sessions,
      (select count(*)::int from sso_links) as links, (select count(*)::int from events where body like '%"type":"MemberJoined"%') as members`,
  );
  return rows[0];
}
