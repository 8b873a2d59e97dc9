import { daysBetween } from '@plimsoll/contracts/billing/billing-interval';
import { localDateTime } from '@plimsoll/contracts/calendar';
import type { BillingStatus } from '@plimsoll/contracts/organizations/subscription';
import type { Organization } from '@plimsoll/projections/organization-settings/query';

/** Where an organization stands with its subscription at a moment; the days of a trial pass at midnight where the organization is. */
export function billingStatusOf({ subscription, timeZone }: Pick<Organization, 'subscription' | 'timeZone'>, now: Date): BillingStatus {
  if (!subscription) return { subscriptionStatus: 'UNKNOWN', planName: null, freeTrialRemainingDays: null, nextBillingDate: null };
  const { status, planName, freeTrialRemainingDays, nextBillingDate, saidAt } = subscription;
  const dayOf = (moment: Date) => localDateTime(moment, timeZone).date;
  const passed = daysBetween(dayOf(new Date(saidAt)), dayOf(now));
  return { subscriptionStatus: status, planName, freeTrialRemainingDays: freeTrialRemainingDays === null ? null : Math.max(0, freeTrialRemainingDays - passed), nextBillingDate };
}
