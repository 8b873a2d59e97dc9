import { evolveBilling, type BillingState } from '@plimsoll/contracts/billing/billing-state';
import { comingSteps } from '@plimsoll/contracts/billing/due-steps';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { priceOf } from '@plimsoll/contracts/billing/quote';
import { UNPAID_DAYS } from '@plimsoll/contracts/billing/status';
import { addDays } from '@plimsoll/contracts/kernel/values/calendar';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { FindAccount, FindAccountHandler } from '@plimsoll/projections/identity/account/query';
import { ListMembers, ListMembersHandler } from '@plimsoll/projections/members/member-list/query';
import {
  FindOrganization,
  FindOrganizationHandler,
} from '@plimsoll/projections/organizations/organization-settings/query';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type { JobData } from '../jobs/jobs.ts';
import type { Letter, MailPlace } from '../mail/mail.ts';
import { billingMail, type BillingNews } from './billing-mail.ts';

export interface BillingSources extends MailPlace {
  readonly log: Pick<EventStore, 'load'>;
  readonly reader: ReadModelReader;
}

/** Whoever the subscription's own address is. */
const ADDRESS = 'SUBSCRIPTION';
const NOT_TOLD = 'There is nothing to tell';

interface Told {
  readonly events: readonly BillingEvent[];
  /** When the event was written, and by now. */
  readonly then: BillingState;
  readonly now: BillingState;
  readonly event: BillingEvent;
}

async function find(log: BillingSources['log'], tenant: string, revision: number): Promise<Told | null> {
  const loaded = await log.load(tenant, { kind: 'billing', guid: nameBasedGuid('billing', tenant) });
  const events = (loaded.status === 'loaded' ? loaded.events : []) as unknown as BillingEvent[];
  const event = events[revision - 1];
  const fold = (some: readonly BillingEvent[]) => some.reduce(evolveBilling, null as BillingState | null);
  const [then, now] = [fold(events.slice(0, revision)), fold(events)];
  return event && then && now ? { events: events.slice(0, revision), then, now, event } : null;
}

/** What an event of the log has to tell; null where it is nothing. */
function newsOf({ events, then, now, event }: Told): BillingNews | null {
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
            isKept: event.data.toBalance > 0,
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

async function billingLetter(
  kind: string,
  ids: JobData['ids'],
  { log, reader, publicUrl }: BillingSources,
): Promise<Letter | string> {
  const { tenant, revision, recipient } = ids as { tenant: string; revision: number; recipient: string };
  const told = await find(log, tenant, revision);
  const news = told && newsOf(told);
  if (!told || !news) return NOT_TOLD;
  const organization = await new FindOrganizationHandler(reader).execute(new FindOrganization(tenant));
  if (!organization) return 'There is no such organization';
  const to = await addressee(reader, recipient, told.now, organization.name);
  if (!to) return 'There is no such address any more';
  return {
    kind,
    to,
    ...billingMail({
      organizationName: organization.name,
      link: `${publicUrl}/settings/organization/payment?organizationGuid=${tenant}`,
      news,
    }),
  };
}

async function addressee(
  reader: ReadModelReader,
  recipient: string,
  { emailAddress }: BillingState,
  organizationName: string,
): Promise<Letter['to'] | null> {
  if (recipient === ADDRESS)
    return emailAddress === null || emailAddress === ERASED ? null : { name: organizationName, address: emailAddress };
  const account = await new FindAccountHandler(reader).execute(new FindAccount(recipient));
  return !account || account.emailAddress === ERASED ? null : { name: account.name, address: account.emailAddress };
}

/** Whom it is told: the subscription's address, else the admins; that nearly nothing is open any more, both. */
export async function billingRecipients(
  { kind, ids }: JobData,
  reader: ReadModelReader,
  log: BillingSources['log'],
): Promise<JobData[]> {
  const tenant = String(ids['tenant']);
  const told = await find(log, tenant, Number(ids['revision']));
  if (!told || !newsOf(told)) return [];
  const { emailAddress } = told.now;
  const own = emailAddress === null || emailAddress === ERASED ? [] : [ADDRESS];
  const admins =
    own.length === 0 || kind === 'BILLING_LIMITED'
      ? (await new ListMembersHandler(reader).execute(new ListMembers(tenant)))
          .filter(({ isAdmin }) => isAdmin)
          .map(({ userGuid }) => userGuid)
      : [];
  return [...own, ...admins].map((recipient) => ({ kind, ids: { ...ids, recipient } }));
}

const kinds = [
  'BILLING_RECEIPT',
  'BILLING_FAILED',
  'BILLING_LIMITED',
  'BILLING_TRIAL_OVER',
  'BILLING_CANCELLED',
  'BILLING_RESTORED',
  'BILLING_ENDED',
  'BILLING_REMINDER',
] as const;

/** Mails about what an organization pays, by the kind of their job. */
export const billingLetters: Readonly<
  Record<string, (ids: JobData['ids'], sources: BillingSources) => Promise<Letter | string>>
> = Object.fromEntries(
  kinds.map((kind) => [kind, (ids: JobData['ids'], sources: BillingSources) => billingLetter(kind, ids, sources)]),
);

/** Each of them goes to whoever looks after the subscription. */
export const billingSpread = Object.fromEntries(kinds.map((kind) => [kind, billingRecipients]));
