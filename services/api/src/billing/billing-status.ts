import { daysBetween } from '@plimsoll/contracts/billing/billing-interval';
import { billingTime, factsOf, type BillingState } from '@plimsoll/contracts/billing/billing-state';
import { isValidOn, type Catalogue } from '@plimsoll/contracts/billing/catalogue';
import {
  isGatedAt,
  nextBillingDate,
  remainingTrialDays,
  statusAt,
  type BillingFacts,
} from '@plimsoll/contracts/billing/status';
import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import { OPERATORS_FLAG } from '@plimsoll/contracts/organizations/features';
import type { BillingStatus } from '@plimsoll/contracts/organizations/subscription';
import type { Organization } from '@plimsoll/projections/organizations/organization-settings/query';

/** Fields of an organization that determine its subscription status. */
export type SubscribedOrganization = Pick<
  Organization,
  'guid' | 'subscription' | 'billing' | 'timeZone' | 'customerConfig' | 'billingSwitchedOnAt'
>;

/** Fields of an organization that the subscription gate reads. */
export type GatedOrganization = SubscribedOrganization & Pick<Organization, 'onboardingStatus'>;

const unknown: BillingStatus = {
  subscriptionStatus: 'UNKNOWN',
  planName: null,
  freeTrialRemainingDays: null,
  nextBillingDate: null,
  accessUntil: null,
  isWalled: false,
  showsTrialBanner: false,
};

/**
 * Subscription status of an organization at a moment: from its billing or, while that is unknown, as an operator has
 * set it. @param sold null where no payments are taken
 */
export function billingStatusOf(
  organization: SubscribedOrganization,
  sold: Catalogue | null,
  now: Date,
): BillingStatus {
  const { billing, guid, billingSwitchedOnAt } = organization;
  const dayOf = (moment: Date) => billingTime(billing!, moment).date;
  const found = billing
    ? billingStatusAt(
        guid,
        billing,
        soldTo(organization, sold),
        dayOf(now),
        billingSwitchedOnAt && dayOf(billingSwitchedOnAt),
      )
    : unknown;
  return found.subscriptionStatus === 'UNKNOWN' ? statusByOperator(organization, now) : found;
}

/** Catalogue that applies to an organization; null where BILLING is off. */
export const soldTo = (
  { customerConfig }: Pick<Organization, 'customerConfig'>,
  sold: Catalogue | null,
): Catalogue | null =>
  customerConfig.some(({ code, isEnabled }) => code === OPERATORS_FLAG && !isEnabled) ? null : sold;

/**
 * Subscription status from billing alone, on a day in the organization's time zone.
 * @param switchedOnOn day on which BILLING was last switched on
 */
export function billingStatusAt(
  organizationGuid: string,
  billing: BillingState | null,
  sold: Catalogue | null,
  day: string,
  switchedOnOn: string | null = null,
): BillingStatus {
  const facts = factsOf(billing, sold !== null, switchedOnOn);
  const subscriptionStatus = statusAt(facts, day);
  if (subscriptionStatus === 'UNKNOWN') return unknown;
  return {
    subscriptionStatus,
    planName: billing?.plan?.productName ?? null,
    freeTrialRemainingDays: remainingTrialDays(facts, day),
    nextBillingDate: nextBillingDate(facts, day),
    accessUntil: accessUntil(facts, day),
    isWalled: isGatedAt(facts, day),
    showsTrialBanner:
      subscriptionStatus === 'IN_FREE_TRIAL' &&
      !sold!.trialBannerExclusions.some(
        (excluded) => excluded.organizationGuid === organizationGuid && isValidOn(excluded, day),
      ),
  };
}

/** Day on which access that is paid for or on trial ends; null if it has no end or has already ended. */
export function accessUntil(facts: BillingFacts, day: string): string | null {
  const { cancelled, unpaid } = facts;
  if (unpaid)
    return cancelled && day < cancelled.accessUntil
      ? cancelled.accessUntil
      : day < unpaid.graceUntil
        ? unpaid.graceUntil
        : null;
  return nextBillingDate(facts, day) ?? (remainingTrialDays(facts, day) === null ? null : facts.trial!.endsOn);
}

/** Status as an operator has set it. Trial days count down at midnight in the organization's time zone. */
function statusByOperator(
  { subscription, timeZone }: Pick<SubscribedOrganization, 'subscription' | 'timeZone'>,
  now: Date,
): BillingStatus {
  if (!subscription) return unknown;
  const { status, planName, freeTrialRemainingDays, nextBillingDate, saidAt } = subscription;
  const dayOf = (moment: Date) => localDateTime(moment, timeZone).date;
  const passed = daysBetween(dayOf(new Date(saidAt)), dayOf(now));
  return {
    ...unknown,
    subscriptionStatus: status,
    planName,
    freeTrialRemainingDays: freeTrialRemainingDays === null ? null : Math.max(0, freeTrialRemainingDays - passed),
    nextBillingDate,
    showsTrialBanner: status === 'IN_FREE_TRIAL',
  };
}
