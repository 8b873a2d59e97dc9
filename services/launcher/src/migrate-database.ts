import { migrate, MigrationError, schemaStateOf } from '@plimsoll/postgres/migrate';
import { setRolePassword, type LoginRole } from '@plimsoll/postgres/roles';
import pg from 'pg';
import type { Configuration } from './configuration.ts';
import { markProvenLog, sealingKeyFor } from './keys-of-log.ts';
import { allMigrations, isRetired } from './migrations.ts';
import { asPlain, olderLog, PlainError } from './plain-error.ts';
import { addressesOf, type RoleAddresses } from './role-addresses.ts';
import { findKeys, type Keys } from './secrets.ts';

/**
 * Migrates the database of DATABASE_ADMIN_URL and gives the serving roles their passwords, before the product starts.
 * Only this needs the owner's URL; the serving process does not.
 */
export async function migrateGiven(configuration: Configuration, say: (line: string) => void): Promise<number> {
  const { adminUrl, database } = configuration;
  if (!adminUrl)
    throw new PlainError(
      '`migrate` needs DATABASE_ADMIN_URL, the address of an administrator of the database; the embedded one is brought forward whenever it starts',
    );
  try {
    await migrateLog(adminUrl, {
      configuration,
      found: findKeys(configuration),
      say,
      otherFormat: () => olderLog(adminUrl),
      addresses: (sealingKey) => addressesOf(database?.url ?? adminUrl, database ?? {}, sealingKey),
    });
  } catch (error) {
    throw asPlain(error, adminUrl, 'DATABASE_ADMIN_URL');
  }
  say('The database is that of this version');
  return 0;
}

export interface MigrateLogOptions {
  readonly configuration: Pick<Configuration, 'dataDir'>;
  /** A sealing key is generated if there is none and the log is empty. */
  readonly found: Partial<Keys>;
  readonly say: (line: string) => void;
  readonly otherFormat: () => Error;
  /** URLs at which the roles will log in. */
  readonly addresses: (sealingKey: string) => RoleAddresses;
}

/**
 * Checks that the sealing key is that of the log, then runs the migrations and sets the roles' passwords, which are
 * derived from the key.
 * @throws the error of `otherFormat` if the log has an earlier format, and PlainError if a newer version has migrated
 * it or a key is not the log's; nothing is changed in these cases.
 */
export async function migrateLog(
  adminUrl: string,
  { configuration, found, say, otherFormat, addresses }: MigrateLogOptions,
): Promise<RoleAddresses & { readonly sealingKey: string }> {
  const sealingKey = await withClient(adminUrl, async (admin) => {
    const schemaState = await schemaStateOf(admin, allMigrations, isRetired);
    if (schemaState === 'OTHER_FORMAT') throw otherFormat();
    if (schemaState === 'AHEAD') throw new PlainError('the database was migrated by a newer version: start that one');
    return sealingKeyFor(admin, found, configuration);
  });
  const ran = await migrate(adminUrl, allMigrations).catch((error: unknown) => {
    // A step rejected a log that it cannot migrate.
    throw error instanceof MigrationError && (error.cause as { code?: string } | undefined)?.code === 'PL001'
      ? otherFormat()
      : error;
  });
  if (ran.length > 0) say(`Brought the database forward by ${ran.length} steps`);
  await withClient(adminUrl, (admin) => markProvenLog(admin, sealingKey));
  const { appUrl, projectorUrl, paymentSandboxUrl } = addresses(sealingKey);
  await letIn(adminUrl, 'plimsoll_app', appUrl);
  await letIn(adminUrl, 'plimsoll_projector', projectorUrl);
  await letIn(adminUrl, 'plimsoll_payment_sandbox', paymentSandboxUrl);
  return { appUrl, projectorUrl, paymentSandboxUrl, sealingKey };
}

/**
 * Sets a role's password only if it cannot log in: roles belong to the whole server, and several processes may do this
 * at once.
 */
async function letIn(adminUrl: string, role: LoginRole, address: string): Promise<void> {
  const { username, password } = new URL(address);
  if (username !== role || password === '' || (await canLogIn(address))) return;
  await setRolePassword(adminUrl, role, decodeURIComponent(password));
}

async function canLogIn(address: string): Promise<boolean> {
  try {
    await withClient(address, async () => undefined);
    return true;
  } catch (error) {
    const { code } = error as { code?: string };
    // 28000: the role may not log in. 28P01: the password is wrong.
    if (code === '28000' || code === '28P01') return false;
    throw error;
  }
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'plimsoll start',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
