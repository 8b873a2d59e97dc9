import type { BillingStatus } from '@plimsoll/contracts/organizations/subscription';
import { Link } from 'react-router';
import { settingsPaths } from '../../lib/settings-paths.ts';
import { useMay, useStarted } from '../../lib/startup.ts';
import { formatDay } from '../../lib/time.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Wrap } from '../../ui/Section.tsx';
import css from './SubscriptionBanner.module.css';

/** The server's value plus one (specification 1, section 4): the last day of a trial is one of it. */
const daysLeft = (remaining: number): string => (remaining === 0 ? '1 day' : `${remaining + 1} days`);

/** Where the organization stands with its subscription, above each page. What is to be done about it comes with billing. */
export function SubscriptionBanner() {
  const { billingStatus } = useStarted().organization;
  return (
    <Wrap className={css.banner}>
      <Words {...billingStatus} />
    </Wrap>
  );
}

function Words({ subscriptionStatus, freeTrialRemainingDays, planName, nextBillingDate }: BillingStatus) {
  const managesBilling = useMay('VIEW_AND_MANAGE_BILLING_SUBSCRIPTION');
  if (subscriptionStatus === 'IN_FREE_TRIAL') {
    return (
      <Banner tone="info" action={managesBilling && <Link to={settingsPaths.payment()}>Payment Details</Link>}>
        {freeTrialRemainingDays === null ? 'Your free trial is running' : `${daysLeft(freeTrialRemainingDays)} left in your free trial`}
        {planName && ` of ${planName}`}.
      </Banner>
    );
  }
  if (subscriptionStatus === 'CANCELLED_ACTIVE') {
    return (
      <Banner tone="warning">
        Your organization has cancelled their account.{nextBillingDate && ` You will retain access premium features until ${formatDay(nextBillingDate)}.`}
      </Banner>
    );
  }
  return (
    <Banner tone="warning" action={managesBilling && <Link to={settingsPaths.payment()}>Payment Details</Link>}>
      Payment is overdue on this account.{!managesBilling && ' Please contact your organization administrator.'}
    </Banner>
  );
}
