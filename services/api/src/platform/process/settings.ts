import type { PaymentProvider } from '@plimsoll/contracts/billing/answers';
import type { ScannerAddress } from '../../attachments/judging/virus-scanner.ts';
import type { TransferLimits } from '../../http/limits/open-transfers.ts';
import type { AddressLimits } from '../../identity/email-addresses/address-throttle.ts';

/** Configuration of the process, read at its start. */
export interface Settings {
  readonly publicUrl: string;
  /** Without a given URL browsers may only call from this machine. */
  readonly isPublicUrlGiven: boolean;
  readonly production: boolean;
  /** Requests per second that one organization may send to a process; 429 beyond it. */
  readonly organizationRequestsPerSecond: number;
  /** Limits of one IP address on public endpoints; 429 beyond them. */
  readonly addressLimits: AddressLimits;
  /** Maximum open uploads, and as many downloads; 429 beyond them. */
  readonly transferLimits: TransferLimits;
  /** Name servers for an organization's TXT record; empty for those of the machine. */
  readonly dnsServers: readonly string[];
  readonly paymentProvider: PaymentProvider;
  /** Key with which browsers send card data to the provider; null where they send none. */
  readonly publishableKey: string | null;
  /** Non-public networks in which webhook endpoints may be. */
  readonly webhookNetworks: readonly string[];
  /** Kafka settings of the export; absent where the installation has none. */
  readonly kafka: { readonly topicPrefix: string } | undefined;
  /** Address of the clamd that scans files before they are stored; absent where none does. */
  readonly virusScanner: ScannerAddress | undefined;
  /** Maximum size of an attached file. */
  readonly fileLimitBytes: number;
  /** Hours after which erased data is destroyed permanently. */
  readonly erasureDelayHours: number;
}

/** `constructor(@Inject(SETTINGS) private readonly settings: Settings)`. */
export const SETTINGS = Symbol('Settings');
