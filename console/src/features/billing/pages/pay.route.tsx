import { paths } from '../../../lib/url/paths.ts';
import { CheckoutPage, checkoutLoader } from '../pay/CheckoutPage.tsx';

export const loader = checkoutLoader;

/** Buys the first plan, from where a plan is to be chosen. */
export const Component = () => (
  <CheckoutPage
    title={(plan) => `Pay for ${plan}`}
    plans={paths.home()}
    crumbs={[{ label: 'Plans', to: paths.home() }, { label: 'Payment' }]}
  />
);
