import { parentPort, workerData } from 'node:worker_threads';
import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import { EventReader } from '@plimsoll/event-store/port/event-reader';
import { openPostgresLogReader } from '@plimsoll/event-store/postgres/postgres-log-reader';
import { projections } from '../../platform/projections.ts';
import { takeFirstPages, type Portion } from './first-pages.ts';
import { projectInto, type Generation } from '../tables/generation.ts';
import { openProjectorPool } from '../follow/run-projections.ts';
import type { WorkerMessage, RebuildWorkerData, ParentMessage } from './rebuild-worker.ts';

// Entry point of the worker thread (`rebuild-worker.ts`): requests portions until there are none.
const { projectorUrl, sealingKey, pageSize } = workerData as RebuildWorkerData;
const port = parentPort!;
const say = (message: WorkerMessage) => port.postMessage(message);
const requests: ((portion: Portion | undefined) => void)[] = [];
const { promise: sets, resolve: setsAre } = Promise.withResolvers<readonly Generation[]>();
port.on('message', (message: ParentMessage) =>
  'sets' in message ? setsAre(message.sets) : requests.shift()!(message.portion),
);

const next = () =>
  new Promise<Portion | undefined>((resolve) => {
    requests.push(resolve);
    say('next');
  });

const log = await openPostgresLogReader({ projectorUrl, registry: new EventReader(eventContracts), sealingKey });
const pool = openProjectorPool(projectorUrl, 3);
try {
  const into = sets.then((made) =>
    made.map((generation) =>
      projectInto(
        projections.find(({ name, version }) => name === generation.readModel && version === generation.version)!,
        generation,
      ),
    ),
  );
  say(await takeFirstPages({ log, pool, pageSize, projections: into }, next));
} finally {
  await Promise.all([pool.end(), log.close()]);
  port.close();
}
