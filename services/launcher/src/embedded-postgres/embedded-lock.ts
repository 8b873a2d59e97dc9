import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export type ClusterLock = { pid: number; port: number };

/** Reads PostgreSQL's lock file: the process that holds the cluster, if any. */
export function readLock(cluster: string): ClusterLock | undefined {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/**
 * Frees the cluster: removes the lock of a dead process, and stops a PostgreSQL whose starter was killed.
 * @returns true, without changes, if its starter is alive.
 */
export async function stopOrphan(
  lock: ClusterLock,
  cluster: string,
  address: string,
  log: (line: string) => void,
): Promise<boolean> {
  const timeout = Date.now() + 10_000;
  let state = await stateOf(lock, cluster, address);
  while (state === 'busy' && Date.now() < timeout) {
    await sleep(200);
    state = await stateOf(lock, cluster, address);
  }
  if (state === 'shared') return true;
  if (state === 'stale') {
    // Another process may have the number now, which would make PostgreSQL believe that the lock is valid.
    if (isAlive(lock.pid) && readLock(cluster)?.pid === lock.pid)
      rmSync(join(cluster, 'postmaster.pid'), { force: true });
    return false;
  }
  log('Ending the PostgreSQL that a killed process left running');
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    signalTo(lock.pid, signal);
    for (const until = Date.now() + 10_000; Date.now() < until; await sleep(50)) {
      if (!isAlive(lock.pid)) return false;
    }
  }
  throw new Error(`PostgreSQL, process ${lock.pid}, holds ${cluster} and does not end`);
}

/**
 * `shared`: its starter is alive. `orphan`: its starter is dead. `busy`: starting or stopping. `stale`: not our
 * PostgreSQL.
 */
async function stateOf(
  lock: ClusterLock,
  cluster: string,
  address: string,
): Promise<'shared' | 'orphan' | 'busy' | 'stale'> {
  if (!isAlive(lock.pid) || !commandOf(lock.pid).includes(cluster)) return 'stale';
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const keepers = await client.query("select 1 from pg_stat_activity where application_name = 'plimsoll keeper'");
    return keepers.rowCount ? 'shared' : 'orphan';
  } catch {
    return 'busy';
  } finally {
    await client.end().catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie process still accepts signals.
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function commandOf(pid: number): string {
  if (process.platform === 'win32') return '';
  if (existsSync(`/proc/${pid}/cmdline`)) return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}
