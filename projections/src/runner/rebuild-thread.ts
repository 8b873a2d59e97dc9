import { parentPort, workerData } from 'node:worker_threads';
import { eventContracts } from '@plimsoll/contracts/event-contracts';
import { EventRegistry } from '@plimsoll/event-store/event-registry';
import { openPostgresLogReader } from '@plimsoll/event-store/postgres/postgres-log-reader';
import { projections } from '../projections.ts';
import { takeFirstPages, type Portion } from './first-pages.ts';
import { openRebuildPool } from './run-projections.ts';
import type { Said, SecondThread } from './second-thread.ts';

// Runs in a thread of its own (`second-thread.ts`): asks for portions, and ends when it is given none.
const { projectorUrl, sealingKey, projections: names, pageSize } = workerData as SecondThread;
const port = parentPort!;
const say = (said: Said) => port.postMessage(said);
const asked: ((portion: Portion | undefined) => void)[] = [];
port.on('message', (portion: Portion | null) => asked.shift()!(portion ?? undefined));

const next = () =>
  new Promise<Portion | undefined>((resolve) => {
    asked.push(resolve);
    say('next');
  });

const log = await openPostgresLogReader({ projectorUrl, registry: new EventRegistry(eventContracts), sealingKey });
const pool = openRebuildPool(projectorUrl);
try {
  say(await takeFirstPages({ log, pool, pageSize, projections: projections.filter(({ name }) => names.includes(name)) }, next));
} finally {
  await Promise.all([pool.end(), log.close()]);
  port.close();
}
