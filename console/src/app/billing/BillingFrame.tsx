import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { allowedCommands } from '@plimsoll/contracts/billing/status';
import type { SubscriptionStatus } from '@plimsoll/contracts/organizations/subscription';
import { landings } from '../../features/billing/paths.ts';
import { paths } from '../../lib/url/paths.ts';
import { paymentPattern } from '../../features/billing/payment-paths.ts';
import { loadStartup, StartedContext, type Started } from '../../lib/session/startup.ts';
import { Wrap } from '../../ui/layout/Section.tsx';
import { SkipLink } from '../../ui/layout/VisuallyHidden.tsx';
import { Footer } from '../shell/Footer.tsx';
import { HomeLink } from '../shell/HomeLink.tsx';
import { Page } from '../shell/PlainFrame.tsx';
import { ProfileDropdown } from '../shell/Profile.tsx';
import css from '../shell/Shell.module.css';
import { useRightsChanges } from '../shell/useRightsChanges.ts';

/**
 * Whether a billing page suits the subscription status: its landing page, a page below that, the result of a purchase,
 * or a payment that the status allows.
 */
function fits(pathname: string, status: SubscriptionStatus): boolean {
  if (pathname === paymentPattern.complete) return true;
  if (pathname === paymentPattern.payment) return allowedCommands(status).includes('BUY');
  const landing = landings[status];
  return landing !== undefined && (pathname === landing || pathname.startsWith(`${landing}/`));
}

/** Redirects billing pages that do not suit the subscription status to home, which leads to the right one. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Started> {
  const started = await loadStartup(request);
  if (!fits(new URL(request.url).pathname, started.organization.billingStatus.subscriptionStatus))
    throw redirect(paths.home());
  return started;
}

/** Layout of the billing pages: only the profile menu, no navigation. */
export function Component() {
  const started = useLoaderData<Started>();
  useRightsChanges(started.organization.guid);
  return (
    <StartedContext value={started}>
      <SkipLink />
      <header className={css.bar}>
        <Wrap className={css.inner}>
          <HomeLink />
          <span className={css.grow} />
          <div className={`${css.end} ${css.lone}`}>
            <ProfileDropdown />
          </div>
        </Wrap>
      </header>
      <Page />
      <Footer hasEvents={false} />
    </StartedContext>
  );
}
