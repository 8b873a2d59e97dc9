import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiOptions } from '@plimsoll/api/main';
import { apiMigrations } from '@plimsoll/api/migrations';
import { eventContracts } from '@plimsoll/contracts/event-contracts';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { EventRegistry } from '@plimsoll/event-store/event-registry';
import { eventStoreMigrations } from '@plimsoll/event-store/postgres/event-store-migrations';
import { migrate } from '@plimsoll/event-store/postgres/migrate';
import { openPostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import { setRolePassword } from '@plimsoll/event-store/postgres/roles';
import { projectionMigrations } from '@plimsoll/projections/migrations';
import { positionOf } from '@plimsoll/projections/runner/position-token';
import { v7 as uuidv7 } from 'uuid';
import { medianRatio, roundOf, type Measurement, type Round } from '../../event-store/bench/measurement.ts';
import { PGBENCH_PEER, PgbenchPeer } from '../../event-store/bench/pgbench.ts';
import { foundOrganizations, PASSWORD, type BenchOrganization } from './bench-organizations.ts';
import { requireLedgerKept, type Acknowledged, type Sent } from './command-ledger.ts';
import { ConnectionLost, headerOf, KeptConnection, type Reply } from './http-load.ts';
import { RunningApi } from './running-api.ts';

const CONNECTIONS = 64;
const ORGANIZATIONS = 20;
const PATH = '/api/reported-events';

const [group] = nearMissForm.groups;
const [worst, before] = group!.questions;
const report = JSON.stringify({
  formGuid: nearMissForm.formGuid, formVersion: nearMissForm.version, occurrenceDate: '2026-03-02', occurrenceTime: '14:30',
  regionGuid: regions[0]!.guid, location: 'Kilometre 12, east trench',
  description: 'The sling slipped off the hook while the pipe was being lowered into the trench, and swung past the swamper. Nobody stood below.',
  components: [{ groupGuid: group!.groupGuid, answers: [{ questionGuid: worst!.questionGuid, value: 'FIRST_AID' }, { questionGuid: before!.questionGuid, value: false }] }],
});

export interface CommandBenchOptions {
  /** A superuser's, of a cluster that nobody else needs. */
  readonly adminUrl: string;
  /** For the API's log. */
  readonly folder: string;
  readonly rounds?: number;
  readonly seconds?: number;
  readonly profileFolder?: string;
}

/**
 * P2: reports over HTTP by 64 kept-alive connections with real tokens, each a command of its own, against pgbench's
 * single-row durable insert, interleaved; then the API is killed by force under the same load, started again, and all
 * whose outcome is unknown is sent again with its key. The projector runs along in the API's process.
 * @throws when something is refused, and when the log is not what the ledger outside says.
 */
export async function benchCommandOverHttp({ adminUrl, folder, rounds: count = 3, seconds = 5, profileFolder }: CommandBenchOptions): Promise<Measurement> {
  const options = await prepare(adminUrl);
  const organizations = await foundOrganizations(options, ORGANIZATIONS);
  const pgbench = await PgbenchPeer.open(adminUrl);
  const log = join(folder, 'api.log');
  const sent: Sent[] = [];
  const rounds: Round[] = [];

  const api = await RunningApi.start(options, log, profileFolder);
  let load: Load;
  try {
    load = await Load.open(api.port, await signInAll(api.port, organizations), sent);
    await load.run(Math.max(2, seconds / 2));
    while (rounds.length < count) {
      const peer = await pgbench.run(seconds);
      rounds.push(roundOf((await load.run(seconds)) / seconds, peer));
    }
    if (profileFolder) await api.stop();
    else await killUnderLoad(api, load);
  } finally {
    await api.kill();
  }

  const again = await RunningApi.start(options, log);
  try {
    await load.sendUnknownAgain(again.port);
  } finally {
    await again.stop();
  }
  const store = await openPostgresEventStore({ appUrl: options.appDatabaseUrl, registry: new EventRegistry(eventContracts), sealingKey: Buffer.from(options.sealingKey, 'base64') });
  try {
    await requireLedgerKept(adminUrl, store, sent);
  } finally {
    await store.close();
  }
  return {
    id: 'P2',
    ratio: medianRatio(rounds),
    subject: `reports over HTTP, ${CONNECTIONS} connections, ${ORGANIZATIONS} organizations, then a kill -9 and the oracle over ${sent.length} commands; commands/s`,
    peer: PGBENCH_PEER,
    rounds,
  };
}

async function prepare(adminUrl: string): Promise<ApiOptions> {
  await migrate(adminUrl, [...eventStoreMigrations, ...projectionMigrations, ...apiMigrations]);
  const password = randomBytes(16).toString('hex');
  const urlOf = async (role: 'plimsoll_app' | 'plimsoll_projector') => {
    await setRolePassword(adminUrl, role, password);
    return Object.assign(new URL(adminUrl), { username: role, password }).toString();
  };
  return {
    host: '127.0.0.1', port: 0, publicUrl: 'http://localhost:3000', projector: true, logLevel: 'info',
    appDatabaseUrl: await urlOf('plimsoll_app'), projectorDatabaseUrl: await urlOf('plimsoll_projector'),
    signingKey: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), sealingKey: randomBytes(32).toString('base64'),
  };
}

