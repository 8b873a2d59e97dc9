import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { RandomWorkload, seeded } from '../../../test/random-workload.ts';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { projections } from '../../platform/projections.ts';
import { compareWithRebuild } from '../rebuild/compare-with-rebuild.ts';
import { openProjectorPool } from './run-projections.ts';
import { projectionStatus } from './projection-status.ts';

const ROUNDS = Number(process.env['KILLS'] ?? 3);

let log: TestEventLog;
beforeAll(async () => void (log = await TestEventLog.open(projections)));
afterAll(() => log?.close());

/** Runs a projector until it has printed some lines, and a little longer; then kills it. */
async function killInTheMiddle(lines: number, after: number): Promise<void> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=source',
      '--experimental-transform-types',
      '--no-warnings',
      fileURLToPath(new URL('../../../test/projector-process.ts', import.meta.url)),
    ],
    {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        PROJECTOR_URL: log.database.projectorUrl,
        SEALING_KEY: log.sealingKey.toString('hex'),
        PAGE_SIZE: '4',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let printed = 0;
  for await (const chunk of child.stdout) {
    printed += String(chunk).split('\n').length - 1;
    if (printed >= lines) break;
  }
  await sleep(after);
  if (child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

test(
  `a projector that is killed in the middle of a page, ${ROUNDS} times, leaves what a rebuild gives`,
  async () => {
    const random = seeded(8);
    const workload = new RandomWorkload(8);
    const pool = openProjectorPool(log.database.projectorUrl, 1);
    for (const events of workload.setUp()) await log.tell(events);
    let behind = 0;
    for (let round = 0; round < ROUNDS; round++) {
      for (let count = 0; count < 60; count++) await log.tell(workload.next());
      await killInTheMiddle(10 + Math.floor(random() * 80), random() * 6);
      if ((await projectionStatus(pool, log.store)).some(({ lag }) => lag > 0)) behind++;
    }
    await pool.end();
    expect(behind).toBeGreaterThan(ROUNDS / 2);

    await log.project();
    const { differences } = await compareWithRebuild({
      projectorUrl: log.database.projectorUrl,
      log: log.store,
      projections,
    });
    expect(differences).toEqual([]);
    expect(await log.parked()).toBe(0);
  },
  60_000 + ROUNDS * 5_000,
);
