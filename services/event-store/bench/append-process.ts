import { randomBytes, randomFillSync } from 'node:crypto';
import { defineEvent, personal, STREAM } from '@plimsoll/contracts/kernel/domain-event';
import { EventRegistry } from '@plimsoll/event-store/port/event-registry';
import { openPostgresEventStore, type PostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import { v7 } from 'uuid';
import { z } from 'zod';

/** What the parent tells a benchmark process to do. */
export interface AppendOrder {
  readonly appUrl: string;
  readonly clients: number;
  readonly tenants: number;
}

/** How many milliseconds to append; or 'end', to compare the log with what the writers were answered. */
export type AppendTurn = number | 'end';

interface Writer {
  readonly tenant: string;
  readonly stream: string;
  revision: number;
}

/** An event of typical size, with one sealed field, like a review with a comment. */
const measured = defineEvent(
  'Measured',
  z.strictObject({
    severity: z.int().min(0).max(5),
    likelihood: z.int().min(0).max(5),
    comment: personal(z.string().max(1000), STREAM),
  }),
);

// Opens a store and reports it; then answers each turn with the number of appended events, until its parent exits.
process.once('message', (order: AppendOrder) => void orExit(serve(order)));
process.once('disconnect', () => process.exit(1));

async function serve({ appUrl, clients, tenants }: AppendOrder): Promise<void> {
  const store = await openPostgresEventStore({
    appUrl,
    registry: new EventRegistry([measured]),
    sealingKey: randomBytes(32),
  });
  const writers = makeWriters(clients, tenants);
  process.on('message', (turn: AppendTurn) => void orExit(take(turn, store, writers)));
  process.send!('open');
}

async function take(turn: AppendTurn, store: PostgresEventStore, writers: Writer[]): Promise<void> {
  if (turn !== 'end') return void process.send!(await appendFor(store, writers, turn));
  await requireIntact(store, writers);
  await store.close();
  process.exit(0);
}

const orExit = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });

function makeWriters(clients: number, tenantCount: number): Writer[] {
  const tenants = Array.from({ length: tenantCount }, () => v7());
  return Array.from({ length: clients }, (_, index) => ({
    tenant: tenants[index % tenantCount]!,
    stream: v7(),
    revision: 0,
  }));
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
          metadata: {
            commandId,
            correlationId: commandId,
            causationId: null,
            actor,
            onBehalfOf: null,
            client: { product: 'bench', device: 'SERVER' },
            at,
            traceparent: null,
          },
          records: [{ stream, event: { type: 'Measured', data } }],
          checks: [{ stream, expect: writer.revision }],
        });
        if (answer.status !== 'written' || answer.revision !== writer.revision + 1)
          throw new Error(`An append was answered ${JSON.stringify(answer)}`);
        writer.revision = answer.revision;
        written++;
      }
    }),
  );
  return written;
}

const drawn = Buffer.alloc(16 * 1_024);
let next = drawn.length;

/**
 * Draws random bytes in bulk, since clients create these ids; one by one they would cost the measured process a tenth.
 */
function drawCommandId(): string {
  if (next === drawn.length) {
    randomFillSync(drawn);
    next = 0;
  }
  next += 16;
  return v7({ random: drawn.subarray(next - 16, next) });
}

/** Checks that the counts match what the writers were answered, and that the chain is intact. */
async function requireIntact(store: PostgresEventStore, writers: readonly Writer[]): Promise<void> {
  for (const tenant of new Set(writers.map((writer) => writer.tenant))) {
    const found = await store.verify(tenant);
    const answered = writers
      .filter((writer) => writer.tenant === tenant)
      .reduce((sum, writer) => sum + writer.revision, 0);
    if (!found.intact) throw new Error(`The log is broken at ${found.position}: ${found.reason}`);
    if (found.events !== answered)
      throw new Error(`${answered} events were acknowledged and ${found.events} are there`);
  }
}
