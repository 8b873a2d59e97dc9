import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { modules } from '@plimsoll/contracts/organizations/features';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { randomUUID } from 'node:crypto';
import { MailedLinks } from '@plimsoll/shared/mailed-links';
import pg from 'pg';
import { TestApplication, type Answer, type TestPerson } from '../../../test/test-application.ts';
import { startApi } from '../../main.ts';

/** Number of races; 200 with FOUNDING_RACES=200. */
const RACES = Number(process.env['FOUNDING_RACES'] ?? 20);

let app: TestApplication;
let nora: TestPerson & { token: string };

beforeAll(async () => {
  app = await TestApplication.start();
  nora = await newcomer('Nora Reef');
});
afterAll(() => app?.stop());

async function newcomer(name: string): Promise<TestPerson & { token: string }> {
  const person = await app.register(name);
  return { ...person, token: await app.signIn(person) };
}
const found = (by: TestPerson & { token: string }, more: object = {}, key: string = randomUUID()): Promise<Answer> =>
  app.call('POST', '/orgs', {
    token: by.token,
    headers: { 'Idempotency-Key': key },
    body: { creatorGuid: by.userGuid, name: 'Quay Works', sizeRange: 'ONE_TO_TEN', ...more },
  });
/** Token of the link in the newest mail. */
async function newestToken(): Promise<string> {
  const admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
  const { rows } = await admin.query<{ guid: string }>(
    'select guid from email_verifications order by asked_at desc limit 1',
  );
  await admin.end();
  return MailedLinks.ofVerifications(Buffer.from(app.options.sealingKey, 'base64')).tokenOf(rows[0]!.guid);
}
const refusal = ({ status, body }: Answer) => [
  status,
  body.className,
  ...(body.fieldErrors ?? []).map(({ field }: { field: string }) => field),
];
const eventsOf = async (tenant: string): Promise<readonly RecordedEvent[]> =>
  (await app.api.application.store.read(tenant, 0, 1_000)).events;
