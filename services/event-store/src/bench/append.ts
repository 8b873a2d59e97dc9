import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { v7 } from 'uuid';
import { defineEvent, personal, STREAM_SUBJECT } from '@plimsoll/contracts/domain-event';
import { z } from 'zod';
import { EventRegistry } from '../event-registry.ts';
import { eventStoreMigrations } from '../postgres/event-store-migrations.ts';
import { migrate } from '../postgres/migrate.ts';
import { openPostgresEventStore, type PostgresEventStore } from '../postgres/postgres-event-store.ts';
import { setRolePassword } from '../postgres/roles.ts';

export interface Measurement {
  readonly id: string;
  /** Median of the rounds. */
  readonly ratio: number;
  readonly subject: string;
  readonly peer: string;
  readonly rounds: readonly { readonly subject: number; readonly peer: number; readonly ratio: number }[];
}

const CLIENTS = 64;
const TENANTS = 16;
const ROW_BYTES = 700;

/** An event of a usual size, with one sealed field as a review's comment has. */
const measured = defineEvent(
  'Measured',
  z.strictObject({ severity: z.int().min(0).max(5), likelihood: z.int().min(0).max(5), comment: personal(z.string().max(1000), STREAM_SUBJECT) }),
);
const registry = new EventRegistry([measured]);

/**
 * P1: single events appended by 64 at once, each with the revision it expects, against pgbench's single-row durable
 * insert of about as many bytes with 64 clients; interleaved, in a database of its own that is removed afterwards.
 * @param options.adminUrl a superuser of a server that keeps fsync and synchronous_commit on.
 * @throws when it does not, when pgbench is not there, or when the log is not intact afterwards.
 */
export async function benchAppend(options: { adminUrl: string; rounds?: number; seconds?: number; clients?: number; lanes?: number }): Promise<Measurement> {
  const { adminUrl, rounds = 3, seconds = 5, clients = CLIENTS } = options;
  const name = `bench_${randomBytes(6).toString('hex')}`;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await query(adminUrl, `create database ${name} encoding 'UTF8' template template0`);
  try {
    await migrate(url.toString(), eventStoreMigrations);
    const password = randomBytes(16).toString('hex');
    await setRolePassword(adminUrl, 'plimsoll_app', password);
    await requireDurable(url.toString());
    await query(url.toString(), 'create table durable_rows (id bigserial primary key, stream uuid not null, body text not null)');
    const appUrl = new URL(url);
    appUrl.username = 'plimsoll_app';
    appUrl.password = password;
    const store = await openPostgresEventStore({ appUrl: appUrl.toString(), registry, sealingKey: randomBytes(32), lanes: options.lanes });
    try {
      const writers = makeWriters(clients);
      await appendFor(store, writers, 1_500);
      const measuredRounds = [];
      for (let round = 0; round < rounds; round++) {
        const peer = await pgbench(url, seconds);
        const subject = (await appendFor(store, writers, seconds * 1_000)) / seconds;
        measuredRounds.push({ subject, peer, ratio: subject / peer });
      }
      await requireIntact(store, writers);
      const ratios = measuredRounds.map((round) => round.ratio).sort((one, other) => one - other);
      return {
        id: 'P1',
        ratio: ratios[Math.floor(ratios.length / 2)]!,
        subject: `${clients} parallel appends of one event with its expected revision, ${TENANTS} organizations`,
        peer: `pgbench -M prepared -c${CLIENTS} -j2, one durable row of ${ROW_BYTES} bytes`,
        rounds: measuredRounds,
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
      while (performance.now() < end) {
        const commandId = v7();
        const answer = await store.append({
          tenant: writer.tenant,
          commandId,
          fingerprint,
          metadata: { commandId, correlationId: commandId, causationId: null, actor, onBehalfOf: null, client: { product: 'bench', device: 'SERVER' }, at, traceparent: null },
          records: [{ stream: writer.stream, event: { type: 'Measured', data } }],
          checks: [{ stream: writer.stream, expect: writer.revision }],
        });
        if (answer.status !== 'written' || answer.revision !== writer.revision + 1) throw new Error(`An append was answered ${JSON.stringify(answer)}`);
        writer.revision = answer.revision;
        written++;
      }
    }),
  );
  return written;
}

async function pgbench(url: URL, seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-bench-'));
  try {
    const script = join(folder, 'insert.sql');
    writeFileSync(script, `insert into durable_rows (stream, body) values (gen_random_uuid(), '${'x'.repeat(ROW_BYTES)}');\n`);
    const { stdout } = await promisify(execFile)('pgbench', ['-n', '-M', 'prepared', `-c${CLIENTS}`, '-j2', `-T${seconds}`, '-f', script, url.toString()]);
    const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (!tps) throw new Error(`pgbench said nothing about its rate: ${stdout}`);
    return Number(tps);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

async function requireDurable(adminUrl: string): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const rows = await query(adminUrl, `show ${setting}`);
    if (rows[0]?.[setting] !== 'on') throw new Error(`${setting} is ${String(rows[0]?.[setting])}: the figures would say nothing`);
  }
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}
