import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { openApplication, type Application } from '@plimsoll/api/platform/process/application';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope, PRODUCT_ACTOR } from '@plimsoll/api/commands/own-envelope';
import { RegisterUser } from '@plimsoll/api/identity/accounts/register-user';
import { ActivateSso } from '@plimsoll/api/single-sign-on/activate-sso';
import { CreateOrganization } from '@plimsoll/api/organizations/founding/create-organization';
import { FoundOrganization } from '@plimsoll/api/organizations/founding/found-organization';
import { SetSsoProvider } from '@plimsoll/api/single-sign-on/set-sso-provider';
import { SwitchModule } from '@plimsoll/api/organizations/switch-module';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { Module } from '@plimsoll/contracts/organizations/features';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { FindOrganizationsCalled } from '@plimsoll/projections/organizations/organization-directory/query';
import { FindDomainHolder } from '@plimsoll/projections/single-sign-on/organization-domains/query';
import { FindOrganization } from '@plimsoll/projections/organizations/organization-settings/query';
import { v7 as uuidv7 } from 'uuid';
import { DEMO_ORGANIZATION } from '../demo/demo-organization.ts';
import { enableNewDemoModules } from '../demo/enable-new-demo-modules.ts';
import { allMigrations } from '../migrations.ts';
import type { Workplace } from '../workplace.ts';
import { enterOrganizations } from './enter-organizations.ts';
import { grantDomain } from './grant-domain.ts';
import { listOrganizations } from './list.ts';
import { setSubscription } from './set-subscription.ts';
import { turnOffSso } from './turn-off-sso.ts';

let database: TestDatabase;
let application: Application;
let workplace: Pick<Workplace, 'database' | 'keys'>;
const [founder, founded] = [uuidv7(), uuidv7()];

beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  const keys = {
    signingKey: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    sealingKey: randomBytes(32).toString('base64'),
  };
  workplace = { database, keys } as unknown as Workplace;
  application = await openApplication({
    appDatabaseUrl: database.appUrl,
    projectorDatabaseUrl: database.projectorUrl,
    ...keys,
    projector: true,
    paymentProvider: 'NONE',
  });
  await run(
    new RegisterUser(systemEnvelope({ tenant: INSTALLATION_TENANT }), {
      userGuid: founder,
      name: 'Nora Reef',
      emailAddress: 'nora@example.test',
    }),
  );
  const actor = { ...PRODUCT_ACTOR, userGuid: founder };
  await run(
    new FoundOrganization(systemEnvelope({ tenant: INSTALLATION_TENANT, actor, kind: 'USER' }), {
      organizationGuid: founded,
      name: 'Quay Works',
      sizeRange: 'ONE_TO_TEN',
      timeZone: 'America/Edmonton',
      utmCodes: null,
    }),
  );
});
afterAll(async () => {
  await application?.close();
  await database?.drop();
});

async function run(command: object): Promise<void> {
  const outcome = (await application.commands.execute(command)) as Outcome;
  if (!isExecuted(outcome)) throw new Error(JSON.stringify(outcome));
  await application.runner?.catchUp();
}
const heads = async () =>
  Object.fromEntries((await application.store.heads()).map(({ tenant, position }) => [tenant, position]));
async function outputOf(work: (say: (line: string) => void) => Promise<number>): Promise<string[]> {
  const lines: string[] = [];
  expect(await work((line) => lines.push(line))).toBe(0);
  return lines;
}
const create = (tenant: string, name: string, modules: Module[] = []) =>
  run(new CreateOrganization(systemEnvelope({ tenant }), { name, timeZone: 'UTC', sizeRange: 'ONE_TO_TEN', modules }));

