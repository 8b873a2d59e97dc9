import type { PaymentProvider } from '@plimsoll/contracts/billing/answers';
import type { ScannerAddress } from '../../attachments/judging/virus-scanner.ts';
import type { AddressLimits } from '../../identity/accounts/address-throttle.ts';

/** What the process was told at its start. */
export interface Settings {
  readonly publicUrl: string;
  /** Without it browsers may call from this machine alone. */
  readonly isPublicUrlGiven: boolean;
  readonly production: boolean;
  /** What one organization may ask of a process; 429 beyond it. */
  readonly organizationRequestsPerSecond: number;
  /** What one address may ask of what is open to everybody; 429 beyond it. */
  readonly addressLimits: AddressLimits;
  /** Name servers that are asked for an organization's TXT record; the machine's own where there are none. */
  readonly dnsServers: readonly string[];
  /** By whom payments are taken. */
  readonly paymentProvider: PaymentProvider;
  /** What browsers give cards to the provider with; null where they give it none. */
  readonly publishableKey: string | null;
  /** Networks that endpoints may stand in besides what is public. */
  readonly webhookNetworks: readonly string[];
  /** The Kafka that events go to; absent where the installation has none. */
  readonly kafka: { readonly topicPrefix: string } | undefined;
  /** Where clamd looks at files before they are kept; absent where nobody does. */
  readonly virusScanner: ScannerAddress | undefined;
  /** So many bytes a file may have that is attached. */
  readonly fileLimitBytes: number;
  /** After so many hours what was erased is gone for good. */
  readonly erasureDelayHours: number;
}

/** `constructor(@Inject(SETTINGS) private readonly settings: Settings)`. */
export const SETTINGS = Symbol('Settings');
