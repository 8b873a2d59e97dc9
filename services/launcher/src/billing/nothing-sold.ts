import { PlainFault } from '../plain-fault.ts';

/** Of what has to do with billing where nobody takes payments. */
export const nothingSold = (): PlainFault => new PlainFault('Nothing is sold here: PAYMENT_PROVIDER is none');
