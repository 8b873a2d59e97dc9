import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedCluster, type EmbeddedCluster } from '../src/embedded-postgres/embedded-cluster.ts';

declare global {
  var testCluster: { folder: string; before: string | undefined; cluster: EmbeddedCluster } | undefined;
}

/** Where Linux keeps files in memory. A database for each suite is 800 files: to make them takes a core 0.4 s on a disk, and 0.04 s there. */
const IN_MEMORY = '/dev/shm';
/** The short forms stay well below it; the long ones write what they like, on the disk. */
const ROOM_BYTES = 6_000_000_000;
const NAME = /^plimsoll-test-(\d+)-/;

/** Starts one throw-away PostgreSQL for all suites of a run; each suite makes a database of its own in it. What else they write for a while lies beside it, and goes with it. */
export default async function startCluster(): Promise<void> {
  if (globalThis.testCluster) return;
  const folder = mkdtempSync(join(placeOfRun(), `plimsoll-test-${process.pid}-`));
  // As open as the folder that it lies in: where PostgreSQL runs as somebody else, they come in.
  chmodSync(folder, 0o711);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  const dataDir = join(folder, 'postgres');
  mkdirSync(dataDir);
  const cluster = await startEmbeddedCluster({ dataDir });
  globalThis.testCluster = { folder, before, cluster };
  process.env.TEST_DATABASE_ADMIN_URL = cluster.adminUrl;
}

function placeOfRun(): string {
  const isLong = [process.env.HARDENING, process.env.BILLING_SIMULATION].includes('long');
  if (isLong || process.platform !== 'linux' || !existsSync(IN_MEMORY)) return tmpdir();
  // Of a run that was killed nothing may stay in memory.
  for (const name of readdirSync(IN_MEMORY)) if (NAME.test(name) && !isRunning(Number(NAME.exec(name)![1]))) rmSync(join(IN_MEMORY, name), { recursive: true, force: true });
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) > ROOM_BYTES ? IN_MEMORY : tmpdir();
}

const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}`);
