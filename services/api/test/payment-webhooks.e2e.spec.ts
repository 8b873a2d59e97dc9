import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { signatureOf } from '@plimsoll/payment-sandbox/webhooks';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { begunPurchase, founderIn, type Buyer } from './buyers.ts';
import { intentsOf, stopTakingPayments, takingPayments } from './payments.ts';
import { TestApplication } from './test-application.ts';
import { systemEnvelope } from '../src/commands/own-envelope.ts';
import { billingStream } from '../src/billing/billing-stream.ts';
import { ReconcilePayments } from '../src/billing/provider/reconcile-payments.ts';
import { StripePayments } from '../src/billing/provider/stripe-payments.ts';

const SECRET = 'whsec_newer';
const OLDER = 'whsec_older';
/** URL of the sandbox's webhooks; null until a test sets it. */
let webhookUrl: string | null = null;
let app: TestApplication;

beforeAll(async () => {
  app = await TestApplication.start(async (database) => {
    const { payments } = await takingPayments(database, { url: () => webhookUrl, secret: SECRET });
    return { payments: { ...payments!, webhookSecrets: [SECRET, OLDER] } };
  });
});
afterAll(async () => {
  webhookUrl = null;
  await app?.stop();
  await stopTakingPayments();
});

const provider = () => new StripePayments(app.options.payments!);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

interface Sent {
  readonly id?: string;
  readonly type?: string;
  readonly status?: string;
  readonly cents?: number;
  readonly currency?: string;
}
/** The provider's event about a charge. */
const wordsOf = (
  organization: string,
  key: string,
  {
    id = `evt_${randomUUID()}`,
    type = 'payment_intent.succeeded',
    status = 'succeeded',
    cents = 5_460,
    currency = 'cad',
  }: Sent = {},
) =>
  JSON.stringify({
    id,
    object: 'event',
    type,
    data: {
      object: {
        id: 'pi_1',
        object: 'payment_intent',
        status,
        amount: cents,
        amount_received: cents,
        currency,
        metadata: { organization, key },
      },
    },
  });

async function post(
  body: string,
  signature: string | null = signatureOf(body, SECRET, new Date()),
  contentType = 'application/json',
): Promise<number> {
  const answer = await fetch(`${app.url}/api/billing/webhooks/stripe`, {
    method: 'POST',
    body,
    headers: { 'content-type': contentType, ...(signature !== null && { 'stripe-signature': signature }) },
  });
  if (answer.ok) expect(await answer.json()).toEqual({});
  else await answer.body?.cancel();
  return answer.status;
}

async function events({ org }: Buyer): Promise<readonly BillingEvent[]> {
  const loaded = await app.api.application.store.load(org, billingStream(org));
  return loaded.events as unknown as BillingEvent[];
}
const endOf = async (buyer: Buyer) => (await events(buyer)).at(-1)!.type;

async function differences(): Promise<string[]> {
  const lines: string[] = [];
  const today = new Date().toISOString().slice(0, 10);
  await app.api.application.commands.execute(
    new ReconcilePayments(systemEnvelope({ tenant: randomUUID() }), {
      from: today,
      to: today,
      tenants: [],
      print: (line) => void (line.startsWith('a webhook said') && lines.push(line)),
    }),
  );
  return lines;
}

test('what is not signed by the provider, was changed on its way, or is six minutes old or ahead, is refused and changes nothing', async () => {
  const buyer = await founderIn(app);
  const { charge } = await begunPurchase(app, buyer, 'pm_card_visa');
  await provider().take(charge);
  const body = wordsOf(buyer.org, charge.key);
  const before = (await events(buyer)).length;
  expect(await post(body, null)).toBe(400);
  expect(await post(body, 't=1,v1=00')).toBe(400);
  expect(await post(body, signatureOf(body, 'whsec_another', new Date()))).toBe(400);
  expect(await post(`${body} `, signatureOf(body, SECRET, new Date()))).toBe(400);
  for (const minutes of [6, -6]) expect(await post(body, signatureOf(body, SECRET, minutesAgo(minutes)))).toBe(400);
  expect(await post('', signatureOf('', SECRET, new Date()))).toBe(400);
  expect(await post('no JSON', signatureOf('no JSON', SECRET, new Date()))).toBe(400);
  expect(await post(body, undefined, 'text/plain')).toBe(415);
  expect(await post(JSON.stringify({ id: 'evt_1', more: 'x'.repeat(262_144) }))).toBe(413);
  expect((await events(buyer)).length).toBe(before);
  // Four minutes old, signed with the secret that is being replaced.
  expect(await post(body, signatureOf(body, OLDER, minutesAgo(4)))).toBe(200);
  expect(await endOf(buyer)).toBe('PurchaseCompleted');
});

