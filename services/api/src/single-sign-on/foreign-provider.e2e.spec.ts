import type { Route } from '@plimsoll/contracts/http/route';
import { routes } from '@plimsoll/contracts/http/routes';
import { decodeJwt } from 'jose';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import {
  a,
  addressIn,
  app,
  b,
  closeScene,
  comeIn,
  database,
  left,
  openScene,
  other,
  person,
  tokenOf,
  type SignedInPerson,
} from '../../test/single-sign-on/sso-scene.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { erasePersonAndDrafts } from '../privacy/erase-person.ts';

beforeAll(openScene);
afterAll(closeScene);

/** Invites a person into the second organization, whose provider is the attacker's. */
async function invite({ emailAddress }: { emailAddress: string }): Promise<void> {
  const sent = await app.call('PUT', '/org-invitations', {
    token: await tokenOf(b.guid, b.admin.emailAddress, other),
    body: { organizationGuid: b.guid, recipientName: 'Iris Vale', recipientEmailAddress: emailAddress },
  });
  expect([200, 201]).toContain(sent.status);
}

const answerAs = (by: { token: string }, emailAddress: string, status: 'ACCEPTED' | 'DECLINED') =>
  app.call('PATCH', `/org-invitations/${b.guid}/${emailAddress}`, { token: by.token, body: { status } });

/** A person who has accepted the invitation as themselves. */
async function consenting(): Promise<SignedInPerson> {
  const victim = await person(await app.found('Home Works'), addressIn('home.example'));
  await invite(victim);
  expect((await answerAs(victim, victim.emailAddress, 'ACCEPTED')).status).toBe(200);
  return victim;
}

const membersOf = async (organization: string) =>
  (
    await app.call('GET', `/org-memberships?organizationGuid=${organization}`, {
      token: await tokenOf(b.guid, b.admin.emailAddress, other),
    })
  ).body.items.map(({ userAccount }: { userAccount: { guid: string } }) => userAccount.guid) as string[];

/** Routes about the person rather than an organization, by the contract. */
const routesOfPerson = (routes as readonly Route[]).filter(
  ({ access, method, log }) =>
    access === 'ANY_ORGANIZATION' || (access === 'SIGNED_IN' && (method !== 'GET' || log === 'INSTALLATION')),
);

