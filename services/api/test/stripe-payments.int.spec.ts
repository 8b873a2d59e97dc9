import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { paymentSandboxMigrations } from '@plimsoll/payment-sandbox/migrations';
import { openSandbox, type Sandbox } from '@plimsoll/payment-sandbox/open-sandbox';
import { postgresMigrations } from '@plimsoll/postgres/postgres-migrations';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { PaymentsAway, type PaymentRequest } from '../src/billing/provider/payments.ts';
import { StripePayments } from '../src/billing/provider/stripe-payments.ts';

/** With the key of a test account the same tests run against Stripe itself. */
const { STRIPE_TEST_KEY } = process.env;
const MOCK = fileURLToPath(new URL('../../../.cache/stripe-mock/stripe-mock', import.meta.url));
const say = (line: string) => void process.stdout.write(`${line}\n`);

if (!STRIPE_TEST_KEY) say('NOT RUN: the adapter was not held against Stripe itself, since there is no STRIPE_TEST_KEY');
if (!existsSync(MOCK))
  say(
    'NOT RUN: the adapter’s requests were not held against Stripe’s OpenAPI, since stripe-mock is not here. GOBIN=$PWD/.cache/stripe-mock go install github.com/stripe/stripe-mock@v0.203.0',
  );

/** Tests that both must pass. @param opened returns the adapter when its provider is ready. */
function behavesAsStripe(opened: () => StripePayments): void {
  const organization = randomUUID();
  let customer: string;
  beforeAll(async () => void (customer = await opened().customerOf(organization)));
  const wanted = (paymentToken: string, more: Partial<PaymentRequest> = {}): PaymentRequest => ({
    key: randomUUID(),
    organization,
    customer,
    paymentToken,
    charge: { cents: 5_145, currency: 'CAD' },
    isStored: false,
    isOffSession: false,
    ...more,
  });

  test('an organization is one customer, however often it is asked', async () => {
    expect(await opened().customerOf(organization)).toBe(customer);
  });

  test.each([
    ['pm_card_visa', 'visa', '4242'],
    ['pm_card_mastercard', 'mastercard', '4444'],
    ['pm_card_amex', 'amex', '0005'],
  ])('%s pays, is saved with it, and pays again while its owner is away', async (token, brand, last4Digits) => {
    expect(await opened().findCard(token)).toEqual({ brand });
    const first = await opened().take(wanted(token));
    expect(first).toMatchObject({ status: 'DONE', card: { brand, last4Digits } });
    if (first.status !== 'DONE') return;
    expect(await opened().take(wanted(first.card.paymentToken, { isStored: true, isOffSession: true }))).toMatchObject({
      status: 'DONE',
      card: { paymentToken: first.card.paymentToken },
    });
  });

  test.each([
    ['pm_card_visa_chargeDeclined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'stolen_card'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc'],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error'],
  ])('%s is declined as %s, charged or only saved', async (token, declineCode) => {
    expect(await opened().take(wanted(token))).toEqual({ status: 'DECLINED', declineCode });
    expect(await opened().take(wanted(token, { charge: null }))).toEqual({ status: 'DECLINED', declineCode });
  });

  test('a card may be saved without a charge and fail whenever it is charged', async () => {
    const saved = await opened().take(wanted('pm_card_chargeCustomerFail', { charge: null }));
    expect(saved).toMatchObject({ status: 'DONE', card: { last4Digits: '0341' } });
    if (saved.status === 'DONE')
      expect(
        await opened().take(wanted(saved.card.paymentToken, { isStored: true, isOffSession: true })),
      ).toMatchObject({
        status: 'DECLINED',
      });
  });

  test('a card’s owner is asked; an unanswered question is given up, and is found so by its key', async () => {
    const request = wanted('pm_card_authenticationRequired');
    const asked = await opened().take(request);
    expect(asked).toMatchObject({ status: 'ACTION_REQUIRED', clientSecret: expect.any(String) });
    expect(await opened().take(request)).toMatchObject({ status: 'ACTION_REQUIRED' });
    if (asked.status !== 'ACTION_REQUIRED') return;
    expect(await opened().cancel(asked.reference)).toEqual({ status: 'CANCELLED' });
    expect(await opened().find(request)).toEqual({ status: 'CANCELLED' });
  });

  test('a key is charged once, is found by it, for its organization and its amount alone, and what was paid is not given up any more', async () => {
    const request = wanted('pm_card_visa');
    const [one, other] = [await opened().take(request), await opened().take(request)];
    expect(other).toEqual(one);
    expect(await opened().find(request)).toEqual(one);
    expect(await opened().find({ ...request, organization: randomUUID() })).toBeNull();
    expect(await opened().find({ ...request, charge: { cents: 5_146, currency: 'CAD' } })).toBeNull();
    expect(await opened().find({ ...request, key: randomUUID() })).toBeNull();
    if (one.status === 'DONE') expect(await opened().cancel(one.reference)).toEqual(one);
  });

  test('a payment is refunded once for each key, no more than was paid, and both are in the books', async () => {
    const request = wanted('pm_card_visa');
    const paid = await opened().take(request);
    if (paid.status !== 'DONE') throw new Error(paid.status);
    const refund = { key: randomUUID(), organization, reference: paid.reference, cents: 1_000 };
    const back = await opened().refund(refund);
    expect(back).toMatchObject({ status: 'DONE' });
    expect(await opened().refund(refund)).toEqual(back);
    expect(await opened().findRefund(refund)).toEqual(back);
    expect(await opened().findRefund({ ...refund, key: randomUUID() })).toBeNull();
    expect(await opened().refund({ ...refund, key: randomUUID(), cents: 5_000 })).toMatchObject({ status: 'FAILED' });
    const booked = await opened().booked(new Date(Date.now() - 3_600_000), new Date(Date.now() + 60_000));
    expect(booked).toContainEqual({
      kind: 'CHARGE',
      reference: paid.reference,
      organization,
      key: request.key,
      cents: 5_145,
      currency: 'CAD',
    });
    expect(booked).toContainEqual({
      kind: 'REFUND',
      reference: back.status === 'DONE' ? back.reference : '',
      organization,
      key: refund.key,
      cents: 1_000,
      currency: 'CAD',
    });
  });

  test('what the provider does not know is no card', async () => {
    expect(await opened().findCard('pm_nobody')).toBeNull();
  });
}

