import { execFileSync } from 'node:child_process';

/** What a process holds of the memory, in MB. */
export const residentMemory = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024;
