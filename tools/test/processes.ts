import { readdirSync, readFileSync } from 'node:fs';

/** Those that a process has started, on Linux. */
export const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);

/** 0 when the process has ended. */
function parentOf(pid: number): number {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) \S /s, '')
        .split(' ')[0],
    );
  } catch {
    return 0;
  }
}
