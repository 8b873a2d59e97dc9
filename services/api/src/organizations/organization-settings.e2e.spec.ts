import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { randomUUID } from 'node:crypto';
import { isExecuted } from '../commands/execute.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';
import { SetSubscriptionStatus } from './set-subscription-status.ts';

let app: TestApplication;
let org: string;
let admin: TestPerson & { token: string };
let member: TestPerson & { token: string };

const [alberta, ontario] = ['Alberta', 'Ontario'].map((name) => regions.find((region) => region.name === name)!) as [
  (typeof regions)[number],
  (typeof regions)[number],
];
const industryGuid = (code: string) => `01900000-e022-7000-8000-000000${code}`;
const [soy, department] = [industryGuid('111110'), industryGuid('455110')];
const somewhere = randomUUID();

beforeAll(async () => {
  app = await TestApplication.start();
  org = await app.found('Settled Works');
  [admin, member] = [await app.member(org, 'admin', 'Anna Lund'), await app.member(org, 'standard', 'Stan Reef')];
});
afterAll(() => app?.stop());

const call = (method: string, path: string, body?: unknown, who: { token: string } = admin): Promise<Answer> =>
  app.call(method, path, { token: who.token, ...(body !== undefined && { body }) });
const refusal = ({ status, body }: Answer) => [
  status,
  body.className,
  ...(body.fieldErrors ?? []).map(({ field }: { field: string }) => field),
];
const positionOf = (answer: Answer) => ({ 'At-Least': answer.headers.get('Position')! });
const after = (answer: Answer, path: string): Promise<Answer> =>
  app.call('GET', path, { token: admin.token, headers: positionOf(answer) });

describe('regions and industries', () => {
  test('are there for every signed-in person, whatever they belong to', async () => {
    const guest = { token: await app.signIn(await app.register('Gus Trip')) };
    expect((await call('GET', '/regions', undefined, guest)).body.totalCount).toBe(regions.length);
    const { body } = await call('GET', `/industries?regionGuid=${alberta.guid}`, undefined, guest);
    expect([body.totalCount, body.items.length]).toEqual([1_012, 1_012]);
    expect(body.items[0]).toEqual({
      guid: soy,
      code: '111110',
      title: 'Soybean Farming',
      sectorTitle: 'Agriculture, Forestry, Fishing and Hunting',
    });
    expect(new Set(body.items.map(({ sectorTitle }: { sectorTitle: string }) => sectorTitle)).size).toBe(20);
  });

  test.each<[string, string, (string | number)[]]>([
    ['a region that there is not', `?regionGuid=${somewhere}`, [404, 'RegionNotFound', 'regionGuid']],
    ['no region', '', [400, 'MalformedRegion', 'regionGuid']],
    ['a region that is no guid', '?regionGuid=alberta', [400, 'MalformedRegion', 'regionGuid']],
  ])('of %s there are no industries', async (_, query, expected) => {
    const answer = await call('GET', `/industries${query}`);
    expect(refusal(answer)).toEqual(expected);
    if (answer.status === 404)
      expect(answer.body.fieldErrors[0].message).toBe(`No industry matches the region: ${somewhere}`);
  });
});

