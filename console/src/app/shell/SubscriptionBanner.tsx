import type { BillingStatus } from '@plimsoll/contracts/organizations/subscription';
import { billingPaths } from '../../features/billing/paths.ts';
import { useMay, useStarted } from '../../lib/session/startup.ts';
import {
  ASK_ADMINISTRATOR,
  daysLeft,
  SUBSCRIPTION_ENDED,
  TRIAL_ENDED,
  WHAT_IS_OPEN,
} from '../../features/billing/subscription-labels.ts';
import { formatDay } from '../../lib/format/time.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { ButtonLink } from '../../ui/inputs/Button.tsx';
import { Wrap } from '../../ui/layout/Section.tsx';
import css from './SubscriptionBanner.module.css';

/** Banner with the subscription status and the next action. */
export function SubscriptionBanner() {
  const { billingStatus } = useStarted().organization;
  return (
    <Wrap className={css.banner}>
      <BannerForStatus {...billingStatus} />
    </Wrap>
  );
}

const overdue: ReadonlySet<string> = new Set(['IN_GRACE_PERIOD', 'PAYMENT_REQUIRED']);

function BannerForStatus({ subscriptionStatus, freeTrialRemainingDays, planName, nextBillingDate }: BillingStatus) {
  const managesBilling = useMay('VIEW_AND_MANAGE_BILLING_SUBSCRIPTION');
  const advice = managesBilling ? '' : ` ${ASK_ADMINISTRATOR}`;
  if (subscriptionStatus === 'IN_FREE_TRIAL') {
    return (
      <Banner
        tone="info"
        action={
          managesBilling && (
            <ButtonLink to={billingPaths.choosePlan()} variant="secondary" size="s">
              Upgrade
            </ButtonLink>
          )
        }
      >
        {freeTrialRemainingDays === null
          ? 'Your free trial is running'
          : `${daysLeft(freeTrialRemainingDays)} left in your free trial`}
        {planName && ` of ${planName}`}.
      </Banner>
    );
  }
  if (subscriptionStatus === 'CANCELLED_ACTIVE') {
    return (
      <Banner
        tone="warning"
        action={
          managesBilling && (
            <ButtonLink to={billingPaths.payment()} variant="secondary" size="s">
              Restore
            </ButtonLink>
          )
        }
      >
        Your organization has cancelled their account.
        {nextBillingDate && ` You will retain access premium features until ${formatDay(nextBillingDate)}.`}
      </Banner>
    );
  }
  if (overdue.has(subscriptionStatus)) {
    return (
      <Banner
        tone="warning"
        action={
          managesBilling && (
            <ButtonLink to={billingPaths.payment()} variant="secondary" size="s">
              Manage payment
            </ButtonLink>
          )
        }
      >
        Payment is overdue on this account.{advice}
      </Banner>
    );
  }
  return (
    <Banner
      tone="warning"
      action={
        managesBilling && (
          <ButtonLink to={billingPaths.choosePlan()} variant="secondary" size="s">
            Choose a plan
          </ButtonLink>
        )
      }
    >
      {restrictedTexts[subscriptionStatus] ?? 'No plan is running yet.'} {WHAT_IS_OPEN}
      {advice}
    </Banner>
  );
}

/** Statuses that restrict changes until a plan is chosen. */
const restrictedTexts: Partial<Record<BillingStatus['subscriptionStatus'], string>> = {
  FREE_TRIAL_EXPIRED: `${TRIAL_ENDED}.`,
  NO_SUBSCRIPTION: `${SUBSCRIPTION_ENDED}.`,
};
