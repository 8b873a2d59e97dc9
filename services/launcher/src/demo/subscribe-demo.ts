import { OpenBilling } from '@plimsoll/api/billing/open-billing';
import { StripePayments, type StripeAccess } from '@plimsoll/api/billing/provider/stripe-payments';
import { BuyPlan } from '@plimsoll/api/billing/purchases/buy-plan';
import { ResumePurchase } from '@plimsoll/api/billing/purchases/resume-purchase';
import { ChoosePlan } from '@plimsoll/api/billing/subscription/choose-plan';
import { ResumeBilling } from '@plimsoll/api/billing/subscription/resume-billing';
import type { CommandEnvelope } from '@plimsoll/api/commands/command-envelope';
import type { Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import type { Application } from '@plimsoll/api/platform/process/application';
import { addDays, addMonths } from '@plimsoll/contracts/kernel/values/calendar';
import { demoPeople } from './cast.ts';
import { DEMO_ORGANIZATION, demoGuid } from './demo-organization.ts';
import { expectDone } from './expect-done.ts';

/** Number of monthly invoices, the last of which is at most a month old. */
const INVOICES = 24;
/** Days of the plan's free trial, after which the first invoice follows. */
const TRIAL_DAYS = 30;
/** Days from the end of the demo's two years to the next invoice. */
const DAYS_TO_NEXT = 10;

const plan = { productKey: 'complete', billingInterval: 'MONTH' } as const;
const buyer = 'admin@demo.example';

/**
 * Subscribes the demo organization to a plan, with two years of monthly invoices paid by card. Idempotent: continues
 * where an interrupted run stopped.
 * @param now the end of the demo's two years
 * @param access the sandbox, which moves no money
 */
export async function subscribeDemo({ commands }: Application, now: Date, access: StripeAccess): Promise<void> {
  const run = async (name: string, at: Date, commandOf: (envelope: CommandEnvelope) => object) => {
    const envelope = systemEnvelope({ tenant: DEMO_ORGANIZATION, product: 'demo', name: `demo ${name}`, at });
    expectDone((await commands.execute(commandOf(envelope) as never)) as Outcome, name);
  };
  const begin = noonOf(addDays(invoiceDay(0, now), -TRIAL_DAYS));
  await run('open billing', begin, (envelope) => new OpenBilling(envelope));
  await run(
    'choose a plan',
    begin,
    (envelope) =>
      new ChoosePlan(envelope, { ...plan, startFreeTrial: true, emailAddress: buyer, quantity: null, card: null }),
  );
  const purchaseGuid = demoGuid('purchase', 'first');
  const customer = await new StripePayments(access).customerOf(DEMO_ORGANIZATION);
  await run(
    'buy a plan',
    begin,
    (envelope) =>
      new BuyPlan(envelope, {
        organization: DEMO_ORGANIZATION,
        ...plan,
        quantity: demoPeople.length,
        discountCode: null,
        address: {
          mailingAddress: '53016 Highway 60',
          city: 'Acheson',
          province: 'AB',
          postalCode: 'T7X 5A7',
          country: 'CA',
        },
        emailAddress: buyer,
        collectionMethod: 'CHARGE_AUTOMATICALLY',
        paymentToken: 'pm_card_visa',
        customer,
        quote: null,
        purchaseGuid,
        chargeGuid: demoGuid('charge', 'first'),
        invoiceGuid: demoGuid('invoice', 'first'),
        memberCount: demoPeople.length,
        at: new Date(),
      }),
  );
  await run('settle the purchase', begin, (envelope) => new ResumePurchase(envelope, purchaseGuid));
  for (let month = 0; month < INVOICES; month++)
    await run(`invoice ${month + 1}`, noonOf(invoiceDay(month, now)), (envelope) => new ResumeBilling(envelope));
}

/** Day of an invoice, counted from 0; the one after the last follows in DAYS_TO_NEXT days at most. */
function invoiceDay(index: number, now: Date): string {
  const next = addDays(now.toISOString().slice(0, 10), DAYS_TO_NEXT);
  // The same day in every month.
  const day = Math.min(28, Number(next.slice(8)));
  return `${addMonths(next.slice(0, 7), index - INVOICES)}-${String(day).padStart(2, '0')}`;
}

/** Noon in Edmonton, after the hour at which subscriptions are renewed. */
const noonOf = (day: string): Date => new Date(`${day}T19:00:00.000Z`);
