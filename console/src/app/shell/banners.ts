import type { ComponentType } from 'react';
import type { BillingStatus } from '@plimsoll/contracts/organizations/subscription';
import type { Started } from '../../lib/session/startup.ts';

/** What stands above each page of an organization, where it is due. */
export interface Banners {
  Subscription?: ComponentType;
  Staff?: ComponentType;
}

/** Statuses that are told above each page, and whatever closes something. */
const told: ReadonlySet<string> = new Set(['IN_FREE_TRIAL', 'IN_GRACE_PERIOD', 'PAYMENT_REQUIRED', 'CANCELLED_ACTIVE']);
const isTold = ({ subscriptionStatus, showsTrialBanner, isWalled }: BillingStatus): boolean =>
  isWalled || (told.has(subscriptionStatus) && (subscriptionStatus !== 'IN_FREE_TRIAL' || showsTrialBanner));

/**
 * Fetches what is due: most organizations never have a banner. The page waits for it, since what came after the page would
 * move what somebody is about to tap. Without a network there is none of the subscription.
 */
export async function fetchBanners({ organization: { billingStatus, staffAccess } }: Started): Promise<Banners> {
  const [subscription, staff] = await Promise.all([
    isTold(billingStatus) ? import('./SubscriptionBanner.tsx').catch(() => undefined) : undefined,
    staffAccess ? import('./StaffBanner.tsx') : undefined,
  ]);
  return { Subscription: subscription?.SubscriptionBanner, Staff: staff?.StaffBanner };
}
