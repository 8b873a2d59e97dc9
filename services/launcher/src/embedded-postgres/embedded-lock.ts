import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export type ClusterLock = { pid: number; port: number };

/** What PostgreSQL's lock file says about who holds the cluster, if anybody does. */
export function readLock(cluster: string): ClusterLock | undefined {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/**
 * Makes the cluster free: removes the lock of a process that is no more, and ends a PostgreSQL whose starter was
 * killed. Answers true, and touches nothing, when its starter lives.
 */
export async function stopOrphan(
  lock: ClusterLock,
  cluster: string,
  address: string,
  log: (line: string) => void,
): Promise<boolean> {
  const patience = Date.now() + 10_000;
  let state = await stateOf(lock, cluster, address);
  while (state === 'busy' && Date.now() < patience) {
    await sleep(200);
    state = await stateOf(lock, cluster, address);
  }
  if (state === 'shared') return true;
  if (state === 'stale') {
    // The number may belong to any process by now, and PostgreSQL would believe it.
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

/** `shared`: its starter lives. `orphan`: it does not. `busy`: starting or ending. `stale`: no PostgreSQL of ours at all. */
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
    // A dead process that nobody has waited for still answers to signals.
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
