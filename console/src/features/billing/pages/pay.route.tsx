import { paths } from '../../../lib/url/paths.ts';
import { CheckoutPage, checkoutLoader } from '../pay/CheckoutPage.tsx';

export const loader = checkoutLoader;

/** Buys the first plan, from the landing page. */
export const Component = () => (
  <CheckoutPage
    title={(plan) => `Pay for ${plan}`}
    plans={paths.home()}
    crumbs={[{ label: 'Plans', to: paths.home() }, { label: 'Payment' }]}
  />
);
