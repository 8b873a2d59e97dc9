import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedCluster, type EmbeddedCluster } from './embedded-postgres/embedded-cluster.ts';
import { migrate } from '@plimsoll/postgres/migrate';
import { setRolePassword, type LoginRole } from '@plimsoll/postgres/roles';
import pg from 'pg';
import type { Configuration } from './configuration.ts';
import { allMigrations } from './migrations.ts';
import { PlainFault } from './plain-fault.ts';
import { rolePassword } from './secrets.ts';

export interface Database {
  readonly adminUrl: string;
  readonly appUrl: string;
  readonly projectorUrl: string;
  /** Settles with a reason when the embedded PostgreSQL ends by itself. */
  readonly lost: Promise<string>;
  close(): Promise<void>;
}

/**
 * Opens the database of the configuration, brought forward, with roles that can log in. Starts the embedded PostgreSQL
 * where no DATABASE_URL is given.
 * @param options.alone refuses an embedded PostgreSQL that another process of ours has started; otherwise it is shared.
 */
export async function openDatabase(
  configuration: Configuration,
  sealingKey: string,
  options: { alone: boolean; say: (line: string) => void },
): Promise<Database> {
  const cluster = configuration.database ? undefined : await startCluster(configuration.dataDir, options);
  const adminUrl = cluster?.adminUrl ?? configuration.database!.adminUrl;
  try {
    const ran = await migrate(adminUrl, allMigrations);
    if (ran.length > 0) options.say(`Brought the database forward by ${ran.length} steps`);
    return {
      adminUrl,
      appUrl: await loginUrl(configuration, adminUrl, 'plimsoll_app', sealingKey),
      projectorUrl: await loginUrl(configuration, adminUrl, 'plimsoll_projector', sealingKey),
      lost: cluster?.lost ?? new Promise(() => undefined),
      close: async () => cluster?.stop(),
    };
  } catch (fault) {
    await cluster?.stop();
    throw configuration.database ? asPlain(fault, adminUrl) : fault;
  }
}

async function startCluster(dataDir: string, { alone, say }: { alone: boolean; say: (line: string) => void }): Promise<EmbeddedCluster> {
  const start = () => startEmbeddedCluster({ dataDir: join(dataDir, 'postgres'), log: say });
  let cluster = await start();
  // Whoever was killed a moment ago may still be ending its work.
  for (let attempt = 0; alone && !cluster.owned && attempt < 6; attempt++) {
    await sleep(500);
    cluster = await start();
  }
  if (alone && !cluster.owned) throw new PlainFault(`Plimsoll is already running with the data in ${dataDir}`);
  return cluster;
}

/** The address for a role that row-level security holds. A DATABASE_URL that names the role is used as it is. */
async function loginUrl(configuration: Configuration, adminUrl: string, role: LoginRole, sealingKey: string): Promise<string> {
  const own = configuration.database && new URL(configuration.database.url);
  if (own?.username === role) return own.toString();
  const password = rolePassword(sealingKey, role);
  const url = new URL(own ?? adminUrl);
  url.username = role;
  url.password = password;
  // Several processes may start at once: only the one that finds the door closed changes the lock.
  if (!(await canLogIn(url.toString()))) await setRolePassword(adminUrl, role, password);
  return url.toString();
}

async function canLogIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (fault) {
    const { code } = fault as { code?: string };
    // 28000: the role may not log in. 28P01: another password.
    if (code === '28000' || code === '28P01') return false;
    throw fault;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function asPlain(fault: unknown, adminUrl: string): unknown {
  const { code, message } = fault as { code?: string; message?: string };
  const { host, pathname } = new URL(adminUrl);
  const unreachable = code && (/^(ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EAI_AGAIN)$/.test(code) || /^(28|3D)/.test(code));
  return unreachable ? new PlainFault(`cannot use the database ${host}${pathname} of DATABASE_URL: ${message || code}`) : fault;
}
