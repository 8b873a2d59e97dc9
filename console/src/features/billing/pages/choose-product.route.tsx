import { paymentPaths } from '../payment-paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { WHAT_IS_OPEN } from '../subscription-labels.ts';
import { Landing, landingLoader } from '../components/Landing.tsx';

export const loader = landingLoader;

/** Landing page of a newly founded organization. */
export function Component() {
  const { isWalled, planName } = useStarted().organization.billingStatus;
  return (
    <Landing title="Choose a product" payment={paymentPaths.chosenPlanPayment}>
      <p>{planName ? `${planName} is chosen, and its free trial has not begun.` : 'Try a product for free.'}</p>
      {isWalled && <p>{WHAT_IS_OPEN}</p>}
    </Landing>
  );
}
