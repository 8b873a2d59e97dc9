import { billingPaths } from '../paths.ts';
import { CheckoutPage, checkoutLoader } from '../pay/CheckoutPage.tsx';

export const loader = checkoutLoader;

/** Buys a plan or switches to it, from the settings. */
export const Component = () => (
  <CheckoutPage
    title={(plan) => plan}
    plans={billingPaths.choosePlan()}
    crumbs={[
      { label: 'Payment Details', to: billingPaths.payment() },
      { label: 'Plans', to: billingPaths.choosePlan() },
      { label: 'Payment' },
    ]}
  />
);
