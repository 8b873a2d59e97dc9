import { randomBytes, randomFillSync } from 'node:crypto';
import { defineEvent, personal, STREAM } from '@plimsoll/contracts/domain-event';
import { EventRegistry } from '@plimsoll/event-store/event-registry';
import { eventStoreMigrations } from '@plimsoll/event-store/postgres/event-store-migrations';
import { migrate } from '@plimsoll/postgres/migrate';
import { openPostgresEventStore, type PostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import { setRolePassword } from '@plimsoll/postgres/roles';
import pg from 'pg';
import { v7 } from 'uuid';
import { z } from 'zod';
import { medianRatio, ownTurn, roundOf, type Measurement, type Round } from './measurement.ts';
import { PGBENCH_PEER, PgbenchPeer } from './pgbench.ts';

const CLIENTS = 64;
const TENANTS = 16;
/** A server runs for weeks; what the platform compiles during the first seconds of load is not what an append costs. */
const WARM_UP_SECONDS = 10;

/** An event of a usual size, with one sealed field as a review's comment has. */
const measured = defineEvent(
  'Measured',
  z.strictObject({ severity: z.int().min(0).max(5), likelihood: z.int().min(0).max(5), comment: personal(z.string().max(1000), STREAM) }),
);
const registry = new EventRegistry([measured]);

/**
 * P1: single events appended by 64 at once, each with the revision it expects, against pgbench's single-row durable
 * insert of about as many bytes with 64 clients; interleaved, in a database of its own that is removed afterwards.
 * @param options.adminUrl a superuser of a server made for measuring, that keeps fsync and synchronous_commit on.
 * @throws when it does not, when pgbench is not there, or when the log is not intact afterwards.
 */
export async function benchAppend(options: { adminUrl: string; rounds?: number; seconds?: number; clients?: number; lanes?: number }): Promise<Measurement> {
  const { adminUrl, rounds: count = 3, seconds = 5, clients = CLIENTS } = options;
  const name = `bench_${randomBytes(6).toString('hex')}`;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await query(adminUrl, `create database ${name} encoding 'UTF8' template template0`);
  try {
    await migrate(url.toString(), eventStoreMigrations);
    const password = randomBytes(16).toString('hex');
    await setRolePassword(adminUrl, 'plimsoll_app', password);
    const pgbench = await PgbenchPeer.open(url.toString());
    const appUrl = new URL(url);
    appUrl.username = 'plimsoll_app';
    appUrl.password = password;
    const store = await openPostgresEventStore({ appUrl: appUrl.toString(), registry, sealingKey: randomBytes(32), lanes: options.lanes });
    try {
      const writers = makeWriters(clients);
      await appendFor(store, writers, WARM_UP_SECONDS * 1_000);
      const rounds: Round[] = [];
      while (rounds.length < count) {
        await ownTurn();
        const peer = await pgbench.run(seconds);
        rounds.push(roundOf((await appendFor(store, writers, seconds * 1_000)) / seconds, peer));
      }
      await requireIntact(store, writers);
      return {
        id: 'P1',
        ratio: medianRatio(rounds),
        subject: `${clients} parallel appends of one event with its expected revision, ${TENANTS} organizations, after ${WARM_UP_SECONDS} s of the same load; events/s`,
        peer: PGBENCH_PEER,
        rounds,
      };
    } finally {
      await store.close();
    }
  } finally {
    await query(adminUrl, `drop database ${name} with (force)`);
  }
}

interface Writer {
  readonly tenant: string;
  readonly stream: string;
  revision: number;
}

function makeWriters(clients: number): Writer[] {
  const tenants = Array.from({ length: TENANTS }, () => v7());
  return Array.from({ length: clients }, (_, index) => ({ tenant: tenants[index % TENANTS]!, stream: v7(), revision: 0 }));
}

async function appendFor(store: PostgresEventStore, writers: Writer[], milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds;
  const at = new Date().toISOString();
  const actor = { userGuid: v7(), kind: 'USER' as const };
  const data = { severity: 3, likelihood: 2, comment: 'Scaffold on the east side had no toe board; '.repeat(2) };
  const fingerprint = randomBytes(32);
  let written = 0;
  await Promise.all(
    writers.map(async (writer) => {
      const stream = { kind: 'measured', guid: writer.stream };
      while (performance.now() < end) {
        const commandId = drawCommandId();
        const answer = await store.append({
          tenant: writer.tenant,
          commandId,
          fingerprint,
          metadata: { commandId, correlationId: commandId, causationId: null, actor, onBehalfOf: null, client: { product: 'bench', device: 'SERVER' }, at, traceparent: null },
          records: [{ stream, event: { type: 'Measured', data } }],
          checks: [{ stream, expect: writer.revision }],
        });
        if (answer.status !== 'written' || answer.revision !== writer.revision + 1) throw new Error(`An append was answered ${JSON.stringify(answer)}`);
        writer.revision = answer.revision;
        written++;
      }
    }),
  );
  return written;
}

const drawn = Buffer.alloc(16 * 1_024);
let next = drawn.length;

/** Clients make these; drawing the random bytes one by one would cost the measured process a tenth. */
function drawCommandId(): string {
  if (next === drawn.length) {
    randomFillSync(drawn);
    next = 0;
  }
  next += 16;
  return v7({ random: drawn.subarray(next - 16, next) });
}

/** Counts are as the writers were told, and the chain holds. */
async function requireIntact(store: PostgresEventStore, writers: readonly Writer[]): Promise<void> {
  for (const tenant of new Set(writers.map((writer) => writer.tenant))) {
    const found = await store.verify(tenant);
    const told = writers.filter((writer) => writer.tenant === tenant).reduce((sum, writer) => sum + writer.revision, 0);
    if (!found.intact) throw new Error(`The log is broken at ${found.position}: ${found.reason}`);
    if (found.events !== told) throw new Error(`${told} events were acknowledged and ${found.events} are there`);
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
