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

/** What of an organization says where it stands. */
export type Standing = Pick<
  Organization,
  'guid' | 'subscription' | 'billing' | 'timeZone' | 'customerConfig' | 'billingSwitchedOnAt'
>;

/** What the wall goes by. */
export type GatedOrganization = Standing & Pick<Organization, 'onboardingStatus'>;

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
 * Where an organization stands with its subscription at a moment: by its billing or, while that says nothing, as an operator
 * has said it. @param sold null where no payments are taken.
 */
export function billingStatusOf(organization: Standing, sold: Catalogue | null, now: Date): BillingStatus {
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
  return found.subscriptionStatus === 'UNKNOWN' ? saidStatus(organization, now) : found;
}

/** What is sold to an organization: nothing where BILLING is off. */
export const soldTo = (
  { customerConfig }: Pick<Organization, 'customerConfig'>,
  sold: Catalogue | null,
): Catalogue | null =>
  customerConfig.some(({ code, isEnabled }) => code === OPERATORS_FLAG && !isEnabled) ? null : sold;

/** The same by its billing alone, on a day of its own. @param switchedOnOn when BILLING last was. */
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

/** Until when what is paid for, or tried, is theirs; null where that has no end, or has ended. */
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

/** As an operator has said it; the days of a trial pass at midnight where the organization is. */
function saidStatus({ subscription, timeZone }: Pick<Standing, 'subscription' | 'timeZone'>, now: Date): BillingStatus {
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
