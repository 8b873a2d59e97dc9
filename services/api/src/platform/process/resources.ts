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
import { addressLimits, type AddressLimits } from '../../identity/accounts/address-throttle.ts';
import type { ListMailbox } from '../../mail/mailbox-token.ts';
import type { Settings } from './settings.ts';

export interface ResourceOptions {
  readonly appDatabaseUrl: string;
  readonly projectorDatabaseUrl: string;
  /** Connections for questions and for the ordinary tables. */
  readonly poolSize?: number;
  /** Ed25519 private key, PKCS#8 in PEM. */
  readonly signingKey: string;
  /** 32 bytes in base64. */
  readonly sealingKey: string;
  readonly publicUrl?: string;
  /** Whether somebody stated it. Else browsers may call from this machine alone, by http and the port that is listened on. */
  readonly isPublicUrlGiven?: boolean;
  readonly production?: boolean;
  /** What one organization may ask of a process in a second; 500 by default. */
  readonly organizationRequestsPerSecond?: number;
  /** What one address may ask of what is open to everybody, where it is not the usual. */
  readonly addressLimits?: Partial<AddressLimits>;
  /** Name servers that are asked for an organization's TXT record (`203.0.113.5:53`); the machine's own by default. */
  readonly dnsServers?: readonly string[];
  /** Networks that endpoints may stand in besides what is public, also by http; none by default. */
  readonly webhookNetworks?: readonly string[];
  /** The Kafka that events go to; none by default. */
  readonly kafka?: { readonly topicPrefix: string } | undefined;
  /** Where files lie; without it none are taken. */
  readonly filesDir?: string;
  /** The bucket that they lie in, where there is one; they come by way of the folder all the same. */
  readonly filesBucket?: BucketAccess | undefined;
  /** Where clamd looks at files before they are kept; nobody does by default. */
  readonly virusScanner?: ScannerAddress | undefined;
  /** So many bytes a file may have that is attached; 25 MB by default. */
  readonly fileLimitBytes?: number;
  /** By whom payments are taken; nobody in production, else the sandbox. */
  readonly paymentProvider?: PaymentProvider;
  /** Where the provider of payments answers; without it nobody takes any. */
  readonly payments?: StripeAccess;
  /** What browsers give cards to the provider with; without it the console reads those of tests itself. */
  readonly publishableKey?: string | undefined;
  /** After so many hours what was erased is gone for good; 72 in production, else none. */
  readonly erasureDelayHours?: number;
  /** Whether this process keeps the read models up to date: as the log moves, or when it is asked to, as a guest beside those that follow. */
  readonly projector?: boolean | 'WHEN_ASKED';
  /** Where mails lie when no mail server carries them; absent where one does. */
  readonly mailbox?: ListMailbox;
  readonly onFault?: (fault: unknown, what: string) => void;
}

/** What the product stands on: the log, connections, and the read models' runner. */
export interface Resources {
  /** Told of what is tried again by itself. */
  readonly onFault: (fault: unknown, what: string) => void;
  readonly settings: Settings;
  readonly signingKey: string;
  readonly sealingKey: string;
  readonly filesDir: string | undefined;
  /** Where files lie for good, in place of the folder. */
  readonly bucket: FileStore | undefined;
  readonly payments: Payments;
  readonly store: EventStore;
  /** The keys of personal data, beside the log. */
  readonly vault: KeyVault;
  readonly pool: pg.Pool;
  /** As plimsoll_projector: where one organization's read models are folded anew. */
  readonly projectorDatabaseUrl: string;
  /** Asks the read models, on the same connections. */
  readonly reader: ReadModelReader;
  readonly probe: DatabaseProbe;
  readonly projectorPool: pg.Pool | undefined;
  readonly runner: ProjectionRunner | undefined;
  readonly positions: ReadPositions;
  readonly mailbox: ListMailbox | undefined;
  /** Ends what is still asked of the database for requests. */
  cut(): void;
  close(): Promise<void>;
}

/** Longer than this nobody waits for a connection: the answer is 503. */
const CONNECT_TIMEOUT_MS = 1_500;

/** A statement that takes longer serves nobody any more. That the database is away is for the probe to know. */
const RUNAWAY_MS = 60_000;

/** Events that are folded together where it is done in one go beside other work: larger pages take hundreds of megabytes. */
const SMALL_PAGE = 2_000;

/** @throws UnsafeRoleError when row-level security would not hold a role, and what the database says when it cannot be reached. */
export async function openResources(options: ResourceOptions): Promise<Resources> {
  const onFault = options.onFault ?? (() => undefined);
  const sockets = new DatabaseSockets();
  const app = { connectionString: options.appDatabaseUrl, stream: sockets.make };
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
  // The projector's connections stay: what it does may take long, and goes on when the database does.
  const probe = new DatabaseProbe(options.appDatabaseUrl, () => sockets.heard());
  probe.onSilence(() => {
    onFault(new Error('No answer within a second'), NO_ANSWER);
    sockets.cut();
  });
  const projectorPool = options.projector
    ? openProjectorPool({ connectionString: options.projectorDatabaseUrl, pipeline: true })
    : undefined;
  for (const each of [pool, projectorPool]) {
    each?.on('error', (fault) => onFault(fault, 'An idle connection was lost'));
    // One that is lost while somebody uses it fails what they ask, and must not end the process besides.
    each?.on('connect', (client) => void client.on('error', () => undefined));
  }
  const runner =
    projectorPool &&
    new ProjectionRunner({
      projections,
      log: store,
      pool: projectorPool,
      ...(options.projector === 'WHEN_ASKED' && { pageSize: SMALL_PAGE }),
      onFault: (fault) => onFault(fault, 'A read model fell behind and tries again'),
    });
  const reader = new ReadModelReader(pool, projections, store);
  const follower = options.projector === true ? runner : undefined;
  const positions = new ReadPositions(reader, follower);
  await follower?.start();
  return {
    onFault,
    settings: {
      publicUrl: options.publicUrl ?? 'http://localhost',
      isPublicUrlGiven: options.isPublicUrlGiven ?? options.publicUrl !== undefined,
      production: options.production ?? false,
      organizationRequestsPerSecond: options.organizationRequestsPerSecond ?? 500,
      addressLimits: { ...addressLimits, ...options.addressLimits },
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
    // What speaks to the provider is not even loaded where no money moves.
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