const entriesOf = async (organizationGuid: string): Promise<readonly RecordedEvent[]> => {
  const loaded = await app.api.application.store.load(INSTALLATION_TENANT, {
    kind: 'registered-organization',
    guid: organizationGuid,
  });
  return loaded.events;
};
/** Waits until the entries of the installation's log are in the read models. */
async function entered(): Promise<void> {
  const { store } = app.api.application;
  await app.caughtUp(
    INSTALLATION_TENANT,
    (await store.heads()).find(({ tenant }) => tenant === INSTALLATION_TENANT)!.position,
  );
}
const rename = (
  by: { token: string },
  guid: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> => app.call('PATCH', `/orgs/${guid}`, { token: by.token, body, headers });

describe('founding an organization', () => {
  test('makes the founder its admin, who is in it at once, with what it has on at first', async () => {
    const by = await newcomer('Ada Quay');
    const before = await app.call('GET', '/startup', { token: by.token });
    expect(before.body).toMatchObject({ organization: null, memberships: [], user: { onboardingStatus: 'NEW_USER' } });
    const answer = await found(by, {
      name: 'Ada & Sons Ltd.',
      sizeRange: 'ELEVEN_TO_FIFTY',
      timeZone: 'America/Edmonton',
    });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        name: 'Ada & Sons Ltd.',
        username: 'ada-and-sons-ltd',
        sizeRange: 'ELEVEN_TO_FIFTY',
        timeZone: 'America/Edmonton',
        onboardingStatus: 'NOT_ONBOARDED',
        authType: 'USERNAME_PASSWORD',
        logo: null,
        industries: [],
        subscriptionStatus: 'CHOOSE_PRODUCT',
        plan: null,
        freeTrialRemainingDays: null,
        isAdmin: true,
        userGroupNames: ['Standard'],
        revision: 1,
        members: [
          {
            userAccount: { guid: by.userGuid, name: 'Ada Quay', primaryEmailAddress: by.emailAddress },
            isAdmin: true,
            isOnboarded: false,
          },
        ],
      },
    });
    const { guid } = answer.body;
    const token = answer.headers.get('Authorization')!.replace('Bearer ', '');
    expect(JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).organizations).toEqual([
      { organizationGuid: guid, isAdmin: true, permissions: '23:7fffff' },
    ]);

    const startup = await app.call('GET', '/startup', { token: by.token });
    expect(startup.body).toMatchObject({
      user: { onboardingStatus: 'NOT_ONBOARDED' },
      organization: {
        guid,
        username: 'ada-and-sons-ltd',
        onboardingStatus: 'NOT_ONBOARDED',
        isAdmin: true,
        locationCount: 0,
        externalSystems: [],
      },
    });
    const on = startup.body.organization.modules
      .filter(({ isEnabled }: { isEnabled: boolean }) => isEnabled)
      .map(({ code }: { code: string }) => code);
    expect(on.sort()).toEqual([
      'dashboard',
      'events',
      'manageRegionsAndIndustries',
      'reportedEvents',
      'yourOrganization',
    ]);
    const agrees = await Promise.all(
      ['', '/features', '/external-systems', '/subscription/billing-status', '/customer-config'].map((path) =>
        app.call('GET', `/orgs/${guid}${path}`, { token: by.token }),
      ),
    );
    expect(agrees.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const [organization, features, externalSystems, billingStatus, customerConfig] = agrees.map(({ body }) => body);
    expect(startup.body.organization).toMatchObject({
      name: organization.name,
      sizeRange: organization.sizeRange,
      onboardingStatus: organization.onboardingStatus,
      createdDate: organization.createdDate,
      externalSystems,
      billingStatus,
      customerConfig,
      modules: features.map(({ featureCode: code, isEnabled }: { featureCode: string; isEnabled: boolean }) => ({
        code,
        isEnabled,
      })),
    });
    expect(features).toHaveLength(modules.length);
  });

  test('is written to two logs under one key, with what had led its founder here, sealed', async () => {
    const { body } = await found(nora, { utmCodes: { utmSource: 'a-very-rare-source' } });
    const [entry] = await entriesOf(body.guid);
    const own = await eventsOf(body.guid);
    expect(entry).toMatchObject({
      type: 'OrganizationRegistered',
      data: { founderGuid: nora.userGuid, username: body.username, utmCodes: { utmSource: 'a-very-rare-source' } },
      metadata: { actor: { userGuid: nora.userGuid, kind: 'USER' } },
    });
    expect(own.map(({ type }) => type)).toEqual(['OrganizationCreated', 'BillingOpened', 'MemberJoined']);
    expect(own[0]).toMatchObject({
      data: {
        currencyCode: 'CAD',
        channelPartner: null,
        utmCodes: { utmSource: 'a-very-rare-source' },
        onboardingStatus: 'NOT_ONBOARDED',
      },
      metadata: { causationId: entry!.metadata.commandId, actor: { userGuid: nora.userGuid, kind: 'USER' } },
    });
    expect(own[2]).toMatchObject({
      data: { userGuid: nora.userGuid, isAdmin: true, through: 'FOUNDER', isOnboarded: false },
    });
  });

  test('tells its founder at the start that they have not been led round, until they have', async () => {
    const {
      body: { guid },
    } = await found(nora, { name: 'Led Round Works' });
    const isOnboarded = async () =>
      (await app.call('GET', `/startup?organizationGuid=${guid}`, { token: nora.token })).body.organization.isOnboarded;
    expect(await isOnboarded()).toBe(false);
    expect(
      (
        await app.call('PATCH', `/org-memberships/${guid}/${nora.userGuid}`, {
          token: nora.token,
          body: { isOnboarded: true },
        })
      ).status,
    ).toBe(200);
    expect(await isOnboarded()).toBe(true);
  });

  test('again with the same key answers the same, and founds nothing more', async () => {
    const key = randomUUID();
    const answers = await Promise.all([
      found(nora, { name: 'Twice Asked' }, key),
      found(nora, { name: 'Twice Asked' }, key),
      found(nora, { name: 'Twice Asked' }, key),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => `${body.guid} ${body.username}`)).size).toBe(1);
    expect(await eventsOf(answers[0].body.guid)).toHaveLength(3);
    expect(refusal(await found(nora, { name: 'Other Words' }, key))).toEqual([422, 'IdempotencyKeyReused']);
  });

  test(`many of one name at once have an ID each (${RACES})`, async () => {
    const answers = await Promise.all(Array.from({ length: RACES }, () => found(nora, { name: 'Same Name Works' })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.username)).size).toBe(RACES);
    expect(answers.map(({ body }) => body.username)).toEqual(
      expect.arrayContaining(['same-name-works', 'same-name-works-2', 'same-name-works-3']),
    );
  });

  test.each<[string, object, (string | number)[]]>([
    ['no name', { name: ' ' }, [400, 'MalformedName', 'name']],
    ['a name of two lines', { name: 'Quay\nWorks' }, [400, 'MalformedName', 'name']],
    ['a name with control characters', { name: 'Quay\u0007Works' }, [400, 'MalformedName', 'name']],
    ['a name of 201 characters', { name: 'n'.repeat(201) }, [400, 'MalformedName', 'name']],
    ['no size', { sizeRange: undefined }, [400, 'MalformedSizeRange', 'sizeRange']],
    ['a size that is none', { sizeRange: 'MANY' }, [400, 'MalformedSizeRange', 'sizeRange']],
    ['a zone that is none', { timeZone: 'Mars/Olympus' }, [400, 'MalformedRequest', 'timeZone']],
    [
      'codes above 4 kB',
      { utmCodes: { utmContent: 'x'.repeat(4_097) } },
      [400, 'MalformedRequest', 'utmCodes.utmContent'],
    ],
    ['for somebody else', { creatorGuid: randomUUID() }, [403, 'Forbidden', 'creatorGuid']],
  ])('%s is refused, and nothing is founded', async (_, wrong, expected) => {
    const by = await newcomer('Wrong Once');
    expect(refusal(await found(by, wrong))).toEqual(expected);
    expect((await app.call('GET', '/startup', { token: by.token })).body.memberships).toEqual([]);
  });

  test('says of a missing name what it is the name of', async () => {
    expect((await found(nora, { name: '' })).body.fieldErrors).toEqual([
      { field: 'name', className: 'MalformedName', message: "Organization name can't be blank" },
    ]);
    expect((await found(nora, { name: undefined })).body.fieldErrors).toEqual([
      { field: 'name', className: 'MalformedName', message: "Organization name can't be blank" },
    ]);
    expect((await found(nora, { name: 'a\nb' })).body.fieldErrors).toEqual([
      { field: 'name', className: 'MalformedName', message: 'Organization name is invalid' },
    ]);
  });
});

