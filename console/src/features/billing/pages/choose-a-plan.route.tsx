import { paymentPaths } from '../payment-paths.ts';
import { WHAT_IS_OPEN } from '../subscription-labels.ts';
import { Landing, landingLoader } from '../components/Landing.tsx';

export const loader = landingLoader;

/** Landing page when there is no trial to start. */
export const Component = () => (
  <Landing title="Choose a plan" payment={paymentPaths.chosenPlanPayment}>
    <p>There is no free trial of what you have chosen, or none for your organization.</p>
    <p>{WHAT_IS_OPEN}</p>
  </Landing>
);
