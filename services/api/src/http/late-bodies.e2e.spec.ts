import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Route } from '@plimsoll/contracts/http/route';
import { routes } from '@plimsoll/contracts/http/routes';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { modules } from '@plimsoll/contracts/organizations/features';
import { v7 as uuidv7 } from 'uuid';
import { HalfRequest } from '../../test/half-request.ts';
import { TEST_PASSWORD, TestApplication, type TestPerson } from '../../test/test-application.ts';
import { isMet, mayEnter } from './may-enter.ts';
import { reportOfPallet } from '../../test/attachments/reported-event.ts';

type Person = TestPerson & { readonly token: string };

/** Longer than it takes until a change of rights is effective in every process. */
const EFFECTIVE_MS = 1_300;
/**
 * Every write that needs someone's rights. Those with a key only read; streamed files are refused before their body
 * where what they belong to is missing, so they have tests of their own.
 */
const writes = (routes as readonly Route[]).filter(
  ({ method, access, accepts }) =>
    method !== 'GET' && access !== 'PUBLIC' && access !== 'KEY' && access !== 'AUDITOR' && accepts !== 'STREAM',
);
const ofOrganizations = writes.filter(({ access }) => access !== 'SIGNED_IN' && access !== 'ANY_ORGANIZATION');

let app: TestApplication;
let admin: Person;
let org: string;

beforeAll(async () => {
  app = await TestApplication.start({
    logLevel: 'silent',
    organizationRequestsPerSecond: 100_000,
    transferLimits: { account: 10_000, organization: 10_000, network: 10_000 },
    virusScanner: { host: '127.0.0.1', port: await listening() },
  });
  org = await app.found();
  admin = await app.member(org, 'admin', 'Anna Lund');
});
afterAll(async () => {
  await app?.stop();
  for (const socket of scanning) socket.destroy();
  scanner.close();
});

/** A virus scanner that gives its verdict when a test lets it. */
const scanner: Server = createServer((socket) => {
  scanning.add(socket);
  socket.on('error', () => undefined).resume();
  if (!isScannerSlow) verdict(socket);
});
const scanning = new Set<Socket>();
let isScannerSlow = false;
const verdict = (socket: Socket) => setTimeout(() => socket.end('stream: OK\0'), 50);
async function listening(): Promise<number> {
  scanner.listen(0, '127.0.0.1');
  await once(scanner, 'listening');
  return (scanner.address() as AddressInfo).port;
}

const address = (path: string, orgGuid: string) =>
  path
    .replace('{orgGuid}', orgGuid)
    .replace('{yearMonth}', '2026-04')
    .replace('{year}', '2026')
    .replace('{productKey}', 'essentials')
    .replace('{billingFrequency}', 'MONTH')
    .replace('{name}', 'Manager')
    .replace('{domain}', 'example.com')
    .replace('{kind}', 'incident')
    .replaceAll(/\{\w*[eE]mailAddress\}/g, 'nobody@example.test')
    .replaceAll(/\{\w+\}/g, uuidv7());
const named = ({ path }: Route, orgGuid: string) =>
  address(path, orgGuid) + (path.includes('{orgGuid}') ? '' : `?organizationGuid=${orgGuid}`);

/** Half of a request: without the other half nothing is known to be wrong with it. */
const begin = (route: Route, { token }: Person, orgGuid: string) =>
  HalfRequest.begin(
    app.api.port,
    {
      method: route.method,
      path: named(route, orgGuid),
      token,
      body: '{}',
      headers: {
        ...(route.accepts !== 'JSON' && route.accepts !== 'NOTHING' && { 'content-type': 'application/octet-stream' }),
      },
    },
    1,
  );
const classOf = async (request: HalfRequest): Promise<string> => {
  const { status, text } = await request.complete();
  return `${status} ${/"className":"(\w+)"/.exec(text)?.[1] ?? ''}`;
};
const headsOf = async (...tenants: string[]) =>
  (await app.api.application.store.heads())
    .filter(({ tenant }) => tenants.includes(tenant))
    .map(({ tenant, position }) => [tenant, position]);

/** Signs in as a browser does. @returns the token, and how to sign out. */
async function signedIn({ emailAddress }: TestPerson) {
  const answer = await app.call('POST', '/auth', { body: { identifier: emailAddress, password: TEST_PASSWORD } });
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0]!)
    .join('; ');
  return {
    token: answer.body.jwt as string,
    signOut: async () => {
      const { status } = await app.call('POST', '/auth/sign-out', {
        headers: { cookie, origin: `http://localhost:${app.api.port}` },
      });
      expect(status).toBeLessThan(300);
    },
  };
}

