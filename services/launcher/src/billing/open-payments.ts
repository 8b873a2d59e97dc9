import type { StripeAccess } from '@plimsoll/api/billing/provider/stripe-payments';
import { openSandbox } from '@plimsoll/payment-sandbox/open-sandbox';
import type { Configuration } from '../configuration.ts';
import type { RoleAddresses } from '../role-addresses.ts';

/** Connection of this process to the payment provider. */
export interface OpenedPayments extends StripeAccess {
  close(): Promise<void>;
}

export type PaymentConfiguration = Pick<Configuration, 'paymentProvider'> & Partial<Pick<Configuration, 'stripe'>>;

/** URL at which this process receives the sandbox's webhooks, and the secret that signs them. */
export interface SandboxListener {
  readonly url: () => string | null;
  readonly secret: () => string;
}

/** Path that receives the provider's webhooks. */
export const WEBHOOK_PATH = '/api/billing/webhooks/stripe';

/** Opens the connection to the payment provider; undefined if payments are off. */
export async function openPayments(
  { paymentProvider, stripe }: PaymentConfiguration,
  { paymentSandboxUrl }: RoleAddresses,
  onError: (error: unknown) => void,
  listener?: SandboxListener,
): Promise<OpenedPayments | undefined> {
  if (paymentProvider === 'SANDBOX')
    return openSandbox({
      databaseUrl: paymentSandboxUrl,
      onError,
      ...(listener && { webhooks: { url: listener.url, secret: listener.secret() } }),
    });
  return stripe && { secretKey: stripe.secretKey, webhookSecrets: stripe.webhookSecrets, close: async () => undefined };
}
