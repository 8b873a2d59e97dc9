import { MAX_CLAIMED_ORGANIZATIONS } from '@plimsoll/contracts/identity/requests';
import { modules } from '@plimsoll/contracts/organizations/features';
import { decodeJwt } from 'jose';
import { v7 as uuidv7 } from 'uuid';
import { systemEnvelope } from '../../commands/own-envelope.ts';
import { isExecuted, type Outcome } from '../../commands/execute.ts';
import { AddMember } from '../../members/add-member.ts';
import { CreateOrganization } from '../../organizations/founding/create-organization.ts';
import { TEST_PASSWORD, TestApplication, type TestPerson } from '../../../test/test-application.ts';

const MEMBERSHIPS = 1_000;
const AT_ONCE = 50;
/** Common limit of proxies for all headers of a request. */
const HEADER_BYTES = 8_192;

let app: TestApplication;
let person: TestPerson;
/** In the order of joining. */
const organizations = Array.from({ length: MEMBERSHIPS }, () => uuidv7());

async function run(command: object): Promise<void> {
  const outcome = (await app.api.application.commands.execute(command)) as Outcome;
  if (!isExecuted(outcome)) throw new Error(outcome.refused);
}

beforeAll(async () => {
  app = await TestApplication.start();
  person = await app.register('Many Works');
  const { userGuid, name, emailAddress } = person;
  for (let from = 0; from < MEMBERSHIPS; from += AT_ONCE) {
    await Promise.all(
      organizations.slice(from, from + AT_ONCE).map(async (tenant, index) => {
        await run(
          new CreateOrganization(systemEnvelope({ tenant }), {
            name: `Works ${from + index}`,
            timeZone: 'UTC',
            sizeRange: 'ONE_TO_TEN',
            modules: [...modules],
          }),
        );
        await run(
          new AddMember(systemEnvelope({ tenant }), {
            userGuid,
            name,
            emailAddress,
            isAdmin: true,
            userGroups: ['Standard'],
            reportingGroupGuid: null,
          }),
        );
      }),
    );
  }
  await app.api.application.runner!.catchUp();
}, 180_000);
afterAll(() => app?.stop());

test('someone with a thousand memberships signs in with a token that fits, lists them all and works in the last one', async () => {
  const signedIn = await app.call('POST', '/auth', {
    body: { identifier: person.emailAddress, password: TEST_PASSWORD },
  });
  expect(signedIn.status).toBe(200);
  const token = signedIn.body.jwt as string;
  const claims = decodeJwt(token) as { organizations: { organizationGuid: string }[]; hasMore?: boolean };
  expect([claims.organizations.length, claims.hasMore]).toEqual([MAX_CLAIMED_ORGANIZATIONS, true]);
  const headers = ['authorization', `Bearer ${token}`, 'cookie', signedIn.headers.getSetCookie().join('; ')];
  expect(headers.join('').length).toBeLessThan(HEADER_BYTES - 2_048);

  const startup = await app.call('GET', '/startup', { token });
  expect(startup.body.memberships).toHaveLength(MEMBERSHIPS);
  expect((await app.call('GET', `/users/${person.userGuid}`, { token })).body.organizationMemberships).toHaveLength(
    MEMBERSHIPS,
  );
  const all = await app.call('GET', `/org-memberships?memberGuid=${person.userGuid}`, { token });
  expect([all.status, all.body.totalCount]).toEqual([200, MEMBERSHIPS]);

  const claimed = new Set(claims.organizations.map(({ organizationGuid }) => organizationGuid));
  const last = organizations.findLast((guid) => !claimed.has(guid))!;
  const renamed = await app.call('PATCH', `/orgs/${last}`, { token, body: { name: 'The Last Works' } });
  expect([renamed.status, renamed.body.name]).toEqual([200, 'The Last Works']);
  // No token with other claims would have more of them.
  expect(renamed.headers.get('authorization')).toBeNull();
  const opened = await app.call('GET', `/startup?organizationGuid=${last}`, { token });
  expect([opened.status, opened.body.organization.name]).toEqual([200, 'The Last Works']);
});

test('a membership beyond the list of the token ends within a second', async () => {
  const token = await app.signIn(person);
  const claimed = new Set(
    (decodeJwt(token) as { organizations: { organizationGuid: string }[] }).organizations.map(
      ({ organizationGuid }) => organizationGuid,
    ),
  );
  const org = organizations.find((guid) => !claimed.has(guid))!;
  expect((await app.call('GET', `/orgs/${org}`, { token })).status).toBe(200);
  const boss = await app.member(org, 'admin', 'Ada Quay');
  expect((await app.call('DELETE', `/org-memberships/${org}/${person.userGuid}`, { token: boss.token })).status).toBe(
    204,
  );
  expect(await app.call('GET', `/orgs/${org}`, { token })).toMatchObject({
    status: 404,
    body: { className: 'OrganizationNotFound' },
  });
});
