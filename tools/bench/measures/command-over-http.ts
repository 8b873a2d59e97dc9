import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiOptions } from '@plimsoll/api/main';
import { apiMigrations } from '@plimsoll/api/platform/process/migrations';
import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import { EventRegistry } from '@plimsoll/event-store/port/event-registry';
import { sharedMigrations } from '@plimsoll/shared/migrations';
import { eventStoreMigrations } from '@plimsoll/event-store/postgres/event-store-migrations';
import { migrate } from '@plimsoll/postgres/migrate';
import { openPostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import { setRolePassword } from '@plimsoll/postgres/roles';
import { projectionMigrations } from '@plimsoll/projections/platform/migrations';
import {
  medianRatio,
  ownTurn,
  roundOf,
  type Measurement,
  type Round,
} from '../../../services/event-store/bench/measurement.ts';
import { PGBENCH_PEER, PgbenchPeer } from '../../../services/event-store/bench/pgbench.ts';
import { foundOrganizations } from '../load/bench-organizations.ts';
import { requireLedgerMatches, type Sent } from '../load/command-ledger.ts';
import { ConnectionLost } from '../load/http-load.ts';
import { ReportLoad, signInAll } from '../load/report-load.ts';
import { RunningApi } from '../../../services/api/test/running-api.ts';

const CONNECTIONS = 64;
const ORGANIZATIONS = 20;
/**
 * Warm-up until V8 has compiled the hot code: the cost of a command in an API process falls from 270 to 180 µs until
 * then, and servers run for weeks. A slow machine takes longer, so the time is limited too.
 */
const WARM_UP_COMMANDS = 150_000;
const WARM_UP_STEP_SECONDS = 10;
const MAX_WARM_UP_SECONDS = 90;

export interface CommandBenchOptions {
  readonly id: string;
  /** Superuser URL of a cluster used by this bench alone. */
  readonly adminUrl: string;
  /** Folder for the API's log. */
  readonly folder: string;
  readonly rounds?: number;
  readonly seconds?: number;
  /** Number of API processes, as behind a load balancer; pgbench's server has one per client. */
  readonly processes: number;
  /** Whether the first of these processes also updates the read models. */
  readonly projector?: boolean;
  readonly profileFolder?: string;
}

/**
 * P2: reports over HTTP by 64 keep-alive connections with real tokens, one command each, interleaved with pgbench's
 * single-row durable insert. Then the API is killed under the same load and restarted, and all commands with an unknown
 * outcome are sent again with their keys.
 * @throws if a request is refused, or if the log differs from the sender's ledger.
 */
export async function benchCommandOverHttp({
  id,
  adminUrl,
  folder,
  rounds: count = 3,
  seconds = 5,
  processes,
  projector = false,
  profileFolder,
}: CommandBenchOptions): Promise<Measurement> {
  const options = { ...(await prepare(adminUrl)), projector: false };
  const organizations = await foundOrganizations(options, ORGANIZATIONS);
  const pgbench = await PgbenchPeer.open(adminUrl);
  const log = join(folder, 'api.log');
  const sent: Sent[] = [];
  const rounds: Round[] = [];

  const apis: RunningApi[] = [];
  let load: ReportLoad;
  let warmUpSeconds: number;
  try {
    while (apis.length < processes)
      apis.push(await RunningApi.start({ ...options, projector: projector && apis.length === 0 }, log, profileFolder));
    const ports = apis.map(({ port }) => port);
    load = await ReportLoad.open(ports, CONNECTIONS, await signInAll(ports[0]!, organizations), sent);
    warmUpSeconds = await warmUp(load);
    while (rounds.length < count) {
      await ownTurn();
      const peer = await pgbench.run(seconds);
      rounds.push(roundOf((await load.run(seconds)) / seconds, peer));
    }
    if (profileFolder) await Promise.all(apis.map((api) => api.stop()));
    else await killUnderLoad(apis, load);
  } finally {
    await Promise.all(apis.map((api) => api.kill()));
  }

  const again = await RunningApi.start(options, log);
  try {
    await load.sendUnknownAgain(again.port);
  } finally {
    await again.stop();
  }
  const store = await openPostgresEventStore({
    appUrl: options.appDatabaseUrl,
    registry: new EventRegistry(eventContracts),
    sealingKey: Buffer.from(options.sealingKey, 'base64'),
  });
  try {
    await requireLedgerMatches(adminUrl, store, sent);
  } finally {
    await store.close();
  }
  return {
    id,
    ratio: medianRatio(rounds),
    subject: `reports over HTTP, ${CONNECTIONS} connections, ${ORGANIZATIONS} organizations, ${processes} API ${processes === 1 ? 'process' : 'processes'}, ${projector ? 'the projector in the first' : 'read models kept by nobody meanwhile'}, after ${warmUpSeconds} s of the same load; then a kill -9 and the oracle over ${sent.length} commands; commands/s`,
    peer: PGBENCH_PEER,
    rounds,
  };
}

export async function prepare(adminUrl: string): Promise<ApiOptions> {
  await migrate(adminUrl, [...eventStoreMigrations, ...sharedMigrations, ...projectionMigrations, ...apiMigrations]);
  const password = randomBytes(16).toString('hex');
  const urlOf = async (role: 'plimsoll_app' | 'plimsoll_projector') => {
    await setRolePassword(adminUrl, role, password);
    return Object.assign(new URL(adminUrl), { username: role, password }).toString();
  };
  return {
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://localhost:3000',
    logLevel: 'info',
    appDatabaseUrl: await urlOf('plimsoll_app'),
    projectorDatabaseUrl: await urlOf('plimsoll_projector'),
    signingKey: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    sealingKey: randomBytes(32).toString('base64'),
  };
}

/** @returns the seconds it took. */
async function warmUp(load: ReportLoad): Promise<number> {
  // The first commands of a process take a second of CPU on a slow machine; if all were sent at once, they would time
  // out.
  await load.onceEach();
  let [commands, seconds] = [0, 0];
  while (commands < WARM_UP_COMMANDS && seconds < MAX_WARM_UP_SECONDS) {
    commands += await load.run(WARM_UP_STEP_SECONDS);
    seconds += WARM_UP_STEP_SECONDS;
  }
  return seconds;
}

async function killUnderLoad(apis: readonly RunningApi[], load: ReportLoad): Promise<void> {
  const error = load.run(30).then(
    () => new Error('The API outlived its kill'),
    (reason: unknown) => reason,
  );
  await sleep(1_500);
  await Promise.all(apis.map((api) => api.kill()));
  if (!((await error) instanceof ConnectionLost)) throw await error;
}
