import { lazy, Suspense } from 'react';
import { useLoaderData, useMatches } from 'react-router';
import type { BillingStatus } from '@plimsoll/contracts/organizations/subscription';
import { useFollowing } from '../../lib/news.ts';
import { StartedContext, type Started } from '../../lib/startup.ts';
import { useWide } from '../../ui/useWide.ts';
import { SkipLink } from '../../ui/VisuallyHidden.tsx';
import type { RouteHandle } from '../Frame.tsx';
import { usePalette } from '../palette/usePalette.tsx';
import { Footer } from './Footer.tsx';
import { Page, PlainFrame } from './PlainFrame.tsx';
import { TopBar } from './TopBar.tsx';
import { useLeftUnsent } from './useLeftUnsent.ts';
import { useReadyWithoutSignal } from './useReadyWithoutSignal.ts';
import { useRightsNow } from './useRightsNow.ts';

/** Statuses that are told above each page, and whatever closes something. Most organizations never have one, so that the banner is fetched where it is due. */
const told: ReadonlySet<string> = new Set(['IN_FREE_TRIAL', 'IN_GRACE_PERIOD', 'PAYMENT_REQUIRED', 'CANCELLED_ACTIVE']);
const isTold = ({ subscriptionStatus, showsTrialBanner, isWalled }: BillingStatus): boolean => isWalled || (told.has(subscriptionStatus) && (subscriptionStatus !== 'IN_FREE_TRIAL' || showsTrialBanner));
const StaffBanner = lazy(async () => ({ default: (await import('./StaffBanner.tsx')).StaffBanner }));
const SubscriptionBanner = lazy(async () => ({ default: (await import('./SubscriptionBanner.tsx')).SubscriptionBanner }));

/** A route whose page fills a phone (`handle = { fillsPhone: true }`) has no hull and no footer there, only its own bar. */
function useFilled(): boolean {
  const asked = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.fillsPhone);
  return !useWide(768) && asked;
}

/** Bar, page, footer: around everything that needs an organization, and around the account of somebody without one. */
export function Shell() {
  const started = useLoaderData<Started | null>();
  return started ? <InOrganization started={started} /> : <PlainFrame />;
}

function InOrganization({ started }: { started: Started }) {
  const filled = useFilled();
  useFollowing(started.organization.guid);
  useRightsNow(started.organization.guid);
  useLeftUnsent(started.user.guid);
  useReadyWithoutSignal(started);
  const palette = usePalette();
  return (
    <StartedContext value={started}>
      <SkipLink />
      {!filled && <TopBar onSearch={palette.open} />}
      {!filled && isTold(started.organization.billingStatus) && (
        <Suspense>
          <SubscriptionBanner />
        </Suspense>
      )}
      {started.organization.staffAccess && (
        <Suspense>
          <StaffBanner />
        </Suspense>
      )}
      <Page />
      {!filled && <Footer />}
      {palette.dialog}
    </StartedContext>
  );
}
