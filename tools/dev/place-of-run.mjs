import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
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
  for (const name of readdirSync(IN_MEMORY))
    if (NAME.test(name) && !isRunning(NAME.exec(name)[1])) removeFolderOfKilledRun(join(IN_MEMORY, name));
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return Math.min(bavail * bsize, process.availableMemory?.() ?? freemem()) > MIN_FREE_BYTES ? IN_MEMORY : tmpdir();
}

/** Frees the memory of a run that was killed. Its tests may have mounted file systems of limited size in it. */
function removeFolderOfKilledRun(folder) {
  const mounted = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1])
    .filter((path) => path?.startsWith(`${folder}/`));
  for (const path of mounted) spawnSync('umount', ['--lazy', path]);
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    // Another user's mount: the folder stays until they remove it, and the run goes on.
    if (error.code !== 'EBUSY' && error.code !== 'EPERM') throw error;
  }
}

const isRunning = (pid) => existsSync(`/proc/${pid}`);
