import { evolveBilling, type BillingState } from '@plimsoll/contracts/billing/billing-state';
import { comingSteps } from '@plimsoll/contracts/billing/due-steps';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { priceOf } from '@plimsoll/contracts/billing/quote';
import { UNPAID_DAYS } from '@plimsoll/contracts/billing/status';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import { addDays } from '@plimsoll/contracts/kernel/values/calendar';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { defineMail, type MailTemplate } from '../mail/define-mail.ts';
import type { Recipient } from '../mail/mail.ts';
import { accountRecipient, adminsOf, findOrganization, NO_ORGANIZATION } from '../mail/recipients.ts';
import type { ReadableLog } from '../mail/readable-log.ts';
import { composeBillingMail, type BillingNews } from './compose-billing-mail.ts';

/** As a recipient: the subscription's own address. */
const SUBSCRIPTION_ADDRESS = 'SUBSCRIPTION';

/** An event of the billing stream in its context. */
interface BillingMoment {
  readonly event: BillingEvent;
  /** The events up to this one. */
  readonly events: readonly BillingEvent[];
  /** The state after this event, and the current one. */
  readonly then: BillingState;
  readonly now: BillingState;
}

const fold = (events: readonly BillingEvent[]): BillingState | null =>
  events.reduce(evolveBilling, null as BillingState | null);

/** Loads the billing event of a revision. @throws UnreadableEvent */
async function loadMoment(log: ReadableLog, tenant: string, revision: number): Promise<BillingMoment | null> {
  const loaded = await log.load(tenant, { kind: 'billing', guid: nameBasedGuid('billing', tenant) });
  const all = loaded as unknown as readonly BillingEvent[];
  const [event, events] = [all[revision - 1], all.slice(0, revision)];
  const [then, now] = [fold(events), fold(all)];
  return event && then && now ? { event, events, then, now } : null;
}

/** The content of an event's mail; null if there is nothing to say, or not any more. */
function newsOf({ events, then, now, event }: BillingMoment): BillingNews | null {
  const invoiceOf = (guid: string) =>
    events.find((one) => one.type === 'InvoiceIssued' && one.data.invoiceGuid === guid) as
      | Extract<BillingEvent, { type: 'InvoiceIssued' }>
      | undefined;
  switch (event.type) {
    case 'InvoicePaid': {
      const issued = invoiceOf(event.data.invoiceGuid)?.data;
      const cents = event.data.toBalance || issued?.figures.total;
      return issued && cents
        ? {
            kind: 'BILLING_RECEIPT',
            number: issued.number,
            amount: { cents, currency: issued.currency },
            card: event.data.last4Digits === ERASED ? null : event.data.last4Digits,
            isCredited: event.data.toBalance > 0,
          }
        : null;
    }
    case 'GraceBegun':
    case 'PurchaseFailed': {
      const { unpaid } = then;
      if (
        !unpaid ||
        !now.unpaid ||
        now.cancelled ||
        (event.type === 'PurchaseFailed' && !isByCalendar(events, event.data.purchaseGuid))
      )
        return null;
      const issued = invoiceOf(unpaid.invoiceGuid)?.data;
      const next = comingSteps(then).find(({ step }) => step === 'CHARGE')?.on ?? null;
      return issued
        ? {
            kind: 'BILLING_FAILED',
            number: issued.number,
            amount: { cents: issued.figures.total, currency: issued.currency },
            nextTry: next,
            until: unpaid.graceUntil,
            isSent: issued.dueOn !== issued.day,
          }
        : null;
    }
    case 'GraceEnded': {
      const unpaid = now.unpaid && then.unpaid;
      const issued = unpaid ? invoiceOf(unpaid.invoiceGuid)?.data : undefined;
      return unpaid && issued
        ? { kind: 'BILLING_LIMITED', number: issued.number, endsOn: addDays(unpaid.graceUntil, UNPAID_DAYS) }
        : null;
    }
    case 'TrialEnded':
      return now.isBought || now.endedOn !== null ? null : { kind: 'BILLING_TRIAL_OVER' };
    case 'SubscriptionCancelled':
      return now.cancelled ? { kind: 'BILLING_CANCELLED', until: event.data.accessUntil } : null;
    case 'SubscriptionRestored':
      return now.cancelled ? null : { kind: 'BILLING_RESTORED' };
    case 'SubscriptionEnded':
      return now.isBought ? null : { kind: 'BILLING_ENDED', isUnpaid: event.data.reason === 'UNPAID' };
    case 'BillingReminderSent':
      return isStillComing(event.data.reminder, event.data.about, now)
        ? {
            kind: 'BILLING_REMINDER',
            reminder: event.data.reminder,
            about: event.data.about,
            amount: event.data.reminder === 'YEARLY_RENEWAL' ? priceNow(now) : null,
          }
        : null;
    default:
      return null;
  }
}

