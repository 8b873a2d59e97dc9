import { useStarted } from '../../../lib/session/startup.ts';
import { ASK_ADMINISTRATOR, SUBSCRIPTION_ENDED, WHAT_IS_OPEN } from '../subscription-labels.ts';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import css from '../Billing.module.css';
import { AvailableActions } from './AvailableActions.tsx';

/** Notice for users who do not manage the subscription: the problem, whom to contact, and what remains available. */
export function PaymentDue() {
  const { subscriptionStatus } = useStarted().organization.billingStatus;
  return (
    <>
      <PageHeader title={subscriptionStatus === 'PAYMENT_REQUIRED' ? 'Payment is overdue' : SUBSCRIPTION_ENDED} />
      <p className={css.words}>{WHAT_IS_OPEN}</p>
      <p className={css.words}>{ASK_ADMINISTRATOR}</p>
      <AvailableActions />
    </>
  );
}
