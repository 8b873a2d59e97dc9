import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * In-memory file system of Linux. A database for each suite has 800 files: creating them takes 0.4 s of CPU on a disk,
 * and 0.04 s there.
 */
const IN_MEMORY = '/dev/shm';
/** Required free space. The short test forms use far less; the long ones may need more, and use the disk. */
const MIN_FREE_BYTES = 6_000_000_000;
const NAME = /^plimsoll-test-(\d+)-/;

/** Creates a folder for the files of a test run, in memory if there is space; the caller removes it. */
export function makeRunFolder() {
  const folder = mkdtempSync(join(wider(), `plimsoll-test-${process.pid}-`));
  // As accessible as its parent folder, since PostgreSQL may run as another user.
  chmodSync(folder, 0o711);
  return folder;
}

function wider() {
  const isLong = [process.env.HARDENING, process.env.BILLING_SIMULATION].includes('long');
  if (isLong || process.platform !== 'linux' || !existsSync(IN_MEMORY)) return tmpdir();
  // Remove folders of killed runs from memory.
  for (const name of readdirSync(IN_MEMORY))
    if (NAME.test(name) && !isRunning(NAME.exec(name)[1]))
      rmSync(join(IN_MEMORY, name), { recursive: true, force: true });
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return Math.min(bavail * bsize, process.availableMemory?.() ?? freemem()) > MIN_FREE_BYTES ? IN_MEMORY : tmpdir();
}

const isRunning = (pid) => existsSync(`/proc/${pid}`);
