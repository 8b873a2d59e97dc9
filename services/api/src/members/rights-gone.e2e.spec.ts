import { setTimeout as sleep } from 'node:timers/promises';
import { managerPermissions } from '@plimsoll/contracts/permissions/permissions';
import { TestApplication, type TestPerson } from '../../test/test-application.ts';

type SignedInPerson = TestPerson & { readonly token: string };

/** Limit for a revoked right to take effect, in another process that learns of it only through the database. */
const WITHIN_MS = 1_000;
const AT_ONCE = 12;

let app: TestApplication;
let org: string;
let boss: SignedInPerson;
let load: Promise<unknown>;
let isLoaded = true;
const slowest: Record<string, number> = {};

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent', organizationRequestsPerSecond: 100_000 });
  org = await app.found('Harbour Works');
  boss = await app.member(org, 'admin', 'Boss Quay');
  // Other users send requests through both processes during the measurement.
  await app.moveApart();
  const others = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => app.member(org, 'manager', `Load ${index}`)),
  );
  load = Promise.all(
    others.map(async ({ token }) => {
      while (isLoaded) await app.call('GET', '/reported-events?limit=20', { token });
    }),
  );
});
afterAll(async () => {
  isLoaded = false;
  await load;
  process.stdout.write(
    `gone at the latest after ${Object.entries(slowest)
      .map(([what, ms]) => `${Math.round(ms)} ms (${what})`)
      .join(', ')}, under load\n`,
  );
  await app?.stop();
});

/** Calls the process that is not measured; its caches stay its own. */
async function tell(method: string, path: string, body?: unknown, token = boss.token): Promise<void> {
  const answer = await fetch(`${app.api.address}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (answer.status >= 300) throw new Error(`${answer.status} ${await answer.text()}`);
}

/** Milliseconds after the acknowledgement until requests are refused. */
async function untilGone(look: () => Promise<number>, gone: number): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const asked = performance.now();
    if ((await look()) === gone) return asked - begun;
    if (performance.now() - begun > 5_000) return Infinity;
    await sleep(10);
  }
}

const metrics =
  ({ token }: SignedInPerson) =>
  async () =>
    (await app.call('GET', `/orgs/${org}/reporting-metrics/2026-04`, { token })).status;

test.each<
  [string, (person: SignedInPerson) => Promise<void>, (person: SignedInPerson) => () => Promise<number>, number]
>([
  [
    'a right that was taken',
    ({ userGuid }) => tell('PATCH', `/org-memberships/${org}/${userGuid}`, { permissions: [] }),
    metrics,
    403,
  ],
  [
    'a group that was taken',
    ({ userGuid }) => tell('PATCH', `/org-memberships/${org}/${userGuid}`, { organizationUserGroups: ['Standard'] }),
    metrics,
    403,
  ],
  [
    'what a group holds',
    () =>
      tell('PUT', `/orgs/${org}/user-groups/Manager`, {
        permissions: [...managerPermissions].filter((one) => one !== 'VIEW_AND_SET_MONTHLY_METRICS'),
      }),
    metrics,
    403,
  ],
  ['a membership', ({ userGuid }) => tell('DELETE', `/org-memberships/${org}/${userGuid}`), metrics, 404],
  [
    'a session',
    async (person) =>
      tell('DELETE', `/users/${person.userGuid}/sessions?keepCurrent=true`, undefined, await app.signIn(person)),
    metrics,
    401,
  ],
])('%s is gone within a second, in every process and under load', async (what, take, look, gone) => {
  for (let round = 0; round < 3; round++) {
    await tell('PUT', `/orgs/${org}/user-groups/Manager`, { permissions: [...managerPermissions] });
    const person = await app.member(org, 'manager');
    expect(await untilGone(look(person), 200)).toBeLessThan(5_000);
    await take(person);
    const took = await untilGone(look(person), gone);
    slowest[what] = Math.max(slowest[what] ?? 0, took);
    expect(took).toBeLessThan(WITHIN_MS);
  }
});