describe('where an organization operates', () => {
  test('grows, changes and shrinks; the oldest region is the primary one', async () => {
    const first = await call('POST', `/orgs/${org}/locations`, { regionGuid: ontario.guid, industryGuids: [] });
    expect(first).toMatchObject({
      status: 201,
      body: { region: ontario, isPrimary: true, industryGuids: [], sectorAndIndustries: [] },
    });
    const second = await call('POST', `/orgs/${org}/locations`, {
      regionGuid: alberta.guid,
      industryGuids: [department, soy],
    });
    expect(second).toMatchObject({
      status: 201,
      body: {
        region: alberta,
        isPrimary: false,
        sectorAndIndustries: [
          { sectorTitle: 'Agriculture, Forestry, Fishing and Hunting', industries: [{ guid: soy }] },
          { sectorTitle: 'Retail Trade', industries: [{ guid: department }] },
        ],
      },
    });
    const changed = await call('PATCH', `/orgs/${org}/locations/${ontario.guid}`, { industryGuids: [soy] });
    expect(changed).toMatchObject({ status: 200, body: { region: ontario, isPrimary: true, industryGuids: [soy] } });
    expect((await after(changed, `/orgs/${org}/locations`)).body).toMatchObject({
      totalCount: 2,
      items: [
        { region: ontario, isPrimary: true },
        { region: alberta, isPrimary: false },
      ],
    });
    expect((await call('GET', `/orgs/${org}/regions`)).body).toEqual({ items: [alberta, ontario], totalCount: 2 });
    const own = await call('GET', `/orgs/${org}/industries`);
    expect(own.body.items.map(({ sectorTitle }: { sectorTitle: string }) => sectorTitle)).toEqual([
      'Agriculture, Forestry, Fishing and Hunting',
      'Retail Trade',
    ]);
    expect((await call('GET', `/orgs/${org}`)).body.industries).toEqual(own.body.items);
    expect((await call('GET', '/startup')).body.organization.locationCount).toBe(2);

    const removed = await call('DELETE', `/orgs/${org}/locations/${ontario.guid}`);
    expect(removed.status).toBe(204);
    expect((await after(removed, `/orgs/${org}/locations`)).body).toMatchObject({
      totalCount: 1,
      items: [{ region: alberta, isPrimary: true }],
    });
    const back = await call('POST', `/orgs/${org}/locations`, { regionGuid: ontario.guid, industryGuids: [] });
    expect(back).toMatchObject({ status: 201, body: { isPrimary: false } });
  });

  test.each<[string, string, string, object | undefined, (string | number)[]]>([
    [
      'a region twice',
      'POST',
      '',
      { regionGuid: alberta.guid, industryGuids: [] },
      [409, 'DuplicateIndustryAssociation', 'regionGuid'],
    ],
    [
      'a region that there is not',
      'POST',
      '',
      { regionGuid: somewhere, industryGuids: [] },
      [404, 'RegionNotFound', 'regionGuid'],
    ],
    [
      'an industry that there is not',
      'POST',
      '',
      { regionGuid: regions[0]!.guid, industryGuids: [soy, somewhere] },
      [404, 'IndustryNotFound', 'industryGuids.1'],
    ],
    [
      'an industry twice',
      'POST',
      '',
      { regionGuid: regions[1]!.guid, industryGuids: [soy, soy] },
      [409, 'DuplicateIndustryAssociation', 'industryGuids.1'],
    ],
    ['no region', 'POST', '', { industryGuids: [] }, [400, 'MalformedRegion', 'regionGuid']],
    ['no industries', 'POST', '', { regionGuid: regions[1]!.guid }, [400, 'MalformedRequest', 'industryGuids']],
    [
      'another region’s industries',
      'PATCH',
      `/${regions[1]!.guid}`,
      { industryGuids: [soy] },
      [404, 'NoIndustryAssociation'],
    ],
    [
      'an unknown industry, before a region that is not there',
      'PATCH',
      `/${regions[1]!.guid}`,
      { industryGuids: [somewhere] },
      [404, 'IndustryNotFound', 'industryGuids.0'],
    ],
    [
      'the same industry twice',
      'PATCH',
      `/${alberta.guid}`,
      { industryGuids: [soy, soy] },
      [409, 'DuplicateIndustryAssociation', 'industryGuids.1'],
    ],
    ['a region that is no guid', 'PATCH', '/alberta', { industryGuids: [] }, [400, 'MalformedRegion', 'regionGuid']],
    ['a region away that is not there', 'DELETE', `/${regions[1]!.guid}`, undefined, [404, 'NoIndustryAssociation']],
  ])('%s is refused', async (_, method, path, body, expected) => {
    const answer = await call(method, `/orgs/${org}/locations${path}`, body);
    // Conflicts return the organization's current revision.
    expect(refusal(answer)).toEqual(expected);
  });

  test('is entered only where that is switched on, and read all the same', async () => {
    await app.switchModule(org, 'manageRegionsAndIndustries', false);
    await eventually(async () =>
      expect(
        refusal(await call('POST', `/orgs/${org}/locations`, { regionGuid: regions[5]!.guid, industryGuids: [] })),
      ).toEqual([403, 'Forbidden']),
    );
    expect(
      refusal(await call('POST', `/orgs/${org}/region-suggestions`, { regionSuggestionName: 'Tierra del Fuego' })),
    ).toEqual([403, 'Forbidden']);
    expect((await call('GET', `/orgs/${org}/locations`)).status).toBe(200);
    await app.switchModule(org, 'manageRegionsAndIndustries', true);
    await eventually(async () =>
      expect(
        (await call('POST', `/orgs/${org}/region-suggestions`, { regionSuggestionName: 'Tierra del Fuego' })).status,
      ).toBe(201),
    );
    expect(refusal(await call('POST', `/orgs/${org}/region-suggestions`, { regionSuggestionName: ' ' }))).toEqual([
      400,
      'MalformedRegion',
      'regionSuggestionName',
    ]);
  });
});

