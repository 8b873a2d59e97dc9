import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const DATA_DIR = process.env['PLIMSOLL_DATA_DIR'];

/** Runs the product's command line as an operator. */
export const operator = (...args: string[]): void =>
  void execFileSync(process.execPath, ['tools/dev/plimsoll.mjs', ...args], {
    env: { ...process.env, DATA_DIR },
    stdio: 'ignore',
  });

/** Runs a command once for all journeys on the product; concurrent callers wait until it is done. */
export async function operatorOnce(...args: string[]): Promise<void> {
  const mark = join(DATA_DIR!, `journeys ${args.join(' ')}`);
  const done = join(mark, 'done');
  try {
    mkdirSync(mark);
  } catch {
    while (!existsSync(done)) await sleep(200);
    return;
  }
  operator(...args);
  writeFileSync(done, '');
}
