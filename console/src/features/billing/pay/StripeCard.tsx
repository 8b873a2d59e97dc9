import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, StripeElementsOptionsMode } from '@stripe/stripe-js';
import { useEffect } from 'react';
import { refusalWith } from '../../../lib/api/refusal.ts';
import { FailedState, Skeleton } from '../../../ui/feedback/States.tsx';
import { useStripeScript } from './useStripeScript.ts';

/** Requests a token for the entered card from Stripe's form. Throws a refusal with Stripe's message. */
export type AskForToken = () => Promise<string>;

export interface StripeCardProps {
  publishableKey: string;
  /** Amount charged now, in cents; 0 if the card is only stored. */
  cents: number;
  currency: string;
  /** Receives the function that requests a token, once the form is ready. */
  onReady: (ask: AskForToken | null) => void;
}

/** Theme of Stripe's form. It is in a frame of its own and inherits no styles, so it gets the page's colors. */
function appearance(): Appearance {
  const page = getComputedStyle(document.documentElement);
  const color = (name: string) => page.getPropertyValue(`--${name}`).trim();
  return {
    theme: page.colorScheme === 'dark' ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      fontFamily: getComputedStyle(document.body).fontFamily,
      colorPrimary: color('accent'),
      colorBackground: color('raised'),
      colorText: color('text'),
      colorDanger: color('danger'),
      borderRadius: '4px',
    },
  };
}

/** Stripe's form for a card. The page never sees its number. */
export function StripeCard({ publishableKey, cents, currency, onReady }: StripeCardProps) {
  const { stripe, isFailed, again } = useStripeScript(publishableKey);
  if (isFailed) return <FailedState text="Stripe’s form for cards could not be loaded." onRetry={again} />;
  if (!stripe) return <Skeleton widths={['92%', '48%']} />;
  const shared = { currency: currency.toLowerCase(), paymentMethodTypes: ['card'], appearance: appearance() };
  const options: StripeElementsOptionsMode =
    cents > 0
      ? { ...shared, mode: 'payment', amount: cents, setupFutureUsage: 'off_session' }
      : { ...shared, mode: 'setup', setupFutureUsage: 'off_session' };
  return (
    <Elements stripe={stripe} options={options}>
      <CardElement onReady={onReady} />
    </Elements>
  );
}

function CardElement({ onReady }: Pick<StripeCardProps, 'onReady'>) {
  const [stripe, elements] = [useStripe(), useElements()];
  useEffect(() => {
    if (!stripe || !elements) return;
    onReady(async () => {
      const { error: incomplete } = await elements.submit();
      if (incomplete) throw refusalWith(incomplete.message ?? 'The card is not complete', 'number');
      const { confirmationToken, error } = await stripe.createConfirmationToken({ elements });
      if (error) throw refusalWith(error.message ?? 'The card was not taken', 'number');
      return confirmationToken.id;
    });
    return () => onReady(null);
  }, [stripe, elements, onReady]);
  return <PaymentElement options={{ layout: 'tabs', wallets: { applePay: 'never', googlePay: 'never' } }} />;
}
