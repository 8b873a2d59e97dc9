import type { PaymentProvider } from '@plimsoll/contracts/billing/answers';
import { USUAL_FILE_LIMIT_BYTES } from '@plimsoll/contracts/attachments/file-types';
import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import { EventRegistry } from '@plimsoll/event-store/port/event-registry';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import type { KeyVault } from '@plimsoll/event-store/crypto/key-vault';
import { openPostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import { projections } from '@plimsoll/projections/platform/projections';
import { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { openReadPool } from '@plimsoll/projections/platform/read-pool';
import { openProjectorPool, ProjectionRunner } from '@plimsoll/projections/runner/follow/run-projections';
import { ReadPositions } from '@plimsoll/projections/runner/follow/wait-for-position';
import type pg from 'pg';
import type { FileStore } from '../../attachments/storage/file-store.ts';
import { openBucket } from '../../attachments/storage/open-file-store.ts';
import type { BucketAccess } from '../../attachments/storage/s3-files.ts';
import type { ScannerAddress } from '../../attachments/judging/virus-scanner.ts';
import { NoPayments, type Payments } from '../../billing/provider/payments.ts';
import type { StripeAccess } from '../../billing/provider/stripe-payments.ts';
import { DatabaseProbe, NO_ANSWER } from '../database/database-probe.ts';
import { DatabaseSockets } from '../database/database-sockets.ts';
import { USUAL_TRANSFER_LIMITS, type TransferLimits } from '../../http/limits/open-transfers.ts';
import { addressLimits, type AddressLimits } from '../../identity/email-addresses/address-throttle.ts';
import type { ListMailbox } from '../../mail/mailbox-token.ts';
import type { Settings } from './settings.ts';

export interface ResourceOptions {
  readonly appDatabaseUrl: string;
  readonly projectorDatabaseUrl: string;
  /** Connections for queries and for the ordinary tables. */
  readonly poolSize?: number;
  /** Ed25519 private key, PKCS#8 in PEM. */
  readonly signingKey: string;
  /** 32 bytes in base64. */
  readonly sealingKey: string;
  readonly publicUrl?: string;
  /**
   * Whether `publicUrl` was configured. Otherwise browsers may only call from this machine, by http on the listening
   * port.
   */
  readonly isPublicUrlGiven?: boolean;
  readonly production?: boolean;
  /** Requests per second of one organization to a process; 500 by default. */
  readonly organizationRequestsPerSecond?: number;
  /** Limits of one IP address on public endpoints that differ from the defaults. */
  readonly addressLimits?: Partial<AddressLimits>;
  /** Limits of open transfers that differ from the defaults. */
  readonly transferLimits?: Partial<TransferLimits>;
  /** Name servers for an organization's TXT record (`203.0.113.5:53`); those of the machine by default. */
  readonly dnsServers?: readonly string[];
  /** Non-public networks in which webhook endpoints may be, also by http; none by default. */
  readonly webhookNetworks?: readonly string[];
  /** Kafka settings of the export; none by default. */
  readonly kafka?: { readonly topicPrefix: string } | undefined;
  /** Folder of stored files; without it files are refused. */
  readonly filesDir?: string;
  /** Bucket for stored files, if any; uploads still pass through the folder. */
  readonly filesBucket?: BucketAccess | undefined;
  /** Address of the clamd that scans files before they are stored; none by default. */
  readonly virusScanner?: ScannerAddress | undefined;
  /** Maximum size of an attached file in bytes; 25 MB by default. */
  readonly fileLimitBytes?: number;
  /** Payment provider; by default none in production, else the sandbox. */
  readonly paymentProvider?: PaymentProvider;
  /** Access to the payment provider; without it no payments are taken. */
  readonly payments?: StripeAccess;
  /** Key with which browsers send card data to the provider; without it the console reads the test cards itself. */
  readonly publishableKey?: string | undefined;
  /** Hours after which erased data is destroyed permanently; by default 72 in production, else 0. */
  readonly erasureDelayHours?: number;
  /**
   * Whether this process keeps the read models up to date: continuously, or only on request next to those that follow
   * the log.
   */
  readonly projector?: boolean | 'WHEN_ASKED';
  /** Where mails are stored when no mail server delivers them. */
  readonly mailbox?: ListMailbox;
  readonly onError?: (error: unknown, what: string) => void;
}

/** Shared resources of a process: the log, connections, and the read models' runner. */
export interface Resources {
  /** Called with errors that are retried automatically. */
  readonly onError: (error: unknown, what: string) => void;
  readonly settings: Settings;
  readonly signingKey: string;
  readonly sealingKey: string;
  readonly filesDir: string | undefined;
  /** Permanent storage of files, in place of the folder. */
  readonly bucket: FileStore | undefined;
  readonly payments: Payments;
  readonly store: EventStore;
  /** Keys of personal data, stored next to the log. */
  readonly vault: KeyVault;
  readonly pool: pg.Pool;
  /** For the role plimsoll_projector: rebuilds one organization's read models. */
  readonly projectorDatabaseUrl: string;
  /** Queries the read models, on the connections of `pool`. */
  readonly reader: ReadModelReader;
  readonly probe: DatabaseProbe;
  readonly projectorPool: pg.Pool | undefined;
  readonly runner: ProjectionRunner | undefined;
  readonly positions: ReadPositions;
  readonly mailbox: ListMailbox | undefined;
  /** Ends the running database queries of requests. */
  cut(): void;
  close(): Promise<void>;
}

/** Maximum wait for a connection, also for one that another request uses: after it the answer is 503. */
const CONNECT_TIMEOUT_MS = 1_500;

/** Timeout of a statement. The probe detects an unavailable database, not this. */
const RUNAWAY_MS = 60_000;

/** Page size of a rebuild that runs next to other work: larger pages take hundreds of megabytes. */
const SMALL_PAGE = 2_000;

/**
 * Opens all resources. @throws UnsafeRoleError when row-level security would not apply to a role; connection errors.
 */
export async function openResources(options: ResourceOptions): Promise<Resources> {
  const onError = options.onError ?? (() => undefined);
  const sockets = new DatabaseSockets();
  const app = { connectionString: options.appDatabaseUrl, stream: sockets.create };
  const store = await openPostgresEventStore({
    appUrl: app,
    projectorUrl: options.projectorDatabaseUrl,
    registry: new EventRegistry(eventContracts),
    sealingKey: Buffer.from(options.sealingKey, 'base64'),
  });
  const pool = openReadPool({
    ...app,
    max: options.poolSize ?? 20,
    application_name: 'plimsoll api',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: RUNAWAY_MS,
    idle_in_transaction_session_timeout: 30_000,
  });
  // The projector's connections are not cut: its work may take long, and resumes when the database does.
  const probe = new DatabaseProbe(options.appDatabaseUrl, () => sockets.bytesReceived());
  probe.onSilence(() => {
    onError(new Error('No answer within a second'), NO_ANSWER);
    sockets.cut();
  });
  const projectorPool = options.projector
    ? openProjectorPool({ connectionString: options.projectorDatabaseUrl, pipeline: true })
    : undefined;
  for (const each of [pool, projectorPool]) {
    each?.on('error', (error) => onError(error, 'An idle connection was lost'));
    // A connection that is lost in use fails its query; without a listener the error would also end the process.
    each?.on('connect', (client) => void client.on('error', () => undefined));
  }
  const runner =
    projectorPool &&
    new ProjectionRunner({
      projections,
      log: store,
      pool: projectorPool,
      ...(options.projector === 'WHEN_ASKED' && { pageSize: SMALL_PAGE }),
      onError: (error) => onError(error, 'A read model fell behind and tries again'),
    });
  const reader = new ReadModelReader(pool, projections, store);
  const follower = options.projector === true ? runner : undefined;
  const positions = new ReadPositions(reader, follower);
  await follower?.start();
  return {
    onError,
    settings: {
      publicUrl: options.publicUrl ?? 'http://localhost',
      isPublicUrlGiven: options.isPublicUrlGiven ?? options.publicUrl !== undefined,
      production: options.production ?? false,
      organizationRequestsPerSecond: options.organizationRequestsPerSecond ?? 500,
      addressLimits: { ...addressLimits, ...options.addressLimits },
      transferLimits: { ...USUAL_TRANSFER_LIMITS, ...options.transferLimits },
      dnsServers: options.dnsServers ?? [],
      paymentProvider: options.paymentProvider ?? (options.production ? 'NONE' : 'SANDBOX'),
      publishableKey: options.publishableKey ?? null,
      webhookNetworks: options.webhookNetworks ?? [],
      kafka: options.kafka,
      virusScanner: options.virusScanner,
      fileLimitBytes: options.fileLimitBytes ?? USUAL_FILE_LIMIT_BYTES,
      erasureDelayHours: options.erasureDelayHours ?? (options.production ? 72 : 0),
    },
    signingKey: options.signingKey,
    sealingKey: options.sealingKey,
    filesDir: options.filesDir,
    bucket: options.filesBucket && (await openBucket(options.filesBucket)),
    // The client of the provider is only loaded where payments are taken.
    payments: options.payments
      ? new (await import('../../billing/provider/stripe-payments.ts')).StripePayments(options.payments)
      : new NoPayments(),
    store,
    vault: store.vault,
    pool,
    projectorDatabaseUrl: options.projectorDatabaseUrl,
    reader,
    probe,
    projectorPool,
    runner,
    positions,
    mailbox: options.mailbox,
    cut: () => sockets.cut(),
    close: async () => {
      positions.close();
      await runner?.stop();
      await Promise.all([projectorPool?.end(), pool.end(), probe.close(), store.close()]);
    },
  };
}
