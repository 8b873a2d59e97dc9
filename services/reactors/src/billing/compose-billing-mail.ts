import { monthName } from '@plimsoll/contracts/kernel/values/calendar';
import type { BillingReminder } from '@plimsoll/contracts/billing/events';
import type { Money } from '@plimsoll/contracts/kernel/values/money';
import { composeMail } from '../mail/compose-mail.ts';
import type { Mail } from '../mail/mail.ts';

/** The content of each kind of billing mail. */
export type BillingNews =
  | {
      readonly kind: 'BILLING_RECEIPT';
      readonly number: string;
      readonly amount: Money;
      readonly card: string | null;
      readonly isCredited: boolean;
    }
  | {
      readonly kind: 'BILLING_FAILED';
      readonly number: string;
      readonly amount: Money;
      readonly nextTry: string | null;
      readonly until: string;
      readonly isSent: boolean;
    }
  | { readonly kind: 'BILLING_LIMITED'; readonly number: string; readonly endsOn: string }
  | { readonly kind: 'BILLING_TRIAL_OVER' }
  | { readonly kind: 'BILLING_CANCELLED'; readonly until: string }
  | { readonly kind: 'BILLING_RESTORED' }
  | { readonly kind: 'BILLING_ENDED'; readonly isUnpaid: boolean }
  | {
      readonly kind: 'BILLING_REMINDER';
      readonly reminder: BillingReminder;
      readonly about: string;
      readonly amount: Money | null;
    };

export interface BillingSummary {
  readonly organizationName: string;
  readonly link: string;
  readonly news: BillingNews;
}

const dayText = (day: string): string =>
  `${Number(day.slice(8))} ${monthName(Number(day.slice(5, 7)))} ${day.slice(0, 4)}`;

/** Formats an amount: 'CAD 51.45'. */
const moneyText = ({ cents, currency }: Money): string =>
  `${currency} ${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

const REPORTING = 'Reporting events, reviewing them and reading all records goes on.';

/** Composes a mail about an organization's subscription. Of a card it has the last digits only. */
export function composeBillingMail({ organizationName, link, news }: BillingSummary): Mail {
  const { subject, paragraphs, label } = textsOf(news, organizationName);
  return composeMail({
    subject,
    heading: subject,
    paragraphs,
    action: { label, link },
    because: `You get this mail because you look after the subscription of ${organizationName}.`,
  });
}

interface Texts {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly label: string;
}

function textsOf(news: BillingNews, name: string): Texts {
  const open = { label: 'Open the subscription' };
  switch (news.kind) {
    case 'BILLING_RECEIPT':
      return {
        ...open,
        subject: `${moneyText(news.amount)} paid for ${name}`,
        paragraphs: [
          `Invoice ${news.number} is paid: ${moneyText(news.amount)}${news.card ? `, with the card that ends in ${news.card}` : ''}.`,
          ...(news.isCredited ? ['Nobody owed it any more: it is kept for the next invoices.'] : []),
        ],
      };
    case 'BILLING_FAILED':
      return {
        subject: news.isSent ? `An invoice of ${name} is overdue` : `A payment of ${name} failed`,
        label: 'Pay',
        paragraphs: [
          news.isSent
            ? `Invoice ${news.number} of ${moneyText(news.amount)} was not paid in time.`
            : `The card was not charged for invoice ${news.number} of ${moneyText(news.amount)}.`,
          ...(news.nextTry
            ? [`The next attempt is on ${dayText(news.nextTry)}. With another card it is paid right away.`]
            : news.isSent
              ? []
              : ['This card is not tried again: please pay with another one.']),
          `Everything is open until ${dayText(news.until)}.`,
        ],
      };
    case 'BILLING_LIMITED':
      return {
        subject: `${name} is limited until it is paid for`,
        label: 'Pay',
        paragraphs: [
          `Invoice ${news.number} is still open. ${REPORTING} All else waits for the payment.`,
          `Without it the subscription ends on ${dayText(news.endsOn)}.`,
        ],
      };
    case 'BILLING_TRIAL_OVER':
      return {
        subject: `The free trial of ${name} is over`,
        label: 'Choose a plan',
        paragraphs: [`${REPORTING} All else waits for a plan.`],
      };
    case 'BILLING_CANCELLED':
      return {
        ...open,
        subject: `The subscription of ${name} was cancelled`,
        paragraphs: [`Everything is open until ${dayText(news.until)}. Until then the cancellation may be taken back.`],
      };
    case 'BILLING_RESTORED':
      return {
        ...open,
        subject: `The subscription of ${name} goes on`,
        paragraphs: ['Its cancellation was taken back.'],
      };
    case 'BILLING_ENDED':
      return {
        subject: `The subscription of ${name} has ended`,
        label: 'Choose a plan',
        paragraphs: [
          ...(news.isUnpaid ? ['It was not paid for. What was open is void, and nobody owes it any more.'] : []),
          `${REPORTING} All else waits for a plan.`,
        ],
      };
    case 'BILLING_REMINDER':
      return reminderTexts(news, name);
  }
}

function reminderTexts(
  { reminder, about, amount }: Extract<BillingNews, { kind: 'BILLING_REMINDER' }>,
  name: string,
): Texts {
  const day = dayText(about);
  switch (reminder) {
    case 'TRIAL_ENDS_SOON':
      return {
        subject: `The free trial of ${name} ends soon`,
        label: 'Choose a plan',
        paragraphs: [`It ends on ${day}. Choose a plan until then and everything goes on.`],
      };
    case 'TRIAL_LAST_DAY':
      return {
        subject: `Today is the last day of the free trial of ${name}`,
        label: 'Choose a plan',
        paragraphs: [`It ends on ${day}. Choose a plan and everything goes on.`],
      };
    case 'GRACE_ENDS_TOMORROW':
      return {
        subject: `${name} is limited from tomorrow on`,
        label: 'Pay',
        paragraphs: [
          `What is overdue is still not paid. From ${day} on all but reporting, reviewing and reading waits for the payment.`,
        ],
      };
    case 'CARD_EXPIRES':
      return {
        subject: `The card of ${name} expires next month`,
        label: 'Change the card',
        paragraphs: [
          `The card that pays for it is good until ${day}. Keep another one by then, and nothing is interrupted.`,
        ],
      };
    case 'YEARLY_RENEWAL':
      return {
        subject: `The subscription of ${name} is renewed in 30 days`,
        label: 'Open the subscription',
        paragraphs: [
          `It is renewed for a year on ${day}${amount ? `, for ${moneyText(amount)} before taxes at the number of users of today` : ''}.`,
        ],
      };
  }
}