test('an operator lists organizations, and sets the subscription status of one', async () => {
  const [line, count] = await outputOf((say) => listOrganizations(workplace, say));
  expect(line).toMatch(
    new RegExp(`^${founded}  quay-works  Quay Works  \\d{4}-\\d\\d-\\d\\d  NOT_ONBOARDED  UNKNOWN  1 member$`),
  );
  expect(count).toBe('1 organization');
  const state = {
    status: 'ACTIVE',
    freeTrialRemainingDays: null,
    planName: 'Standard',
    nextBillingDate: '2026-12-01',
  } as const;
  expect(await outputOf((say) => setSubscription(workplace, founded, state, say))).toEqual([
    `The subscription of ${founded} is ACTIVE`,
  ]);
  expect(await outputOf((say) => setSubscription(workplace, founded, state, say))).toEqual([
    `The subscription of ${founded} was ACTIVE already`,
  ]);
  expect((await outputOf((say) => listOrganizations(workplace, say)))[0]).toMatch(/  ACTIVE  1 member$/);
  const nowhere = uuidv7();
  await expect(setSubscription(workplace, nowhere, state)).rejects.toThrow(`There is no organization ${nowhere}`);
});

test('an operator says whose a domain is, and has passwords open an organization again', async () => {
  const other = uuidv7();
  await create(other, 'Other Quay');
  expect(await outputOf((say) => grantDomain(workplace, founded, 'quay.example', say))).toEqual([
    `quay.example belongs to ${founded}`,
  ]);
  expect(await outputOf((say) => grantDomain(workplace, founded, 'quay.example', say))).toEqual([
    `quay.example belonged to ${founded} already`,
  ]);
  await expect(grantDomain(workplace, other, 'quay.example')).rejects.toThrow(
    'quay.example belongs to another organization',
  );
  await application.runner?.catchUp();
  expect(await application.queries.execute(new FindDomainHolder('quay.example'))).toBe(founded);

  const provider = {
    entityId: 'https://identity.example',
    ssoUrl: 'https://identity.example/sso',
    certificates: ['MIID'],
    joinAutomatically: false,
  };
  const providerGuid = uuidv7();
  await run(new SetSsoProvider(systemEnvelope({ tenant: founded }), provider, providerGuid));
  await run(new ActivateSso(systemEnvelope({ tenant: founded }), new Set([providerGuid])));
  expect((await application.queries.execute(new FindOrganization(founded)))!.singleSignOn).toMatchObject({
    active: provider,
    pending: null,
  });
  expect(await outputOf((say) => turnOffSso(workplace, founded, say))).toEqual([`Passwords open ${founded} again`]);
  expect(await outputOf((say) => turnOffSso(workplace, founded, say))).toEqual([`Passwords opened ${founded} already`]);
  await application.runner?.catchUp();
  expect((await application.queries.execute(new FindOrganization(founded)))!.singleSignOn).toMatchObject({
    active: null,
    pending: provider,
  });
  const nowhere = uuidv7();
  for (const ask of [() => grantDomain(workplace, nowhere, 'nowhere.example'), () => turnOffSso(workplace, nowhere)])
    await expect(ask()).rejects.toThrow(`There is no organization ${nowhere}`);
});

test('organizations that were there before are entered once, and found by their names', async () => {
  const old = uuidv7();
  await create(old, 'Old Works');
  await enterOrganizations(application);
  await application.runner?.catchUp();
  expect(await application.queries.execute(new FindOrganizationsCalled('old works'))).toEqual([
    { guid: old, name: 'Old Works' },
  ]);
  const before = await heads();
  await enterOrganizations(application);
  expect(await heads()).toEqual(before);
});

test('an old demo gets what a new one has on, once: what is switched off there later stays off', async () => {
  await enableNewDemoModules(application);
  await create(DEMO_ORGANIZATION, 'Demo', ['dashboard', 'events', 'reportedEvents']);
  await enableNewDemoModules(application);
  const on = async () => {
    await application.runner?.catchUp();
    return (await application.queries.execute(new FindOrganization(DEMO_ORGANIZATION)))!.modules
      .filter(({ isEnabled }) => isEnabled)
      .map(({ code }) => code);
  };
  expect(await on()).toEqual(expect.arrayContaining(['yourOrganization', 'manageRegionsAndIndustries']));
  await run(
    new SwitchModule(systemEnvelope({ tenant: DEMO_ORGANIZATION }), { module: 'yourOrganization', isEnabled: false }),
  );
  await enableNewDemoModules(application);
  expect(await on()).not.toContain('yourOrganization');
});