describe('switches', () => {
  test('of modules say what they say everywhere', async () => {
    const switched = await call('PATCH', `/orgs/${org}/features`, { featureCode: 'bistrainer', isEnabled: false });
    expect([switched.status, switched.body]).toEqual([204, '']);
    expect((await after(switched, `/orgs/${org}/features`)).body).toContainEqual({
      featureCode: 'bistrainer',
      isEnabled: false,
    });
    expect((await call('GET', '/startup')).body.organization.modules).toContainEqual({
      code: 'bistrainer',
      isEnabled: false,
    });
    expect(
      refusal(await call('PATCH', `/orgs/${org}/features`, { featureCode: 'WORKSITES', isEnabled: false })),
    ).toEqual([400, 'MalformedRequest', 'featureCode']);
  });

  test('of features take either name of the flag, and not two', async () => {
    for (const [name, isEnabled] of [
      ['featureCode', true],
      ['code', false],
    ] as const) {
      const changed = await call('PATCH', `/orgs/${org}/customer-config`, { [name]: 'CONTRACTORS', isEnabled });
      expect(changed.status).toBe(204);
      expect((await after(changed, `/orgs/${org}/customer-config`)).body).toContainEqual({
        code: 'CONTRACTORS',
        isEnabled,
      });
    }
    expect(refusal(await call('PATCH', `/orgs/${org}/customer-config`, { isEnabled: true }))).toEqual([
      400,
      'MalformedRequest',
      'featureCode',
    ]);
    expect(
      refusal(
        await call('PATCH', `/orgs/${org}/customer-config`, {
          featureCode: 'WORKSITES',
          code: 'CONTRACTORS',
          isEnabled: true,
        }),
      ),
    ).toEqual([400, 'MalformedRequest', 'featureCode']);
    // Only an operator sets the billing status.
    expect(
      (await call('PATCH', `/orgs/${org}/customer-config`, { featureCode: 'BILLING', isEnabled: false })).status,
    ).toBe(403);
  });
});