describe('what an organization is called', () => {
  test('is found by its whole name or ID, in any case, by anybody, and not by a part', async () => {
    const {
      body: { guid, username },
    } = await found(nora, { name: 'Findable Harbour' });
    const stranger = await newcomer('Stran Ger');
    const search = (words: string) =>
      app.call('GET', `/orgs?matching=${encodeURIComponent(words)}`, { token: stranger.token });
    await entered();
    for (const words of ['findable HARBOUR', ' Findable Harbour ', username.toUpperCase()])
      expect((await search(words)).body).toEqual({ items: [{ guid, name: 'Findable Harbour' }], totalCount: 1 });
    for (const words of ['Findable', 'findable-harbou', '%', 'Findable Harbour Ltd'])
      expect((await search(words)).body).toEqual({ items: [], totalCount: 0 });
    expect((await search('same name works')).body.items).toHaveLength(5);
    expect(refusal(await search(' '))).toEqual([400, 'MalformedRequest', 'matching']);
  });

  test('changes in both logs, is found by what it is called then, and its former ID is free', async () => {
    const {
      body: { guid },
    } = await found(nora, { name: 'Before Works' });
    const answer = await rename(nora, guid, {
      name: 'After Works',
      username: 'After-Works',
      sizeRange: 'OVER_TWO_HUNDRED',
      timeZone: 'America/Toronto',
      onboardingStatus: 'ONBOARDED',
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        guid,
        name: 'After Works',
        username: 'After-Works',
        sizeRange: 'OVER_TWO_HUNDRED',
        timeZone: 'America/Toronto',
        onboardingStatus: 'ONBOARDED',
        revision: 6,
      },
    });
    expect((await entriesOf(guid)).map(({ type }) => type)).toEqual([
      'OrganizationRegistered',
      'RegisteredNameChanged',
      'RegisteredIdChanged',
    ]);
    expect((await eventsOf(guid)).map(({ type }) => type).slice(3)).toEqual([
      'OrganizationRenamed',
      'OrganizationIdChanged',
      'OrganizationSizeChanged',
      'OrganizationTimeZoneChanged',
      'OrganizationOnboarded',
    ]);
    await entered();
    expect((await app.call('GET', '/orgs?matching=after-works', { token: nora.token })).body.items).toEqual([
      { guid, name: 'After Works' },
    ]);
    expect((await app.call('GET', '/startup', { token: nora.token })).body.memberships).toContainEqual(
      expect.objectContaining({ organizationGuid: guid, organizationName: 'After Works' }),
    );
    const { body: other } = await found(nora, { name: 'Another' });
    expect((await rename(nora, other.guid, { username: 'before-works' })).body).toMatchObject({
      username: 'before-works',
    });
    // Its own ID in another case.
    expect((await rename(nora, guid, { username: 'AFTER-works' })).body).toMatchObject({ username: 'AFTER-works' });
  });

  test('that is the current one writes nothing', async () => {
    const {
      body: { guid, username },
    } = await found(nora, { name: 'Standing Works' });
    expect(
      await rename(nora, guid, { name: 'Standing Works', username, sizeRange: 'ONE_TO_TEN', timeZone: 'UTC' }),
    ).toMatchObject({ status: 200, body: { revision: 1 } });
    expect(await rename(nora, guid, {})).toMatchObject({ status: 200 });
    expect(await eventsOf(guid)).toHaveLength(3);
    expect(await entriesOf(guid)).toHaveLength(1);
  });

  test('by an ID that another has is refused, with its text, and nothing half done', async () => {
    const [{ body: one }, { body: other }] = [
      await found(nora, { name: 'First Come' }),
      await found(nora, { name: 'Second Come' }),
    ];
    const answer = await rename(nora, other.guid, {
      name: 'Renamed Too',
      username: one.username.toUpperCase(),
      sizeRange: 'OVER_TWO_HUNDRED',
    });
    expect(answer).toMatchObject({
      status: 409,
      body: {
        className: 'DuplicateUsername',
        currentRevision: 1,
        fieldErrors: [{ field: 'username', message: 'Organization ID is already taken' }],
      },
    });
    expect(await eventsOf(other.guid)).toHaveLength(3);
    expect(await entriesOf(other.guid)).toHaveLength(1);
  });

  test('of one that was there before there were entries is entered when it first changes', async () => {
    const guid = await app.found('Old Works');
    const admin = await app.member(guid, 'admin');
    expect((await app.call('GET', `/orgs/${guid}`, { token: admin.token })).body).toMatchObject({
      username: null,
      onboardingStatus: 'ONBOARDED',
    });
    expect((await rename(admin, guid, { username: 'old-works-1' })).body).toMatchObject({
      name: 'Old Works',
      username: 'old-works-1',
    });
    await entered();
    expect((await app.call('GET', '/orgs?matching=OLD-works-1', { token: nora.token })).body.items).toEqual([
      { guid, name: 'Old Works' },
    ]);
  });

  test.each<[string, object, (string | number)[]]>([
    ['an ID with two hyphens in a row', { username: 'quay--works' }, [400, 'MalformedUsername', 'username']],
    ['an ID that begins with a hyphen', { username: '-quay-works' }, [400, 'MalformedUsername', 'username']],
    ['an ID that ends with a hyphen', { username: 'quay-works-' }, [400, 'MalformedUsername', 'username']],
    ['an ID of 5 characters', { username: 'quay5' }, [400, 'MalformedUsername', 'username']],
    ['an ID of 41 characters', { username: 'q'.repeat(41) }, [400, 'MalformedUsername', 'username']],
    ['an ID with other letters', { username: 'quäy-works' }, [400, 'MalformedUsername', 'username']],
    ['an empty name', { name: '' }, [400, 'MalformedName', 'name']],
    ['a size that is none', { sizeRange: '1-10' }, [400, 'MalformedSizeRange', 'sizeRange']],
    ['to be led round again', { onboardingStatus: 'NOT_ONBOARDED' }, [400, 'MalformedRequest', 'onboardingStatus']],
    ['what nobody knows', { colour: 'red' }, [400, 'MalformedRequest', 'colour']],
  ])('%s is refused', async (_, wrong, expected) => {
    const {
      body: { guid },
    } = await found(nora, { name: 'Wrong Works' });
    expect(refusal(await rename(nora, guid, wrong))).toEqual(expected);
  });

  test('at a revision that is not the newest is refused before anything is written, and a repetition is not', async () => {
    const {
      body: { guid },
    } = await found(nora, { name: 'Stale Works' });
    const key = randomUUID();
    expect(
      (await rename(nora, guid, { name: 'Fresh Works' }, { 'If-Match': '"1"', 'Idempotency-Key': key })).status,
    ).toBe(200);
    expect(
      await rename(nora, guid, { name: 'Fresh Works' }, { 'If-Match': '"1"', 'Idempotency-Key': key }),
    ).toMatchObject({ status: 200, body: { name: 'Fresh Works' } });
    expect(await rename(nora, guid, { name: 'Late Works' }, { 'If-Match': '"1"' })).toMatchObject({
      status: 409,
      body: { className: 'StaleRevision', currentRevision: 2 },
    });
    expect(await entriesOf(guid)).toHaveLength(2);
  });

  test(`of two organizations that want one ID one has it (${RACES} times)`, async () => {
    const [one, other] = [
      (await found(nora, { name: 'Race One' })).body.guid,
      (await found(nora, { name: 'Race Other' })).body.guid,
    ];
    for (let race = 0; race < RACES; race++) {
      const username = `race-for-${race}`;
      const answers = await Promise.all([rename(nora, one, { username }), rename(nora, other, { username })]);
      expect(
        answers
          .map(refusal)
          .map(([status, className]) => [status, className])
          .sort(),
      ).toEqual([
        [200, undefined],
        [409, 'DuplicateUsername'],
      ]);
      const winner = answers[0].status === 200 ? one : other;
      await entered();
      expect((await app.call('GET', `/orgs?matching=${username}`, { token: nora.token })).body.items).toMatchObject([
        { guid: winner },
      ]);
    }
  });

  test(`of two admins who rename an organization at once both logs have the later one (${RACES} times)`, async () => {
    const {
      body: { guid },
    } = await found(nora, { name: 'Two Admins' });
    const second = await newcomer('Second Admin');
    await app.join(guid, second, 'admin');
    for (let race = 0; race < RACES; race++) {
      const answers = await Promise.all([
        rename(nora, guid, { name: `One ${race}`, username: `by-one-${race}` }),
        rename(second, guid, { name: `Other ${race}`, username: `by-other-${race}` }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const [entered, own] = [await entriesOf(guid), await eventsOf(guid)];
      const newest = (events: readonly RecordedEvent[], type: string, field: string) =>
        (events.findLast((event) => event.type === type)!.data as Record<string, unknown>)[field];
      expect([newest(own, 'OrganizationRenamed', 'name'), newest(own, 'OrganizationIdChanged', 'username')]).toEqual([
        newest(entered, 'RegisteredNameChanged', 'name'),
        newest(entered, 'RegisteredIdChanged', 'username'),
      ]);
    }
  });
});

describe('answers from signing up', () => {
  test('is there for the first organization that they found, and not after it', async () => {
    const emailAddress = `${randomUUID()}@example.test`;
    const password = 'quay-lantern-83';
    const onboarding = {
      basics: { organizationName: 'Prefilled Works', sizeRange: 'ONE_TO_TEN' },
      selectedProduct: 'standard',
    };
    const signedUp = await app.call('POST', '/onboarding', {
      body: { name: 'Pre Filled', emailAddress, password, onboarding },
    });
    const cookie = signedUp.headers
      .getSetCookie()
      .map((each) => each.split(';', 1)[0]!)
      .join('; ');
    const token = await newestToken();
    expect(
      (await app.call('PUT', '/email-verification', { body: { verificationToken: token }, headers: { cookie } }))
        .status,
    ).toBe(200);
    const {
      body: { jwt },
    } = await app.call('POST', '/auth', { body: { identifier: emailAddress, password } });
    const startup = await app.call('GET', '/startup', { token: jwt });
    expect(startup.body).toMatchObject({ prefilledOnboarding: onboarding, organization: null });
    await found(
      { userGuid: startup.body.user.guid, name: '', emailAddress, token: jwt },
      { name: onboarding.basics.organizationName },
    );
    expect((await app.call('GET', '/startup', { token: jwt })).body).toMatchObject({
      prefilledOnboarding: null,
      organization: { name: 'Prefilled Works' },
    });
  });
});

test('an account and an address found so many organizations an hour and no more; a repetition is not counted', async () => {
  const few = await startApi({
    ...app.options,
    addressLimits: { foundingsAnHour: 4, accountFoundingsAnHour: 3 },
    trustProxy: ['127.0.0.1'],
    projector: false,
  });
  const [one, other] = [await newcomer('Otto Bay'), await newcomer('Ida Berg')];
  const asking = (by: typeof one, ip: string, key: string = randomUUID()) =>
    fetch(`${few.address}/api/orgs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${by.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
        'x-forwarded-for': ip,
      },
      body: JSON.stringify({ creatorGuid: by.userGuid, name: 'Quay Works', sizeRange: 'ONE_TO_TEN' }),
    });
  try {
    const key = randomUUID();
    const statuses: number[] = [];
    for (const again of [key, key, key, randomUUID(), randomUUID()])
      statuses.push((await asking(one, '2001:db8:f0::1', again)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201]);
    const tooMany = await asking(one, '2001:db8:f1::1');
    expect([tooMany.status, tooMany.headers.get('retry-after')]).toEqual([429, '600']);
    expect([(await asking(other, '2001:db8:f0::1')).status, (await asking(other, '2001:db8:f0::2')).status]).toEqual([
      201, 429,
    ]);
    expect((await asking(one, '2001:db8:f1::1', key)).status).toBe(201);
  } finally {
    await few.close();
  }
});