describe('an organization with its own provider, and only a person’s address', () => {
  test('gets no session of an account that exists: the person accepts as themselves first', async () => {
    const victim = await person(await app.found('Home Works'), addressIn('home.example'));
    await invite(victim);
    const before = await left();
    expect((await comeIn(b.guid, victim.emailAddress, {}, other)).answer).toMatchObject({
      status: 403,
      body: { className: 'InvitationNotAccepted' },
    });
    expect([await left(), (await membersOf(b.guid)).includes(victim.userGuid)]).toEqual([before, false]);
    expect((await answerAs(victim, victim.emailAddress, 'ACCEPTED')).status).toBe(200);
    expect((await comeIn(b.guid, victim.emailAddress, {}, other)).answer.status).toBe(200);
  });

  test('makes no account for an address that nobody has proved', async () => {
    const emailAddress = addressIn('home.example');
    await invite({ emailAddress });
    const before = await left();
    expect((await comeIn(b.guid, emailAddress, {}, other)).answer).toMatchObject({
      status: 403,
      body: { className: 'InvitationNotAccepted' },
    });
    expect(await left()).toEqual(before);
  });

  test('reads and changes nothing about the account of a member: each route about the person is closed to its sessions', async () => {
    const victim = await consenting();
    const token = await tokenOf(b.guid, victim.emailAddress, other);
    const values: Record<string, string> = {
      orgGuid: b.guid,
      userGuid: victim.userGuid,
      identifier: victim.userGuid,
      emailAddress: victim.emailAddress,
      recipientEmailAddress: victim.emailAddress,
    };
    expect(routesOfPerson.length).toBeGreaterThan(25);
    for (const { method, path, operationId } of routesOfPerson) {
      const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? uuidv7());
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      expect([operationId, await app.call(method, address, { token, body })]).toMatchObject([
        operationId,
        { status: 403, body: { className: 'Forbidden' } },
      ]);
    }
    expect((await app.call('GET', '/org-invitations?mine=true', { token })).body.items).toEqual([]);
    const startup = (await app.call('GET', `/startup?organizationGuid=${b.guid}`, { token })).body;
    expect([startup.memberships.length, startup.user.primaryEmailAddress, startup.prefilledOnboarding]).toEqual([
      1,
      victim.emailAddress,
      null,
    ]);
  });

  test('keeps no one: the person leaves and declines as themselves although it demands its own sign-in, and its old session does not bring them back', async () => {
    const victim = await consenting();
    const session = await tokenOf(b.guid, victim.emailAddress, other);
    const membership = `/org-memberships/${b.guid}/${victim.userGuid}`;
    expect(await app.call('GET', `/orgs/${b.guid}`, { token: victim.token })).toMatchObject({
      body: { className: 'SsoSessionRequired' },
    });
    expect((await app.call('DELETE', membership, { token: victim.token })).status).toBe(204);
    await invite(victim);
    expect(await answerAs({ token: session }, victim.emailAddress, 'ACCEPTED')).toMatchObject({
      status: 403,
      body: { className: 'Forbidden' },
    });
    expect((await comeIn(b.guid, victim.emailAddress, {}, other)).answer.status).toBe(403);
    expect((await answerAs(victim, victim.emailAddress, 'DECLINED')).status).toBe(200);
    expect(await membersOf(b.guid)).not.toContain(victim.userGuid);
    // Only one's own membership can be ended this way.
    expect(
      await app.call('DELETE', `/org-memberships/${b.guid}/${b.admin.userGuid}`, { token: b.admin.token }),
    ).toMatchObject({ status: 409, body: { className: 'LastAdminCannotBeRemoved' } });
    const member = await consenting();
    expect(
      await app.call('DELETE', `/org-memberships/${b.guid}/${b.admin.userGuid}`, { token: member.token }),
    ).toMatchObject({ status: 403, body: { className: 'SsoSessionRequired' } });
  });

  test('destroys nothing of the account by an erasure: its device key, photo and pending addresses stay', async () => {
    const victim = await consenting();
    const key = async (token: string) => (await app.call('GET', '/device-key', { token })).body.key as string;
    const session = await tokenOf(b.guid, victim.emailAddress, other);
    const [own, theirs] = [await key(victim.token), await key(session)];
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const { photo } = (await app.call('PUT', `/users/${victim.userGuid}/photo`, { token: victim.token, body: picture }))
      .body;
    const pending = addressIn('home.example');
    await app.call('POST', `/users/${victim.userGuid}/email-addresses`, {
      token: victim.token,
      body: { emailAddress: pending },
    });
    expect(
      (await app.call('DELETE', `/org-memberships/${b.guid}/${victim.userGuid}`, { token: victim.token })).status,
    ).toBe(204);
    const { commandId, fingerprint, metadata } = systemEnvelope({ tenant: b.guid });
    const erased = await erasePersonAndDrafts(app.api.application.erasures.services(), {
      tenant: b.guid,
      subject: { kind: 'MEMBER', guid: victim.userGuid },
      commandId,
      fingerprint,
      metadata,
    });
    expect(erased.status).toBe('erased');
    expect(await key(victim.token)).toBe(own);
    expect((await fetch(`${app.url}${photo}`)).status).toBe(200);
    const account = (await app.call('GET', `/users/${victim.userGuid}`, { token: victim.token })).body;
    expect([
      account.name,
      account.emailAddresses.map(({ emailAddress }: { emailAddress: string }) => emailAddress),
    ]).toEqual([victim.name, [victim.emailAddress, pending]]);
    const { rows } = await database.query('select from organization_device_keys where tenant = $1 and user_guid = $2', [
      b.guid,
      victim.userGuid,
    ]);
    expect([rows.length, theirs === own]).toEqual([0, false]);
  });
});

test('the provider of the organization that has verified the domain opens the account and answers for the person', async () => {
  const member = await person(a.guid, addressIn(a.domain));
  const token = await tokenOf(a.guid, member.emailAddress);
  expect((await app.call('GET', `/users/${member.userGuid}`, { token })).status).toBe(200);
  expect(decodeJwt(token)).toMatchObject({ organizations: [{ organizationGuid: a.guid }] });
});