describe('external systems', () => {
  const courses = { title: 'Courses', url: 'https://courses.example.test/northline?x=1', kind: 'INTRAC' };

  test('are as they were set last, for all members', async () => {
    const response = await call('PUT', `/orgs/${org}/external-systems`, [
      courses,
      { title: 'Wiki', url: 'https://wiki.example.test', kind: 'OTHER' },
    ]);
    expect(response).toMatchObject({ status: 200, body: [courses, { kind: 'OTHER' }] });
    const again = await call('PUT', `/orgs/${org}/external-systems`, [courses]);
    expect(
      (await app.call('GET', `/orgs/${org}/external-systems`, { token: member.token, headers: positionOf(again) }))
        .body,
    ).toEqual([courses]);
    expect((await call('GET', '/startup', undefined, member)).body.organization.externalSystems).toEqual([courses]);
    expect(
      (await call('GET', `/org-memberships/${org}/${member.userGuid}/intrac-urls`, undefined, member)).body,
    ).toEqual({ items: [courses], totalCount: 1 });
    expect(
      refusal(await call('GET', `/org-memberships/${org}/${admin.userGuid}/intrac-urls`, undefined, member)),
    ).toEqual([403, 'Forbidden']);
    expect(refusal(await call('GET', `/org-memberships/${org}/${somewhere}/intrac-urls`))).toEqual([404, 'NotAMember']);
  });

  test.each<[string, unknown, (string | number)[]]>([
    ['over http', [{ ...courses, url: 'http://courses.example.test' }], [400, 'MalformedRequest', '0.url']],
    ['that is a script', [{ ...courses, url: 'javascript:alert(1)' }], [400, 'MalformedRequest', '0.url']],
    [
      'with a password in its address',
      [{ ...courses, url: 'https://nora:secret@courses.example.test' }],
      [400, 'MalformedRequest', '0.url'],
    ],
    [
      'with a line break in its address',
      [{ ...courses, url: 'https://courses.example.test/\nX' }],
      [400, 'MalformedRequest', '0.url'],
    ],
    ['without a title', [{ ...courses, title: ' ' }], [400, 'MalformedRequest', '0.title']],
    ['of a kind that is none', [{ ...courses, kind: 'WIKI' }], [400, 'MalformedRequest', '0.kind']],
    ['that is one of eleven', Array.from({ length: 11 }, () => courses), [400, 'MalformedRequest', 'body']],
  ])('one %s is refused', async (_, body, expected) => {
    expect(refusal(await call('PUT', `/orgs/${org}/external-systems`, body))).toEqual(expected);
  });
});

test('the subscription status of an organization is unknown until an operator sets it', async () => {
  const path = `/orgs/${org}/subscription/billing-status`;
  expect((await call('GET', path)).body).toEqual({
    subscriptionStatus: 'UNKNOWN',
    planName: null,
    freeTrialRemainingDays: null,
    nextBillingDate: null,
    accessUntil: null,
    isWalled: false,
    showsTrialBanner: false,
  });
  const outcome = await app.api.application.commands.execute(
    new SetSubscriptionStatus(systemEnvelope({ tenant: org }), {
      status: 'IN_FREE_TRIAL',
      freeTrialRemainingDays: 14,
      planName: 'Standard',
      nextBillingDate: '2026-12-01',
    }),
  );
  if (!isExecuted(outcome)) throw new Error(outcome.refused);
  await app.caughtUp(org, outcome.position!);
  expect((await call('GET', path)).body).toEqual({
    subscriptionStatus: 'IN_FREE_TRIAL',
    planName: 'Standard',
    freeTrialRemainingDays: 14,
    nextBillingDate: '2026-12-01',
    accessUntil: null,
    isWalled: false,
    showsTrialBanner: true,
  });
  expect((await call('GET', `/orgs/${org}`)).body).toMatchObject({
    subscriptionStatus: 'IN_FREE_TRIAL',
    freeTrialRemainingDays: 14,
    plan: { name: 'Standard', nextBillingDate: '2026-12-01', paymentDetails: { hasPaymentDetails: false } },
  });
  expect((await call('GET', '/startup')).body.organization.billingStatus.subscriptionStatus).toBe('IN_FREE_TRIAL');
  expect(
    await app.api.application.commands.execute(
      new SetSubscriptionStatus(systemEnvelope({ tenant: randomUUID() }), {
        status: 'ACTIVE',
        freeTrialRemainingDays: null,
        planName: null,
        nextBillingDate: null,
      }),
    ),
  ).toEqual({ refused: 'OrganizationNotFound' });
});

