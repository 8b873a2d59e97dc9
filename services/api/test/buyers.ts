import { randomUUID } from 'node:crypto';
import { BuyPlan } from '../src/billing/purchases/buy-plan.ts';
import type { PaymentRequest } from '../src/billing/provider/payments.ts';
import { StripePayments } from '../src/billing/provider/stripe-payments.ts';
import { isExecuted } from '../src/commands/execute.ts';
import { systemEnvelope } from '../src/commands/own-envelope.ts';
import { ledger } from './payments.ts';
import type { Answer, TestApplication } from './test-application.ts';

export const address = {
  mailingAddress: '12 Quay Street',
  city: 'Calgary',
  province: 'AB',
  postalCode: 'T2P 1A1',
  country: 'CA',
};

/** A person who pays for an organization, over HTTP. */
export interface Buyer {
  readonly org: string;
  readonly token: string;
  readonly get: (path: string) => Promise<Answer>;
  readonly post: (path: string, body: object) => Promise<Answer>;
  readonly buy: (more?: object, plan?: string, key?: string) => Promise<Answer>;
  readonly put: (body: object) => Promise<Answer>;
  readonly cancel: () => Promise<Answer>;
  readonly charged: () => ReturnType<typeof ledger>;
}

/** Founds an organization with a partner's code; RIGSAFE's have no trial. */
export async function founderIn(
  app: TestApplication,
  channelPartner: string | null = 'RIGSAFE',
  utmCampaign: string | null = null,
): Promise<Buyer> {
  const person = await app.register('Ada Quay', undefined, {
    channelPartner,
    utmCodes: utmCampaign === null ? null : { utmCampaign },
  });
  const founded = await app.call('POST', '/orgs', {
    token: await app.signIn(person),
    body: {
      creatorGuid: person.userGuid,
      name: `Quay ${randomUUID()}`,
      sizeRange: 'ONE_TO_TEN',
      timeZone: 'America/Edmonton',
    },
  });
  const token = founded.headers.get('Authorization')!.replace('Bearer ', '');
  const org: string = founded.body.guid;
  const send = (method: string, path: string, body: object, key: string = randomUUID()) =>
    app.call(method, `/orgs/${org}/${path}`, { token, headers: { 'Idempotency-Key': key }, body });
  return {
    org,
    token,
    get: (path) => app.call('GET', `/orgs/${org}/${path}`, { token }),
    post: (path, body) => send('POST', path, body),
    put: (body) => send('PUT', 'subscription', body),
    cancel: () =>
      app.call('DELETE', `/orgs/${org}/subscription`, { token, headers: { 'Idempotency-Key': randomUUID() } }),
    buy: (more = {}, plan = 'essentials/MONTH', key) =>
      send(
        'PUT',
        `subscription/${plan}`,
        {
          quantity: 11,
          paymentToken: 'pm_card_visa',
          address,
          emailAddress: 'pay@example.com',
          collectionMethod: 'CHARGE_AUTOMATICALLY',
          ...more,
        },
        key,
      ),
    charged: () => ledger(app.database, org),
  };
}

/** A purchase whose request was cut off before the provider was called. */
export async function begunPurchase(
  app: TestApplication,
  { org }: Pick<Buyer, 'org'>,
  paymentToken: string,
  at = new Date(),
): Promise<{ purchaseGuid: string; charge: PaymentRequest }> {
  const customer = await new StripePayments(app.options.payments!).customerOf(org);
  const [purchaseGuid, chargeGuid, invoiceGuid] = [randomUUID(), randomUUID(), randomUUID()];
  const outcome = await app.api.application.commands.execute(
    new BuyPlan(systemEnvelope({ tenant: org }), {
      organization: org,
      productKey: 'essentials',
      billingInterval: 'MONTH',
      quantity: 11,
      discountCode: null,
      address,
      emailAddress: 'pay@example.com',
      collectionMethod: 'CHARGE_AUTOMATICALLY',
      paymentToken,
      customer,
      quote: null,
      purchaseGuid,
      chargeGuid,
      invoiceGuid,
      memberCount: 1,
      at,
    }),
  );
  if (!isExecuted(outcome) || !outcome.changed) throw new Error(JSON.stringify(outcome));
  return {
    purchaseGuid,
    charge: {
      key: chargeGuid,
      organization: org,
      customer,
      paymentToken,
      charge: { cents: 5_460, currency: 'CAD' },
      isStored: false,
      isOffSession: false,
    },
  };
}
