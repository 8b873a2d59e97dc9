import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { addDays } from '@plimsoll/contracts/kernel/values/calendar';
import { defineCommand } from '../../commands/define-command.ts';
import { billingStream } from '../billing-stream.ts';
import { ReceivedWebhooks } from './received-webhooks.ts';
import { Payments, type BookedPayment } from './payments.ts';
import { requireReadable } from '@plimsoll/event-store/port/require-readable';

/** A completed charge or refund in the log. */
export interface LoggedPayment extends Omit<BookedPayment, 'organization' | 'key'> {
  readonly organization: string;
  readonly key: string;
  /** Whether it was recorded on one of the requested days. */
  readonly isAsked: boolean;
}

type DataOf<Type extends BillingEvent['type']> = Extract<BillingEvent, { type: Type }>['data'];

/** Completed charges and refunds in an organization's log. */
function loggedIn(
  organization: string,
  events: readonly { readonly event: BillingEvent; readonly at: string }[],
  from: string,
  to: string,
): LoggedPayment[] {
  const requested = new Map<string, { readonly cents: number; readonly currency: string }>();
  let currency = '';
  return events.flatMap(({ event: { type, data }, at }): LoggedPayment[] => {
    const isAsked = at.slice(0, 10) >= from && at.slice(0, 10) <= to;
    if (type === 'ChargeRequested')
      requested.set(data.chargeGuid, { cents: data.cents, currency: (currency = data.currency) });
    if (type === 'RefundRequested') requested.set(data.refundGuid, { cents: data.cents, currency });
    if (type === 'ChargeSucceeded')
      return [
        {
          kind: 'CHARGE',
          reference: data.reference,
          organization,
          key: data.chargeGuid,
          isAsked,
          ...requested.get(data.chargeGuid)!,
        },
      ];
    if (type === 'RefundCompleted')
      return [
        {
          kind: 'REFUND',
          reference: data.reference,
          organization,
          key: (data as DataOf<'RefundCompleted'>).refundGuid,
          isAsked,
          ...requested.get(data.refundGuid)!,
        },
      ];
    return [];
  });
}

/** One line for each payment that only one side has, or that differs between them. */
function differencesOf(
  booked: readonly BookedPayment[],
  logged: readonly LoggedPayment[],
  isOfDays: (reference: string) => boolean,
): string[] {
  const ours = new Map(logged.map((one) => [one.key, one]));
  const theirs = new Set(booked.map(({ reference }) => reference));
  const describe = ({ kind, reference, organization, cents, currency }: Omit<BookedPayment, 'key'>) =>
    `${kind}  ${reference}  ${organization ?? '-'}  ${cents} ${currency}`;
  return [
    ...booked
      .filter(({ reference }) => isOfDays(reference))
      .flatMap((one) => {
        const own = one.key === null ? undefined : ours.get(one.key);
        if (!own) return [`only the provider knows  ${describe(one)}`];
        const isSame =
          own.reference === one.reference &&
          own.organization === one.organization &&
          own.cents === one.cents &&
          own.currency === one.currency;
        return isSame ? [] : [`the log has  ${describe(own)}  the provider  ${describe(one)}`];
      }),
    ...logged
      .filter(({ isAsked, reference }) => isAsked && !theirs.has(reference))
      .map((one) => `only the log knows  ${describe(one)}`),
  ];
}

const nothingChanged = { changed: false, repeated: false, position: null, revision: 0, number: null } as const;

/**
 * Compares the provider's books for some days (UTC) with the organizations' logs and prints the differences, including
 * those found in webhooks.
 */
export const ReconcilePayments = defineCommand({
  name: 'ReconcilePayments',
  needs: [Payments as never as new () => Payments, ReceivedWebhooks],
  handle:
    (payments, webhooks) =>
    async (
      store,
      _envelope,
      {
        from,
        to,
        tenants,
        print,
      }: {
        readonly from: string;
        readonly to: string;
        readonly tenants: readonly string[];
        readonly print: (line: string) => void;
      },
    ) => {
      const at = (day: string) => new Date(`${day}T00:00:00Z`);
      // A payment made just before midnight is recorded just after it, so both sides are read with one extra day at
      // each end.
      const [booked, bookedWithMargin] = await Promise.all([
        payments.booked(at(from), at(addDays(to, 1))),
        payments.booked(at(addDays(from, -1)), at(addDays(to, 2))),
      ]);
      const ofDays = new Set(booked.map(({ reference }) => reference));
      const logged: LoggedPayment[] = [];
      for (const tenant of tenants) {
        const loaded = await store.load(tenant, billingStream(tenant));
        logged.push(
          ...loggedIn(
            tenant,
            loaded.events.map(requireReadable).map((event) => ({
              event: event as unknown as BillingEvent,
              at: event.recordedAt.toISOString(),
            })),
            from,
            to,
          ),
        );
      }
      [
        ...differencesOf(bookedWithMargin, logged, (reference) => ofDays.has(reference)),
        ...(await webhooks.differences(at(from), at(addDays(to, 1)))),
      ].forEach(print);
      return nothingChanged;
    },
});
