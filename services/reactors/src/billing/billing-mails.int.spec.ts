import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoCatalogue } from '@plimsoll/contracts/billing/demo-catalogue';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { PeopleLog } from '../../test/people-log.ts';
import { eventually } from '../../test/eventually.ts';
import { MailServer } from '../../test/mail-server.ts';
import { startReactors, type Reactors } from '../start-reactors.ts';

let people: PeopleLog;
let server: MailServer;
let now = new Date('2026-03-14T11:59:00Z');
let reactors: Reactors | undefined;

beforeAll(async () => {
  people = await PeopleLog.open();
  server = await MailServer.start();
});
afterAll(async () => {
  await reactors?.close();
  await people.log.close();
  await server.stop();
});

test('the payer gets one mail about each payment, failure and end; the admins too when access is limited; a day’s job is enqueued once, from 06:00 on', async () => {
  const tenant = await people.found();
  await people.makeAdmin(tenant, await people.join(tenant, 'Ada Quay', 'ada@example.test'));
  await people.log.project();
  const { appUrl, projectorUrl } = people.log.database;
  const asked: string[] = [];
  reactors = await startReactors({
    appDatabaseUrl: appUrl,
    projectorDatabaseUrl: projectorUrl,
    sealingKey: people.log.sealingKey.toString('base64'),
    publicUrl: 'https://safety.example.com',
    smtp: { url: server.url, from: 'Plimsoll <safety@example.com>' },
    superviseSeconds: 1,
    now: () => now,
  });
  await reactors.runCommands(async ({ kind, ids }) => {
    asked.push(`${kind} ${Object.values(ids)[0] === tenant}`);
    return { done: 'Carried out' };
  });
  const tell = (type: string, data: object) =>
    people.log.tell({ tenant, stream: nameBasedGuid('billing', tenant), event: { type, data }, kind: 'IMPORT' });
  const mails = () =>
    server.mails.map(({ to, subject }) => `${to && !Array.isArray(to) ? to.value[0]!.address : ''}: ${subject}`).sort();
  const until = (count: number) =>
    eventually(
      () => server.mails.length,
      (there) => there === count,
    );

  const day = '2026-03-01';
  const [invoiceGuid, chargeGuid] = [randomUUID(), randomUUID()];
  const { productGuid, productPlanGuid, billingInterval, trialDays, needsBillingInfo, collectionMethods, tiers } =
    demoCatalogue.plans.find((plan) => plan.billingInterval === 'MONTH' && plan.currency === 'CAD')!;
  const plan = {
    productGuid,
    productKey: 'essentials',
    productName: 'Essentials',
    modules: [],
    productPlanGuid,
    billingInterval,
    trialDays,
    needsBillingInfo,
    collectionMethods,
    tiers,
    discounts: [],
  };
  const figures = {
    lines: [],
    subtotal: 4_900,
    discount: 0,
    credit: 0,
    creditLeft: 0,
    taxes: [],
    tax: 245,
    total: 5_145,
  };
  await tell('BillingOpened', {
    day,
    currency: 'CAD',
    timeZone: 'America/Edmonton',
    channelPartnerCode: null,
    trialDays: null,
    needsPaymentDetails: false,
    isTrialOffered: true,
  });
  await tell('TrialBegun', { day, endsOn: '2026-03-15' });
  await tell('BillingReminderSent', { day: '2026-03-12', reminder: 'TRIAL_ENDS_SOON', about: '2026-03-15' });
  await until(1);
  expect(mails()).toEqual(['ada@example.test: The free trial of Northern Rigging ends soon']);

  await people.log.project();
  await reactors.schedules.run('billing/due-billing');
  await sleep(500);
  expect(asked).toEqual([]);
  now = new Date('2026-03-14T12:00:00Z');
  await Promise.all([reactors.schedules.run('billing/due-billing'), reactors.schedules.run('billing/due-billing')]);
  await eventually(
    () => asked.length,
    (there) => there === 1,
  );
  expect(asked).toEqual(['CARRY_BILLING_ON true']);

  await tell('BillingDetailsChanged', { day, emailAddress: 'pay@example.test', address: null });
  await tell('PlanBought', { day, plan, quantity: 10, collectionMethod: 'CHARGE_AUTOMATICALLY' });
  await tell('TrialEnded', { day: '2026-03-15' });
  await tell('InvoiceIssued', {
    day: '2026-03-15',
    invoiceGuid,
    number: '0000000000c0-1',
    dueOn: '2026-03-15',
    currency: 'CAD',
    productName: 'Essentials',
    billingInterval: 'MONTH',
    quantity: 10,
    period: null,
    figures,
    seller: { name: 'Plimsoll', lines: [] },
    address: null,
  });
  await tell('GraceBegun', { day: '2026-03-15', until: '2026-03-29', invoiceGuid, declineCode: 'insufficient_funds' });
  await until(2);
  await tell('GraceEnded', { day: '2026-03-29' });
  await until(4);
  await tell('InvoicePaid', {
    day: '2026-03-30',
    invoiceGuid,
    chargeGuid,
    paymentReference: null,
    toBalance: 0,
    brand: 'visa',
    last4Digits: '4242',
  });
  await until(5);
  await tell('PaymentMethodSet', {
    day: '2026-03-30',
    brand: 'visa',
    last4Digits: '4242',
    expiresOn: '2026-04-30',
    paymentToken: 'pm_1',
    customer: 'cus_1',
  });
  await tell('BillingReminderSent', { day: '2026-03-31', reminder: 'CARD_EXPIRES', about: '2026-04-30' });
  // No mail about a card that was removed.
  await tell('BillingReminderSent', { day: '2026-03-31', reminder: 'CARD_EXPIRES', about: '2026-03-31' });
  await until(6);
  await sleep(500);
  expect(mails()).toEqual([
    'ada@example.test: Northern Rigging is limited until it is paid for',
    'ada@example.test: The free trial of Northern Rigging ends soon',
    'pay@example.test: A payment of Northern Rigging failed',
    'pay@example.test: CAD 51.45 paid for Northern Rigging',
    'pay@example.test: Northern Rigging is limited until it is paid for',
    'pay@example.test: The card of Northern Rigging expires next month',
  ]);
  expect(server.mails.find(({ subject }) => subject?.endsWith('next month'))!.text).toContain(
    'The card that pays for it is good until 30 April 2026.',
  );
  const receipt = server.mails.find(({ subject }) => subject?.startsWith('CAD'))!;
  expect(receipt.text).toContain('Invoice 0000000000c0-1 is paid: CAD 51.45, with the card that ends in 4242.');
  expect(receipt.text).toContain(`https://safety.example.com/settings/organization/payment?organizationGuid=${tenant}`);
}, 60_000);
