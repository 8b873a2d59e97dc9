import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import { EventRegistry } from '@plimsoll/event-store/port/event-registry';
import { openPostgresLogReader } from '@plimsoll/event-store/postgres/postgres-log-reader';
import { projections } from '../src/platform/projections.ts';
import { openProjectorPool, ProjectionRunner } from '../src/runner/follow/run-projections.ts';

/** Runs a projector in a separate process, to be killed. Prints a line for each checkpoint that moved. */
const { PROJECTOR_URL, SEALING_KEY, PAGE_SIZE } = process.env;
const log = await openPostgresLogReader({
  projectorUrl: PROJECTOR_URL!,
  registry: new EventRegistry(eventContracts),
  sealingKey: Buffer.from(SEALING_KEY!, 'hex'),
});
const runner = new ProjectionRunner({
  projections,
  log,
  pool: openProjectorPool(PROJECTOR_URL!),
  pageSize: Number(PAGE_SIZE),
});
runner.onMoved((_tenant, projection, position) => process.stdout.write(`${projection} ${position}\n`));
await runner.start();
