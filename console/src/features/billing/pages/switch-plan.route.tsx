import { settingsPaths } from '../../../lib/url/settings-paths.ts';
import { CheckoutPage, checkoutLoader } from '../pay/CheckoutPage.tsx';

export const loader = checkoutLoader;

/** Buys a plan, or switches to it, from the settings. */
export const Component = () => (
  <CheckoutPage
    title={(plan) => plan}
    plans={settingsPaths.choosePlan()}
    crumbs={[
      { label: 'Payment Details', to: settingsPaths.payment() },
      { label: 'Plans', to: settingsPaths.choosePlan() },
      { label: 'Payment' },
    ]}
  />
);
