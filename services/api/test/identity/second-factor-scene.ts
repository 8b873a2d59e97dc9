import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import pg from 'pg';
import { TEST_PASSWORD, TestApplication, type Answer, type TestPerson } from '../test-application.ts';
import { codeOf } from './authenticator-app.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

/** One application for all tests of second factors, with the actions of their users. */
export let app: TestApplication;
export let admin: pg.Client;
export let origin: string;

export async function openScene(): Promise<void> {
  app = await TestApplication.start({ logLevel: 'silent' });
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
  origin = `http://localhost:${app.api.port}`;
}

export async function closeScene(): Promise<void> {
  await admin?.end();
  await app?.stop();
}

export type SignedIn = TestPerson & { readonly token: string };

export const signedInPerson = async (name = 'Nora Reef'): Promise<SignedIn> => {
  const person = await app.register(name);
  return { ...person, token: await app.signIn(person) };
};
export const ask = (
  { userGuid, token }: SignedIn,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => app.call(method, `/users/${userGuid}${path}`, { token, body, headers });
export const refusal = ({ status, body }: Answer) => [status, body.className];
export const password = ({ emailAddress }: TestPerson, headers: Record<string, string> = {}) =>
  app.call('POST', '/auth', { body: { identifier: emailAddress, password: TEST_PASSWORD }, headers });
export const answer = (challengeToken: string, proof: object, headers: Record<string, string> = {}) =>
  app.call('POST', '/auth/second-factor', { body: { challengeToken, ...proof }, headers });
/** Takes the first of two steps. */
export async function challenged(
  person: TestPerson,
): Promise<{ challengeToken: string; methods: string[]; passkeyOptions: { challenge: string; rpId: string } }> {
  const { status, body } = await password(person);
  expect([status, body.jwt]).toEqual([200, null]);
  return body.challenge;
}
export const signInWith = async (person: TestPerson, proof: object): Promise<Answer> =>
  answer((await challenged(person)).challengeToken, proof);
/** Makes a code valid again, so that tests need not wait for half a minute. */
export const forgetStep = ({ userGuid }: TestPerson) =>
  admin.query('update totp_secrets set last_step = null where user_guid = $1', [userGuid]);

/** Adds an authenticator app. */
export async function withApp(person: SignedIn): Promise<{ secret: string; recoveryCodes: string[] }> {
  const {
    body: { secret },
  } = await ask(person, 'POST', '/totp');
  const { status, body } = await ask(person, 'POST', '/totp/confirm', { code: codeOf(secret) });
  expect(status).toBe(201);
  return { secret, recoveryCodes: body.recoveryCodes };
}

/** Adds a passkey. */
export async function withPasskey(
  person: SignedIn,
  device = new SoftwareAuthenticator(origin),
  name = 'Work phone',
): Promise<{ device: SoftwareAuthenticator; guid: string; recoveryCodes: string[] | null }> {
  const { body: options } = await ask(person, 'POST', '/passkeys/options');
  const { status, body } = await ask(person, 'POST', '/passkeys', { name, response: device.create(options) });
  expect([status, body.className]).toEqual([201, undefined]);
  return { device, guid: body.guid, recoveryCodes: body.recoveryCodes };
}
export const eventsOf = async ({ userGuid }: TestPerson) => {
  const loaded = await app.api.application.store.load(INSTALLATION_TENANT, { kind: 'user', guid: userGuid });
  return loaded.events.map(({ type, data }) => ({ type, data }));
};
export const sessionMethod = async (jwt: string): Promise<string> => {
  const { sub } = JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString());
  return (await app.call('GET', `/users/${sub}/sessions`, { token: jwt })).body.items[0].method;
};
