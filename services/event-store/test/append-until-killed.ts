/**
 * Runs as a separate process that is killed while writing: WORKERS loops, each appending to a stream one event after
 * the other, and reporting every acknowledgement to the parent. Arguments: the application's URL, the seed of all
 * guids, the workers.
 */
import { writeSync } from 'node:fs';
import { conformanceContracts } from '../src/conformance/store-under-test.ts';
import { EventRegistry } from '../src/port/event-registry.ts';
import { openPostgresEventStore } from '../src/postgres/postgres-event-store.ts';
import { appendOf, type WorkerPlace } from './kill-ledger.ts';

const [appUrl, seed, workers, from] = process.argv.slice(2) as [string, string, string, string];
const store = await openPostgresEventStore({
  appUrl,
  registry: new EventRegistry(conformanceContracts),
  sealingKey: Buffer.alloc(32, 1),
});
const revisions = JSON.parse(from) as number[];

writeSync(1, 'ready\n');
await Promise.all(
  Array.from({ length: Number(workers) }, async (_, worker) => {
    for (let revision = revisions[worker] ?? 0; ; revision++) {
      const place: WorkerPlace = { seed, worker, revision };
      const answer = await store.append(appendOf(place));
      if (answer.status !== 'written' && answer.status !== 'repeated') throw new Error(JSON.stringify(answer));
      writeSync(1, `${worker} ${answer.revision} ${answer.position}\n`);
    }
  }),
);
