import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { openApplication, type Application } from '@plimsoll/api/application';
import { ChoosePlan } from '@plimsoll/api/billing/choose-plan';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { ownEnvelope } from '@plimsoll/api/commands/own-envelope';
import { CreateOrganization } from '@plimsoll/api/organizations/create-organization';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { v7 as uuidv7 } from 'uuid';
import { allMigrations } from '../migrations.ts';
import type { Place } from '../organizations/list.ts';
import { setSubscription } from '../organizations/set-subscription.ts';
import { extendTrialOf, grantPlanTo, openBillingOf, showBilling } from './billing-of.ts';
import { showCatalogue } from './show-catalogue.ts';

let database: TestDatabase;
let application: Application;
let place: Place;
const organization = uuidv7();

beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  const keys = { signingKey: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), sealingKey: randomBytes(32).toString('base64') };
  place = { database, keys, configuration: { paymentProvider: 'SANDBOX' } } as unknown as Place;
  application = await openApplication({ appDatabaseUrl: database.appUrl, projectorDatabaseUrl: database.projectorUrl, ...keys, projector: true });
  await run(new CreateOrganization(ownEnvelope({ tenant: organization }), { name: 'Older Works', timeZone: 'America/Edmonton', sizeRange: 'ONE_TO_TEN', modules: [] }));
});
afterAll(async () => {
  await application?.close();
  await database?.drop();
});

async function run(command: object): Promise<void> {
  const outcome = (await application.commands.execute(command as never)) as Outcome;
  if (!isExecuted(outcome)) throw new Error(JSON.stringify(outcome));
}
async function said(work: (say: (line: string) => void) => Promise<number>): Promise<string[]> {
  const lines: string[] = [];
  expect(await work((line) => lines.push(line))).toBe(0);
  return lines;
}

test('an operator opens the billing of an older organization, extends its trial, and grants what costs nothing', async () => {
  expect(await said((say) => showBilling(place, organization, say))).toEqual(['UNKNOWN', 'never opened']);
  await expect(extendTrialOf(place, organization, 7)).rejects.toThrow('Its subscription does not allow this: UNKNOWN');
  const opened = expect.stringMatching(/^opened \d{4}-\d\d-\d\d {2}CAD {2}America\/Edmonton$/);
  expect(await said((say) => openBillingOf(place, organization, say))).toEqual(['CHOOSE_PRODUCT', opened]);
  expect(await said((say) => openBillingOf(place, organization, say))).toEqual(['It was so already', 'CHOOSE_PRODUCT', opened]);
  await run(new ChoosePlan(ownEnvelope({ tenant: organization }), { productKey: 'essentials', billingInterval: 'MONTH', startFreeTrial: true, emailAddress: 'pay@example.test', quantity: null, card: null }));
  expect(await said((say) => extendTrialOf(place, organization, 7, say))).toEqual([expect.stringMatching(/^IN_FREE_TRIAL {2}Essentials {2}until \S+ {2}21 days of the trial left$/), opened]);
  await expect(grantPlanTo(place, organization, 'essentials')).rejects.toThrow('There is no product essentials that costs nothing');
  expect((await said((say) => grantPlanTo(place, organization, 'pilot', say)))[0]).toMatch(/^FREE_TRIAL_SUBSCRIPTION_CONFIGURED {2}Pilot/);

  const nowhere = uuidv7();
  await expect(showBilling(place, nowhere)).rejects.toThrow(`There is no organization ${nowhere}`);
});

test('what an operator says of a subscription is kept, and told not to count once its billing was opened', async () => {
  const state = { status: 'ACTIVE', freeTrialRemainingDays: null, planName: null, nextBillingDate: null } as const;
  expect(await said((say) => setSubscription(place, organization, state, say))).toEqual([`The subscription of ${organization} is ACTIVE`, 'Its billing was opened, and counts: FREE_TRIAL_SUBSCRIPTION_CONFIGURED']);
});

test('where nobody takes payments nothing is sold, and what an operator has said counts', async () => {
  const unpaid = { ...place, configuration: { paymentProvider: 'NONE' } } as const;
  await expect(openBillingOf(unpaid, organization)).rejects.toThrow('Nothing is sold here: PAYMENT_PROVIDER is none');
  await expect(showCatalogue(unpaid.configuration)).rejects.toThrow('Nothing is sold here: PAYMENT_PROVIDER is none');
  expect((await said((say) => showBilling(unpaid, organization, say)))[0]).toBe('ACTIVE');
  expect(JSON.parse((await said((say) => showCatalogue({ paymentProvider: 'SANDBOX' }, say)))[0]!)).toHaveProperty('products');
});