test('every write whose body is completed after its sender was removed, demoted or signed out, or its module switched off, is refused as a new one would be, and nothing is written', async () => {
  const switched = await app.found('Switched Works');
  const [removed, demoted, leaving, owner] = [
    await app.member(org, 'admin', 'Rex Moved'),
    await app.member(org, 'admin', 'Dee Moted'),
    await app.register('Lea Ving'),
    await app.member(switched, 'admin', 'Ona Switch'),
  ];
  await app.join(org, leaving, 'admin');
  const session = await signedIn(leaving);
  const standard = {
    userGuid: demoted.userGuid,
    isAdmin: false,
    permissions: new Set<never>(),
    userGroupNames: ['Standard' as const],
    reportingGroupGuid: null,
  };
  const none = new Set<never>();
  const kinds: readonly (readonly [string, Person, string, readonly Route[], string])[] = [
    ['removed', removed, org, ofOrganizations, '404 OrganizationNotFound'],
    ['demoted', demoted, org, ofOrganizations.filter(({ access }) => !mayEnter(access, standard)), '403 Forbidden'],
    ['signed out', { ...leaving, token: session.token }, org, writes, '401 ExpiredNonRefreshableJwt'],
    ['switched off', owner, switched, ofOrganizations.filter((route) => !isMet(route.modules, none)), '403 Forbidden'],
  ];
  const begun: { name: string; request: HalfRequest; expected: string }[] = [];
  for (const [kind, person, orgGuid, itsRoutes, expected] of kinds) {
    expect(itsRoutes.length).toBeGreaterThan(5);
    for (const route of itsRoutes)
      begun.push({ name: `${kind}: ${route.operationId}`, request: await begin(route, person, orgGuid), expected });
  }
  // All of them are admitted before anything changes: none has an answer yet.
  await sleep(1_000);
  expect(begun.filter(({ request }) => request.socket.bytesRead > 0).map(({ name }) => name)).toEqual([]);

  const gone = await app.call('DELETE', `/org-memberships/${org}/${removed.userGuid}`, { token: admin.token });
  expect(gone.status).toBeLessThan(300);
  await app.permit(org, demoted, []);
  await session.signOut();
  for (const module of modules) await app.switchModule(switched, module, false);
  await sleep(EFFECTIVE_MS);
  const before = await headsOf(org, switched, INSTALLATION_TENANT);

  const answers = await Promise.all(
    begun.map(async ({ name, request, expected }) => ({ name, answer: await classOf(request), expected })),
  );
  expect(
    answers.filter(({ answer, expected }) => answer !== expected).map(({ name, answer }) => `${name}: ${answer}`),
  ).toEqual([]);
  expect(await headsOf(org, switched, INSTALLATION_TENANT)).toEqual(before);
}, 60_000);

test('what an auditor asks for is refused when their grant was revoked before the request was complete', async () => {
  const made = await app.call('POST', `/orgs/${org}/auditor-grants`, {
    token: admin.token,
    body: {
      name: 'Ida Berg',
      emailAddress: 'ida.berg@audit.example',
      firm: 'Berg & Vale',
      purpose: 'Yearly audit',
      from: '2026-01-01',
      to: '2026-12-31',
      includeSensitive: false,
      withNames: false,
      expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    },
  });
  const { grantGuid, link, passcode } = made.body;
  const { body } = await app.call('POST', '/auth/auditor', { body: { token: new URL(link).hash.slice(1), passcode } });
  const route = (routes as readonly Route[]).find(({ operationId }) => operationId === 'askForAuditBundle')!;
  const request = await begin(route, { ...admin, token: body.jwt }, org);
  await sleep(300);
  expect(request.socket.bytesRead).toBe(0);
  const revoked = await app.call('POST', `/orgs/${org}/auditor-grants/${grantGuid}/revoke`, { token: admin.token });
  expect(revoked.status).toBe(200);
  await sleep(EFFECTIVE_MS);
  const before = await headsOf(org);
  expect(await classOf(request)).toBe('401 ExpiredNonRefreshableJwt');
  expect(await headsOf(org)).toEqual(before);
});

describe('a streamed file', () => {
  let sender: Person;
  let paths: Readonly<Record<'event' | 'task' | 'import', string>>;

  beforeEach(async () => {
    isScannerSlow = false;
    scanning.clear();
    sender = await app.member(org, 'admin', 'Sal Send');
    const { token } = sender;
    const { eventId } = (await app.call('POST', '/reported-events', { token, body: reportOfPallet })).body;
    const task = await app.call('POST', '/tasks', {
      token,
      body: { eventId, description: 'Replace the sling', dueDate: '2099-01-01', responsibleGuid: sender.userGuid },
    });
    const file = `attachments/${uuidv7()}?name=notes.txt&organizationGuid=${org}`;
    paths = {
      event: `PUT /reported-events/${eventId}/${file}`,
      task: `PUT /tasks/${task.body.taskGuid}/${file}`,
      import: `POST /orgs/${org}/incident-imports?name=events.csv`,
    };
  });

  const table = Buffer.from('Date,Description\n2026-03-02,A pallet slid.\n');
  const upload = async (of: keyof typeof paths) => {
    const [method, path] = paths[of].split(' ') as [string, string];
    return HalfRequest.begin(app.api.port, { method, path, token: sender.token, body: table }, 3);
  };
  const remove = async () => {
    await app.call('DELETE', `/org-memberships/${org}/${sender.userGuid}`, { token: admin.token });
    await sleep(EFFECTIVE_MS);
    return headsOf(org);
  };
  const kinds = ['event', 'task', 'import'] as const;

  test.each(kinds)('of an %s that arrives while its sender is a member is taken', async (of) => {
    expect([200, 201]).toContain((await (await upload(of)).complete()).status);
  });

  test.each(kinds)(
    'of an %s whose last bytes come after its sender was removed is refused before it is looked at',
    async (of) => {
      const request = await upload(of);
      await sleep(200);
      expect(request.socket.bytesRead).toBe(0);
      const before = await remove();
      expect(await classOf(request)).toBe('404 OrganizationNotFound');
      expect(await headsOf(org)).toEqual(before);
      expect(scanning.size).toBe(0);
    },
  );

  test('whose sender is removed while it is scanned is refused at the append', async () => {
    isScannerSlow = true;
    const answer = (await upload('event')).complete();
    while (scanning.size === 0) await sleep(20);
    const before = await remove();
    for (const socket of scanning) verdict(socket);
    expect((await answer).text).toContain('OrganizationNotFound');
    expect(await headsOf(org)).toEqual(before);
  });
});
