import type { StripeAccess } from '@plimsoll/api/billing/provider/stripe-payments';
import { openSandbox } from '@plimsoll/payment-sandbox/open-sandbox';
import type { Configuration } from '../configuration.ts';
import type { RoleAddresses } from '../role-addresses.ts';

/** Where the provider of payments answers a process. */
export interface OpenedPayments extends StripeAccess {
  close(): Promise<void>;
}

export type PaymentConfiguration = Pick<Configuration, 'paymentProvider'> & Partial<Pick<Configuration, 'stripe'>>;

/** Where a process listens whom the sandbox tells what has happened, and what that is signed with. */
export interface SandboxListener {
  readonly url: () => string | null;
  readonly secret: () => string;
}

/** Where the provider tells what has happened. */
export const WEBHOOK_PATH = '/api/billing/webhooks/stripe';

/** Where the provider of payments answers this process; undefined where nobody takes any. */
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
