import { paymentPaths } from '../../lib/payment-paths.ts';
import { useStarted } from '../../lib/startup.ts';
import { settingsPaths } from '../../lib/settings-paths.ts';
import { LIST_PRICES } from '../../lib/subscription-words.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { landingLoader } from './parts/Landing.tsx';
import { Plans } from './parts/Plans.tsx';

export const loader = landingLoader;

/** What is sold to the organization, for whoever looks after its subscription. */
export function Component() {
  const { planName } = useStarted().organization.billingStatus;
  return (
    <>
      <PageHeader title={planName ? 'Switch Payment Plan' : 'Choose Payment Plan'} meta={LIST_PRICES} />
      <Plans after={settingsPaths.payment()} payment={paymentPaths.switchPlan} trial={paymentPaths.trialCard} />
    </>
  );
}