describe('the adapter on the sandbox', () => {
  let database: TestDatabase;
  let sandbox: Sandbox;
  let payments: StripePayments;
  beforeAll(async () => {
    database = await createTestDatabase([...postgresMigrations, ...paymentSandboxMigrations]);
    sandbox = await openSandbox({ databaseUrl: database.paymentSandboxUrl });
    payments = new StripePayments(sandbox);
  });
  afterAll(async () => {
    await sandbox?.close();
    await database?.drop();
  });
  behavesAsStripe(() => payments);

  test('a question is answered by its owner, and the card is saved or not', async () => {
    const organization = randomUUID();
    const request = {
      key: randomUUID(),
      organization,
      customer: await payments.customerOf(organization),
      paymentToken: 'pm_card_authenticationRequiredOnSetup',
      charge: null,
      isStored: false,
      isOffSession: false,
    };
    const asked = await payments.take(request);
    if (asked.status !== 'ACTION_REQUIRED') throw new Error(asked.status);
    expect(await payments.authenticate(asked.reference, true)).toMatchObject({
      status: 'DONE',
      card: { last4Digits: '3155' },
    });
  });
});

// Stripe itself needs a key; that it was skipped is printed.
(STRIPE_TEST_KEY ? describe : describe.skip)('the adapter on Stripe itself', () =>
  behavesAsStripe(() => new StripePayments({ secretKey: STRIPE_TEST_KEY! })),
);

interface Exchange {
  readonly line: string;
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the wire; the test says what it should be
  readonly body: any;
}

