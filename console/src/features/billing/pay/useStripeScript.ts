import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useState } from 'react';

/**
 * Loads Stripe's script, which only Stripe may serve. Used only where a card is typed or a bank's question is answered.
 */
export function useStripeScript(publishableKey: string): {
  stripe: Stripe | null;
  isFailed: boolean;
  again: () => void;
} {
  const [attempt, setAttempt] = useState(0);
  const [found, setFound] = useState<{ stripe: Stripe | null; isFailed: boolean }>({ stripe: null, isFailed: false });
  useEffect(() => {
    let isThere = true;
    const settle = (stripe: Stripe | null) => isThere && setFound({ stripe, isFailed: stripe === null });
    loadStripe(publishableKey).then(settle, () => settle(null));
    return () => {
      isThere = false;
    };
  }, [publishableKey, attempt]);
  const again = () => {
    setFound({ stripe: null, isFailed: false });
    setAttempt((before) => before + 1);
  };
  return { ...found, again };
}
