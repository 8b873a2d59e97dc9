import { useCallback, useRef } from 'react';
import { refusalWith } from '../../../lib/api/refusal.ts';
import type { AskForToken } from './StripeCard.tsx';

/** Holds the function that requests a token from Stripe's form, once the form is ready. */
export function useCardToken(): { hold: (ask: AskForToken | null) => void; ask: AskForToken } {
  const held = useRef<AskForToken | null>(null);
  const hold = useCallback((ask: AskForToken | null) => {
    held.current = ask;
  }, []);
  const ask = useCallback<AskForToken>(
    () =>
      held.current ? held.current() : Promise.reject(refusalWith('The form for cards is not there yet', 'number')),
    [],
  );
  return { hold, ask };
}