interface Reporter {
  readonly tenant: string;
  readonly token: string;
}

async function signInAll(port: number, organizations: readonly BenchOrganization[]): Promise<Reporter[]> {
  const reporters: Reporter[] = [];
  for (const { tenant, emailAddress } of organizations) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/auth`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ identifier: emailAddress, password: PASSWORD }),
    });
    if (answer.status !== 200) throw new Error(`${emailAddress} could not sign in: ${answer.status} ${await answer.text()}`);
    reporters.push({ tenant, token: ((await answer.json()) as { jwt: string }).jwt });
  }
  return reporters;
}

/** Every connection reports for one organization, again and again, and writes down what it was told. */
class Load {
  readonly #connections: readonly KeptConnection[];
  readonly #reporters: readonly Reporter[];
  readonly #sent: Sent[];

  private constructor(connections: readonly KeptConnection[], reporters: readonly Reporter[], sent: Sent[]) {
    this.#connections = connections;
    this.#reporters = reporters;
    this.#sent = sent;
  }

  static async open(port: number, reporters: readonly Reporter[], sent: Sent[]): Promise<Load> {
    const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => KeptConnection.open(port)));
    return new Load(connections, reporters, sent);
  }

  /** Reports for so many seconds; answers how many were accepted within them. */
  async run(seconds: number): Promise<number> {
    const end = performance.now() + seconds * 1_000;
    let accepted = 0;
    const ended = await Promise.allSettled(
      this.#connections.map(async (connection, index) => {
        const reporter = this.#reporters[index % this.#reporters.length]!;
        while (performance.now() < end) {
          const command: Sent = { tenant: reporter.tenant, idempotencyKey: uuidv7() };
          this.#sent.push(command);
          command.acknowledged = await tell(connection, reporter, command);
          if (performance.now() < end) accepted++;
        }
      }),
    );
    const faults = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
    const fault = faults.find((one) => !(one instanceof ConnectionLost)) ?? faults[0];
    if (fault) throw fault;
    return accepted;
  }

  async sendUnknownAgain(port: number): Promise<void> {
    const connection = await KeptConnection.open(port);
    for (const command of this.#sent.filter(({ acknowledged }) => !acknowledged)) {
      const reporter = this.#reporters.find(({ tenant }) => tenant === command.tenant)!;
      command.acknowledged = await tell(connection, reporter, command);
    }
    connection.close();
  }
}

async function killUnderLoad(api: RunningApi, load: Load): Promise<void> {
  const fault = load.run(30).then(
    () => new Error('The API outlived its kill'),
    (reason: unknown) => reason,
  );
  await sleep(1_500);
  await api.kill();
  if (!((await fault) instanceof ConnectionLost)) throw await fault;
}

async function tell(connection: KeptConnection, { tenant, token }: Reporter, { idempotencyKey }: Sent): Promise<Acknowledged> {
  const reply = await connection.post(PATH, `Authorization: Bearer ${token}\r\nIdempotency-Key: ${idempotencyKey}\r\n`, report);
  if (reply.status !== 201) throw new Error(`A report was answered ${reply.status}: ${reply.body}`);
  return acknowledgedBy(reply, tenant);
}

function acknowledgedBy(reply: Reply, tenant: string): Acknowledged {
  const { eventId, revision, number } = JSON.parse(reply.body) as { eventId: string; revision: number; number: number };
  const position = positionOf(headerOf(reply, 'Position') ?? '', tenant);
  if (position === null) throw new Error(`An answer without its position: ${reply.head}`);
  return { eventId, revision, number, position };
}
