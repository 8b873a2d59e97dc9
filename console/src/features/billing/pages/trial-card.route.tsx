import { paths } from '../../../lib/url/paths.ts';
import { CheckoutPage, checkoutLoader } from '../pay/CheckoutPage.tsx';
import css from '../Billing.module.css';

export const loader = checkoutLoader;

/** Starts a trial that requires a card. */
export const Component = () => (
  <CheckoutPage
    isTrial
    title={(plan) => `Start your free trial of ${plan}`}
    plans={paths.home()}
    crumbs={[{ label: 'Plans', to: paths.home() }, { label: 'Card' }]}
  >
    <p className={css.words}>
      Nothing is charged today. The card is charged on the day after the trial, unless you cancel before.
    </p>
  </CheckoutPage>
);
