import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedCluster, type EmbeddedCluster } from './embedded-postgres/embedded-cluster.ts';
import { schemaStateOf, type SchemaState } from '@plimsoll/postgres/migrate';
import { repeatConnecting } from '@plimsoll/postgres/repeat-connecting';
import { CONNECT_TIMEOUT_MS } from '@plimsoll/postgres/steady-connection';
import { refuseUnsafeRole, UnsafeRoleError, type LoginRole } from '@plimsoll/postgres/roles';
import pg from 'pg';
import type { Configuration } from './configuration.ts';
import { requireMark, signingKeyFor } from './keys-of-log.ts';
import { migrateLog, withClient } from './migrate-database.ts';
import { allMigrations, isRetired } from './migrations.ts';
import { asPlain, HOW_TO_MIGRATE, olderLog, placeOf, PlainError } from './plain-error.ts';
import { addressesOf, type RoleAddresses } from './role-addresses.ts';
import { lockStart } from './starting-lock.ts';
import { findKeys, sealingKeyFile, type Keys } from './secrets.ts';

export interface Database extends RoleAddresses {
  /** Keys of this log; created if the log is empty and there were none. */
  readonly keys: Keys;
  /** Superuser URL; only with the embedded PostgreSQL. */
  readonly embeddedAdminUrl: string | undefined;
  /** Resolves with the reason if the embedded PostgreSQL has exited and does not restart. */
  readonly lost: Promise<string>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Fail if another process started the embedded PostgreSQL; otherwise it is shared. */
  readonly alone: boolean;
  readonly say: (line: string) => void;
  /** Whether a SIGNING_KEY other than the previous one is accepted. */
  readonly isNewSigningKeyAccepted?: boolean;
}

/**
 * Opens the configured database with roles to which row-level security applies. The embedded PostgreSQL is started and
 * migrated; a database of DATABASE_URL must have been migrated.
 * @throws PlainError if the database has another version, the role is unsafe, or a key is not the log's; nothing is
 * changed in that case.
 */
export async function openDatabase(configuration: Configuration, options: OpenOptions): Promise<Database> {
  if (configuration.database) return openGiven(configuration, configuration.database, findKeys(configuration), options);
  if (configuration.adminUrl)
    throw new PlainError(
      'there is a DATABASE_ADMIN_URL and no DATABASE_URL: the first is for `migrate`, the second to serve with',
    );
  return openEmbedded(configuration, options);
}

async function openEmbedded(configuration: Configuration, options: OpenOptions): Promise<Database> {
  const { dataDir } = configuration;
  const release = await lockStart(dataDir, options.say);
  try {
    return await openLocked(configuration, findKeys(configuration), options);
  } finally {
    release();
  }
}

async function openLocked(configuration: Configuration, found: Partial<Keys>, options: OpenOptions): Promise<Database> {
  const { dataDir } = configuration;
  const cluster = await startCluster(dataDir, options);
  try {
    const { sealingKey, ...addresses } = await migrateLog(cluster.adminUrl, {
      configuration,
      found,
      say: options.say,
      otherFormat: () =>
        new PlainError(
          `the data in ${dataDir} hold a log of an older format, which this version does not read: "npm start -- --fresh" removes them and begins anew`,
        ),
      addresses: (key) => addressesOf(cluster.adminUrl, {}, key),
    });
    const signingKey = await withClient(cluster.adminUrl, (admin) =>
      signingKeyFor(admin, found, configuration, options.isNewSigningKeyAccepted ?? false),
    );
    return {
      ...addresses,
      keys: { signingKey, sealingKey },
      embeddedAdminUrl: cluster.adminUrl,
      lost: cluster.lost,
      close: () => cluster.stop(),
    };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

async function startCluster(
  dataDir: string,
  { alone, say }: { alone: boolean; say: (line: string) => void },
): Promise<EmbeddedCluster> {
  const start = () => startEmbeddedCluster({ dataDir: join(dataDir, 'postgres'), log: say });
  let cluster = await start();
  // A process that was killed a moment ago may still be shutting down.
  for (let attempt = 0; alone && !cluster.owned && attempt < 6; attempt++) {
    await sleep(500);
    cluster = await start();
  }
  if (alone && !cluster.owned) throw new PlainError(`Plimsoll is already running with the data in ${dataDir}`);
  return cluster;
}

async function openGiven(
  configuration: Configuration,
  given: NonNullable<Configuration['database']>,
  found: Partial<Keys>,
  options: OpenOptions,
): Promise<Database> {
  const { sealingKey } = found;
  if (sealingKey === undefined) {
    throw new PlainError(
      `SEALING_KEY is missing: set the one that the database ${placeOf(given.url)} was made ready with, or put ${sealingKeyFile(configuration)} back; ${HOW_TO_MIGRATE} makes one for an empty log`,
    );
  }
  const addresses = addressesOf(given.url, given, sealingKey);
  await asRole(addresses.appUrl, 'DATABASE_URL', 'plimsoll_app', async (client) => {
    // If the role may not even read the migrations, report the unsafe role instead.
    const schemaState = await schemaStateOf(client, allMigrations, isRetired).catch((error: unknown) =>
      refuseUnsafeRole(client).then(() => Promise.reject(error)),
    );
    if (schemaState === 'OTHER_FORMAT') throw olderLog(addresses.appUrl);
    await refuseUnsafeRole(client);
    const why = wrongVersion[schemaState];
    if (why) throw new PlainError(`the database ${placeOf(addresses.appUrl)} ${why}`);
    await requireMark(client, sealingKey, configuration);
  });
  let signingKey = '';
  await asRole(
    addresses.projectorUrl,
    given.projectorUrl ? 'DATABASE_PROJECTOR_URL' : 'DATABASE_URL',
    'plimsoll_projector',
    async (client) => {
      await refuseUnsafeRole(client);
      signingKey = await signingKeyFor(client, found, configuration, options.isNewSigningKeyAccepted ?? false);
    },
  );
  return {
    ...addresses,
    keys: { signingKey, sealingKey },
    embeddedAdminUrl: undefined,
    lost: new Promise(() => undefined),
    close: async () => undefined,
  };
}

const wrongVersion: { readonly [schemaState in SchemaState]?: string } = {
  NEW: `has not been migrated: run ${HOW_TO_MIGRATE}`,
  BEHIND: `is that of an older version: run ${HOW_TO_MIGRATE}`,
  AHEAD: 'was migrated by a newer version: start that one',
};

/** Runs checks with a connection of the serving role; errors are reported in one line. */
async function asRole(
  url: string,
  variable: string,
  role: LoginRole,
  look: (client: pg.Client) => Promise<void>,
): Promise<void> {
  let client: pg.Client | undefined;
  try {
    client = await repeatConnecting('the start', () => connectTo(url));
    await look(client);
  } catch (error) {
    if (error instanceof UnsafeRoleError) {
      const safe = Object.assign(new URL(url), { username: role, password: '', search: '' });
      throw new PlainError(
        `${variable}: ${error.message}, as in ${safe.toString()}; the database is made ready by ${HOW_TO_MIGRATE}`,
      );
    }
    throw asPlain(error, url, variable);
  } finally {
    await client?.end().catch(() => undefined);
  }
}

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'plimsoll start',
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
