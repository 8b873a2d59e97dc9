import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { postgresMigrations } from '@plimsoll/postgres/postgres-migrations';
import pg from 'pg';
import { paymentSandboxMigrations } from './migrations.ts';
import { openSandbox, type Sandbox } from './open-sandbox.ts';

let database: TestDatabase;
let sandboxes: Sandbox[];
let now = new Date('2026-03-01T12:00:00.000Z');

beforeAll(async () => {
  database = await createTestDatabase([...postgresMigrations, ...paymentSandboxMigrations]);
  sandboxes = await Promise.all(
    [1, 2].map(() => openSandbox({ databaseUrl: database.paymentSandboxUrl, now: () => now })),
  );
});
afterAll(async () => {
  await Promise.all((sandboxes ?? []).map((one) => one.close()));
  await database?.drop();
});

async function ask(
  method: string,
  path: string,
  form: Record<string, string> = {},
  { key, at = 0, secret }: { key?: string; at?: number; secret?: string } = {},
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the wire; the test says what it should be
): Promise<{ status: number; body: any }> {
  const { host, port, secretKey } = sandboxes[at]!;
  const text = new URLSearchParams(form).toString();
  const answer = await fetch(`http://${host}:${port}/v1/${path}${method === 'GET' && text ? `?${text}` : ''}`, {
    method,
    headers: {
      authorization: `Bearer ${secret ?? secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...(key && { 'idempotency-key': key }),
    },
    ...(method === 'POST' && { body: text }),
  });
  return { status: answer.status, body: await answer.json() };
}
const newCustomer = async (): Promise<string> =>
  (await ask('POST', 'customers', { 'metadata[organization]': 'north' })).body.id;
const charging = (customer: string, method: string, more: Record<string, string> = {}) => ({
  amount: '5145',
  currency: 'cad',
  customer,
  payment_method: method,
  confirm: 'true',
  setup_future_usage: 'off_session',
  'metadata[key]': 'one',
  'expand[0]': 'payment_method',
  ...more,
});
const saving = (customer: string, method: string) => ({
  customer,
  payment_method: method,
  confirm: 'true',
  usage: 'off_session',
  'expand[0]': 'payment_method',
});

let keys = 0;
const fresh = () => ({ key: `key ${++keys}` });

test.each([
  ['pm_card_visa', 'visa', '4242'],
  ['pm_card_mastercard', 'mastercard', '4444'],
  ['pm_card_amex', 'amex', '0005'],
])('%s pays and is kept', async (token, brand, last4) => {
  const customer = await newCustomer();
  const { status, body } = await ask('POST', 'payment_intents', charging(customer, token), fresh());
  expect([status, body.status, body.amount_received, body.payment_method.card]).toEqual([
    200,
    'succeeded',
    5_145,
    { brand, last4, exp_month: 3, exp_year: 2027 },
  ]);
  const again = await ask(
    'POST',
    'payment_intents',
    charging(customer, body.payment_method.id, { off_session: 'true' }),
    fresh(),
  );
  expect(again.body.status).toBe('succeeded');
  expect(
    (await ask('POST', 'payment_intents', charging(await newCustomer(), body.payment_method.id), fresh())).status,
  ).toBe(400);
});

test.each([
  ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
  ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
])('%s is declined as %s, and cannot be kept', async (token, code, decline_code) => {
  const customer = await newCustomer();
  const error = { type: 'card_error', code, decline_code };
  expect(await ask('POST', 'payment_intents', charging(customer, token), fresh())).toMatchObject({
    status: 402,
    body: { error },
  });
  expect(await ask('POST', 'setup_intents', saving(customer, token), fresh())).toMatchObject({
    status: 402,
    body: { error },
  });
});

test('a card may be kept and fail whenever it is charged', async () => {
  const customer = await newCustomer();
  const { body } = await ask('POST', 'setup_intents', saving(customer, 'pm_card_chargeCustomerFail'), fresh());
  expect(body).toMatchObject({ status: 'succeeded', payment_method: { card: { last4: '0341' } } });
  expect(
    await ask('POST', 'payment_intents', charging(customer, body.payment_method.id, { off_session: 'true' }), fresh()),
  ).toMatchObject({ status: 402, body: { error: { decline_code: 'generic_decline' } } });
});

test('a card’s owner is asked once, or each time; while they are away such a charge fails', async () => {
  const customer = await newCustomer();
  for (const [token, later] of [
    ['pm_card_authenticationRequiredOnSetup', { status: 200 }],
    ['pm_card_authenticationRequired', { status: 402, body: { error: { code: 'authentication_required' } } }],
  ] as const) {
    const asked = await ask('POST', 'payment_intents', charging(customer, token), fresh());
    expect(asked.body).toMatchObject({
      status: 'requires_action',
      amount_received: 0,
      client_secret: expect.any(String),
    });
    expect(
      (await ask('POST', `sandbox/payment_intents/${asked.body.id}/authenticate`, { succeed: 'true' })).body.status,
    ).toBe('succeeded');
    const { body } = await ask('GET', `payment_intents/${asked.body.id}`);
    expect(
      await ask('POST', 'payment_intents', charging(customer, body.payment_method, { off_session: 'true' }), fresh()),
    ).toMatchObject(later);
  }
  const refused = await ask('POST', 'payment_intents', charging(customer, 'pm_card_authenticationRequired'), fresh());
  expect(
    (await ask('POST', `sandbox/payment_intents/${refused.body.id}/authenticate`, { succeed: 'false' })).body,
  ).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  });
  expect((await ask('POST', `payment_intents/${refused.body.id}/cancel`)).body.status).toBe('canceled');
});

test('a key is answered once for a day, by whichever process; with another body it is refused', async () => {
  const customer = await newCustomer();
  const form = charging(customer, 'pm_card_visa');
  const answers = await Promise.all(
    [0, 1, 0, 1].map((at) => ask('POST', 'payment_intents', form, { key: 'same', at })),
  );
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await ask('POST', 'payment_intents', { ...form, amount: '1' }, { key: 'same' })).toMatchObject({
    status: 400,
    body: { error: { type: 'idempotency_error' } },
  });
  expect((await ask('GET', 'payment_intents', { customer, limit: '100' }, { at: 1 })).body).toMatchObject({
    has_more: false,
    data: [{ id: answers[0]!.body.id, metadata: { key: 'one' } }],
  });
  now = new Date(now.getTime() + 25 * 3_600_000);
  expect((await ask('POST', 'payment_intents', form, { key: 'same' })).body.id).not.toBe(answers[0]!.body.id);
});

test('requests without a key, of unknown resources, or from the product’s own role are refused', async () => {
  expect((await ask('GET', 'payment_intents', {}, { secret: 'sk_test_other' })).status).toBe(401);
  expect((await ask('GET', 'balance')).status).toBe(404);
  expect(await ask('POST', 'payment_intents', charging(await newCustomer(), 'pm_nobody'), fresh())).toMatchObject({
    status: 400,
    body: { error: { code: 'resource_missing', param: 'payment_method' } },
  });
  const product = new pg.Client({ connectionString: database.appUrl });
  await product.connect();
  await expect(product.query('select from payment_sandbox.objects')).rejects.toThrow(
    'permission denied for schema payment_sandbox',
  );
  await product.end();
});