// stripe-mock must be installed; that it was skipped is printed.
(existsSync(MOCK) ? describe : describe.skip)('the adapter’s requests before Stripe’s own OpenAPI', () => {
  const exchanges: Exchange[] = [];
  let mock: ChildProcess;
  let between: Server;
  let payments: StripePayments;

  /** A proxy that forwards and records everything. */
  async function recording(to: number): Promise<Server> {
    const server = createServer((asked, answer) => {
      const forwarded = request(
        { port: to, host: '127.0.0.1', method: asked.method, path: asked.url, headers: asked.headers },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            exchanges.push({
              line: `${asked.method} ${asked.url!.split('?')[0]!.replace(/\/(pi|seti|pm|ctoken|tok)_\w+/, '/{$1}')}`,
              status: response.statusCode!,
              body: JSON.parse(text),
            });
            answer.writeHead(response.statusCode!, { 'content-type': 'application/json' }).end(text);
          });
        },
      );
      asked.pipe(forwarded);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  }

  beforeAll(async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    mock = spawn(MOCK, ['-http-addr', `127.0.0.1:${port}`], { stdio: 'ignore' });
    for (const until = Date.now() + 20_000; Date.now() < until; await sleep(50)) {
      if (
        await fetch(`http://127.0.0.1:${port}/v1/refunds`, { headers: { authorization: 'Bearer sk_test_123' } }).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        break;
    }
    between = await recording(port);
    payments = new StripePayments({
      secretKey: 'sk_test_123',
      host: '127.0.0.1',
      port: (between.address() as AddressInfo).port,
    });
  });
  afterAll(async () => {
    between?.close();
    mock?.kill('SIGKILL');
    if (mock?.exitCode === null) await once(mock, 'exit');
  });

  test('each is one that Stripe takes, and its answer has every field that the adapter reads', async () => {
    const organization = randomUUID();
    const charge = {
      key: randomUUID(),
      organization,
      customer: 'cus_1',
      paymentToken: 'pm_card_visa',
      charge: { cents: 5_145, currency: 'CAD' as const },
      isStored: false,
      isOffSession: false,
    };
    // The mock invents whether it was paid; only the requests and the handling of answers count.
    const calls: readonly (() => Promise<unknown>)[] = [
      () => payments.customerOf(organization),
      ...['pm_card_visa', 'ctoken_1abc', 'tok_visa'].map((token) => () => payments.findCard(token)),
      ...['pm_card_visa', 'ctoken_1abc', 'tok_visa'].flatMap((paymentToken) => [
        () => payments.take({ ...charge, key: randomUUID(), paymentToken }),
        () => payments.take({ ...charge, key: randomUUID(), paymentToken, charge: null }),
      ]),
      () => payments.take({ ...charge, key: randomUUID(), isStored: true, isOffSession: true }),
      () => payments.find(charge),
      () => payments.find({ ...charge, charge: null }),
      () => payments.cancel('pi_1abc'),
      () => payments.cancel('seti_1abc'),
      () => payments.refund({ key: randomUUID(), organization, reference: 'pi_1abc', cents: 100 }),
      () => payments.findRefund({ key: randomUUID(), reference: 'pi_1abc' }),
      () => payments.booked(new Date('2026-03-01'), new Date('2026-03-02')),
    ];
    for (const call of calls) await call().catch((error: unknown) => expect(error).toBeInstanceOf(PaymentsAway));
    expect(
      exchanges
        .filter(({ status }) => status !== 200)
        .map(({ line, status, body }) => [line, status, body.error?.message]),
    ).toEqual([]);
    const lines = [...new Set(exchanges.map(({ line }) => line))].sort();
    expect(lines).toEqual([
      'GET /v1/confirmation_tokens/{ctoken}',
      'GET /v1/payment_intents',
      'GET /v1/payment_methods/{pm}',
      'GET /v1/refunds',
      'GET /v1/setup_intents',
      'GET /v1/tokens/{tok}',
      'POST /v1/customers',
      'POST /v1/payment_intents',
      'POST /v1/payment_intents/{pi}/cancel',
      'POST /v1/payment_methods',
      'POST /v1/refunds',
      'POST /v1/setup_intents',
      'POST /v1/setup_intents/{seti}/cancel',
    ]);
    const fields: Readonly<Record<string, readonly string[]>> = {
      payment_intent: [
        'id',
        'status',
        'amount',
        'amount_received',
        'currency',
        'metadata',
        'payment_method',
        'client_secret',
        'last_payment_error',
      ],
      setup_intent: ['id', 'status', 'metadata', 'payment_method', 'client_secret', 'last_setup_error'],
      refund: ['id', 'status', 'amount', 'currency', 'metadata'],
      customer: ['id'],
      payment_method: ['id', 'card'],
      confirmation_token: ['payment_method_preview'],
      token: ['card'],
    };
    const answered = exchanges.flatMap(({ body }): Record<string, unknown>[] =>
      body.object === 'list' ? body.data : [body],
    );
    expect(
      answered.flatMap((one) =>
        fields[String(one['object'])]!.filter((field) => !(field in one)).map(
          (field) => `${String(one['object'])} has no ${field}`,
        ),
      ),
    ).toEqual([]);
    expect([...new Set(answered.map((one) => one['object']))].sort()).toEqual(Object.keys(fields).sort());
    say(`stripe-mock: ${exchanges.length} requests to ${lines.length} addresses`);
  });
});
