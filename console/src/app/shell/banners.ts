import type { ComponentType } from 'react';
import type { BillingStatus } from '@plimsoll/contracts/organizations/subscription';
import type { Started } from '../../lib/session/startup.ts';

/** Banners above each page of an organization. */
export interface Banners {
  Subscription?: ComponentType;
  Staff?: ComponentType;
}

/** Statuses that are shown in a banner. Restricted organizations always have one. */
const bannerStatuses: ReadonlySet<string> = new Set([
  'IN_FREE_TRIAL',
  'IN_GRACE_PERIOD',
  'PAYMENT_REQUIRED',
  'CANCELLED_ACTIVE',
]);
const needsBanner = ({ subscriptionStatus, showsTrialBanner, isWalled }: BillingStatus): boolean =>
  isWalled || (bannerStatuses.has(subscriptionStatus) && (subscriptionStatus !== 'IN_FREE_TRIAL' || showsTrialBanner));

/**
 * Loads the banners that are needed; most organizations have none. The page waits for them, since a banner that appears
 * later would move what the user is about to tap. The subscription banner is omitted offline.
 */
export async function fetchBanners({ organization: { billingStatus, staffAccess } }: Started): Promise<Banners> {
  const [subscription, staff] = await Promise.all([
    needsBanner(billingStatus) ? import('./SubscriptionBanner.tsx').catch(() => undefined) : undefined,
    staffAccess ? import('./StaffBanner.tsx') : undefined,
  ]);
  return { Subscription: subscription?.SubscriptionBanner, Staff: staff?.StaffBanner };
}
