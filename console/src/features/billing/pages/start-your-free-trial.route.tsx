import { paymentPaths } from '../payment-paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { WHAT_IS_OPEN } from '../subscription-labels.ts';
import { Landing, landingLoader } from '../components/Landing.tsx';

export const loader = landingLoader;

/** Landing page for a trial that requires a card. */
export function Component() {
  const { isWalled } = useStarted().organization.billingStatus;
  return (
    <Landing title="Start your free trial" payment={paymentPaths.chosenPlanPayment}>
      <p>Your free trial begins with a card. The card is charged on the day after the trial, and not before.</p>
      {isWalled && <p>{WHAT_IS_OPEN}</p>}
    </Landing>
  );
}