test('a webhook is a hint: what counts is what the provider says when it is asked, whatever was said in whichever order, and however often', async () => {
  const buyer = await founderIn(app);
  const { charge } = await begunPurchase(app, buyer, 'pm_card_authenticationRequired');
  await provider().take(charge);
  // It claims that the charge was paid, which is false.
  expect(await post(wordsOf(buyer.org, charge.key))).toBe(200);
  expect([await endOf(buyer), await buyer.charged()]).toEqual(['ChargeRequested', []]);
  const [reference] = await intentsOf(app.database, buyer.org);
  await provider().authenticate(reference!, true);
  const shuffled = [
    { type: 'payment_intent.payment_failed', status: 'requires_payment_method' },
    { id: 'evt_paid' },
    { type: 'payment_intent.requires_action', status: 'requires_action' },
    { id: 'evt_paid' },
    { type: 'payment_intent.created', status: 'requires_confirmation' },
  ];
  for (const one of shuffled) expect(await post(wordsOf(buyer.org, charge.key, one))).toBe(200);
  await Promise.all([0, 1, 2].map(async () => expect(await post(wordsOf(buyer.org, charge.key))).toBe(200)));
  const written = (await events(buyer)).map(({ type }) => type);
  expect(
    written.filter((type) => ['ChargeSucceeded', 'InvoicePaid', 'PurchaseCompleted', 'PurchaseFailed'].includes(type)),
  ).toEqual(['ChargeSucceeded', 'InvoicePaid', 'PurchaseCompleted']);
  // Much later, when the charge is settled.
  expect(await post(wordsOf(buyer.org, charge.key, { type: 'payment_intent.canceled', status: 'canceled' }))).toBe(200);
  expect((await events(buyer)).length).toBe(written.length);
  expect((await buyer.charged()).map(({ cents }) => cents)).toEqual([5_460]);
});

test('what comes late, of a purchase that was given up, brings nothing back', async () => {
  const buyer = await founderIn(app);
  const { charge, purchaseGuid } = await begunPurchase(app, buyer, 'pm_card_authenticationRequired', minutesAgo(62));
  await provider().take(charge);
  expect((await buyer.get(`purchases/${purchaseGuid}`)).body.status).toBe('EXPIRED');
  expect(await post(wordsOf(buyer.org, charge.key))).toBe(200);
  expect([await endOf(buyer), await buyer.charged()]).toEqual(['PurchaseFailed', []]);
});

test('another amount or another organization changes nothing, and is listed; what is none of ours is taken and forgotten', async () => {
  const [buyer, other] = await Promise.all([founderIn(app), founderIn(app)]);
  const { charge } = await begunPurchase(app, buyer, 'pm_card_authenticationRequired');
  const before = [(await events(buyer)).length, (await events(other)).length];
  const nobody = randomUUID();
  for (const words of [
    wordsOf(buyer.org, charge.key, { cents: 5_459 }),
    wordsOf(buyer.org, charge.key, { currency: 'usd' }),
    wordsOf(other.org, charge.key),
    wordsOf(nobody, charge.key),
  ])
    expect(await post(words)).toBe(200);
  for (const words of [
    {
      id: 'evt_of_another_use',
      object: 'event',
      type: 'customer.created',
      data: { object: { id: 'cus_1', object: 'customer', metadata: {} } },
    },
    { id: 'evt_odd', object: 'event', type: 'odd', data: { object: {} } },
  ])
    expect(await post(JSON.stringify(words))).toBe(200);
  expect([(await events(buyer)).length, (await events(other)).length]).toEqual(before);
  const differenceOf = (organization: string, amount: string, then: string) =>
    `a webhook said  CHARGE  pi_1  ${organization}  ${amount}  the log has ${then}`;
  expect(await differences()).toEqual([
    differenceOf(buyer.org, '5459 CAD', ' 5460 CAD'),
    differenceOf(buyer.org, '5460 USD', ' 5460 CAD'),
    differenceOf(other.org, '5460 CAD', 'nothing of it'),
    differenceOf(nobody, '5460 CAD', 'nothing of it'),
  ]);
});

test('the sandbox reports by itself how the card’s owner answered, without being asked', async () => {
  const buyer = await founderIn(app);
  const { charge } = await begunPurchase(app, buyer, 'pm_card_authenticationRequired');
  await provider().take(charge);
  webhookUrl = `${app.url}/api/billing/webhooks/stripe`;
  const [reference] = await intentsOf(app.database, buyer.org);
  await provider().authenticate(reference!, true);
  for (const until = Date.now() + 20_000; (await endOf(buyer)) !== 'PurchaseCompleted' && Date.now() < until; )
    await sleep(50);
  expect(await endOf(buyer)).toBe('PurchaseCompleted');
});

test('while the provider does not answer, what it has said is said again later', async () => {
  webhookUrl = null;
  const buyer = await founderIn(app);
  const { charge } = await begunPurchase(app, buyer, 'pm_card_visa');
  const words = wordsOf(buyer.org, charge.key, { id: 'evt_again' });
  await stopTakingPayments();
  expect([await post(words), await post(words), await endOf(buyer)]).toEqual([503, 503, 'ChargeRequested']);
});
