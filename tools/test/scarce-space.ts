import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childrenOf } from './processes.ts';

/** Whether a test may mount a small disk. `HARDENING_MOUNTS=never` simulates that mounts are not allowed. */
export const canMount =
  process.env['HARDENING_MOUNTS'] !== 'never' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;

/** Whether the file size of running processes can be limited (Linux). */
export const canLimitFiles = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;

/** Disk space that a test can take away and give back. */
export interface ScarceSpace {
  /**
   * Takes some of it away.
   * @returns whether nothing is left.
   */
  take(): boolean;
  giveBack(): void;
}

/** A mounted disk of this size. */
export class SmallDisk implements ScarceSpace {
  readonly #folder: string;
  #filler: number | undefined;

  constructor(folder: string, bytes: number) {
    this.#folder = folder;
    this.#mount(bytes);
  }

  resize(bytes: number): void {
    this.#mount(bytes, 'remount');
  }

  take(): boolean {
    this.#filler ??= openSync(this.#file, 'w');
    try {
      for (let chunks = 0; chunks < 64; chunks++) writeSync(this.#filler, Buffer.alloc(1 << 20));
      return false;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      return true;
    }
  }

  giveBack(): void {
    if (this.#filler !== undefined) closeSync(this.#filler);
    this.#filler = undefined;
    rmSync(this.#file, { force: true });
  }

  remove(): void {
    spawnSync('umount', [this.#folder]);
  }

  get #file(): string {
    return join(this.#folder, 'filler');
  }

  #mount(bytes: number, ...more: string[]): void {
    const { status, stderr } = spawnSync(
      'mount',
      ['-t', 'tmpfs', '-o', [`size=${bytes}`, 'mode=0700', ...more].join(), 'tmpfs', this.#folder],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(stderr);
  }
}

/** Limits the size of files: beyond it, writes fail as on a full disk, but with EFBIG. */
export const limitedTo = (bytes: number): string[] => ['prlimit', `--fsize=${bytes}:`, '--'];

/**
 * For machines without a disk to fill: limits the size of all files of a process and its descendants, current and
 * future. PostgreSQL's WAL segments are larger, so that its next write fails.
 */
export class LimitedFiles implements ScarceSpace {
  readonly #pid: () => number;
  readonly #bytes: number;

  constructor(pid: () => number, bytes: number) {
    this.#pid = pid;
    this.#bytes = bytes;
  }

  take(): boolean {
    limit(this.#pid(), this.#bytes);
    return true;
  }

  giveBack(): void {
    limit(this.#pid(), 'unlimited');
  }
}

/**
 * Parents first: their later children inherit the limit, and earlier ones are found. A process that has ended meanwhile
 * needs none.
 */
function limit(pid: number, bytes: number | 'unlimited'): void {
  spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
  for (const child of childrenOf(pid)) limit(child, bytes);
}

/** The file size limit of a process, as the system reports it. */
export const fileLimitOf = (pid: number): string =>
  /^Max file size\s+(\S+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))![1]!;
