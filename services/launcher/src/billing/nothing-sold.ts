import type { Configuration } from '../configuration.ts';
import { PlainError } from '../plain-error.ts';

/** Of what has to do with billing where nobody takes payments, or nothing was published to sell. */
export const nothingSold = (provider: Configuration['paymentProvider'] = 'NONE'): PlainError =>
  new PlainError(
    provider === 'NONE'
      ? 'Nothing is sold here: PAYMENT_PROVIDER is none'
      : 'Nothing is sold here yet: publish a catalogue (billing catalogue apply)',
  );
