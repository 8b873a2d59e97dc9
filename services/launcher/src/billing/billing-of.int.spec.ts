import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApplication, type Application } from '@plimsoll/api/platform/process/application';
import { billingStatusOf } from '@plimsoll/api/billing/billing-status';
import { ChoosePlan } from '@plimsoll/api/billing/subscription/choose-plan';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { CreateOrganization } from '@plimsoll/api/organizations/founding/create-organization';
import { demoCatalogue } from '@plimsoll/contracts/billing/demo-catalogue';
import { subscriptionStatuses } from '@plimsoll/contracts/organizations/subscription';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { FindOrganization } from '@plimsoll/projections/organizations/organization-settings/query';
import { v7 as uuidv7 } from 'uuid';
import { allMigrations } from '../migrations.ts';
import type { OperatorContext } from '../organizations/list.ts';
import { setSubscription } from '../organizations/set-subscription.ts';
import { extendTrialOf, flagBillingOf, grantPlanTo, openBillingOf, showBilling } from './billing-of.ts';
import { forwardBilling, showDueBilling } from './calendar.ts';
import { applyCatalogue, showCatalogue } from './catalogue.ts';
import { makeBillingDemo } from './demo.ts';
import { recordPaymentOf, reconcile, refundInvoiceOf } from './payments-of.ts';

let database: TestDatabase;
let application: Application;
let place: OperatorContext;
const organization = uuidv7();
const ofPartner = uuidv7();

beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  const keys = {
    signingKey: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    sealingKey: randomBytes(32).toString('base64'),
  };
  place = { database, keys, configuration: { paymentProvider: 'SANDBOX' } } as unknown as OperatorContext;
  application = await openApplication({
    appDatabaseUrl: database.appUrl,
    projectorDatabaseUrl: database.projectorUrl,
    ...keys,
    projector: true,
  });
  for (const tenant of [organization, ofPartner])
    await run(
      new CreateOrganization(systemEnvelope({ tenant }), {
        name: 'Older Works',
        timeZone: 'America/Edmonton',
        sizeRange: 'ONE_TO_TEN',
        modules: [],
      }),
    );
});
afterAll(async () => {
  await application?.close();
  await database?.drop();
});

async function run(command: object): Promise<void> {
  const outcome = (await application.commands.execute(command as never)) as Outcome;
  if (!isExecuted(outcome)) throw new Error(JSON.stringify(outcome));
}
async function outputOf(work: (say: (line: string) => void) => Promise<number>): Promise<string[]> {
  const lines: string[] = [];
  expect(await work((line) => lines.push(line))).toBe(0);
  return lines;
}

test('an operator opens the billing of an older organization, extends its trial, and grants what costs nothing', async () => {
  expect(await outputOf((say) => showBilling(place, organization, say))).toEqual(['UNKNOWN', 'never opened']);
  await expect(extendTrialOf(place, organization, 7)).rejects.toThrow('Its subscription does not allow this: UNKNOWN');
  const opened = expect.stringMatching(/^opened \d{4}-\d\d-\d\d {2}CAD {2}America\/Edmonton$/);
  expect(await outputOf((say) => openBillingOf(place, organization, {}, say))).toEqual(['CHOOSE_PRODUCT', opened]);
  expect(await outputOf((say) => openBillingOf(place, organization, {}, say))).toEqual([
    'It was so already',
    'CHOOSE_PRODUCT',
    opened,
  ]);
  await run(
    new ChoosePlan(systemEnvelope({ tenant: organization }), {
      productKey: 'essentials',
      billingInterval: 'MONTH',
      startFreeTrial: true,
      emailAddress: 'pay@example.test',
      quantity: null,
      card: null,
    }),
  );
  expect(await outputOf((say) => extendTrialOf(place, organization, 7, say))).toEqual([
    expect.stringMatching(/^IN_FREE_TRIAL {2}Essentials {2}until \S+ {2}21 days of the trial left$/),
    opened,
  ]);
  await expect(grantPlanTo(place, organization, 'essentials')).rejects.toThrow(
    'There is no product essentials that costs nothing',
  );
  expect((await outputOf((say) => grantPlanTo(place, organization, 'pilot', say)))[0]).toMatch(
    /^FREE_TRIAL_SUBSCRIPTION_CONFIGURED {2}Pilot/,
  );

  const nowhere = uuidv7();
  await expect(showBilling(place, nowhere)).rejects.toThrow(`There is no organization ${nowhere}`);
});

test('billing is opened in another currency, for a partner and a campaign that there are', async () => {
  await expect(openBillingOf(place, ofPartner, { partner: 'NOBODY' })).rejects.toThrow(
    'There is no such partner or campaign today',
  );
  await expect(openBillingOf(place, ofPartner, { campaign: 'autumn' })).rejects.toThrow(
    'There is no such partner or campaign today',
  );
  expect(
    await outputOf((say) =>
      openBillingOf(place, ofPartner, { currency: 'AUD', partner: 'northwind', campaign: 'spring-cards' }, say),
    ),
  ).toEqual([
    'FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS',
    expect.stringMatching(/^opened \S+ {2}AUD {2}America\/Edmonton {2}by NORTHWIND$/),
  ]);
});

test('BILLING is switched off and on by an operator; while it is off nothing is known, and nothing changes', async () => {
  expect(await outputOf((say) => flagBillingOf(place, ofPartner, false, say))).toEqual([
    'UNKNOWN',
    'BILLING is off',
    expect.stringMatching(/^opened/),
  ]);
  expect((await outputOf((say) => flagBillingOf(place, ofPartner, false, say)))[0]).toBe('It was so already');
  await expect(grantPlanTo(place, ofPartner, 'pilot')).rejects.toThrow('Its subscription does not allow this: UNKNOWN');
  expect((await outputOf((say) => flagBillingOf(place, ofPartner, true, say)))[0]).toBe(
    'FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS',
  );
});

