import { paymentPaths } from '../payment-paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { billingPaths } from '../paths.ts';
import { LIST_PRICES } from '../subscription-labels.ts';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { landingLoader } from '../components/Landing.tsx';
import { Plans } from '../components/Plans.tsx';

export const loader = landingLoader;

/** Plans on sale, for users who manage the subscription. */
export function Component() {
  const { planName } = useStarted().organization.billingStatus;
  return (
    <>
      <PageHeader title={planName ? 'Switch Payment Plan' : 'Choose Payment Plan'} meta={LIST_PRICES} />
      <Plans after={billingPaths.payment()} payment={paymentPaths.switchPlan} trial={paymentPaths.trialCard} />
    </>
  );
}
