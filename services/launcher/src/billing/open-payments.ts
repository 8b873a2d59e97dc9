import { openSandbox, type Sandbox } from '@plimsoll/payment-sandbox/open-sandbox';
import type { Configuration } from '../configuration.ts';
import type { RoleAddresses } from '../role-addresses.ts';

/** Where the provider of payments answers this process; undefined where nobody takes any. */
export const openPayments = async ({ paymentProvider }: Pick<Configuration, 'paymentProvider'>, { paymentSandboxUrl }: RoleAddresses, onFault: (fault: unknown) => void): Promise<Sandbox | undefined> =>
  paymentProvider === 'SANDBOX' ? openSandbox({ databaseUrl: paymentSandboxUrl, onFault }) : undefined;