test('an operator sees what is due, moves the days of an organization where no money moves, and holds the provider’s books against the log', async () => {
  expect(await outputOf((say) => showDueBilling(place, say))).toEqual([expect.stringMatching(/^\d+ due$/)]);
  await run(
    new ChoosePlan(systemEnvelope({ tenant: ofPartner }), {
      productKey: 'essentials',
      billingInterval: 'MONTH',
      startFreeTrial: false,
      emailAddress: 'pay@example.test',
      quantity: null,
      card: null,
    }),
  );
  const lines = await outputOf((say) => forwardBilling(place, ofPartner, 15, say));
  expect(lines.at(-1)).toMatch(/^its day is \d{4}-\d\d-\d\d, 15 ahead$/);
  const today = new Date().toISOString().slice(0, 10);
  expect(await outputOf((say) => reconcile(place, today, today, say))).toEqual(['Both agree']);
  await expect(refundInvoiceOf(place, `${ofPartner.slice(-12)}-1`, 100, 'Not used')).rejects.toThrow(
    'No card has paid an invoice',
  );
  await expect(recordPaymentOf(place, '000000000000-1', 'TRN 1')).rejects.toThrow('There is no invoice 000000000000-1');
});

test('for each status that a subscription has there is a demo, so by its past; made again nothing changes', async () => {
  const first = await outputOf((say) => makeBillingDemo(place, 'vessel-anchor-42', say));
  expect(first.slice(-2)).toEqual(['billing@demo.example  vessel-anchor-42', 'crew@demo.example  vessel-anchor-42']);
  const made = first.slice(0, -2).map((line) => line.split('  ') as [string, string]);
  expect(made.map(([, name]) => name)).toEqual(subscriptionStatuses.map((status) => `Billing ${status}`));
  const heads = async () => (await application.store.heads()).map(({ tenant, position }) => `${tenant} ${position}`);
  const before = await heads();
  await application.runner!.catchUp();
  for (const [guid, name] of made)
    expect(
      billingStatusOf((await application.queries.execute(new FindOrganization(guid)))!, demoCatalogue, new Date())
        .subscriptionStatus,
    ).toBe(name.slice('Billing '.length));
  expect(await outputOf((say) => makeBillingDemo(place, 'vessel-anchor-42', say))).toEqual(first);
  expect(await heads()).toEqual(before);
}, 120_000);

test('a catalogue is published after printing the differences, and is in effect from then on; an invalid one is refused with its field errors', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'catalogue-')), 'catalogue.json');
  const apply = (content: object | string, check = false) => (
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content)),
    outputOf((say) => applyCatalogue(place, path, { check }, say))
  );
  const wished = {
    ...demoCatalogue,
    products: demoCatalogue.products.map((product) =>
      product.productKey === 'complete' ? { ...product, name: 'Complete 2' } : product,
    ),
    campaigns: [{ utmCampaign: 'autumn', validFrom: '2026-09-01', validTo: null }],
  };
  const difference = [
    expect.stringMatching(/^- campaign spring-cards from /),
    '~ product complete: name',
    '+ campaign autumn from 2026-09-01',
  ];
  expect(await apply(wished, true)).toEqual(difference);
  expect(await apply(wished)).toEqual([...difference, 'Published']);
  expect(await apply(wished)).toEqual(['It is so already']);
  const shown = JSON.parse((await outputOf((say) => showCatalogue(place, {}, say)))[0]!);
  expect(shown.products.map(({ name }: { name: string }) => name)).toContain('Complete 2');
  expect(
    JSON.parse((await outputOf((say) => showCatalogue(place, { asOf: '2026-08-31' }, say)))[0]!).campaigns,
  ).toEqual([]);
  await expect(apply('{')).rejects.toThrow('is no JSON');
  await expect(
    apply({
      ...wished,
      plans: wished.plans.map((plan, index) => (index === 0 ? { ...plan, tiers: plan.tiers.slice(1) } : plan)),
    }),
  ).rejects.toThrow('plans.0.tiers.0.minQuantity: The first tier must begin at 1');
  await expect(applyCatalogue(place, `${path}.not`)).rejects.toThrow('cannot be read: ENOENT');
});

test('what an operator says of a subscription is kept, and told not to count once its billing was opened', async () => {
  const state = { status: 'ACTIVE', freeTrialRemainingDays: null, planName: null, nextBillingDate: null } as const;
  expect(await outputOf((say) => setSubscription(place, organization, state, say))).toEqual([
    `The subscription of ${organization} is ACTIVE`,
    'Its billing was opened, and counts: FREE_TRIAL_SUBSCRIPTION_CONFIGURED',
  ]);
});

test('where nobody takes payments nothing is sold, and what an operator has said counts', async () => {
  const unpaid = { ...place, configuration: { paymentProvider: 'NONE' } } as const;
  await expect(applyCatalogue(unpaid, 'any.json')).rejects.toThrow('Nothing is sold here: PAYMENT_PROVIDER is none');
  await expect(openBillingOf(unpaid, organization)).rejects.toThrow('Nothing is sold here: PAYMENT_PROVIDER is none');
  await expect(showCatalogue(unpaid)).rejects.toThrow('Nothing is sold here: PAYMENT_PROVIDER is none');
  expect((await outputOf((say) => showBilling(unpaid, organization, say)))[0]).toBe('ACTIVE');
  expect(JSON.parse((await outputOf((say) => showCatalogue(place, {}, say)))[0]!)).toHaveProperty('products');
});