describe('the industries of a member', () => {
  const of = (userGuid: string) => `/org-memberships/${org}/${userGuid}/industries`;

  test('can be set by them and by people who may change members; others read neither', async () => {
    expect((await call('GET', of(member.userGuid), undefined, member)).body).toEqual({ items: [], totalCount: 0 });
    const response = await call('PUT', of(member.userGuid), { industryGuids: [soy] }, member);
    expect(response).toMatchObject({ status: 200, body: { totalCount: 1, items: [{ industries: [{ guid: soy }] }] } });
    expect((await after(response, of(member.userGuid))).body.totalCount).toBe(1);
    expect((await call('PUT', of(member.userGuid), { industryGuids: [] }, admin)).status).toBe(200);
    for (const method of ['GET', 'PUT'])
      expect(
        refusal(await call(method, of(admin.userGuid), method === 'PUT' ? { industryGuids: [] } : undefined, member)),
      ).toEqual([403, 'Forbidden']);
    const holder = await app.member(org, ['UPDATE_ORGANIZATION_MEMBER']);
    expect((await call('GET', of(admin.userGuid), undefined, holder)).status).toBe(200);
  });

  test('are of those who are members, and of industries that there are', async () => {
    expect(refusal(await call('GET', of(somewhere)))).toEqual([404, 'NotAMember']);
    expect(refusal(await call('PUT', of(somewhere), { industryGuids: [] }))).toEqual([404, 'NotAMember']);
    expect(refusal(await call('PUT', of(admin.userGuid), { industryGuids: [somewhere] }))).toEqual([
      404,
      'IndustryNotFound',
      'industryGuids.0',
    ]);
    expect(refusal(await call('PUT', of(admin.userGuid), { industryGuids: [soy, soy] }))).toEqual([
      409,
      'DuplicateIndustryAssociation',
      'industryGuids.1',
    ]);
  });
});

test.each<[string, string, object, Permission]>([
  ['PATCH', '', { sizeRange: 'ONE_TO_TEN' }, 'UPDATE_ORGANIZATION'],
  ['PATCH', '/features', { featureCode: 'myDocs', isEnabled: true }, 'UPDATE_ORGANIZATION'],
  ['PATCH', '/customer-config', { featureCode: 'WORKSITES', isEnabled: true }, 'UPDATE_ORGANIZATION'],
  ['PUT', '/external-systems', [], 'UPDATE_ORGANIZATION'],
  ['POST', '/region-suggestions', { regionSuggestionName: 'X' }, 'UPDATE_ORGANIZATION_INDUSTRIES_AND_ROLES'],
  [
    'POST',
    '/locations',
    { regionGuid: regions[9]!.guid, industryGuids: [] },
    'UPDATE_ORGANIZATION_INDUSTRIES_AND_ROLES',
  ],
  ['PATCH', `/locations/${regions[9]!.guid}`, { industryGuids: [soy] }, 'UPDATE_ORGANIZATION_INDUSTRIES_AND_ROLES'],
])('%s /orgs/{orgGuid}%s takes exactly its permission', async (method, path, body, permission) => {
  const [with_, without] = [
    await app.member(org, [permission]),
    await app.member(
      org,
      ['UPDATE_ORGANIZATION', 'UPDATE_ORGANIZATION_INDUSTRIES_AND_ROLES', 'UPDATE_ORGANIZATION_MEMBER'].filter(
        (other) => other !== permission,
      ) as Permission[],
    ),
  ];
  expect(refusal(await call(method, `/orgs/${org}${path}`, body, without))).toEqual([403, 'Forbidden']);
  expect([200, 201, 204]).toContain((await call(method, `/orgs/${org}${path}`, body, with_)).status);
});

/** Waits for a change that takes effect within a second. */
async function eventually(holds: () => Promise<void>): Promise<void> {
  for (const giveUpAt = performance.now() + 1_000; ; ) {
    try {
      return await holds();
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
    }
  }
}
