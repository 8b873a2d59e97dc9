import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. A database for each suite is 800 files: to make them takes a core 0.4 s on a disk, and 0.04 s there. */
const IN_MEMORY = '/dev/shm';
/** The short forms stay well below it; the long ones write what they like, on the disk. */
const ROOM_BYTES = 6_000_000_000;
const NAME = /^plimsoll-test-(\d+)-/;

/** Makes a folder for what a run of tests writes, in memory where there is room; whoever asked for it removes it. */
export function makePlaceOfRun() {
  const folder = mkdtempSync(join(wider(), `plimsoll-test-${process.pid}-`));
  // As open as the folder that it lies in: where PostgreSQL runs as somebody else, they come in.
  chmodSync(folder, 0o711);
  return folder;
}

function wider() {
  const isLong = [process.env.HARDENING, process.env.BILLING_SIMULATION].includes('long');
  if (isLong || process.platform !== 'linux' || !existsSync(IN_MEMORY)) return tmpdir();
  // Of a run that was killed nothing may stay in memory.
  for (const name of readdirSync(IN_MEMORY))
    if (NAME.test(name) && !isRunning(NAME.exec(name)[1]))
      rmSync(join(IN_MEMORY, name), { recursive: true, force: true });
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return Math.min(bavail * bsize, process.availableMemory?.() ?? freemem()) > ROOM_BYTES ? IN_MEMORY : tmpdir();
}

const isRunning = (pid) => existsSync(`/proc/${pid}`);
