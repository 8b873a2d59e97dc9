import { parentPort, workerData } from 'node:worker_threads';
import { eventContracts } from '@plimsoll/contracts/event-contracts';
import { EventReader } from '@plimsoll/event-store/event-reader';
import { openPostgresLogReader } from '@plimsoll/event-store/postgres/postgres-log-reader';
import { projections } from '../projections.ts';
import { takeFirstPages } from './first-pages.ts';
import { projectInto } from './projection.ts';
import { openProjectorPool } from './run-projections.ts';
import type { Given, Said, SecondThread } from './second-thread.ts';

// Runs in a thread of its own (`second-thread.ts`): asks for portions, and ends when it is given none.
const { projectorUrl, sealingKey, pageSize } = workerData as SecondThread;
const port = parentPort!;
const say = (said: Said) => port.postMessage(said);
const asked: ((given: Given) => void)[] = [];
port.on('message', (given: Given) => asked.shift()!(given));

const next = () =>
  new Promise<Given>((resolve) => {
    asked.push(resolve);
    say('next');
  });

const log = await openPostgresLogReader({ projectorUrl, registry: new EventReader(eventContracts), sealingKey });
const pool = openProjectorPool(projectorUrl, 3);
try {
  let first: Given | undefined = await next();
  const into = first.sets.map((set) => projectInto(projections.find(({ name, version }) => name === set.readModel && version === set.version)!, set));
  const portions = async () => {
    const given = first ?? (await next());
    first = undefined;
    return given.portion;
  };
  say(await takeFirstPages({ log, pool, pageSize, projections: into }, portions));
} finally {
  await Promise.all([pool.end(), log.close()]);
  port.close();
}
