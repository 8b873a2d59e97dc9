import type { Configuration } from '../configuration.ts';
import { PlainError } from '../plain-error.ts';

/** Error of billing commands when payments are off or no catalogue was published. */
export const nothingSold = (provider: Configuration['paymentProvider'] = 'NONE'): PlainError =>
  new PlainError(
    provider === 'NONE'
      ? 'Nothing is sold here: PAYMENT_PROVIDER is none'
      : 'Nothing is sold here yet: publish a catalogue (billing catalogue apply)',
  );
