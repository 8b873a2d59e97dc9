import { paymentPaths } from '../payment-paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { TRIAL_ENDED, WHAT_IS_OPEN } from '../subscription-labels.ts';
import { Landing, landingLoader } from '../components/Landing.tsx';

export const loader = landingLoader;

/** Landing page after a trial that ended without a purchase. */
export function Component() {
  const { planName } = useStarted().organization.billingStatus;
  return (
    <Landing title={TRIAL_ENDED} payment={paymentPaths.trialEndedPayment}>
      <p>{planName ? `You have tried ${planName}.` : 'It is over.'} All that you have entered is here.</p>
      <p>{WHAT_IS_OPEN}</p>
    </Landing>
  );
}