const isByCalendar = (events: readonly BillingEvent[], purchaseGuid: string): boolean =>
  events.some((one) => one.type === 'PurchaseBegun' && one.data.purchaseGuid === purchaseGuid && one.data.byCalendar);

function isStillComing(
  reminder: Extract<BillingEvent, { type: 'BillingReminderSent' }>['data']['reminder'],
  about: string,
  { trial, unpaid, period, isBought, cancelled, paymentMethod }: BillingState,
): boolean {
  if (cancelled) return false;
  if (reminder === 'CARD_EXPIRES') return isBought && paymentMethod?.expiresOn === about;
  if (reminder === 'GRACE_ENDS_TOMORROW') return unpaid?.graceUntil === about;
  return reminder === 'YEARLY_RENEWAL' ? isBought && period?.to === about : !isBought && trial?.endsOn === about;
}

const priceNow = ({ plan, quantity, currency }: BillingState) =>
  plan && quantity !== null ? { cents: priceOf(plan.tiers, plan.discounts, quantity).net, currency } : null;

async function recipientOf(
  reader: ReadModelReader,
  recipient: string,
  { emailAddress }: BillingState,
  organizationName: string,
): Promise<Recipient | null> {
  if (recipient === SUBSCRIPTION_ADDRESS)
    return emailAddress === null || emailAddress === ERASED ? null : { name: organizationName, address: emailAddress };
  const to = await accountRecipient(reader, recipient);
  return typeof to === 'string' ? null : to;
}

/**
 * Declares a mail about an organization's subscription. Recipients: the subscription's address, otherwise the admins;
 * both when access becomes limited.
 */
export const defineBillingMail = (kind: BillingNews['kind']): MailTemplate =>
  defineMail<{ tenant: string; revision: number; recipient: string }>({
    kind,
    recipients: async (ids, context) => {
      const moment = await loadMoment(context.log, ids.tenant, ids.revision);
      if (!moment || !newsOf(moment)) return [];
      const { emailAddress } = moment.now;
      if (emailAddress === null || emailAddress === ERASED) return adminsOf(ids, context);
      return [SUBSCRIPTION_ADDRESS, ...(kind === 'BILLING_LIMITED' ? await adminsOf(ids, context) : [])];
    },
    write: async ({ tenant, revision, recipient }, { log, reader, publicUrl }) => {
      const moment = await loadMoment(log, tenant, revision);
      const news = moment && newsOf(moment);
      if (!news) return 'There is nothing to tell';
      const organization = await findOrganization(reader, tenant);
      if (!organization) return NO_ORGANIZATION;
      const to = await recipientOf(reader, recipient, moment.now, organization.name);
      if (!to) return 'There is no such address any more';
      return {
        to,
        ...composeBillingMail({
          organizationName: organization.name,
          link: `${publicUrl}/settings/organization/payment?organizationGuid=${tenant}`,
          news,
        }),
      };
    },
  });
