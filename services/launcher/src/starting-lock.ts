import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlainError } from './plain-error.ts';

/** A first start creates a cluster, and one after a kill recovers it. */
const TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 200;

/**
 * Locks a data folder while its keys and cluster are found or created, so that two first starts do not both create
 * them. A second process prints a line and waits; the lock of a killed process is taken over.
 * @returns a function that releases the lock.
 * @throws PlainError if the other process takes too long.
 */
export async function lockStart(dataDir: string, say: (line: string) => void): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'starting');
  const giveUpAt = Date.now() + TIMEOUT_MS;
  for (let announced = false; ; await sleep(POLL_INTERVAL_MS)) {
    if (take(file)) return () => rmSync(file, { force: true });
    const holder = holderOf(file);
    if (holder === undefined) continue;
    if (!holder.isAlive) {
      removeOf(file, holder.text);
      continue;
    }
    if (Date.now() > giveUpAt)
      throw new PlainError(
        `the data in ${dataDir} are being started by process ${holder.pid}, and that takes long: end it first. Where it is no Plimsoll, remove ${file}`,
      );
    if (!announced)
      say(`Another Plimsoll (process ${holder.pid}) is just starting with the data in ${dataDir}: waiting for it`);
    announced = true;
  }
}

/** `link` creates a file with its content, and fails if there is one. */
function take(file: string): boolean {
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, `${process.pid} ${startTimeOf(process.pid)}\n`, { mode: 0o600 });
  try {
    linkSync(beside, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code ?? '')) throw error;
    return takeWithoutLinks(beside, file);
  } finally {
    rmSync(beside, { force: true });
  }
}

function takeWithoutLinks(beside: string, file: string): boolean {
  if (existsSync(file)) return false;
  renameSync(beside, file);
  return true;
}

function holderOf(file: string): { text: string; pid: number; isAlive: boolean } | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    const [pid, begun] = text.trim().split(' ');
    // In a container every start has the same process number: the start time tells them apart.
    return { text, pid: Number(pid), isAlive: isAlive(Number(pid)) && startTimeOf(Number(pid)) === (begun ?? '') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Of several processes that find the same dead holder, one removes it; a process that renamed a newer one puts it back.
 */
function removeOf(file: string, text: string): void {
  const aside = `${file}.${process.pid}.left`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== text) linkSync(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Start time of a process in ticks since boot; empty if the system does not report it. */
function startTimeOf(pid: number): string {
  const file = `/proc/${pid}/stat`;
  return existsSync(file)
    ? (readFileSync(file, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19] ?? '')
    : '';
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
