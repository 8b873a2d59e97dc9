import { useState } from 'react';
import { ErrorSummary } from '../../../ui/inputs/ErrorSummary.tsx';
import { FailedState, Skeleton } from '../../../ui/feedback/States.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { useStripeScript } from './useStripeScript.ts';

export interface StripeQuestionProps {
  publishableKey: string;
  clientSecret: string;
  /** Called after any answer; the result is then requested from our own server. */
  onAnswered: () => void;
}

/** 3-D Secure question of a bank, in Stripe's window. */
export function StripeQuestion({ publishableKey, clientSecret, onAnswered }: StripeQuestionProps) {
  const { stripe, isFailed, again } = useStripeScript(publishableKey);
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  if (isFailed) return <FailedState text="Your bank’s question could not be loaded." onRetry={again} />;
  if (!stripe) return <Skeleton widths={['48%']} />;
  async function answer() {
    setAsking(true);
    setError(null);
    const { error } = await stripe!.handleNextAction({ clientSecret });
    if (error) setError(error.message ?? 'Your answer did not reach your bank');
    setAsking(false);
    onAnswered();
  }
  return (
    <>
      <ErrorSummary
        errors={error === null ? [] : [{ field: null, message: error }]}
        attempt={error === null ? 0 : 1}
        title="Your bank did not agree"
      />
      <SubmitButton busy={isAsking} onClick={() => void answer()}>
        Answer my bank
      </SubmitButton>
    </>
  );
}
